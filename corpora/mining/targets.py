"""Words worth asking substitutes for, by stated criteria, and sentences spread over their contexts."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import SynonymDictionary
from aloi.corpora.model import Sentence

POS = ("NOUN", "VERB", "ADJ", "ADV")
STEPS = ("words", "frequency", "senses", "synonyms", "sentences")
_MOST_COMPARED = 1000  # sentences of a word that are compared with each other
_OPENING = re.compile(r"^[«“\"(\[—–-]?\s*(?=[^\W\d_])")
_CLOSING = re.compile(r"[.!?…]\s*[»”\")\]]?$")
_BRACKETS = (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”"))
_PART = re.compile(r"\w+['’]|[\w-]+")


class Tag(NamedTuple):
    """A word of a sentence, `sentence.text[start:end]`, with its lemma and part of speech."""

    start: int
    end: int
    form: str
    lemma: str
    pos: str


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence with its words in order, without punctuation marks."""

    sentence: Sentence
    tags: tuple[Tag, ...]


@dataclass(frozen=True, slots=True)
class WordCriteria:
    """The conditions for a word to be proposed.

    Parameters
    ----------
    pos : tuple of str
        The requested parts of speech.
    low, high : int, int or None
        Its occurrences in the corpus, both included; None is no limit.
    senses : int
        The fewest senses the dictionary gives it; one that names no senses gives one.
    synonyms : int
        The fewest synonyms that are frequent enough.
    synonym_frequency : int
        The occurrences a synonym needs in the corpus, whatever its part of speech; one of several words
        has none.
    per_pos : int
        Words drawn of each part of speech among those that meet the rest.
    """

    pos: tuple[str, ...] = ("NOUN", "VERB", "ADJ")
    low: int = 10
    high: int | None = None
    senses: int = 1
    synonyms: int = 3
    synonym_frequency: int = 1
    per_pos: int = 10

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        small = min(self.low, self.senses, self.per_pos) < 1 or min(self.synonyms, self.synonym_frequency) < 0
        if small or (self.high is not None and self.high < self.low) or not set(self.pos) <= set(POS):
            raise AloiError(
                "aloi.value", name=Term("criteria"), value=self, expected=Term("criteria-targets", pos=POS)
            )


@dataclass(frozen=True, slots=True)
class SentenceCriteria:
    """The conditions for a sentence: number for each word, and fewest and most words in a sentence."""

    per_word: int = 10
    shortest: int = 8
    longest: int = 40

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if self.per_word < 1 or not 1 <= self.shortest <= self.longest:
            raise AloiError(
                "aloi.value", name=Term("criteria"), value=self, expected=Term("criteria-lengths")
            )


@dataclass(frozen=True, slots=True)
class TargetPlace:
    """A target in its sentence; `distance` is the distance of its context from those chosen before it.

    It is one minus the highest cosine, from 0 to 1; None for the first.
    """

    sentence: Sentence
    tag: Tag
    distance: float | None


@dataclass(frozen=True, slots=True)
class ProposedWord:
    """A word with what speaks for it. `usable` counts its well-formed sentences, `places` are those chosen.

    `probability` is the chance it had to be drawn among the words of its part of speech.
    """

    lemma: str
    pos: str
    frequency: int
    senses: int
    synonyms: tuple[str, ...]
    usable: int
    probability: float
    places: tuple[TargetPlace, ...]


@dataclass(frozen=True, slots=True)
class TargetProposal:
    """The words drawn, by part of speech and lemma; `left` counts the words left after each of STEPS."""

    words: tuple[ProposedWord, ...]
    left: Mapping[str, int]


