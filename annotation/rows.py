"""Row kinds, the narrow waist: a task makes one kind, formats and recipes take some kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

from aloi.base.records import JSON_NAME, OPTIONAL, own_form


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """Two texts and how similar they are, on the scale `low`..`high`.

    `left_id` and `right_id` name the sentences in their corpus; `id` names the pair.
    """

    id: str
    left_id: str
    right_id: str
    left: str
    right: str
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TaggedPair:
    """Two texts as tokens, and the operations that link them; `broken` marks the pair as a whole."""

    id: str
    left_id: str
    right_id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    groups: tuple[AlignedGroup, ...]
    broken: bool

    @property
    def score(self) -> float:
        """The number of operations: what splits are stratified by."""
        return float(len(self.groups))


@dataclass(frozen=True, slots=True)
class Substitutes:
    """A target in its sentence and its substitutes, each with the number of annotators who gave it.

    `sentence[start:end]` is the target; `pos` its part of speech as Universal Dependencies names it. `counts`
    are in falling order of counts, then by substitute. `annotators` counts those who answered, including
    those who chose that none fits.
    """

    id: str
    sentence_id: str
    lemma: str
    pos: str
    sentence: str
    start: int
    end: int
    counts: tuple[tuple[str, int], ...]
    annotators: int

    @property
    def score(self) -> float:
        """The share of annotators who gave the most frequent substitute: what splits are stratified by."""
        return self.counts[0][1] / self.annotators if self.counts else 0.0


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its labels, one or several of `all_labels`, in the order of `all_labels`.

    `second` is a text read together with the first, empty for most tasks: for a judged substitute, the
    sentence with the substitute in the place of the target.
    """

    id: str
    text: str
    second: str
    labels: tuple[str, ...]
    all_labels: tuple[str, ...] = field(metadata={JSON_NAME: "known"})

    @property
    def score(self) -> float:
        """The index of the first label among all labels: what splits are stratified by."""
        return float(self.all_labels.index(self.labels[0])) if self.labels else 0.0


# How corpora write that a mention has no concept, in capitals.
NO_CONCEPT = frozenset({"CUILESS", "CUI-LESS", "CUI_LESS", "NIL", "NONE", "NULL", "NO_CODE", "-", "-1"})


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A mention in its text and its concept.

    `spans` are its stretches of `text`, half-open, several for a discontinuous mention; empty if the source
    gives none. `mention` is the mention as the source writes it, which may differ from the text. `group` is
    its type or semantic group. `concept` is the concept as the source writes it. For a composite mention it
    is several ones with `|` or `+` between them. It is `CUILESS` or similar if annotators found none, and
    empty if the source gives none.
    """

    id: str
    document_id: str
    text: str
    spans: tuple[tuple[int, int], ...]
    mention: str
    group: str
    concept: str

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts named, one each; none for a mention without concept."""
        parts = (part.strip() for part in re.split(r"[|+]", self.concept))
        return tuple(part for part in parts if part and part.upper() not in NO_CONCEPT)

    @property
    def score(self) -> float:
        """1 for a linked mention and 0 for one without concept: what splits are stratified by."""
        return float(bool(self.concepts))


Attributes: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


def attributes_of(raw: Any) -> Attributes:
    """Return attributes in canonical form: sorted by name, values sorted and each once.

    Parameters
    ----------
    raw : mapping or pairs
        Name -> value, or a list of values. An attribute without a value is omitted, as it is not answered.

    Examples
    --------
    >>> attributes_of({"certainty": "negated", "modality": ["b", "a"], "time": []})
    (('certainty', ('negated',)), ('modality', ('a', 'b')))
    """
    if not raw:
        return ()
    pairs = raw.items() if isinstance(raw, Mapping) else raw
    listed = [(name, (values,) if isinstance(values, str) else tuple(values)) for name, values in pairs]
    if not all(isinstance(text, str) for name, values in listed for text in (name, *values)):
        raise TypeError("text was expected")
    return tuple(sorted((name, tuple(sorted({*values}))) for name, values in listed if values))


def plain_attributes(attributes: Attributes) -> dict[str, str | list[str]]:
    """Return attributes as JSON: a value, or a list of several."""
    return {name: values[0] if len(values) == 1 else [*values] for name, values in attributes}


own_form(Attributes, attributes_of, plain_attributes)


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """A labelled stretch of a text: its parts, half open, in code points; several where it is broken.

    `attributes` are in the form of `attributes_of`. Label and parts identify a span in an answer: compare
    `bare()` spans if attributes do not matter.
    """

    label: str
    parts: tuple[tuple[int, int], ...]
    attributes: Attributes = field(default=(), metadata={OPTIONAL: True})

    def bare(self) -> LabelledSpan:
        """Return the span without attributes."""
        return LabelledSpan(self.label, self.parts) if self.attributes else self


@dataclass(frozen=True, slots=True)
class LabelledRelation:
    """A relation of a type between two spans: their indices in the list of spans, the head first."""

    type: str
    head: int
    tail: int


@dataclass(frozen=True, slots=True)
class TaggedTokens:
    """The tokens of a sentence, each with a tag: `O`, `B-X`, `I-X`; parts of speech with the prefix `B-`.

    `text`, `spans` and `relations` contain information that tags cannot express (nested and discontinuous
    spans, the spaces between tokens). They are empty if only tokens and tags are known. Otherwise the tags
    are those of `aloi.annotation.spans.tokens_and_tags`.
    """

    id: str
    document_id: str
    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    text: str = ""
    spans: tuple[LabelledSpan, ...] = ()
    relations: tuple[LabelledRelation, ...] = field(default=(), metadata={OPTIONAL: True})

    @property
    def score(self) -> float:
        """The number of tagged tokens: what splits are stratified by."""
        return float(sum(tag != "O" for tag in self.tags))


@dataclass(frozen=True, slots=True)
class MultipleChoice:
    """A question, its options, and the places of the correct ones among them, from 0, in rising order."""

    id: str
    question: str
    options: tuple[str, ...]
    correct: tuple[int, ...]

    @property
    def score(self) -> float:
        """The number of correct options: what splits are stratified by."""
        return float(len(self.correct))


Row = ScoredPair | TaggedPair | LabelledText | TaggedTokens | LinkedMention | Substitutes | MultipleChoice
ROW_KINDS: tuple[type[Row], ...] = get_args(Row)


ERR = "err"  # marks the whole pair: the two sides do not belong together, or one is broken


@dataclass(frozen=True, slots=True)
class AlignedGroup:
    """One operation: places of tokens on both sides (0-based, as given; one side may be empty), a label."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """The groups of one pair, in the order given. `id` names the pair in its file; `line` counts from 1."""

    id: str
    groups: tuple[AlignedGroup, ...]
    line: int

    @property
    def broken(self) -> bool:
        """Whether the pair is marked as a whole."""
        return any(one.label == ERR for one in self.groups)
