"""Intervals that hold when units depend on each other: a score interval around a cluster-robust variance."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy
from scipy.special import stdtrit

from agreement.drawing import Clusters
from agreement.measures.base import Statistic
from agreement.result import Interval
from aloi.arrays import Floats

# From a true value to the variance that one independent unit would give the coefficient, up to a factor.
Shape: TypeAlias = Callable[[float], float]

TAIL = 0.025  # what a 95 % interval leaves on each side
UNANIMOUS = "unanimous"  # how the interval was made where nobody disagreed
ONE_CLUSTER = "one cluster (document) holds every unit: nothing says how others would differ"
ONE_UNIT = "fewer than two units"
LEFT_OUT = "without one of its clusters (documents) the value is undefined: too much hangs on it"
UNITS_LEFT_OUT = "without a few of its units the value is undefined: too much hangs on them"
_LOWEST = -1.0
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class ScoreSpread:
    """How far a coefficient varies over samples of units or clusters.

    Parameters
    ----------
    value : float
        The coefficient.
    variance : float
        Of it, 0 or more.
    freedom : float
        Degrees of freedom of the variance, at least 1.
    clusters : int or None
        How many were left out in turn; None for single units.
    crossed : bool
        Whether units belong to two clusters.
    size : int
        Independent pieces that the value rests on, for its floor: cells of units.
    design_effect : float or None
        The variance over the one that independent units would have; None where that is 0.
    """

    value: float
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


def spread(
    statistic: Statistic, value: float, size: int, clusters: Clusters, independent: int | None = None
) -> ScoreSpread | str:
    """Return the variance of a statistic where units of a cluster depend on each other, or why there is none.

    Parameters
    ----------
    statistic : callable
        From how often each unit counts, shape (B, N), to B values, NaN where undefined.
    value : float
        The statistic of the table itself.
    size : int
        Units that the value rests on, before alike ones were put together.
    clusters : Clusters
        Of the N units.
    independent : int or None
        Degrees of freedom where each unit stands for itself; None for one less than units.

    Notes
    -----
    Each cluster is left out in turn; the squared changes sum to the jackknife variance, which with few
    clusters is the least optimistic one (CR3: MacKinnon, Nielsen and Webb 2023, Cluster-robust inference).
    Where a unit belongs to two clusters, two units are taken to depend on each other as soon as they share
    one (dyadic-robust variance: Aronow, Samii and Assenova 2015): the changes by the units that share both,
    which were counted twice, are taken off, and the variance is never below that of these alone.
    The degrees of freedom are one less than clusters, fewer where they are of unequal size (Satterthwaite,
    with the correlation inside clusters that the design effect implies) or where few carry the variance.
    """
    if clusters.count < 2:
        return ONE_UNIT if clusters.members is None else ONE_CLUSTER
    changes = _changes(statistic, value, clusters)
    if np.isnan(changes).any():
        return UNITS_LEFT_OUT if clusters.members is None else LEFT_OUT
    count = len(changes)
    squares = changes**2
    variance = float(squares.sum()) * (count - 1) / count
    if clusters.members is None:
        single = size - 1 if independent is None else independent
        return ScoreSpread(value, variance, max(1.0, single), None, False, size, 1.0)
    cells = clusters.cells()
    alone = _alone(statistic, value, Clusters(clusters.size))
    if clusters.crossed:
        shared = _alone(statistic, value, cells)
        variance = max(variance - shared, shared, alone)
    effect = variance / alone if alone > 0 else None
    freedom = _freedom(clusters.sizes(), effect, squares)
    return ScoreSpread(value, variance, freedom, clusters.count, clusters.crossed, size, effect)


def score_interval(found: ScoreSpread, shape: Shape | None, tail: float = TAIL) -> Interval:
    """Return the interval of the values that the coefficient does not contradict.

    Parameters
    ----------
    found : ScoreSpread
        The coefficient and its variance.
    shape : function or None
        How the variance depends on the true value; None where it does not (a t interval).
    tail : float
        Left on each side: 0.025 for a 95 % interval.

    Notes
    -----
    As Wilson's interval of a share, it holds each value x for which (value - x) squared is at most t squared
    times the variance at x. That is the variance found, times shape(x) / shape(value): agreement near 1, or
    of a rare label, varies more below the value than above it, which a symmetric interval does not know
    (Wilson 1927; for kappa Donner and Eliasziw 1992).
    """
    reach = found.critical(tail) ** 2
    method = tail_method(found.method, tail)
    if shape is None:
        half_width = math.sqrt(reach * found.variance)
        return Interval(found.value - half_width, found.value + half_width, method)
    here = shape(found.value)
    factor = found.variance / here if here > _TINY else 0.0
    if found.value <= 0 or here <= _TINY:
        factor = max(factor, 1 / found.size)

    def beyond(at: float) -> float:
        return (found.value - at) ** 2 - reach * factor * shape(at)

    low = _root(beyond, found.value, _LOWEST)
    high = _root(beyond, found.value, 1.0)
    return Interval(low, high, method)


def tail_method(method: str, tail: float) -> str:
    """Return how an interval is made, and what it leaves on each side where it is not of 95 %."""
    return method if tail == TAIL else f"{method}-tail{tail:.2g}"


def unanimous_low(units: int, room: float, tail: float = TAIL) -> float:
    """Return the lower bound of a coefficient where no unit is disputed.

    Parameters
    ----------
    units : int
        m, the units rated at least twice, or their clusters.
    room : float
        D, the disagreement expected by chance, in (0, 1].
    tail : float
        How improbable m units without a dispute would be at the bound.

    Notes
    -----
    1 - tail^(1/m) is the exact upper bound of the share of disputed units (Clopper and Pearson 1934).
    """
    return float(max(_LOWEST, 1 - (1 - tail ** (1 / units)) / room))


def _changes(statistic: Statistic, value: float, clusters: Clusters) -> Floats:
    return np.concatenate([statistic(times) for times in clusters.left_out()]) - value


def _alone(statistic: Statistic, value: float, clusters: Clusters) -> float:
    """Return the variance of the value as if each of these clusters were independent."""
    changes = _changes(statistic, value, clusters)
    return float(np.nansum(changes**2)) * (len(changes) - 1) / len(changes)


def _freedom(sizes: Floats, effect: float | None, squares: Floats) -> float:
    """Return the degrees of freedom of a variance over clusters."""
    mean = float(sizes.mean())
    inside = 0.0 if mean <= 1 or effect is None else min(1.0, max(0.0, (effect - 1) / (mean - 1)))
    parts = sizes * (1 + (sizes - 1) * inside)
    equal = float(parts.sum() ** 2 / (parts**2).sum())
    fourth = float((squares**2).sum())
    # Of normal changes the second is a third of the number of clusters.
    carried = 3 * float(squares.sum() ** 2) / fourth if fourth > 0 else equal
    return float(max(1.0, min(equal, carried) - 1))


def _root(beyond: Callable[[float], float], inside: float, end: float) -> float:
    """Return where a value stops to be held, between one that is and an end of the scale."""
    if inside == end or beyond(end) <= 0 or beyond(inside) > 0:
        return end if beyond(inside) <= 0 else inside
    return float(scipy.optimize.brentq(beyond, inside, end, xtol=1e-10))
