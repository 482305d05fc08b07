"""The things a corpus is made of: Corpus, Document, Sentence, Item (Pair, Target ...) and Origin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, TypeAlias

from aloi.base.errors import AloiError, quoted
from aloi.base.records import Json as Json
from aloi.base.terms import Term
from aloi.corpora.identity import content_id


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts with one source and one licence.

    `language` is an ISO 639-1 code. `checksum` covers the names and texts of the documents.
    `restricted` says that a data-use agreement forbids giving the text on, `archived` that lists omit it.
    """

    id: str
    name: str
    language: str
    licence: str
    source: str
    checksum: str
    restricted: bool = False
    archived: bool = False

    @staticmethod
    def make_id(name: str, language: str, checksum: str) -> str:
        """Return the content id of a corpus."""
        return content_id("corpus", name, language, checksum)


@dataclass(frozen=True, slots=True)
class Document:
    """A text as read. `name` is its id in the source, unique in the corpus; `metadata` its other columns."""

    id: str
    corpus_id: str
    name: str
    text: str
    metadata: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def make_id(corpus_id: str, name: str, text: str) -> str:
        """Return the content id of a document."""
        return content_id("document", corpus_id, name, text)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a document: `document.text[start:end] == text`, in code points, half open.

    `index` is its place in the document, from 0.
    """

    id: str
    document_id: str
    index: int
    start: int
    end: int
    text: str

    @staticmethod
    def make_id(document_id: str, start: int, end: int, text: str) -> str:
        """Return the content id of a sentence."""
        return content_id("sentence", document_id, start, end, text)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sentences an annotator sees side by side; `left` is the first in the corpus or the source table."""

    kind: ClassVar[str] = "pair"

    id: str
    corpus_id: str
    left: Sentence
    right: Sentence

    @classmethod
    def of(cls, corpus_id: str, left: Sentence, right: Sentence) -> Pair:
        """Return the pair of two sentences, with its content id."""
        ends = (left.document_id, left.start, left.end, right.document_id, right.start, right.end)
        return cls(content_id("pair", corpus_id, *ends, left.text, right.text), corpus_id, left, right)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences the item shows, in order."""
        return (self.left, self.right)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts the item shows, in order."""
        return (self.left.text, self.right.text)


class _InSentence:
    """The content of items in one sentence."""

    __slots__ = ()
    sentence: Sentence

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences, or stretches of documents, the item shows, in order."""
        return (self.sentence,)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus the item shows, in order."""
        return (self.sentence.text,)


