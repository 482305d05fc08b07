"""Sub-words per word of a tokenizer, by two definitions, and the overlap of vocabularies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aloi.agreement.result import Interval, sign
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.resampling import Units, intervals_of_sums, percentile_method
from aloi.modeling.encoders.subword_tokenizers import Document, SubwordTokenizer

DEFINITIONS = ("drbenchmark", "plain")


@dataclass(frozen=True, slots=True)
class Fertility:
    """The fertility of a tokenizer on some documents.

    Parameters
    ----------
    drbenchmark : float
        The mean over documents of sub-words, special tokens included, by words; words are separated by single
        spaces. As in table 7 of labrak2024drbenchmark.
    plain : float or None
        Sub-words without special tokens by words, over the whole corpus; words are separated by white space
        of any length and kind. None without words.
    documents, words, subwords : int
        How many there are, the last two as `plain` counts them.
    intervals : tuple of two intervals
        95 %, over documents, in the order of `DEFINITIONS`.
    """

    model: str
    drbenchmark: float | None
    plain: float | None
    documents: int
    words: int
    subwords: int
    intervals: tuple[Interval | None, Interval | None]
    signature: str

    def to_json(self) -> dict[str, Json]:
        """Return the row of a model in `aloi fertility --json`."""
        ci: dict[str, Json] = {
            name: [interval.low, interval.high] if interval else None
            for name, interval in zip(DEFINITIONS, self.intervals, strict=True)
        }
        return to_json(self, "intervals", ci=ci)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Fertility:
        """Return the fertility that `to_json` wrote; the signature says how the intervals were computed."""
        low_high = [row["ci"][name] for name in DEFINITIONS]
        intervals = [{"low": one[0], "high": one[1], "method": ""} if one else None for one in low_high]
        return from_json(cls, row, intervals=intervals)


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many entries two vocabularies share.

    Parameters
    ----------
    sizes : tuple of int
        Entries of each vocabulary, without special tokens; the same text at the beginning of a word and
        within one is two entries.
    shared : tuple of tuples of int
        Entries that the row's and the column's vocabulary both have.
    """

    models: tuple[str, ...]
    sizes: tuple[int, ...]
    shared: tuple[tuple[int, ...], ...]

    @property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """The share of the row's vocabulary that the column's has too, in [0, 1]."""
        return tuple(
            tuple(count / size for count in row) for row, size in zip(self.shared, self.sizes, strict=True)
        )


def fertility(
    tokenizer: SubwordTokenizer,
    documents: Sequence[Document],
    *,
    wordless: str = "skip",
    replicates: int = 1000,
    seed: int = 0,
) -> Fertility:
    """Return the fertility of a tokenizer on documents, by both definitions.

    Parameters
    ----------
    documents : sequence
        Texts, or their words if the corpus has them. Pairs and questions are joined by the separator, as the
        model reads them; it then counts as a word in `drbenchmark`.
    wordless : {'skip', 'zero'}
        How a document without words counts in the mean of `drbenchmark`: excluded, or 0. The benchmark
        excludes it for DEFT-2021, and uses 0 for CAS, ESSAI, QUAERO, E3C and Mantra.

    Raises
    ------
    AloiError
        No documents, or another `wordless`.
    """
    if not documents or wordless not in ("skip", "zero"):
        raise AloiError(
            "aloi.value",
            name=Term("wordless-documents"),
            value=(len(documents), repr(wordless)),
            expected=Term("skip-or-zero"),
        )
    counts = _counts(tokenizer, documents, wordless)
    total = counts.sum(axis=0)
    values = [None if np.isnan(one) else float(one) for one in _values(total[None])[0]]
    intervals = intervals_of_sums(counts, _values, Units("documents", len(counts)), replicates, seed)
    facts = {"model": tokenizer.name, "documents": len(documents), "wordless": wordless}
    return Fertility(
        tokenizer.name,
        values[0],
        values[1],
        len(documents),
        int(total[3]),
        int(total[2]),
        (intervals[0], intervals[1]),
        sign("fertility", facts, None, percentile_method(replicates, seed, "documents")),
    )


def _counts(tokenizer: SubwordTokenizer, documents: Sequence[Document], wordless: str) -> Floats:
    """Return of each document its own fertility, whether it counts, its sub-words and its words, (N, 4)."""
    rows = []
    for document, (special, bare) in zip(documents, tokenizer.lengths(documents), strict=True):
        spaced = len(document.split(" ")) if isinstance(document, str) else len(document)
        words = len(document.split()) if isinstance(document, str) else len(document)
        counted = float(bool(spaced) or wordless == "zero")
        # A document without words has no sub-words of its own, only special tokens.
        rows.append((special / spaced if spaced else 0.0, counted, bare if words else 0, words))
    return np.array(rows, dtype=np.float64)


def overlap(tokenizers: Sequence[SubwordTokenizer]) -> Overlap:
    """Return how many entries the vocabularies share, two by two."""
    vocabularies = [one.pieces() for one in tokenizers]
    return Overlap(
        tuple(one.name for one in tokenizers),
        tuple(map(len, vocabularies)),
        tuple(tuple(len(one & other) for other in vocabularies) for one in vocabularies),
    )


def _values(sums: Floats) -> Floats:
    """Return both definitions, (R, 2), of sums (R, 4); NaN where nothing is counted."""
    with np.errstate(invalid="ignore", divide="ignore"):
        pairs = np.stack([sums[:, 0] / sums[:, 1], sums[:, 2] / sums[:, 3]], axis=1)
    values: Floats = np.where(sums[:, [1, 3]] > 0, pairs, np.nan)
    return values


_WORD = re.compile(r"[^\W\d_]{4,}")
_MOST = 10_000  # different words looked at, the most frequent ones


@dataclass(frozen=True, slots=True)
class SplitWord:
    """A word of a corpus, its frequency, and its sub-words by each tokenizer."""

    dataset: str
    word: str
    count: int
    splits: tuple[tuple[str, ...], ...]


def split_words(
    tokenizers: Sequence[SubwordTokenizer], dataset: str, documents: Iterable[Document], most: int
) -> tuple[SplitWord, ...]:
    """Return the words on which tokenizers differ most in the number of sub-words.

    Words are sequences of four letters or more, which excludes elisions and formulas; the 10,000 most
    frequent ones are used. They are sorted by the difference between the most and the fewest sub-words, then
    by their sum, the count and the alphabet. For a single tokenizer these are the words it splits most.
    """
    counted: Counter[str] = Counter()
    for document in documents:
        counted.update(_WORD.findall(document if isinstance(document, str) else " ".join(document)))
    ranked = []
    for word in sorted(counted, key=lambda word: (-counted[word], word))[:_MOST]:
        splits = tuple(one.split(word) for one in tokenizers)
        lengths = [len(each) for each in splits]
        apart = (max(lengths) - min(lengths), sum(lengths)) if lengths else (0, 0)
        ranked.append((-apart[0], -apart[1], -counted[word], word, splits))
    ranked.sort(key=lambda row: row[:4])
    return tuple(SplitWord(dataset, word, counted[word], splits) for *_, word, splits in ranked[:most])