def propose_targets(
    tagged: Sequence[TaggedSentence],
    dictionary: SynonymDictionary,
    criteria: WordCriteria,
    shape: SentenceCriteria,
    expressions: Iterable[str],
    seed: int,
) -> TargetProposal:
    """Return the proposed words, each with `shape.per_word` sentences that differ most in context.

    A word with fewer well-formed sentences than requested is excluded. The draw and the sentences do not
    depend on the order of `tagged`.

    Parameters
    ----------
    expressions : iterable of str
        Fixed expressions: a target inside one is passed over. Each of their words stands for a form or for
        a lemma, in lower case.
    """
    ordered = sorted(tagged, key=lambda one: (one.sentence.id, one.sentence.start))
    places = _occurrences(ordered, set(criteria.pos))
    left = {STEPS[0]: len(places)}
    selected, synonyms = _by_words(places, ordered, dictionary, criteria, left)
    starts = _first_parts(expressions)
    usable = {key: _usable(places[key], ordered, key, shape, starts) for key in selected}
    selected = [key for key in selected if len(usable[key]) >= shape.per_word]
    left[STEPS[4]] = len(selected)
    generator = np.random.default_rng(seed)
    vectors = _Contexts(ordered)
    words = []
    for pos in POS:
        pool = sorted(key for key in selected if key[1] == pos)
        drawn = sorted(generator.permutation(len(pool))[: criteria.per_pos].tolist())
        for key in (pool[place] for place in drawn):
            words.append(
                ProposedWord(
                    lemma=key[0],
                    pos=pos,
                    frequency=len(places[key]),
                    senses=_senses(dictionary, key),
                    synonyms=synonyms[key],
                    usable=len(usable[key]),
                    probability=len(drawn) / len(pool),
                    places=_spread(usable[key], ordered, vectors, shape.per_word, generator),
                )
            )
    return TargetProposal(tuple(words), left)


def _by_words(
    places: Mapping[tuple[str, str], Sequence[tuple[int, int]]],
    tagged: Sequence[TaggedSentence],
    dictionary: SynonymDictionary,
    criteria: WordCriteria,
    left: dict[str, int],
) -> tuple[list[tuple[str, str]], dict[tuple[str, str], tuple[str, ...]]]:
    """Return the words that meet the criteria, with their frequent synonyms; `left` counts each step."""
    lemmas = Counter(tag.lemma for sentence in tagged for tag in sentence.tags)
    most = math.inf if criteria.high is None else criteria.high
    selected = [key for key, found in places.items() if criteria.low <= len(found) <= most]
    left[STEPS[1]] = len(selected)
    selected = [key for key in selected if _senses(dictionary, key) >= criteria.senses]
    left[STEPS[2]] = len(selected)
    synonyms = {
        key: tuple(
            dict.fromkeys(
                synonym.word
                for synonym in dictionary.synonyms(*key)
                if lemmas[synonym.word.casefold()] >= criteria.synonym_frequency
                and synonym.word.casefold() != key[0]
            )
        )
        for key in selected
    }
    selected = [key for key in selected if len(synonyms[key]) >= criteria.synonyms]
    left[STEPS[3]] = len(selected)
    return selected, synonyms


def _senses(dictionary: SynonymDictionary, key: tuple[str, str]) -> int:
    """Return how many senses a word has; a word that is there without any named one has one."""
    senses = {one.sense for one in dictionary.synonyms(*key)}
    return len(senses - {""}) or len(senses)


def is_well_formed(text: str) -> bool:
    """Return whether a text looks like a whole sentence.

    It begins with an upper-case letter, ends with a final mark, its brackets and quotation marks come in
    pairs, and it contains no tab and no empty line.

    Examples
    --------
    >>> [is_well_formed(one) for one in ("Il dort (bien).", "et dort.", "Il dort (bien.")]
    [True, False, False]
    """
    text = text.strip()
    opening = _OPENING.match(text)
    if opening is None or not text[opening.end()].isupper() or not _CLOSING.search(text):
        return False
    if "\t" in text or "\n\n" in text or text.count('"') % 2:
        return False
    return all(_pairs_up(text, *pair) for pair in _BRACKETS)


def inside_expression(
    tags: Sequence[Tag], index: int, starts: Mapping[str, Sequence[tuple[str, ...]]]
) -> bool:
    """Return whether the word at a place is part of a fixed expression; `starts` has them by first word."""
    for first in range(max(0, index - _longest(starts) + 1), index + 1):
        for name in {_plain(tags[first].form), _plain(tags[first].lemma)}:
            for parts in starts.get(name, ()):
                last = first + len(parts)
                if index < last <= len(tags) and all(
                    part in (_plain(tag.form), _plain(tag.lemma))
                    for part, tag in zip(parts, tags[first:last], strict=True)
                ):
                    return True
    return False


