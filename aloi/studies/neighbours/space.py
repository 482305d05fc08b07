"""A distributional space: PPMI of words and contexts, and the neighbours of a word of each order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from aloi.studies.neighbours.parameters import Asking, Order

_ROWS = 64  # words ranked at once
_COLUMNS = 100  # anchors whose cosines are worked out at once
_EXACT = 1e-9  # cosines this near to 0 are 0: what is left of rounding


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Counts of words with contexts.

    Parameters
    ----------
    words : tuple of str
        By falling frequency.
    frequency : array of int64, shape (V,)
    counts : sparse matrix, shape (V, C)
        Weighted if the weighting is not flat.
    contexts : tuple of str or None
        The names of the columns; None when they are the words.
    """

    words: tuple[str, ...]
    frequency: np.ndarray
    counts: sparse.csr_matrix
    contexts: tuple[str, ...] | None = None

    @property
    def context_names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.words if self.contexts is None else self.contexts


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour of a word: its rank from 1, its score above 0, its frequency.

    `together` counts their co-occurrences; None if they were not counted.
    """

    rank: int
    word: str
    score: float
    frequency: int
    together: float | None = None


def ppmi(counts: sparse.csr_matrix, alpha: float) -> sparse.csr_matrix:
    """Return positive pointwise mutual information in bits, float32, of the shape of `counts`.

    `max(0, log2(P(w, c) / (P(w) P_alpha(c))))`, with P_alpha(c) the share of c's frequency to the power
    alpha (Church and Hanks, `church1990word`; Levy et al., `levy2015improving`); 0 if w and c never co-occur.
    """
    words = np.asarray(counts.sum(axis=1)).ravel()
    contexts = np.asarray(counts.sum(axis=0)).ravel() ** alpha
    contexts /= contexts.sum() or 1.0
    row = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    bits = np.log2(counts.data / (words[row] * contexts[counts.indices]))
    weights = sparse.csr_matrix(
        (np.maximum(bits, 0).astype(np.float32), counts.indices.copy(), counts.indptr.copy()), counts.shape
    )
    weights.eliminate_zeros()
    return weights


class Weighted:
    """A space with its PPMI at one alpha: what neighbours are read from.

    Parameters
    ----------
    space : Space
    alpha : float
        The power on the frequencies of contexts.
    """

    def __init__(self, space: Space, alpha: float) -> None:
        self.space = space
        self.alpha = alpha
        self.ppmi = ppmi(space.counts, alpha)
        lengths = np.sqrt(np.asarray(self.ppmi.power(2).sum(axis=1)).ravel())
        scale = np.divide(1.0, lengths, out=np.zeros_like(lengths, dtype=np.float64), where=lengths > 0)
        self.unit = (sparse.diags_array(scale.astype(np.float32)) @ self.ppmi).tocsr()
        self.numbers = {word: number for number, word in enumerate(space.words)}
        self._profiles: dict[int, np.ndarray] = {}

    def scores(self, numbers: Sequence[int], asking: Asking) -> np.ndarray:
        """Return what each candidate scores with some words, shape (len(numbers), V or C); 0 for none."""
        if asking.order is Order.FIRST:
            rows = self.ppmi[list(numbers)].toarray()
            met = self.space.counts[list(numbers)].toarray()
            scores = np.where(met >= asking.least_together, rows, 0.0)
        elif asking.order is Order.SECOND:
            scores = (self.unit @ self.unit[list(numbers)].T).toarray().T
        else:
            profiles = self.profiles(asking.anchors)
            scores = profiles[list(numbers)] @ profiles.T
        return np.where(np.abs(scores) < _EXACT, 0.0, scores)

    def profiles(self, anchors: int) -> np.ndarray:
        """Return each word's cosines to the most frequent words, shape (V, anchors), of length 1.

        Each column is centred first, so that what all words share does not count. Memory: 4 bytes x
        V x anchors, kept for the next question.
        """
        count = min(anchors, len(self.space.words))
        if count not in self._profiles:
            profiles = np.empty((len(self.space.words), count), dtype=np.float32)
            for start in range(0, count, _COLUMNS):
                end = min(start + _COLUMNS, count)
                profiles[:, start:end] = self.unit @ self.unit[start:end].T.toarray()
            profiles -= profiles.mean(axis=0)
            lengths = np.linalg.norm(profiles, axis=1, keepdims=True)
            profiles /= np.where(lengths > 0, lengths, 1)
            self._profiles[count] = profiles
        return self._profiles[count]

    def neighbours(self, words: Sequence[str], asking: Asking) -> list[list[Neighbour]]:
        """Return the neighbours of words of the space by falling score, ties by falling frequency.

        A word is no neighbour of itself. Of the first order with syntactic contexts, contexts are named.
        """
        numbers = [self.numbers[word] for word in words]
        names = self._candidates(asking)
        neighbours = []
        for number, row in zip(numbers, self.scores(numbers, asking), strict=True):
            met = self.space.counts[[number]].toarray()[0] if asking.order is Order.FIRST else None
            ranked = self._ranked(number, row, asking)[: asking.top]
            neighbours.append(
                [
                    Neighbour(
                        rank,
                        names[column],
                        float(row[column]),
                        self._frequency(column, asking),
                        None if met is None else float(met[column]),
                    )
                    for rank, column in enumerate(ranked.tolist(), start=1)
                ]
            )
        return neighbours

    def rankings(self, words: Sequence[str], asking: Asking) -> Iterator[list[str]]:
        """Return, for one word after the other, every candidate that scores above 0, best first."""
        names = self._candidates(asking)
        for start in range(0, len(words), _ROWS):
            numbers = [self.numbers[word] for word in words[start : start + _ROWS]]
            for number, row in zip(numbers, self.scores(numbers, asking), strict=True):
                yield [names[one] for one in self._ranked(number, row, asking).tolist()]

    def _candidates(self, asking: Asking) -> tuple[str, ...]:
        return self.space.context_names if asking.order is Order.FIRST else self.space.words

    def _ranked(self, number: int, row: np.ndarray, asking: Asking) -> np.ndarray:
        order = np.argsort(-row, kind="stable")
        itself = asking.order is not Order.FIRST or self.space.contexts is None
        return np.asarray(order[(row[order] > 0) & ~(itself & (order == number))])

    def _frequency(self, number: int, asking: Asking) -> int:
        if asking.order is Order.FIRST and self.space.contexts is not None:
            return int(self.space.counts[:, [number]].sum())
        return int(self.space.frequency[number])


def map_of(weighted: Weighted, words: Sequence[str]) -> np.ndarray:
    """Return places of words in the plane, shape (N, 2): their PPMI rows, centred, by two singular vectors.

    Rows are scaled to length 1 first; the first axis has the most variance; each axis points so that its
    largest value is positive. Fewer than three words give zeros.
    """
    if len(words) < 3:
        return np.zeros((len(words), 2))
    rows = weighted.unit[[weighted.numbers[word] for word in words]].toarray().astype(np.float64)
    left, lengths, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    places = left[:, :2] * lengths[:2]
    turned = np.sign(places[np.abs(places).argmax(axis=0), [0, 1]])
    return np.asarray(places * np.where(turned == 0, 1, turned))


def similarities(weighted: Weighted, words: Sequence[str]) -> np.ndarray:
    """Return the cosines of the PPMI rows of words, shape (N, N)."""
    rows = weighted.unit[[weighted.numbers[word] for word in words]]
    return np.asarray((rows @ rows.T).toarray(), dtype=np.float64)
