"""How far a coefficient varies over samples of units, or of clusters whose units depend on each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy.special import stdtrit

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.cluster_variance import carried, variance_of_clusters
from aloi.agreement.measures.base import Statistic
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

TAIL = 0.025  # tail of a 95 % interval on each side
ONE_CLUSTER = Phrase(
    "reason-one-cluster-document",
    "one cluster (document) contains all units: the variance between clusters is unknown",
)
ONE_UNIT = Phrase("reason-fewer-than-two-units", "fewer than two units")
LEFT_OUT = Phrase(
    "reason-without-one-clusters",
    "without one of its clusters (documents) the value is undefined: it depends too much on it",
)
UNITS_LEFT_OUT = Phrase(
    "reason-without-few-units",
    "without a few of its units the value is undefined: it depends too much on them",
)
_BLOCKS = 1000  # most ways to be rated, or blocks of units, that are excluded in turn
_BLIND = 0.5  # units that somebody rated blindly, added on a scale


class Varied(Enum):
    """How much units differ in their disagreement, and the distribution of the mean of their squared changes.

    For labels, chance and the value determine it. A share of few disputed units can take few values, so that
    Wilson's interval alone has a coverage of as little as 93 % (Brown, Cai and DasGupta 2001). On a scale
    some disagreements weigh much more than others, and few of them are seen. Two degrees of freedom instead
    of three had the best coverage in simulations of 60 units with nine disputes.
    """

    LABELS = 0.0
    SHARES = 3.0
    DEGREES = 2.0


@dataclass(frozen=True, slots=True)
class ScoreSpread:
    """How far a coefficient varies over samples of units or clusters.

    Parameters
    ----------
    value : float
        The coefficient.
    center : float
        The coefficient without its bias in small samples: the middle of its interval.
    variance : float
        Of it, 0 or more.
    freedom : float
        Degrees of freedom of the variance, at least 1.
    clusters : int or None
        How many were excluded in turn; None for single units.
    crossed : bool
        Whether units belong to two clusters.
    size : int
        The independent pieces that the value is based on, for its lower bound: cells of units.
    design_effect : float or None
        The variance over the one that independent units would have; None where that is 0.
    """

    value: float
    center: float
    variance: float
    freedom: float
    clusters: int | None
    crossed: bool
    size: int
    design_effect: float | None

    @property
    def error(self) -> float:
        """Return the standard error."""
        return math.sqrt(self.variance)

    def critical(self, tail: float = TAIL) -> float:
        """Return how many standard errors leave `tail` beyond them (Student's t)."""
        return float(stdtrit(self.freedom, 1 - tail))

    @property
    def method(self) -> str:
        """Return how the interval is made, as signatures say it."""
        parts = ["score", f"t{self.freedom:.1f}"]
        if self.clusters is not None:
            parts.append(f"clusters{self.clusters}")
        if self.crossed:
            parts.append("crossed")
        return "-".join(parts)


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """The changes of a value as parts of its table are excluded in turn; NaN if nothing is left.

    Parameters
    ----------
    clusters : ndarray, shape (G,)
        As each cluster is excluded.
    shared : ndarray, shape (C,)
        As the units that share all their clusters are; empty where units belong to one cluster each.
    """

    clusters: Floats
    shared: Floats

    @classmethod
    def of(
        cls, statistic: Statistic, value: float | Floats, clusters: Clusters, stands_for: Floats
    ) -> LeftOut:
        """Return the changes of a statistic (B, R) -> (B,), or of several values at once (B, K)."""
        return cls(
            changes_of(statistic, value, clusters, stands_for),
            changes_of(statistic, value, clusters.cells(), stands_for) if clusters.crossed else np.empty(0),
        )

    def column(self, at: int) -> LeftOut:
        """Return the changes of one of several values."""
        return LeftOut(*(one[:, at] if one.ndim > 1 else one for one in (self.clusters, self.shared)))

    def minus(self, other: LeftOut) -> LeftOut:
        """Return the changes of the difference of two values of the same table."""
        return LeftOut(self.clusters - other.clusters, self.shared - other.shared)


def jackknife_variance(changes: Floats) -> float:
    """Return the variance of a value from its changes as independent parts of its table are excluded."""
    return _jackknifed(np.nan_to_num(changes))[0]


def spread(
    statistic_of: Callable[[RatedUnits], Statistic], value: float, table: RatedUnits, varied: Varied
) -> ScoreSpread | str:
    """Return the variance of a statistic of a table whose units may share clusters, or the reason for none.

    Parameters
    ----------
    statistic_of : callable
        From a table of some of the units to the statistic of how often each of them counts.
    value : float
        The statistic of the whole table.
    table : RatedUnits
        N units.
    varied : Varied
        How well units determine the variance.
    """
    ways, stands_for = table.alike(0, _BLOCKS)
    single = varied if table.groups is None else Varied.LABELS  # beside documents its variance alone counts
    alone = unit_spread(statistic_of(ways), value, stands_for, single)
    if table.groups is None or (isinstance(alone, str) and table.size < 2):
        return alone
    small, stands_for = table.collapsed()
    variance = 0.0 if isinstance(alone, str) else alone.variance
    return cluster_spread(statistic_of(small), value, small.clusters, stands_for, variance)


def unit_spread(statistic: Statistic, value: float, stands_for: Floats, varied: Varied) -> ScoreSpread | str:
    """Return the variance of a statistic of independent units, `stands_for` (P,) of each way to be rated.

    Notes
    -----
    Each unit is excluded in turn (blocks of units, if there are more than 1,000 ways); the squared changes
    sum to the jackknife variance. Its degrees of freedom are one less than units. On a scale, and for a
    share, they are those of a variance that few units carry (`Varied`). On a scale half a unit with a random
    rating is added, as Agresti and Coull (1998) add two of each to a share. If large disputes are rare, most
    samples contain too few of them: without the added half, the coverage was 82 to 92 %.
    """
    size = int(stands_for.sum())
    if size < 2:
        return ONE_UNIT
    if len(stands_for) <= _BLOCKS:
        times = stands_for
        changes = statistic(stands_for - np.eye(len(stands_for))) - value
    else:
        changes = changes_of(statistic, value, Clusters(len(stands_for)), stands_for)
        times = np.ones(len(changes))
    return spread_of_units(value, changes, times, size, varied)


def spread_of_units(
    value: float, changes: Floats, times: Floats, size: int, varied: Varied
) -> ScoreSpread | str:
    """Return what `unit_spread` does, from changes (P,) found before, `times` of each, of `size` units."""
    if size < 2:
        return ONE_UNIT
    if np.isnan(changes).any():
        return UNITS_LEFT_OUT
    count = float(times.sum())
    squares, center = changes**2, value
    variance = float(times @ squares) * (count - 1) / count
    freedom = size - 1.0
    if varied is Varied.DEGREES:
        # On a scale a sample often misses the few large disputes. Half a unit with a random rating is added,
        # whose disagreement is as large as chance, so that it takes 1 / N from a value near 1.
        squares, times = np.append(squares, size**-2.0), np.append(times, _BLIND)
        variance, center = variance + _BLIND * size**-2.0, value - _BLIND / 2 / size
    if varied is not Varied.LABELS:
        # If one unit alone carries the variance of a share, two degrees of freedom are left. On a scale the
        # coverage with three was the same, 94.5 to 96 %, and one large dispute no longer opens the interval
        # to its full range.
        least = 3.0 if varied is Varied.DEGREES else 2.0
        freedom = min(freedom, max(least, carried(squares, times, varied.value) - 1))
    return ScoreSpread(value, center, variance, max(1.0, freedom), None, False, size, 1.0)


def cluster_spread(
    statistic: Statistic, value: float, clusters: Clusters, stands_for: Floats, alone: float
) -> ScoreSpread | str:
    """Return the variance of a statistic of units that depend on each other, or the reason for none.

    Parameters
    ----------
    statistic : callable
        From how often each of R rows counts, shape (B, R), to B values, NaN where undefined.
    value : float
        The statistic of the table itself.
    clusters : Clusters
        Of the R rows.
    stands_for : ndarray, shape (R,)
        How many units, rated alike in the same clusters, each row stands for.
    alone : float
        The variance that independent units would have.
    """
    if clusters.count < 2:
        return ONE_CLUSTER
    left = LeftOut.of(statistic, value, clusters, stands_for)
    return spread_of(value, clusters, left, stands_for, alone)


def spread_of(
    value: float, clusters: Clusters, left: LeftOut, stands_for: Floats, alone: float, *, within: bool = False
) -> ScoreSpread | str:
    """Return the variance of a mean, score or difference from its changes, or the reason for none.

    Parameters
    ----------
    value : float
        Of the rows themselves.
    left : LeftOut
        The changes of the value: for a difference, those of both sides.
    clusters, stands_for, alone, within
        As of `variance_of_clusters`, which explains the variance.

    Notes
    -----
    The changes themselves sum to the bias (Quenouille 1956): with few clusters, chance agreement is too high
    in most samples. With ten and twelve documents, CR2 had a coverage of 92.6 to 93.4 %.
    """
    if clusters.count < 2:
        return ONE_CLUSTER
    if np.isnan(left.clusters).any():
        return LEFT_OUT
    _, bias = _jackknifed(left.clusters)
    if clusters.crossed:
        bias -= _jackknifed(np.nan_to_num(left.shared))[1]
    over_clusters = variance_of_clusters(
        left.clusters**2, np.nan_to_num(left.shared) ** 2, clusters, stands_for, alone, within=within
    )
    effect = over_clusters.variance / alone if alone > 0 else None
    center, size = min(1.0, value - bias), int(stands_for.sum())
    variance, freedom = over_clusters.variance, over_clusters.freedom
    return ScoreSpread(value, center, variance, freedom, clusters.count, clusters.crossed, size, effect)


def changes_of(statistic: Statistic, value: float | Floats, clusters: Clusters, stands_for: Floats) -> Floats:
    """Return the changes of a value as each cluster (or block of clusters) is excluded in turn."""
    return np.concatenate([statistic(times * stands_for) for times in clusters.left_out()]) - value


def _jackknifed(changes: Floats) -> tuple[float, float]:
    """Return the variance and the bias of the jackknife, which excludes each part in turn."""
    rest = (len(changes) - 1) / len(changes)
    return float((changes**2).sum()) * rest, float(changes.sum()) * rest
