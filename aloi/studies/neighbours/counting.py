"""Words of sentences as numbers, and counts of the pairs of words in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy import sparse

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.studies.neighbours.parameters import Counting, Side, Weighting

# A word of a sentence: its counted form, and its offsets in the sentence's text, in code points, half open.
Occurrence: TypeAlias = tuple[str, int, int]
# A syntactic context of a word: both in their counted forms.
Triple: TypeAlias = tuple[str, str]
# Called with the tokens counted and all of them; False: stop.
OnChunk: TypeAlias = Callable[[int, int], bool]

OUT = -1  # the number of an excluded word
CHUNK = 200_000  # tokens whose pairs are in memory at once
MOST_CELLS = 40_000_000  # pairs of co-occurring words: 16 bytes each, a few copies while they are added up


@dataclass(frozen=True, slots=True)
class Encoded:
    """Sentences as numbers of words.

    Parameters
    ----------
    words : tuple of str
        By falling frequency, then alphabet; a word's number is its place.
    frequency : array of int64, shape (V,)
        The frequency of each word.
    ids : array of int32, shape (T,)
        The word at each index of the texts; `OUT` for an excluded one.
    places : array of int32, shape (T, 2)
        Its position in its sentence: start and end in code points.
    bounds : array of int64, shape (S + 1,)
        Sentence s is `ids[bounds[s]:bounds[s + 1]]`.
    """

    words: tuple[str, ...]
    frequency: np.ndarray
    ids: np.ndarray
    places: np.ndarray
    bounds: np.ndarray


class CorpusEncoder:
    """Encodes sentences one by one, so that memory contains only numbers: 12 bytes a token."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._ids: list[np.ndarray] = []
        self._places: list[np.ndarray] = []
        self._lengths: list[int] = []
        self.tokens = 0

    def add(self, sentences: Iterable[Sequence[Occurrence]]) -> None:
        """Take in sentences, in the order of the texts."""
        numbers = self._numbers
        ids: list[int] = []
        places: list[tuple[int, int]] = []
        for sentence in sentences:
            self._lengths.append(len(sentence))
            for word, start, end in sentence:
                ids.append(numbers.setdefault(word, len(numbers)))
                places.append((start, end))
        self._ids.append(np.array(ids, dtype=np.int32))
        self._places.append(np.array(places, dtype=np.int32).reshape(-1, 2))
        self.tokens += len(ids)

    def finish(self, min_count: int, most_words: int) -> Encoded:
        """Return what was taken in, with the frequent words numbered anew, or raise AloiError without any."""
        met = np.concatenate([np.empty(0, np.int32), *self._ids])
        frequency = np.bincount(met, minlength=len(self._numbers)).astype(np.int64)
        names = list(self._numbers)
        words = sorted(
            np.flatnonzero(frequency >= min_count).tolist(), key=lambda one: (-frequency[one], names[one])
        )[:most_words]
        if len(words) < 2:
            raise AloiError(
                "aloi.too-few",
                name=Term("frequent-words", min_count=min_count, names=len(names), met=len(met)),
                count=len(words),
                least=2,
                todo=Term("lower-frequency"),
            )
        renumber = np.full(len(names), OUT, dtype=np.int32)
        renumber[words] = np.arange(len(words), dtype=np.int32)
        bounds = np.concatenate([[0], np.cumsum(self._lengths, dtype=np.int64)])
        places = np.concatenate([np.empty((0, 2), np.int32), *self._places])
        return Encoded(
            tuple(names[one] for one in words),
            frequency[words],
            renumber[met],
            places,
            bounds.astype(np.int64),
        )


def window_counts(encoded: Encoded, counting: Counting, on_chunk: OnChunk) -> sparse.csr_matrix | None:
    """Return how often each word (row) has each word (column) in its window, shape (V, V); None if stopped.

    Pairs are gathered for 200,000 tokens at a time and added up, so memory grows with the distinct pairs of
    words. These are at most tokens x window; more than 40 million are refused.

    Raises
    ------
    AloiError
        More pairs of words than fit into memory.
    """
    size = len(encoded.words)
    sentence = np.repeat(np.arange(len(encoded.bounds) - 1, dtype=np.int32), np.diff(encoded.bounds))
    after = sparse.csr_matrix((size, size), dtype=np.float64)
    total = len(encoded.ids)
    for start in range(0, total, CHUNK):
        if not on_chunk(start, total):
            return None
        after = after + _chunk(encoded.ids, sentence, start, counting, size)
        if after.nnz > MOST_CELLS:
            raise AloiError(
                "aloi.too-many",
                name=Term("word-pairs", start=f"{start + CHUNK:,}"),
                count=Term("more-than", most=f"{MOST_CELLS:,}"),
                most=f"{MOST_CELLS:,}",
                todo=Term("raise-frequency"),
            )
    on_chunk(total, total)
    if counting.side is Side.RIGHT:
        return after
    before = after.T.tocsr()
    return before if counting.side is Side.LEFT else (after + before).tocsr()


