"""The variance of a value over clusters of any sizes, and its degrees of freedom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.drawing import Clusters
from aloi.base.arrays import Floats

_CANCELLED = 0.65  # of the variance of units, which a difference on the same crossed units has at least
_ROUNDS = 100  # of weighted least squares at most; most end after 20
_SETTLED = 1e-7  # change of a correlation that ends them
_NORMAL = 4.0  # squares of normal changes, added to those that vary less
_TINY = 1e-300
_LEAST = 0.1  # of the variance of its units, which a cluster is taken to have at least


@dataclass(frozen=True, slots=True)
class VarianceOfClusters:
    """The variance of a value over clusters, 0 or more, and its degrees of freedom, at least 1."""

    variance: float
    freedom: float


@dataclass(frozen=True, slots=True, eq=False)
class _Shares:
    """The means of B squared changes, those of clusters or of blocks of them.

    Parameters
    ----------
    units : ndarray, shape (B,)
        The part of their units alone.
    pairs : ndarray, shape (K, B)
        For each kind of clusters, the part of pairs of units that share one, if their correlation is 1.
    """

    units: Floats
    pairs: Floats

    @classmethod
    def of(cls, clusters: Clusters, stands_for: Floats, alone: float, cells: float) -> _Shares:
        """Return the means where units alone have the variance `alone`, and all cells of them `cells`."""
        sizes, size = clusters.sizes(stands_for), float(stands_for.sum())
        repeated, twice = clusters.repeated(stands_for)
        pairs = alone / size * (sizes * (sizes - 1) - repeated)
        # Units that share both clusters vary together, whatever correlation either brings.
        together = repeated / twice if twice > 0 else sizes / size
        units = alone / size * sizes + (cells - alone) * together
        by_kind = np.array([clusters.by_block(np.where(kind, pairs, 0.0)) for kind in clusters.kinds()])
        return cls(
            clusters.by_block(np.maximum(units, _LEAST * alone / size * sizes)),
            by_kind[by_kind.any(axis=1)],
        )

    def weights(self, squares: Floats) -> tuple[Floats, Floats]:
        """Return how much each squared change counts, (B,), and the mean that it has by all of them, (B,)."""
        means, last = self.units, np.zeros(len(self.pairs))
        for _ in range(_ROUNDS):
            weighted = self.pairs / (self.units * means)
            solved = np.linalg.solve(weighted @ self.pairs.T, weighted)
            # Halfway: full steps can alternate between two values.
            correlations = (last + np.clip(solved @ (squares - self.units), 0.0, 1.0)) / 2
            means = self.units + correlations @ self.pairs
            if float(np.abs(correlations - last).max()) < _SETTLED:
                break
            last = correlations
        return np.asarray(self.pairs.sum(axis=1) @ solved), means


def variance_of_clusters(
    squares: Floats, cells: Floats, clusters: Clusters, stands_for: Floats, alone: float, *, within: bool
) -> VarianceOfClusters:
    """Return the variance of a value over clusters from its squared changes.

    Parameters
    ----------
    squares : ndarray, shape (B,)
        The squared changes as each cluster (or block of clusters) is excluded.
    cells : ndarray, shape (C,)
        Those as the units that share all their clusters are; empty where units belong to one cluster each.
    stands_for : ndarray, shape (R,)
        How many units each row stands for.
    alone : float
        The variance that independent units would have.
    within : bool
        Whether the value is a difference within units, such as that of two teams on the same ones.

    Notes
    -----
    The square of a cluster of n units has the mean s (1 + r (n - 1)). Here s is their share of the variance
    of independent units, and r the intraclass correlation. Weighted least squares of all squares find r, and
    the variance is that of units with this r. So one cluster with a sixth of all units, of which there is one
    square only, does not determine the variance alone. The weights are the geometric mean of those that are
    best for r = 0 and those that are best for this r. The latter alone ignore the square of a large cluster.
    That overestimates its variance if r falls with size, as in documents whose mentions were ranked. For
    clusters of equal size, any weights give the sum of the jackknife (CR3).

    The degrees of freedom are those of the weighted squares (Satterthwaite 1946). Their means are those with
    this r (Imbens and Kolesár 2016).

    If units belong to two clusters, two units depend on each other as soon as they share one (Aronow, Samii
    and Assenova 2015). Each kind of clusters (documents and strings) has its own r. Units that share both are
    in the squares of both, and their part is subtracted. The degrees of freedom are those of both parts
    together, fewer the more was subtracted. The sum is at least the variance of units. In a difference within
    units, the common part of documents mostly cancels out, and the sum is below that of units half of the
    time. With this lower bound, 2.4 to 2.9 % of equal teams were called different. For such differences the
    bound is 65 % of it (docs/adr/0006-intervals.md).
    """
    squares = squares * (1 - 1 / len(squares))
    units = float(cells.sum()) * (1 - 1 / len(cells)) if len(cells) else alone
    alone = alone if alone > 0 else units
    if min(units, alone) <= 0 or (not clusters.crossed and np.ptp(clusters.sizes(stands_for)) == 0):
        freedom = min(float(len(squares)), carried(squares)) - 1
        return VarianceOfClusters(float(squares.sum()), max(1.0, freedom))
    shares = _Shares.of(clusters, stands_for, alone, units)
    if not len(shares.pairs):
        return VarianceOfClusters(units, max(1.0, float(stands_for.sum()) - 1))
    weights, means = shares.weights(squares)
    weighted = float(weights @ squares)
    variance = units + float(weights @ (squares - shares.units))
    of_clusters = _freedom(weights, squares, means)
    if clusters.crossed:
        variance = max((_CANCELLED if within else 1.0) * alone, variance)
        return _crossed(variance, alone, max(1.0, carried(cells) - 1), weighted, of_clusters)
    # No correlation of n units is below -1 / (n - 1).
    lowest = float((shares.units / np.maximum(shares.pairs[0], _TINY)).min())
    variance = max(variance, units - lowest * float(shares.pairs.sum()))
    of_units = max(1.0, float(stands_for.sum()) - 1)
    return _summed(variance, (weighted, of_clusters), (variance - weighted, of_units))


def _crossed(
    variance: float, alone: float, of_units: float, weighted: float, of_clusters: float
) -> VarianceOfClusters:
    """Return a variance over crossed clusters with the degrees of freedom of units and of what is added."""
    added = max(0.0, variance - alone)
    if added <= 0:
        return VarianceOfClusters(variance, of_units)
    of_added = max(1.0, of_clusters * min(1.0, added / weighted) ** 2)
    return _summed(variance, (alone, of_units), (added, of_added))


def carried(squares: Floats, times: Floats | None = None, normal: float = 3.0) -> float:
    """Return how many parts carry a variance, each `times` over: of normal changes as many as there are.

    The square of a normal change has a mean square of three.
    """
    many = np.ones(len(squares)) if times is None else times
    fourth = float(many @ squares**2)
    return normal * float(many @ squares) ** 2 / fourth if fourth > 0 else float(many.sum())


def _freedom(weights: Floats, squares: Floats, means: Floats) -> float:
    """Return the degrees of freedom of weighted squares with these means.

    They are fewer if the squares vary more than those of normal changes do, and more if they vary less, as
    those of shares do. Few squares say little about that: four more, as of normal changes, are added then.
    """
    expected = weights * means
    spread = float(expected @ expected)
    if spread <= 0:
        return 1.0
    equal = float(expected.sum()) ** 2 / spread
    heavy = float(((weights * squares) ** 2).sum()) / 3 / spread
    if heavy < 1:
        heavy = (equal * heavy + _NORMAL) / (equal + _NORMAL)
    return max(1.0, min(float(len(squares)), equal / heavy) - 1)


def _summed(variance: float, *parts: tuple[float, float]) -> VarianceOfClusters:
    """Return a variance with the degrees of freedom of its parts together (Satterthwaite 1946)."""
    squared = sum(part**2 / freedom for part, freedom in parts)
    freedom = variance**2 / squared if squared > 0 else parts[0][1]
    return VarianceOfClusters(variance, max(1.0, freedom))
