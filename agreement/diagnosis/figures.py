"""A figure of a diagnosis: a value or a reason, its interval and the units under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from agreement.compute import DEFAULT_CI, compute
from agreement.distances import level_weights, positions
from agreement.drawing import SumStatistic, joined
from agreement.intervals.bootstrap import bootstrap_interval
from agreement.measures import find_measure
from agreement.measures.base import Statistic, divide
from agreement.ratings import Ratings
from agreement.result import Interval
from agreement.table import RatedUnits
from aloi.arrays import Floats


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


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a bootstrap is drawn: `replicates` (0 for no intervals) and `seed`."""

    replicates: int = 1000
    seed: int = 0


def undefined(reason: str, units: int = 0) -> Figure:
    """Return a figure without a value."""
    return Figure(None, reason, None, units)


def resampled(statistic: Statistic, table: RatedUnits, units: int, reason: str, drawing: Drawing) -> Figure:
    """Return a statistic of the N units of a table with its bootstrap interval over units or clusters."""
    if table.size == 0:
        return undefined(reason)
    value = float(statistic(np.ones((1, table.size)))[0])
    if not np.isfinite(value):
        return undefined(reason, units)
    interval = None
    if drawing.replicates:
        interval = bootstrap_interval(statistic, value, table.clusters, drawing.replicates, drawing.seed)
    return Figure(value, None, interval, units)


def alpha_statistic(ratings: Ratings, whole: RatedUnits) -> Statistic:
    """Return Krippendorff's alpha of ratings as a function of how often each unit of `whole` counts.

    `ratings` hold some annotators of the table `whole` was made from, and all its units; so two alphas
    see the same draws, which is what makes their difference a paired one. NaN where undefined.
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
    place = np.full(whole.rows.max(initial=0) + 1, -1)
    place[whole.rows] = np.arange(whole.size)
    rows = place[table.rows]
    if isinstance(statistic, SumStatistic):
        return statistic.among(rows, whole.size)
    return lambda times: statistic(times[:, rows])


def alpha_of(ratings: Ratings, drawing: Drawing) -> Figure:
    """Return Krippendorff's alpha of ratings with the interval that every report gives it."""
    ci = DEFAULT_CI if drawing.replicates else "none"
    (alpha,) = compute(ratings, ["krippendorff_alpha"], ci=ci, seed=drawing.seed)
    return Figure(alpha.value, alpha.reason, alpha.interval, alpha.units)


def mean_statistic(statistics: Sequence[Statistic]) -> Statistic:
    """Return the mean of the statistics that are defined, NaN where none is."""

    def mean(values: list[Floats]) -> Floats:
        known = [~np.isnan(one) for one in values]
        total = sum(np.where(there, one, 0.0) for there, one in zip(known, values, strict=True))
        return divide(np.asarray(total), np.sum(known, axis=0, dtype=np.float64))

    if not statistics:
        return lambda times: np.full(len(times), np.nan)
    return joined(statistics, mean)


def scale(ratings: Ratings) -> Floats:
    """Return the place of each category on the scale (C,): its value, or its rank at the ordinal level."""
    return positions(ratings.categories, "rank" if ratings.level == "ordinal" else "value")
