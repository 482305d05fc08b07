"""The parts drawn, or excluded, together: single units, clusters, or units that two clusters share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats

_CELLS = 2_000_000  # cells of one chunk of draws: bounds the memory whatever the number of draws
_BLOCKS = 1000  # leave-one-out blocks at most: more would cost time and change the spread little


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The clusters of N units. All resampling of agreement and evaluation draws with this class.

    Parameters
    ----------
    size : int
        N.
    members : ndarray of int, shape (N, K), or None
        The clusters of each unit, 0..G-1. With K = 2 a unit belongs to two clusters, such as the documents of
        the two sentences of a pair; both columns are equal if it belongs to one. None if each unit is its own
        cluster.
    """

    size: int
    members: NDArray[np.intp] | None = None

    @classmethod
    def of(cls, size: int, groups: NDArray[np.intp] | None) -> Clusters:
        """Return the clusters of groups of shape (N,) or (N, K), renumbered so that none is empty."""
        if groups is None:
            return cls(size)
        columns = groups[:, None] if groups.ndim == 1 else groups
        members = np.unique(columns, return_inverse=True)[1].reshape(columns.shape).astype(np.intp)
        return cls(size, members)

    @property
    def count(self) -> int:
        """Return G, the number of clusters; N where each unit is its own."""
        return self.size if self.members is None else int(self.members.max(initial=-1)) + 1

    @property
    def crossed(self) -> bool:
        """Return whether some unit belongs to two clusters."""
        return self.members is not None and bool((self.members != self.members[:, :1]).any())

    def sizes(self, stands_for: Floats | None = None) -> Floats:
        """Return how many units each cluster contains, (G,); each unit counts `stands_for` times, (N,)."""
        weights = np.ones(self.size) if stands_for is None else stands_for
        if self.members is None:
            return weights
        total = np.zeros(self.count)
        for at in range(self.members.shape[1]):
            fresh = self.members[:, at] != self.members[:, 0] if at else np.ones(self.size, dtype=np.bool_)
            total += np.bincount(self.members[fresh, at], weights[fresh], self.count)
        return total

    def repeated(self, stands_for: Floats) -> tuple[Floats, float]:
        """Return how many ordered pairs of units share both their clusters, of each cluster (G,) and in all.

        A unit counts `stands_for` times, (N,). None do if each unit belongs to one cluster.
        """
        if self.members is None or not self.crossed:
            return np.zeros(self.count), 0.0
        ordered = np.sort(self.members, axis=1)
        both, cell = np.unique(ordered[:, 0] * self.count + ordered[:, -1], return_inverse=True)
        units = np.bincount(cell, stands_for)
        pairs = units * (units - 1)
        first, second = np.divmod(both, self.count)
        of_second = np.bincount(second, np.where(first == second, 0.0, pairs), self.count)
        of_first = np.bincount(first, pairs, self.count)
        return np.asarray(of_first + of_second, dtype=np.float64), float(pairs.sum())

    def kinds(self) -> NDArray[np.bool_]:
        """Return which clusters are of each kind, (K, G): two kinds such as documents and strings, else one.

        They are two if no cluster is the first of a unit and the second of another.
        """
        if self.members is not None and self.crossed:
            apart = self.members[self.members[:, 0] != self.members[:, 1]]
            second = np.zeros(self.count, dtype=np.bool_)
            second[apart[:, 1]] = True
            if not second[apart[:, 0]].any():
                return np.stack([~second, second])
        return np.ones((1, self.count), dtype=np.bool_)

    def draws(self, replicates: int, seed: int) -> Iterator[Floats]:
        """Yield chunks of how often each unit is drawn, shape (b, N).

        Whole clusters are drawn with replacement. A unit of two clusters counts as often as the product of
        both (Owen 2007, The pigeonhole bootstrap).
        """
        for times in self.draws_of(np.arange(self.count), replicates, seed):
            yield self.of_units(times)

    def draws_of(self, ways: NDArray[np.intp], replicates: int, seed: int) -> Iterator[Floats]:
        """Yield chunks of how often a cluster of each way is drawn, (b, W), of clusters with `ways`, (G,).

        The draws are those of `draws`, whatever the ways.
        """
        generator = np.random.default_rng(seed)
        drawn, count = self.count, int(ways.max(initial=-1)) + 1
        chunk = max(1, _CELLS // max(self.size, drawn))
        for start in range(0, replicates, chunk):
            rows = min(chunk, replicates - start)
            picks = ways[generator.integers(0, drawn, size=(rows, drawn))]
            picks += count * np.arange(rows)[:, None]
            times = np.bincount(picks.ravel(), minlength=rows * count)
            yield times.reshape(rows, count).astype(np.float64)

    def of_units(self, times: Floats) -> Floats:
        """Return how often each unit counts, (R, N), from how often each cluster does, (R, G)."""
        if self.members is None:
            return times
        counts: Floats = times[:, self.members[:, 0]]
        if self.crossed:
            second = times[:, self.members[:, 1]]
            counts = np.where(self.members[:, 0] == self.members[:, 1], counts, counts * second)
        return counts

    @property
    def alone(self) -> bool:
        """Return whether each unit is a cluster of its own, in the order of units."""
        return self.members is None or (
            self.members.shape[1] == 1 and bool((self.members[:, 0] == np.arange(self.size)).all())
        )

    def left_out_of(self, ways: NDArray[np.intp]) -> Floats:
        """Return how often a cluster of each way is left, (B, W), without each (or block of them) in turn."""
        blocks, owner = self._blocks()
        count = int(ways.max(initial=-1)) + 1
        counts = np.bincount(owner * count + ways, minlength=blocks * count).reshape(blocks, count)
        return np.asarray(counts.sum(axis=0) - counts, dtype=np.float64)

    def _blocks(self) -> tuple[int, NDArray[np.intp]]:
        """Return how many blocks of clusters are excluded in turn, and the block of each cluster."""
        blocks = min(self.count, _BLOCKS)
        return blocks, np.arange(self.count) * blocks // max(self.count, 1)

    def blocks(self) -> Clusters:
        """Return the blocks of clusters that are excluded in turn as clusters, at most 1,000."""
        if self.count <= _BLOCKS:
            return self
        owner = self._blocks()[1]
        return Clusters(self.size, owner[:, None] if self.members is None else owner[self.members])

    def by_block(self, values: Floats) -> Floats:
        """Return the sums of values of clusters, (G,), over the blocks that are excluded in turn, (B,)."""
        blocks, owner = self._blocks()
        return np.asarray(np.bincount(owner, values, blocks), dtype=np.float64)

    def left_out(self) -> Iterator[Floats]:
        """Yield chunks of unit counts in which each cluster (or block of clusters) in turn is excluded."""
        blocks, owner = self._blocks()
        block = owner[:, None] if self.members is None else owner[self.members]
        yield from left_out_blocks(block, blocks)

    def cells(self) -> Clusters:
        """Return the finest clusters: units that share all their clusters, or single units, at most 1,000.

        Of more, several are put together by chance: what they have in common then cancels out.
        """
        if self.members is None and self.size <= _BLOCKS:
            return self
        if self.members is None:
            cell = np.arange(self.size)
        else:
            cell = np.unique(np.sort(self.members, axis=1), axis=0, return_inverse=True)[1].reshape(-1)
        count = int(cell.max(initial=-1)) + 1
        if count > _BLOCKS:
            shuffled = np.random.default_rng(0).permutation(count) % _BLOCKS
            cell = shuffled[cell]
        return Clusters(self.size, cell.reshape(-1, 1).astype(np.intp))


@dataclass(frozen=True, slots=True, eq=False)
class SumStatistic:
    """A statistic of sums over units. It equals one of unit counts, but its cost is that of clusters.

    Units of a cluster are drawn and excluded together, so their terms are summed once. Each of a thousand
    draws then handles a thousand clusters instead of twenty thousand units.

    Parameters
    ----------
    terms : ndarray, shape (N, K)
        The contribution of each unit to each of K sums.
    value : callable
        From sums, shape (B, K), to B values, NaN where undefined.
    """

    terms: Floats
    value: Callable[[Floats], Floats]

    def __call__(self, times: Floats) -> Floats:
        """Return the values where each unit counts so often, shape (B, N)."""
        return self.value(times @ self.terms)

    def by_cluster(self, clusters: Clusters) -> tuple[SumStatistic, Clusters]:
        """Return the statistic of how often each cluster counts, and the clusters as units of their own.

        Units that belong to two clusters count as the product of both, and single units as they are: there it
        comes back as it was.
        """
        if clusters.members is None or clusters.crossed:
            return self, clusters
        sums = np.zeros((clusters.count, self.terms.shape[1]))
        np.add.at(sums, clusters.members[:, 0], self.terms)
        alone = np.arange(clusters.count, dtype=np.intp)[:, None]
        return SumStatistic(sums, self.value), Clusters(clusters.count, alone)

    def by_way(self) -> tuple[SumStatistic, NDArray[np.intp]]:
        """Return the statistic of how often each way to add something counts, and the way of each unit, (N,).

        Ratings have few degrees: a thousand units add some hundred different terms.
        """
        terms, ways = np.unique(self.terms, axis=0, return_inverse=True)
        return SumStatistic(terms, self.value), ways.reshape(-1)

    def among(self, rows: NDArray[np.intp], size: int) -> SumStatistic:
        """Return the same statistic of N = `size` units, of which its own are at `rows`."""
        terms = np.zeros((size, self.terms.shape[1]))
        terms[rows] = self.terms
        return SumStatistic(terms, self.value)


def standing_for(statistic: Callable[[Floats], Floats], many: Floats) -> Callable[[Floats], Floats]:
    """Return a statistic of how often units count each of which stands for so many, (N,)."""
    if isinstance(statistic, SumStatistic):
        return SumStatistic(statistic.terms * many[:, None], statistic.value)
    return lambda times: statistic(times * many)


def joined(
    statistics: Sequence[Callable[[Floats], Floats]], value: Callable[[list[Floats]], Floats]
) -> Callable[[Floats], Floats]:
    """Return a function of the values of several statistics, of sums itself where all of them are."""
    sums = [one for one in statistics if isinstance(one, SumStatistic)]
    if not sums or len(sums) < len(statistics):
        return lambda times: value([one(times) for one in statistics])
    ends = np.cumsum([one.terms.shape[1] for one in sums])[:-1]

    def together(totals: Floats) -> Floats:
        parts = np.split(totals, ends, axis=1)
        return value([one.value(part) for one, part in zip(sums, parts, strict=True)])

    return SumStatistic(np.hstack([one.terms for one in sums]), together)


def left_out_blocks(block: NDArray[np.intp], blocks: int) -> Iterator[Floats]:
    """Yield chunks of unit counts (b, N) without each block in turn, of units with K blocks, (N, K)."""
    chunk = max(1, _CELLS // max(1, block.size))
    for start in range(0, blocks, chunk):
        rows = np.arange(start, min(start + chunk, blocks))
        yield (block[None, :, :] != rows[:, None, None]).all(axis=2).astype(np.float64)