def _occurrences(
    tagged: Sequence[TaggedSentence], pos: set[str]
) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Return the occurrences of each (lemma, part of speech): indices of the sentence and of the word."""
    rows_by_key: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for row, sentence in enumerate(tagged):
        for index, tag in enumerate(sentence.tags):
            if tag.pos in pos:
                rows_by_key[tag.lemma, tag.pos].append((row, index))
    return rows_by_key


def _usable(
    occurrences: Sequence[tuple[int, int]],
    tagged: Sequence[TaggedSentence],
    key: tuple[str, str],
    shape: SentenceCriteria,
    starts: Mapping[str, Sequence[tuple[str, ...]]],
) -> list[tuple[int, int]]:
    """Return the places of a word in whole sentences of fit length, each text once, the word once in it."""
    usable: dict[str, tuple[int, int]] = {}
    for row, index in occurrences:
        sentence = tagged[row]
        if (
            shape.shortest <= len(sentence.tags) <= shape.longest
            and sum(tag.lemma == key[0] for tag in sentence.tags) == 1
            and any(tag.pos in ("VERB", "AUX") for tag in sentence.tags)
            and is_well_formed(sentence.sentence.text)
            and not inside_expression(sentence.tags, index, starts)
        ):
            usable.setdefault(sentence.sentence.text, (row, index))
    return list(usable.values())


class _Contexts:
    """tf-idf vectors of the words around a target; document frequencies are those of the corpus."""

    def __init__(self, tagged: Sequence[TaggedSentence]) -> None:
        counts = Counter(lemma for one in tagged for lemma in {tag.lemma for tag in one.tags})
        self.column = {lemma: place for place, lemma in enumerate(sorted(counts))}
        self.weight = {lemma: float(np.log(len(tagged) / count)) for lemma, count in counts.items()}

    def matrix(self, contexts: Sequence[Sequence[str]]) -> sparse.csr_array:
        """Return unit vectors, shape (N, D); all zero for a context without any word of weight."""
        rows, columns, values = [], [], []
        for row, context in enumerate(contexts):
            weights = {lemma: times * self.weight[lemma] for lemma, times in Counter(context).items()}
            norm = float(np.sqrt(sum(value**2 for value in weights.values()))) or 1.0
            for lemma, value in weights.items():
                rows.append(row)
                columns.append(self.column[lemma])
                values.append(value / norm)
        return sparse.csr_array((values, (rows, columns)), shape=(len(contexts), len(self.column)))


def _spread(
    usable: Sequence[tuple[int, int]],
    tagged: Sequence[TaggedSentence],
    vectors: _Contexts,
    count: int,
    generator: np.random.Generator,
) -> tuple[TargetPlace, ...]:
    """Return positions with distant contexts: each next one is the farthest from those chosen so far.

    The first is drawn. Of more than a thousand places, a thousand drawn ones are compared.
    """
    pool = [usable[int(one)] for one in generator.permutation(len(usable))[:_MOST_COMPARED]]
    contexts = [[tag.lemma for at, tag in enumerate(tagged[row].tags) if at != index] for row, index in pool]
    matrix = vectors.matrix(contexts)
    nearest = np.full(len(pool), -1.0)  # the highest cosine with a chosen one
    chosen: list[TargetPlace] = []
    current = 0
    for _ in range(count):
        row, index = pool[current]
        distance = None if not chosen else float(np.clip(1 - nearest[current], 0, 1))
        chosen.append(TargetPlace(tagged[row].sentence, tagged[row].tags[index], distance))
        cosine = (matrix @ matrix[[current], :].T).toarray().ravel()
        nearest = np.maximum(nearest, cosine)
        nearest[current] = np.inf
        current = int(nearest.argmin())
    return tuple(chosen)


def _first_parts(expressions: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the expressions cut into words, by their first word."""
    starts: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for expression in expressions:
        parts = tuple(map(_plain, _PART.findall(expression)))
        if len(parts) > 1:
            starts[parts[0]].append(parts)
    return starts


def _longest(starts: Mapping[str, Sequence[tuple[str, ...]]]) -> int:
    return max((len(parts) for listed in starts.values() for parts in listed), default=0)


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")


def _pairs_up(text: str, opening: str, closing: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == opening) - (character == closing)
        if depth < 0:
            return False
    return depth == 0
