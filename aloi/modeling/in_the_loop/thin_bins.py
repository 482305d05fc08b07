"""Pairs of sentences whose predicted scores fall in sparse bins of the gold scale."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled, MiningProgress, go_on
from aloi.modeling.encoders.cache import Vectors
from aloi.modeling.recipes.base import FEWEST

BINS = 5
_BLOCK = 512

Scale = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """An interval of the gold scale.

    Parameters
    ----------
    low, high : float
        Scores from `low` (included) to `high` (excluded, except in the last bin).
    gold : int
        Gold items in it.
    requested : int
        Pairs to add so that the gold comes as near to the requested shares as their number allows.
    """

    low: float
    high: float
    gold: int
    requested: int

    @property
    def name(self) -> str:
        """The bin as a stratum is called: 1-2."""
        return f"{self.low:g}-{self.high:g}"


@dataclass(frozen=True, slots=True)
class BinPair:
    """A pair that was drawn: the rows of its sentences, its score on the gold scale, and its bin.

    `probability` is the chance each pair of its bin had.
    """

    left: int
    right: int
    score: float
    bin: int
    probability: float


@dataclass(frozen=True, slots=True)
class Filling:
    """The pairs drawn, bin by bin, and how many pairs each bin had to draw from."""

    pairs: tuple[BinPair, ...]
    available: tuple[int, ...]


def equated(scores: Floats, gold: Floats) -> Scale:
    """Return the function that maps a model's scores to the gold scale, rank by rank.

    The score at a quantile of `scores` becomes the gold at the same quantile, with linear interpolation. A
    cosine says little by itself: a pair with a score like that of gold items of 4 gets a 4.

    Parameters
    ----------
    scores, gold : array (N,)
        Of the same items.

    Raises
    ------
    AloiError
        Fewer than 10 items, or scores or gold that never vary.
    """
    if len(scores) < FEWEST or len(set(scores.tolist())) < 2 or len(set(gold.tolist())) < 2:
        raise AloiError(
            "modeling.gold-items-different-scores-by",
            scores=len(scores),
            tolist=len(set(gold.tolist())),
            tolist_count=len(set(scores.tolist())),
            fewest=FEWEST,
        )
    values, bins, counts = np.unique(np.sort(scores), return_inverse=True, return_counts=True)
    heights = np.bincount(bins, weights=np.sort(gold)) / counts
    return lambda given: np.asarray(np.interp(given, values, heights), dtype=np.float64)


def level(gold: Sequence[float], low: float, high: float, count: int, bins: int = BINS) -> list[ScoreBin]:
    """Return the bins of equal width of the scale, `count` pairs shared out to the thinnest."""
    return toward(gold, np.linspace(low, high, bins + 1).tolist(), [1.0] * bins, count)


def toward(
    gold: Sequence[float], edges: Sequence[float], shares: Sequence[float], count: int
) -> list[ScoreBin]:
    """Return the bins between edges, `count` pairs distributed one by one to the bin that needs most.

    Parameters
    ----------
    edges : sequence of float, shape (B + 1,)
        From the low end of the scale to the high one.
    shares : sequence of float, shape (B,)
        The part of the whole that each bin should hold, in any unit; a bin with 0 is given nothing.
    """
    if count < 1:
        raise ValueError(f"count is {count}, and must be at least 1")
    parts = np.asarray(shares, dtype=np.float64)
    counts = np.bincount(bin_of(np.asarray(gold, dtype=np.float64), edges), minlength=len(parts))
    after = counts.astype(np.float64)
    full = np.full(len(parts), np.inf)
    for _ in range(count):
        np.divide(after + 0.5, parts, out=full, where=parts > 0)  # rounded to the nearest: Sainte-Laguë
        after[np.argmin(full)] += 1
    return [
        ScoreBin(edges[at], edges[at + 1], int(counts[at]), int(after[at] - counts[at]))
        for at in range(len(parts))
    ]


def bin_of(scores: Floats, edges: Sequence[float]) -> NDArray[np.intp]:
    """Return the number of the bin of each score, shape (N,); those outside the scale at its end."""
    return np.searchsorted(np.round(edges[1:-1], 9), np.round(scores, 9), side="right")


def fill(
    vectors: Vectors,
    scale: Scale,
    bins: Sequence[ScoreBin],
    *,
    excluded: Collection[tuple[int, int]] = (),
    seed: int,
    progress: MiningProgress = go_on,
) -> Filling:
    """Return up to `requested` pairs of each bin, drawn from all pairs of N sentences with equal chance.

    All pairs are scored twice, a block of rows at a time: once to count, once to pick.

    Parameters
    ----------
    vectors : array (N, D)
        Unit vectors of sentences whose texts all differ.
    scale : callable
        From cosines to scores.
    excluded : collection of (row, row)
        Pairs not to draw, the lower row first.
    progress : callable
        Called with (rows done, rows in all) of both passes together.

    Raises
    ------
    Cancelled
        `progress` returned False.
    """
    blocks = _Blocks(vectors, scale, bins, excluded, progress)
    available = np.zeros(len(bins), dtype=np.int64)
    for _, _, places in blocks.go(0):
        available += np.bincount(places[places >= 0], minlength=len(bins))
    ranks = _drawn_ranks(bins, available.tolist(), seed)
    pairs: list[BinPair] = []
    seen = np.zeros(len(bins), dtype=np.int64)
    for start, scores, places in blocks.go(len(vectors)):
        for at, drawn_ranks in enumerate(ranks):
            rows, columns = np.nonzero(places == at)
            inside = drawn_ranks[(drawn_ranks >= seen[at]) & (drawn_ranks < seen[at] + len(rows))] - seen[at]
            seen[at] += len(rows)
            chance = len(drawn_ranks) / int(available[at]) if len(drawn_ranks) else 0.0
            pairs += [
                BinPair(start + int(rows[n]), int(columns[n]), float(scores[rows[n], columns[n]]), at, chance)
                for n in inside.tolist()
            ]
    pairs.sort(key=lambda pair: (pair.bin, pair.left, pair.right))
    return Filling(tuple(pairs), tuple(available.tolist()))


def _drawn_ranks(bins: Sequence[ScoreBin], available: Sequence[int], seed: int) -> list[NDArray[np.int64]]:
    """Return which of the pairs of each bin are drawn, by their rank in the order they are met."""
    generator = np.random.default_rng(seed)
    return [
        np.sort(generator.choice(available_count, min(score_bin.requested, available_count), replace=False))
        if available_count
        else np.empty(0, int)
        for score_bin, available_count in zip(bins, available, strict=True)
    ]


class _Blocks:
    """The scores and bins of all pairs of rows, a block of rows at a time."""

    def __init__(
        self,
        vectors: Vectors,
        scale: Scale,
        bins: Sequence[ScoreBin],
        excluded: Collection[tuple[int, int]],
        progress: MiningProgress,
    ) -> None:
        self._vectors, self._scale, self._bins, self._progress = vectors, scale, bins, progress
        self._known: dict[int, list[int]] = {}
        for left, right in excluded:
            self._known.setdefault(left, []).append(right)

    def go(self, passed: int) -> Iterator[tuple[int, Floats, NDArray[np.intp]]]:
        """Yield a block's first row, scores (n, N) and bins (n, N), -1 for excluded pairs.

        `passed` is how many rows an earlier pass went through.
        """
        size, bins = len(self._vectors), self._bins
        for start in range(0, size, _BLOCK):
            stop = min(start + _BLOCK, size)
            scores = self._scale((self._vectors[start:stop] @ self._vectors.T).astype(np.float64))
            places = bin_of(scores, [bins[0].low, *(score_bin.high for score_bin in bins)])
            places[np.arange(start, stop)[:, None] >= np.arange(size)[None, :]] = -1
            for row in range(start, stop):
                places[row - start, self._known.get(row, [])] = -1
            yield start, scores, places
            if not self._progress(passed + stop, 2 * size):
                raise Cancelled
