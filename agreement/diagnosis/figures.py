"""A number of a diagnosis: a value or a reason, its interval and the units it is based on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from aloi.agreement.compute import DEFAULT_CI, compute
from aloi.agreement.distances import level_weights, positions
from aloi.agreement.drawing import Clusters, SumStatistic, joined
from aloi.agreement.intervals.bounds import CORRELATION, ERROR, NUMBER, SHARE, range_interval
from aloi.agreement.intervals.spreads import (
    LeftOut,
    ScoreSpread,
    Varied,
    changes_of,
    spread_of,
    spread_of_units,
)
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Statistic, divide
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a diagnosis.

    `value` is None where it is undefined; then `reason` says why. `interval` is of 95 %, None where none
    is known. `units` counts what the number rests on.
    """

    value: float | None
    reason: str | None
    interval: Interval | None
    units: int


# From how much a value varies, and how many independent things it rests on, to its interval.
Law: TypeAlias = Callable[[ScoreSpread, int], Interval]
# From the parts excluded in turn to the changes of the value, NaN if nothing is left.
_Changes: TypeAlias = Callable[[Clusters], Floats]


def of_number(score_spread: ScoreSpread, pieces: int) -> Interval:
    """Return the interval of a number that may be anything."""
    return range_interval(*NUMBER, replace(score_spread, center=score_spread.value), pieces)


def of_share(score_spread: ScoreSpread, pieces: int) -> Interval:
    """Return the interval of a share, 0 to 1."""
    return range_interval(*SHARE, replace(score_spread, center=score_spread.value), pieces)


def of_error(score_spread: ScoreSpread, pieces: int) -> Interval:
    """Return the interval of what is 0 or more and varies with its size, such as an error."""
    return range_interval(*ERROR, replace(score_spread, center=score_spread.value), pieces)


def of_correlation(score_spread: ScoreSpread, pieces: int) -> Interval:
    """Return the interval of a correlation, -1 to 1."""
    return range_interval(*CORRELATION, replace(score_spread, center=score_spread.value), pieces)


def undefined(reason: str, units: int = 0) -> Figure:
    """Return a number without a value."""
    return Figure(None, reason, None, units)


def figure(
    statistic: Statistic,
    clusters: Clusters,
    units: int,
    reason: str,
    law: Law | None = of_number,
    *,
    within: bool = False,
) -> Figure:
    """Return a statistic of the N rows of `clusters` with its 95 % interval.

    Parameters
    ----------
    statistic : callable
        From how often each row counts, (B, N), to B values, NaN where undefined.
    clusters : Clusters
        Of the rows; those of a cluster depend on each other.
    units : int
        The number of units the value is based on.
    reason : str
        The reason for an undefined value, if it is undefined.
    law : callable or None
        The kind of interval, None for no interval. There is no interval either if one row or cluster weighs
        too much (`aloi.agreement.intervals.score`).
    within : bool
        Whether annotators are compared within units: the common part of documents then mostly cancels out
        (`aloi.agreement.intervals.spreads.spread_of`).
    """
    if clusters.size == 0:
        return undefined(reason)
    value = float(statistic(np.ones((1, clusters.size)))[0])

    def changes(left: Clusters) -> Floats:
        if not isinstance(statistic, SumStatistic):
            return changes_of(statistic, value, left, np.ones(clusters.size))
        # Of sums what each cluster adds is taken off, with no draw of how often units count.
        removed = np.column_stack([left.blocks().sizes(terms) for terms in statistic.terms.T])
        return statistic.value(statistic.terms.sum(axis=0) - removed) - value

    if not np.isfinite(value):
        return undefined(reason, units)
    score_spread = None if law is None else _spread(value, changes, clusters, within=within)
    if law is None or not isinstance(score_spread, ScoreSpread):
        return Figure(value, None, None, units)
    independent = clusters.count // 2 if clusters.crossed else clusters.count
    pieces = max(1, min(units, independent))
    return Figure(value, None, law(replace(score_spread, size=max(1, units)), pieces), units)


def ratio(
    above: Floats,
    below: Floats,
    clusters: Clusters,
    units: int,
    reason: str,
    law: Law | None = of_number,
    *,
    within: bool = False,
) -> Figure:
    """Return the sum of `above` over that of `below`, (N,) each, as `figure` does."""
    sums = SumStatistic(np.column_stack([above, below]), lambda both: divide(both[:, 0], both[:, 1]))
    return figure(sums, clusters, units, reason, law, within=within)


def _spread(value: float, changes: _Changes, clusters: Clusters, *, within: bool) -> ScoreSpread | str:
    alone = changes(Clusters(clusters.size).cells())
    each = np.ones(len(alone))
    single = spread_of_units(value, alone, each, clusters.size, Varied.SHARES)
    if clusters.members is None or clusters.size < 2:
        return single
    cells = changes(clusters.cells()) if clusters.crossed else np.empty(0)
    variance = 0.0 if isinstance(single, str) else single.variance
    left, each = LeftOut(changes(clusters), cells), np.ones(clusters.size)
    return spread_of(value, clusters, left, each, variance, within=within)


def alpha_statistic(ratings: Ratings, full_table: RatedUnits) -> Statistic:
    """Return Krippendorff's alpha of ratings as a function of how often each unit of `full_table` counts.

    `ratings` contain some annotators of the table of `full_table`, and all its units. Two alphas then use the
    same draws, so that their difference is a paired one. NaN if undefined.
    """
    measure = find_measure("krippendorff_alpha")
    # On whom a unit depends is said by `whole`: these ratings are only counted.
    table = measure.select(RatedUnits.of(replace(ratings, clusters=None)))
    if table.size == 0:
        return lambda times: np.full(len(times), np.nan)
    weights = np.empty((0, 0))
    if table.level != "ordinal":
        weights = level_weights(table.level, table.categories)
    statistic = measure.statistic(table, weights)
    index = np.full(full_table.rows.max(initial=0) + 1, -1)
    index[full_table.rows] = np.arange(full_table.size)
    rows = index[table.rows]
    if isinstance(statistic, SumStatistic):
        return statistic.among(rows, full_table.size)
    return lambda times: statistic(times[:, rows])


def alpha_of(ratings: Ratings, *, intervals: bool = True) -> Figure:
    """Return Krippendorff's alpha of ratings with the interval that every report gives it."""
    (alpha,) = compute(ratings, ["krippendorff_alpha"], ci=DEFAULT_CI if intervals else "none")
    return Figure(alpha.value, alpha.reason, alpha.interval, alpha.units)


def mean_statistic(statistics: Sequence[Statistic]) -> Statistic:
    """Return the mean of the statistics that are defined, NaN where none is."""

    def mean(values: list[Floats]) -> Floats:
        masks = [~np.isnan(one) for one in values]
        total = sum(np.where(there, one, 0.0) for there, one in zip(masks, values, strict=True))
        return divide(np.asarray(total), np.sum(masks, axis=0, dtype=np.float64))

    if not statistics:
        return lambda times: np.full(len(times), np.nan)
    return joined(statistics, mean)


def scale(ratings: Ratings) -> Floats:
    """Return the place of each category on the scale (C,): its value, or its rank at the ordinal level."""
    return positions(ratings.categories, "rank" if ratings.level == "ordinal" else "value")