@dataclass(frozen=True, slots=True)
class Target(_InSentence):
    """A word, or a run of words, in its sentence: `sentence.text[start:end]`, in code points, half open.

    `lemma` is its dictionary form; `pos` its part of speech as Universal Dependencies names it (NOUN, VERB,
    ADJ, ADV ...), empty if it is not known.
    """

    kind: ClassVar[str] = "target"

    id: str
    corpus_id: str
    sentence: Sentence
    start: int
    end: int
    lemma: str
    pos: str

    @classmethod
    def of(cls, corpus_id: str, sentence: Sentence, start: int, end: int, lemma: str, pos: str) -> Target:
        """Return the target at a place of a sentence, with its content id, or raise AloiError."""
        if not 0 <= start < end <= len(sentence.text):
            raise AloiError(
                "aloi.value",
                name=Term("offsets"),
                value=(start, end),
                expected=Term("offsets-inside", length=len(sentence.text)),
            )
        key = (sentence.document_id, sentence.start, sentence.end, sentence.text, start, end, lemma, pos)
        return cls(content_id("target", corpus_id, *key), corpus_id, sentence, start, end, lemma, pos)

    @property
    def word(self) -> str:
        """The target as written in the sentence."""
        return self.sentence.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A target and one word or expression that might replace it: annotators judge it."""

    kind: ClassVar[str] = "candidate"

    id: str
    corpus_id: str
    target: Target
    substitute: str

    @classmethod
    def of(cls, target: Target, substitute: str) -> Candidate:
        """Return the candidate of a target, with its content id, or raise AloiError for no substitute."""
        if not substitute.strip():
            raise AloiError(
                "aloi.value",
                name=Term("substitute-of", word=repr(target.word)),
                value="''",
                expected=Term("word-or-expression"),
            )
        return cls(
            content_id("candidate", target.corpus_id, target.id, substitute),
            target.corpus_id,
            target,
            substitute,
        )

    @property
    def replaced(self) -> str:
        """The sentence with the substitute in the place of the target."""
        text = self.target.sentence.text
        return f"{text[: self.target.start]}{self.substitute}{text[self.target.end :]}"

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences the item shows, in order."""
        return (self.target.sentence,)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the corpus the item shows, in order."""
        return (self.target.sentence.text,)


@dataclass(frozen=True, slots=True)
class Passage(_InSentence):
    """A stretch of text to be labelled as a whole or within: a sentence, a paragraph or a whole document."""

    kind: ClassVar[str] = "passage"

    id: str
    corpus_id: str
    sentence: Sentence

    @classmethod
    def of(cls, corpus_id: str, sentence: Sentence) -> Passage:
        """Return the passage at a place of a document, with its content id."""
        key = (sentence.document_id, sentence.start, sentence.end, sentence.text)
        return cls(content_id("passage", corpus_id, *key), corpus_id, sentence)

    @property
    def text(self) -> str:
        """The text of the passage."""
        return self.sentence.text


@dataclass(frozen=True, slots=True)
class Mention(_InSentence):
    """A mention in its context: the stretches `spans` of `sentence.text`, whose concept is the question.

    `spans` are half open, in code points, in rising order and apart from each other; several if the
    mention is discontinuous. `group` is its type or semantic group, empty if it is not known.
    """

    kind: ClassVar[str] = "mention"

    id: str
    corpus_id: str
    sentence: Sentence
    spans: tuple[tuple[int, int], ...]
    group: str

    @classmethod
    def of(
        cls, corpus_id: str, sentence: Sentence, spans: tuple[tuple[int, int], ...], group: str = ""
    ) -> Mention:
        """Return the mention at places of a text, with its content id, or raise AloiError."""
        ends = [0, *(end for _, end in spans)]
        sound = all(
            before <= start < end <= len(sentence.text)
            for before, (start, end) in zip(ends, spans, strict=False)
        )
        if not spans or not sound:
            raise AloiError(
                "aloi.value",
                name=Term("offsets"),
                value=list(spans),
                expected=Term("offsets-inside", length=len(sentence.text)),
            )
        key = (sentence.document_id, sentence.start, sentence.end, sentence.text)
        flat = [number for span in spans for number in span]
        return cls(content_id("mention", corpus_id, *key, group, *flat), corpus_id, sentence, spans, group)

    @property
    def mention(self) -> str:
        """The mention as written in the text; the stretches of a discontinuous one joined by a space."""
        return " ".join(self.sentence.text[start:end] for start, end in self.spans)


@dataclass(frozen=True, slots=True)
class Question(_InSentence):
    """A question with options, of which one or several are correct."""

    kind: ClassVar[str] = "question"

    id: str
    corpus_id: str
    sentence: Sentence
    options: tuple[str, ...]

    @classmethod
    def of(cls, corpus_id: str, sentence: Sentence, options: tuple[str, ...]) -> Question:
        """Return the question with its options, with its content id, or raise AloiError."""
        named = {one.strip() for one in options}
        if len(options) < 2 or "" in named or len(named) < len(options):
            raise AloiError(
                "aloi.value",
                name=Term("options-of", question=quoted(sentence.text)),
                value=[*map(quoted, options)],
                expected=Term("options-two"),
            )
        key = (sentence.document_id, sentence.start, sentence.end, sentence.text)
        return cls(content_id("question", corpus_id, *key, *options), corpus_id, sentence, options)

    @property
    def text(self) -> str:
        """The question itself."""
        return self.sentence.text


Item: TypeAlias = Pair | Target | Candidate | Passage | Mention | Question


@dataclass(frozen=True, slots=True)
class Origin:
    """How an item became a candidate: one miner that found it.

    Parameters
    ----------
    miner : str
        `lexical`, `nearest`, `random`, `model`, `import`.
    parameters : mapping
        The miner's parameters (threshold, encoder, ...), JSON values.
    score : float or None
        The miner's score of this item.
    stratum : str or None
        The part of the candidates it was drawn from, such as a score bin `0.5-0.6`.
    probability : float or None
        Its chance of being drawn, in (0, 1].
    seed : int or None
        The seed of the draw.
    """

    item_id: str
    miner: str
    parameters: Mapping[str, Json]
    score: float | None
    stratum: str | None
    probability: float | None
    seed: int | None
    mined_at: datetime
