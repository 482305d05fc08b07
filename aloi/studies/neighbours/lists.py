"""Neighbours of words in prepared corpora, and two lists of the same words side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.corpora.readers import whole_file, write_table
from aloi.studies.neighbours.folder import read_space
from aloi.studies.neighbours.parameters import Asking, Contexts, Order, Unit
from aloi.studies.neighbours.prepare import Prepared
from aloi.studies.neighbours.ranking import jaccard, overlap, rank_biased_overlap
from aloi.studies.neighbours.reading import lemmatiser
from aloi.studies.neighbours.requests import OfSpace
from aloi.studies.neighbours.space import Neighbour, Weighted

RBO_P = 0.9
MOST_WORDS = 200  # words asked about at once
_SPACES_IN_MEMORY = 2  # spaces in memory at the same time: two are compared


@dataclass(frozen=True, slots=True)
class WordNeighbours:
    """The neighbours of a word. `word` is what was looked up for `query`; None, with a reason: not there."""

    query: str = field(metadata={JSON_NAME: "asked"})
    word: str | None
    frequency: int
    neighbours: tuple[Neighbour, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NeighbourLists:
    """Neighbours of some words in one prepared corpus."""

    prepared: Prepared
    asking: Asking
    words: tuple[WordNeighbours, ...]

    @property
    def signature(self) -> str:
        """All parameters behind the scores, in one line."""
        return f"{self.asking.signature}|{self.prepared.signature}"

    @property
    def are_words(self) -> bool:
        """Whether the neighbours are words, and not the dependencies a word is met with."""
        return self.asking.order is not Order.FIRST or self.prepared.counting.contexts is Contexts.WINDOW

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi neighbours show --json` prints."""
        return {
            "prepared": self.prepared.id,
            "corpus": self.prepared.name,
            "asking": to_json(self.asking),
            "signature": self.signature,
            "words": [to_json(one) for one in self.words],
        }

    def rows(self) -> list[dict[str, Json]]:
        """Return a row a neighbour: `target, neighbour, rank, score, frequency, together`."""
        return [
            {"target": word.word, "neighbour": near.word, **to_json(near, "word")}
            for word in self.words
            for near in word.neighbours
        ]


@dataclass(frozen=True, slots=True)
class WordComparison:
    """The neighbours of a word in two lists; overlap and the other scores are None if a list is empty."""

    query: str = field(metadata={JSON_NAME: "asked"})
    first: WordNeighbours
    second: WordNeighbours
    common: tuple[str, ...]
    overlap: float | None
    jaccard: float | None
    rbo: float | None


