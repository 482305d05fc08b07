"""The difference of two agreements: of two rounds, two guidelines, two groups or two tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from aloi.agreement.compute import Estimate, Options, estimate_of, signature_of, varied
from aloi.agreement.drawing import Clusters, left_out_blocks
from aloi.agreement.intervals.interval_warnings import caution_of_difference
from aloi.agreement.intervals.score import Shape, score_interval
from aloi.agreement.intervals.spreads import (
    TAIL,
    LeftOut,
    ScoreSpread,
    Varied,
    spread,
    spread_of,
    spread_of_units,
)
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Measure
from aloi.agreement.ratings import Ratings, cluster_names
from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term

_BLOCKS = 1000  # most names that are excluded in turn
_REACH = 1.959964 + 0.841621  # standard errors that four of five samples find significant


@dataclass(frozen=True, slots=True)
class AgreementDifference:
    """The second agreement minus the first.

    `interval` is of 95 % and `p` two-sided; None with a reason. `caution` is what to know before trusting p,
    None where nothing is known. `detectable` is the true difference that
    tables of these sizes find significant in four of five cases.
    """

    measure: str
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    p: float | None
    reason: str | None
    detectable: float | None
    units: tuple[int, int]
    signature: str
    caution: str | None = None

    def planned(self, apart: float) -> tuple[int, int] | None:
        """Return how many units of each table would find a difference of `apart` in four of five cases.

        Errors fall with the square root of units, so that documents grow in number as units do. None where
        the errors are not known.
        """
        if apart <= 0:
            raise AloiError(
                "aloi.value",
                name=Term("difference"),
                value=f"{apart:g}",
                expected=Term("number-above", low=0),
            )
        if self.detectable is None:
            return None
        times = (self.detectable / apart) ** 2
        first, second = (math.ceil(times * units) for units in self.units)
        return first, second

    def to_json(self) -> dict[str, object]:
        """Return the difference as `aloi agreement difference --json` prints it."""
        ends = self.interval
        return to_json(
            self, "interval", ci=[ends.low, ends.high] if ends else None, method=ends.method if ends else None
        )


@dataclass(frozen=True, slots=True)
class _Apart:
    """The interval of a difference, its p, and its standard error."""

    interval: Interval
    p: float
    error: float


@dataclass(frozen=True, slots=True)
class _Sample:
    spread: ScoreSpread
    shape: Shape


def agreement_difference(
    first: Ratings,
    second: Ratings,
    measure: str,
    *,
    weights: str | None = None,
    paired: bool = False,
    context: Mapping[str, str] | None = None,
) -> AgreementDifference:
    """Return how two agreements differ, with `paired` on the units that both tables rate.

    Notes
    -----
    For the same units (`paired`), the interval is Student's, from the variance of the difference itself:
    units, or documents, are excluded from both tables at once. Otherwise it combines the score intervals of
    both (MOVER: Zou and Donner 2008). If the tables share documents, it also uses their correlation; these
    documents are excluded from both at once (Zou 2007). Tables of crossed pairs without shared documents take
    the degrees of freedom of both together (Satterthwaite 1946). p is twice the smallest tail with which such
    an interval excludes 0. So p is below 0.05 exactly if the 95 % interval excludes 0. Documents of both
    tables are the same if they have the same name.
    """
    if paired:
        first, second = _shared(first, second)
    coefficient = find_measure(measure)
    options = Options(weights, "value", "score", 1, 0, context)
    estimates = [estimate_of(one, coefficient, options) for one in (first, second)]
    values = [one.value for one in estimates]
    signature = "difference_" + signature_of(
        coefficient, second, coefficient.used(estimates[1].table), options, None
    )
    sides = [_sample(coefficient, one) for one in estimates]
    reason = next((one for one in sides if isinstance(one, str)), None)
    apart = None if values[0] is None or values[1] is None else values[1] - values[0]
    samples = [one for one in sides if isinstance(one, _Sample)]
    units = (coefficient.used(estimates[0].table), coefficient.used(estimates[1].table))
    if reason is not None or apart is None or len(samples) < 2:
        return AgreementDifference(
            measure, values[0], values[1], apart, None, None, reason, None, units, signature
        )
    tables = (first, second)
    how = _paired(coefficient, estimates, tables, apart) if paired else None
    how = how or _put_together(coefficient, estimates, tables, samples, paired=paired)
    detectable, ci = _REACH * how.error, f"|ci:{how.interval.method}"
    caution = caution_of_difference([one.table for one in estimates], [one.spread for one in samples])
    return AgreementDifference(
        measure, values[0], values[1], apart, how.interval, how.p, None, detectable, units,
        signature.replace("|ci:none", ci), None if first.set_valued else caution,
    )  # fmt: skip


def _put_together(
    measure: Measure,
    estimates: list[Estimate],
    tables: tuple[Ratings, Ratings],
    samples: list[_Sample],
    *,
    paired: bool,
) -> _Apart:
    """Return the difference of two samples from the score interval of each and what they share."""
    together = _correlation(measure, estimates, tables, samples, paired=paired)
    if not together and all(one.spread.crossed for one in samples):
        samples = _with_joint_freedom(samples)
    how = "shared" if together else "independent"
    method = f"mover-{how}({samples[0].spread.method},{samples[1].spread.method})"
    low, high = _ends(samples, together, TAIL)
    return _Apart(Interval(low, high, method), _p(samples, together), _error(samples, together))


def _paired(
    measure: Measure, estimates: list[Estimate], tables: tuple[Ratings, Ratings], apart: float
) -> _Apart | None:
    """Return the difference of two tables of the same units from its own variance; None if it has none.

    Each unit, or document, is excluded from both at once. Common properties of both, such as documents that
    are hard to rate, are in neither the difference nor its variance. The interval is symmetric, because the
    difference is skewed to neither side.
    """
    named = [_names(one, table, paired=True) for one, table in zip(estimates, tables, strict=True)]
    first, second = (measure.statistic(one.table, one.weights) for one in estimates)
    size = len(named[0])

    def difference(times: Floats) -> Floats:
        return second(times[:, size:]) - first(times[:, :size])

    rows = [one for side in named for one in side]
    each = np.ones(len(rows))
    ids = [
        table.canonical().units[row]
        for estimate, table in zip(estimates, tables, strict=True)
        for row in estimate.table.rows.tolist()
    ]
    alone = LeftOut.of(difference, apart, _clusters([(one,) for one in ids]), each)
    single = spread_of_units(apart, alone.clusters, np.ones(len(alone.clusters)), size, Varied.SHARES)
    if isinstance(single, str):
        return None
    clusters = _clusters(rows)
    left = LeftOut.of(difference, apart, clusters, each)
    spread_apart = spread_of(apart, clusters, left, each, single.variance, within=True)
    if isinstance(spread_apart, str) or spread_apart.variance <= 0:
        return None
    half_width = spread_apart.critical() * spread_apart.error
    p = float(2 * stdtr(spread_apart.freedom, -abs(apart) / spread_apart.error))
    method = f"paired-{spread_apart.method.removeprefix('score-')}"
    return _Apart(Interval(apart - half_width, apart + half_width, method), p, spread_apart.error)


def _clusters(rows: list[tuple[str, ...]]) -> Clusters:
    """Return the clusters of rows by the one or two names of each."""
    width = max(map(len, rows), default=1)
    index = {name: at for at, name in enumerate(sorted({name for one in rows for name in one}))}
    groups = [[index[one[min(at, len(one) - 1)]] for at in range(width)] for one in rows]
    return Clusters.of(len(rows), np.array(groups, dtype=np.intp))


def _sample(measure: Measure, estimate: Estimate) -> _Sample | str:
    if estimate.value is None or estimate.statistic is None:
        return estimate.reason or measure.undefined
    table, weights = estimate.table, estimate.weights
    score_spread = spread(
        lambda part: measure.statistic(part, weights), estimate.value, table, varied(measure, table)
    )
    return score_spread if isinstance(score_spread, str) else _Sample(score_spread, measure.shape(table))


def _shared(first: Ratings, second: Ratings) -> tuple[Ratings, Ratings]:
    """Return both tables on the units that both rate."""

    def rated(table: Ratings) -> set[str]:
        rows = np.flatnonzero((table.codes >= 0).any(axis=1))
        return {table.units[row] for row in rows}

    both = rated(first) & rated(second)

    def part(table: Ratings) -> Ratings:
        mask: NDArray[np.bool_] = np.array([unit in both for unit in table.units], dtype=np.bool_)
        return table.subset_units(mask)

    return part(first), part(second)


def _correlation(
    measure: Measure,
    estimates: list[Estimate],
    tables: tuple[Ratings, Ratings],
    samples: list[_Sample],
    *,
    paired: bool,
) -> float:
    """Return the correlation of both values over the documents, or units, that both tables hold."""
    names = [_names(one, table, paired=paired) for one, table in zip(estimates, tables, strict=True)]
    # Of crossed pairs only what both documents hold counts: with either alone, simulations of equal
    # agreements were called different in 13 % of cases.
    both: list[list[tuple[str, ...]]] = [
        [("\0".join(one),) if len(one) > 1 else () for one in side] for side in names
    ]
    crossed = any(one for side in both for one in side)
    covariance = _covariance(measure, estimates, both if crossed else names)
    scale = math.prod(one.spread.error for one in samples)
    return max(-1.0, min(1.0, covariance / scale)) if scale > 0 else 0.0


def _names(estimate: Estimate, ratings: Ratings, *, paired: bool) -> list[tuple[str, ...]]:
    """Return what each unit of an estimate shares with others: its documents, else itself if paired."""
    sorted_ratings = ratings.canonical()
    rows = estimate.table.rows.tolist()
    if sorted_ratings.clusters is not None:
        return [cluster_names(sorted_ratings.clusters[row]) for row in rows]
    return [(sorted_ratings.units[row],) if paired else () for row in rows]


def _covariance(measure: Measure, estimates: list[Estimate], names: list[list[tuple[str, ...]]]) -> float:
    """Return the joint changes of both values when each name that both have is excluded in turn."""
    shared = sorted({name for one in names[0] for name in one} & {name for one in names[1] for name in one})
    if not shared:
        return 0.0
    blocks = min(len(shared), _BLOCKS)
    owner = {name: at * blocks // len(shared) for at, name in enumerate(shared)}
    changes: list[Floats] = []
    for estimate, side in zip(estimates, names, strict=True):
        width = max(map(len, side), default=1) or 1
        of = np.array([[owner.get(name, -1) for name in (*one, *("",) * width)][:width] for one in side])
        statistic = measure.statistic(estimate.table, estimate.weights)
        values = np.concatenate([statistic(times) for times in left_out_blocks(of.astype(np.intp), blocks)])
        changes.append(np.nan_to_num(values - float(estimate.value or 0.0)))
    return float(changes[0] @ changes[1]) * (blocks - 1) / blocks


def _with_joint_freedom(sides: list[_Sample]) -> list[_Sample]:
    """Return both sides with the degrees of freedom of the sum of their variances.

    Crossed documents give few degrees of freedom, and the errors of two tables that share none are
    independent (Welch 1947; Satterthwaite 1946). With the few degrees of each side alone, simulations called
    equal agreements different in 2 to 3 % of cases instead of 5.
    """
    squares = [one.spread.variance**2 / one.spread.freedom for one in sides]
    if sum(squares) <= 0:
        return sides
    joint = sum(one.spread.variance for one in sides) ** 2 / sum(squares)
    return [replace(one, spread=replace(one.spread, freedom=joint)) for one in sides]


def _error(sides: list[_Sample], together: float) -> float:
    """Return the standard error of the second minus the first."""
    first, second = (one.spread.error for one in sides)
    return math.sqrt(max(0.0, first**2 + second**2 - 2 * together * first * second))


def _ends(sides: list[_Sample], together: float, tail: float) -> tuple[float, float]:
    """Return the ends of the interval of the second minus the first that leaves `tail` on each side."""
    first, second = (score_interval(one.spread, one.shape, tail) for one in sides)
    a, b = sides[0].spread.value, sides[1].spread.value

    def reach(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x + y * y - 2 * together * x * y))

    low = b - a - reach(b - second.low, first.high - a)
    high = b - a + reach(second.high - b, a - first.low)
    return low, high


def _p(sides: list[_Sample], together: float) -> float:
    least, most = 1e-12, 0.5 - 1e-9
    if _holds(sides, together, most):
        return 1.0
    if not _holds(sides, together, least):
        return 2 * least
    while most / least > 1 + 1e-6:
        middle = math.sqrt(least * most)
        least, most = (middle, most) if _holds(sides, together, middle) else (least, middle)
    return 2 * most


def _holds(sides: list[_Sample], together: float, tail: float) -> bool:
    low, high = _ends(sides, together, tail)
    return low <= 0 <= high