def _chunk(
    ids: np.ndarray, sentence: np.ndarray, start: int, counting: Counting, size: int
) -> sparse.csr_matrix:
    """Return how often each word (row) is followed by each, for the tokens of a chunk."""
    rows, columns, weights = [], [], []
    for distance in range(1, counting.window + 1):
        end = min(start + CHUNK, len(ids) - distance)
        if end <= start:
            break
        left, right = ids[start:end], ids[start + distance : end + distance]
        together = sentence[start:end] == sentence[start + distance : end + distance]
        met = (left != OUT) & (right != OUT) & together
        rows.append(left[met])
        columns.append(right[met])
        weights.append(np.full(len(rows[-1]), weight(distance, counting)))
    if not rows:
        return sparse.csr_matrix((size, size), dtype=np.float64)
    cells = (np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns)))
    return sparse.coo_matrix(cells, shape=(size, size)).tocsr()


def weight(distance: int, counting: Counting) -> float:
    """Return what a context at a distance counts, in (0, 1]."""
    if counting.weighting is Weighting.HARMONIC:
        return 1 / distance
    if counting.weighting is Weighting.LINEAR:
        return (counting.window - distance + 1) / counting.window
    return 1.0


class TripleCounter:
    """Counts words with their syntactic contexts, a chunk at a time."""

    def __init__(self) -> None:
        self._contexts: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._rows: list[int] = []
        self._columns: list[int] = []
        self._sum: sparse.csr_matrix | None = None

    def add(self, triples: Iterable[Triple]) -> None:
        """Take in words with their contexts."""
        for word, context in triples:
            self._rows.append(self._words.setdefault(word, len(self._words)))
            self._columns.append(self._contexts.setdefault(context, len(self._contexts)))
        if len(self._rows) >= CHUNK:
            self._add_up()

    def finish(self, words: Sequence[str]) -> tuple[sparse.csr_matrix, tuple[str, ...]]:
        """Return the counts of the words kept, shape (V, C), and the contexts that occur more than once."""
        self._add_up()
        rows = np.array([self._words.get(word, OUT) for word in words])
        counts = sparse.csr_matrix((len(words), len(self._contexts)), dtype=np.float64)
        rows_in_vocabulary = np.flatnonzero(rows != OUT)
        if self._sum is not None:
            spread = sparse.coo_matrix(
                (np.ones(len(rows_in_vocabulary)), (rows_in_vocabulary, rows[rows_in_vocabulary])),
                shape=(len(words), len(self._words)),
            ).tocsr()
            counts = (spread @ self._sum).tocsr()
        names = list(self._contexts)
        met = np.asarray(counts.sum(axis=0)).ravel()
        contexts = sorted(np.flatnonzero(met > 1).tolist(), key=lambda one: (-met[one], names[one]))
        if not contexts:
            raise AloiError(
                "aloi.too-few", name=Term("repeated-contexts"), count=0, least=1, todo=Term("more-texts")
            )
        return counts[:, contexts].tocsr(), tuple(names[one] for one in contexts)

    def _add_up(self) -> None:
        shape = (len(self._words), len(self._contexts))
        cells = (np.array(self._rows, dtype=np.int32), np.array(self._columns, dtype=np.int32))
        counts = sparse.coo_matrix((np.ones(len(self._rows)), cells), shape=shape).tocsr()
        if self._sum is not None:
            counts = counts + _widened(self._sum, shape)
        self._sum = counts
        self._rows, self._columns = [], []
        if counts.nnz > MOST_CELLS:
            raise AloiError(
                "aloi.too-many",
                name=Term("words-in-contexts"),
                count=Term("more-than", most=f"{MOST_CELLS:,}"),
                most=f"{MOST_CELLS:,}",
                todo=Term("fewer-texts"),
            )


def _widened(matrix: sparse.csr_matrix, shape: tuple[int, int]) -> sparse.csr_matrix:
    """Return a matrix with empty rows and columns added at its ends."""
    rows = shape[0] - matrix.shape[0]
    indptr = np.concatenate([matrix.indptr, np.full(rows, matrix.indptr[-1], dtype=matrix.indptr.dtype)])
    return sparse.csr_matrix((matrix.data, matrix.indices, indptr), shape=shape)