@dataclass(frozen=True, slots=True)
class NeighbourComparison:
    """Two settings or two corpora on the same words: overlap at k, Jaccard, and rank-biased overlap."""

    first: NeighbourLists
    second: NeighbourLists
    k: int
    words: tuple[WordComparison, ...]

    @property
    def mean_overlap(self) -> float | None:
        """The mean overlap at k of the words that have neighbours in both."""
        overlaps = [one.overlap for one in self.words if one.overlap is not None]
        return sum(overlaps) / len(overlaps) if overlaps else None

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi neighbours compare --json` prints."""
        return {
            "k": self.k,
            "rbo_p": RBO_P,
            "mean_overlap": self.mean_overlap,
            "signatures": [self.first.signature, self.second.signature],
            "words": [to_json(one) for one in self.words],
        }

    def rows(self) -> list[dict[str, Json]]:
        """Return a row a word and rank: both neighbours, and whether each is in both lists."""
        rows: list[dict[str, Json]] = []
        for word in self.words:
            for index in range(max(len(word.first.neighbours), len(word.second.neighbours))):
                row: dict[str, Json] = {"target": word.query, "rank": index + 1}
                for side, side_lists in (("first", word.first), ("second", word.second)):
                    near = side_lists.neighbours[index] if index < len(side_lists.neighbours) else None
                    row[side] = near.word if near else None
                    row[f"{side}_score"] = near.score if near else None
                    row[f"{side}_common"] = near is not None and near.word in word.common
                rows.append(row)
        return rows


def asking(request: OfSpace, *, top: int = 20) -> Asking:
    """Return the question of a request, as it is signed."""
    return Asking(Order(request.order), top, request.alpha, request.together, request.anchors)


def neighbours(prepared: Prepared, words: Sequence[str], asking: Asking) -> NeighbourLists:
    """Return the neighbours of words; a word that the corpus does not have gets a reason instead.

    The counts are read once and stay in memory for the next query.

    Raises
    ------
    AloiError
        No word, or more than 200.
    """
    requested = list(dict.fromkeys(word.strip() for word in words if word.strip()))
    if not 1 <= len(requested) <= MOST_WORDS:
        raise AloiError(
            "aloi.value",
            name=Term("number-of-words-requested"),
            value=len(requested),
            expected=Term("to-most-words", most_words=MOST_WORDS),
            todo=Term("give-the-words"),
        )
    model = weighted(prepared, asking.alpha)
    looked_up = [look_up(prepared, model, word) for word in requested]
    words_in_space = list(dict.fromkeys(word for word in looked_up if word is not None))
    neighbours_of = (
        dict(zip(words_in_space, model.neighbours(words_in_space, asking), strict=True))
        if words_in_space
        else {}
    )
    return NeighbourLists(
        prepared,
        asking,
        tuple(
            WordNeighbours(word_typed, None, 0, (), missing(prepared))
            if word is None
            else WordNeighbours(
                word_typed, word, int(model.space.frequency[model.numbers[word]]), tuple(neighbours_of[word])
            )
            for word_typed, word in zip(requested, looked_up, strict=True)
        ),
    )


def compare(first: NeighbourLists, second: NeighbourLists) -> NeighbourComparison:
    """Return a comparison of two lists of the same words, or raise AloiError if the words differ.

    k is the smaller of the numbers of neighbours asked for.
    """
    words = [one.query for one in first.words]
    if words != [one.query for one in second.words]:
        raise AloiError(
            "aloi.differ",
            name=Term("the-lists"),
            differences=Term("their-words"),
            expected=Term("the-same-words"),
            todo=Term("use-the-same"),
        )
    k = min(first.asking.top, second.asking.top)
    return NeighbourComparison(
        first, second, k, tuple(map(lambda a, b: _compared(a, b, k), first.words, second.words))
    )


def write(path: Path, document: Mapping[str, Json], rows: Sequence[Mapping[str, Json]]) -> None:
    """Write a document as .json, or its rows as .tsv, .csv, .jsonl or .parquet, as the suffix says.

    Raises
    ------
    AloiError
        Unknown suffix, no row, or a folder that cannot be written to.
    """
    if path.suffix.lower() == ".json":
        with whole_file(path) as part:
            part.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        return
    if not rows:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-list"),
            content=Term("no-neighbour"),
            todo=Term("choose-other-words"),
        )
    write_table(path, list(rows[0]), rows)


def weighted(prepared: Prepared, alpha: float) -> Weighted:
    """Return the space of a prepared corpus at an alpha; the last two stay in memory."""
    return _weighted(prepared.folder, alpha)


def look_up(prepared: Prepared, model: Weighted, word: str) -> str | None:
    """Return a word as the space has it: as written, or lower-cased, or its lemma; None for none of them."""
    for form in (word, word.lower()):
        if form in model.numbers:
            return form
    if prepared.counting.unit is Unit.FORM and not prepared.counting.reads_with_spacy:
        return None
    try:
        lemma = lemmatiser(prepared.language)(word.lower())
    except AloiError:
        return None  # lemmas by spaCy of a language without a word list
    return lemma if lemma in model.numbers else None


@lru_cache(maxsize=_SPACES_IN_MEMORY)
def _weighted(folder: Path, alpha: float) -> Weighted:
    return Weighted(read_space(folder), alpha)


def _compared(first: WordNeighbours, second: WordNeighbours, k: int) -> WordComparison:
    first_words, second_words = ([near.word for near in side.neighbours[:k]] for side in (first, second))
    both = {*first_words} & {*second_words}
    both_defined = bool(first_words and second_words)
    return WordComparison(
        first.query,
        first,
        second,
        tuple(word for word in first_words if word in both),
        overlap(first_words, second_words, k) if both_defined else None,
        jaccard(first_words, second_words) if both_defined else None,
        rank_biased_overlap(first_words, second_words, RBO_P) if both_defined else None,
    )


def known_word(prepared: Prepared, model: Weighted, word: str) -> str:
    """Return a word as the space has it, or raise AloiError."""
    word_in_space = look_up(prepared, model, word)
    if word_in_space is None:
        raise AloiError(
            "aloi.value",
            name=Term("the-word-word", word=repr(word)),
            value=missing(prepared),
            expected=Term("a-word-that-was-counted"),
            todo=Term("check-the-spelling-or-prepare"),
        )
    return word_in_space


def missing(prepared: Prepared) -> str:
    """Return why a word is not there."""
    text = "met fewer than {count} times, or not among the words kept"
    return Phrase("neighbours-not-kept", text, count=prepared.counting.min_count)
