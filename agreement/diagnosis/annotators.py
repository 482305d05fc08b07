"""One annotator beside the others: agreement, weight in alpha, bias, spread, drift and pace."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import scipy
from scipy.special import stdtr, stdtrit

from aloi.agreement.diagnosis.figures import (
    Figure,
    Law,
    alpha_statistic,
    figure,
    mean_statistic,
    of_number,
    ratio,
    scale,
    undefined,
)
from aloi.agreement.drawing import SumStatistic, joined
from aloi.agreement.intervals.score import score_interval
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Statistic, divide
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import NO_PAIRABLE, ONE_CATEGORY, Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

NO_ORDER = Phrase("reason-no-order-categories", "no order of categories at the nominal level")
NO_SHARED = Phrase("reason-no-unit-shared", "no unit shared with another annotator")
NO_TIMES = Phrase("reason-no-order-time", "no order in time was given")
NO_SECONDS = Phrase("reason-no-seconds-given", "no seconds were given")
NO_SPREAD = Phrase("reason-no-two-ratings", "no two ratings differ")

Cells = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Drift:
    """The trend of an annotator's deviation from the others over time.

    `slope` is in scale units per item. `total` is the slope over all the items of the annotator that have a
    time. `p` is the two-sided p-value of the t test that the slope is 0.
    """

    slope: Figure
    total: float | None
    p: float | None


FAST = 3.0  # seconds; an item answered in less was hardly read


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds per item: median, quartiles, and the share (0 to 1) of items under `bound` seconds."""

    median: float | None
    low_quartile: float | None
    high_quartile: float | None
    fast: float | None
    bound: float
    items: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class AnnotatorDiagnosis:
    """One annotator beside the others.

    Parameters
    ----------
    annotator : str
        Name.
    ratings : int
        Ratings given.
    with_others : Figure
        Plain mean, over the other annotators, of Krippendorff's alpha of the two on the units both rated.
    alpha_change : Figure
        Alpha of all minus alpha without the annotator: negative where they lower it. The interval is of
        the difference on the same draws.
    bias : Figure
        Mean difference to the mean of the others, on shared units, in scale units (ranks if ordinal).
    spread : Figure
        Geometric mean, over the others, of the ratio of standard deviations on the units both rated:
        above 1 the annotator uses more of the scale.
    shares : tuple of float or None
        Share of the annotator's ratings in each category, C values; None without a rating.
    drift : Drift
        Of the deviation that `bias` averages.
    pace : Pace
        Seconds per item.
    """

    annotator: str
    ratings: int
    with_others: Figure
    alpha_change: Figure
    bias: Figure
    spread: Figure
    shares: tuple[float, ...] | None
    drift: Drift
    pace: Pace


def diagnose_annotators(
    ratings: Ratings,
    *,
    when: Cells | None = None,
    seconds: Cells | None = None,
    intervals: bool = True,
) -> list[AnnotatorDiagnosis]:
    """Return the diagnosis of each annotator, sorted by name.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators.
    when : mapping from (unit, annotator) to number, optional
        Position or timestamp; only its order within an annotator counts. Cells may be missing.
    seconds : mapping from (unit, annotator) to number, optional
        Time spent.
    intervals : bool
        Whether to compute intervals; units of a cluster are taken to depend on each other.

    Notes
    -----
    Degenerate tables raise nothing: a number without a value has a reason. Bias and drift are relative to the
    others: if one of three annotators moves by 1, each other moves by -1/2.
    """
    ratings = ratings.canonical()
    table = RatedUnits.of(ratings)
    law = of_number if intervals else None
    everyone = alpha_statistic(ratings, table)
    diagnoses = []
    for column, name in enumerate(ratings.annotators):
        codes = ratings.codes[:, column]
        rated_codes = codes[codes >= 0]
        deviation = _deviation(ratings, column)
        diagnoses.append(
            AnnotatorDiagnosis(
                annotator=name,
                ratings=len(rated_codes),
                with_others=_with_others(ratings, column, table, law),
                alpha_change=_alpha_change(ratings, name, everyone, table, law),
                bias=_bias(ratings, deviation, table, law),
                spread=_spread(ratings, column, table, law),
                shares=_shares(rated_codes, len(ratings.categories)),
                drift=_drift(ratings, name, deviation, when),
                pace=_pace(ratings, name, column, seconds),
            )
        )
    return diagnoses


def _shares(codes: np.ndarray[tuple[int], np.dtype[np.int32]], size: int) -> tuple[float, ...] | None:
    if not len(codes):
        return None
    return tuple(float(count) / len(codes) for count in np.bincount(codes, minlength=size))


def _others(ratings: Ratings, name: str) -> list[str]:
    return [other for other in ratings.annotators if other != name]


def _shared(ratings: Ratings, column: int) -> int:
    """Return how many units the annotator shares with at least one other."""
    rated = ratings.codes >= 0
    return int((rated[:, column] & (rated.sum(axis=1) >= 2)).sum())


def _with_others(ratings: Ratings, column: int, table: RatedUnits, law: Law | None) -> Figure:
    name = ratings.annotators[column]
    units = _shared(ratings, column)
    statistics = [
        alpha_statistic(ratings.subset_annotators((name, other)), table) for other in _others(ratings, name)
    ]
    reason = ONE_CATEGORY if units else NO_SHARED
    alpha = find_measure("krippendorff_alpha")
    bent = law and (lambda found, _: score_interval(found, alpha.shape(table)))
    return figure(mean_statistic(statistics), table.clusters, units, reason, bent)


def _alpha_change(
    ratings: Ratings, name: str, everyone: Statistic, table: RatedUnits, law: Law | None
) -> Figure:
    if len(ratings.annotators) < 3:
        return undefined(Phrase("reason-fewer-than-three", "fewer than three annotators"))
    without = alpha_statistic(ratings.subset_annotators(_others(ratings, name)), table)
    units = int((table.totals >= 2).sum())
    reason = (
        Phrase("reason-alpha-all-alpha", "alpha of all, or alpha without them, is undefined")
        if units
        else NO_PAIRABLE
    )
    change = joined([everyone, without], lambda both: both[0] - both[1])
    return figure(change, table.clusters, units, reason, law, within=True)


def _deviation(ratings: Ratings, column: int) -> Floats:
    """Return the rating minus the mean of the others (U,), NaN where not shared."""
    if ratings.level == "nominal" or not ratings.categories:
        return np.full(len(ratings.units), np.nan)
    rated = ratings.codes >= 0
    places = np.where(rated, scale(ratings)[ratings.codes], 0.0)
    value, present = places[:, column], rated[:, column]
    count = rated.sum(axis=1) - present
    mean = divide(np.delete(places, column, axis=1).sum(axis=1), count.astype(np.float64))
    return np.where(present, value - mean, np.nan)


def _bias(ratings: Ratings, deviation: Floats, table: RatedUnits, law: Law | None) -> Figure:
    if ratings.level == "nominal":
        return undefined(NO_ORDER)
    deviations = deviation[table.rows]
    defined = ~np.isnan(deviations)
    filled = np.where(defined, deviations, 0.0)
    size = int(defined.sum())
    return ratio(filled, defined.astype(np.float64), table.clusters, size, NO_SHARED, law, within=True)


def _spread(ratings: Ratings, column: int, table: RatedUnits, law: Law | None) -> Figure:
    if ratings.level == "nominal":
        return undefined(NO_ORDER)
    units = _shared(ratings, column)
    if not units:
        return undefined(NO_SHARED)
    codes = ratings.codes[table.rows]
    places = scale(ratings)[codes]
    places = places - places[codes >= 0].mean()
    logs = []
    for other in range(codes.shape[1]):
        both = (codes[:, column] >= 0) & (codes[:, other] >= 0)
        if other != column and both.sum() >= 2:
            logs.append(_log_ratio(places[:, column], places[:, other], both))
    log_ratio = figure(mean_statistic(logs), table.clusters, units, NO_SPREAD, law, within=True)
    ends = log_ratio.interval and replace(
        log_ratio.interval, low=math.exp(log_ratio.interval.low), high=math.exp(log_ratio.interval.high)
    )
    return replace(
        log_ratio, value=None if log_ratio.value is None else math.exp(log_ratio.value), interval=ends
    )


def _log_ratio(values: Floats, other: Floats, both: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Statistic:
    """Return the log of the ratio of two standard deviations, NaN where one is 0."""
    mask = both.astype(np.float64)
    terms = np.column_stack([mask, *(mask * place**power for place in (values, other) for power in (1, 2))])

    def value(sums: Floats) -> Floats:
        size = sums[:, 0]
        variances = []
        for at in (1, 3):
            variance = divide(sums[:, at + 1], size) - divide(sums[:, at], size) ** 2
            variances.append(np.where(variance > 1e-12, variance, np.nan))
        return np.asarray(0.5 * (np.log(variances[0]) - np.log(variances[1])))

    return SumStatistic(terms, value)


def _drift(ratings: Ratings, name: str, deviation: Floats, when: Cells | None) -> Drift:
    if ratings.level == "nominal":
        return Drift(undefined(NO_ORDER), None, None)
    if when is None:
        return Drift(undefined(NO_TIMES), None, None)
    column = ratings.annotators.index(name)
    times = np.array([when.get((unit, name), np.nan) for unit in ratings.units], dtype=np.float64)
    timed = np.isfinite(times) & (ratings.codes[:, column] >= 0)
    position = np.full(len(times), np.nan)
    position[timed] = scipy.stats.rankdata(times[timed])
    used = timed & ~np.isnan(deviation)
    x, y = position[used], deviation[used]
    if len(x) < 3:
        return Drift(
            undefined(
                Phrase("reason-fewer-than-three-shared-units", "fewer than three shared units with a time"),
                len(x),
            ),
            None,
            None,
        )
    x = x - x.mean()
    room = float(x @ x)
    if room == 0:
        return Drift(
            undefined(Phrase("reason-all-units-have", "all units have the same time"), len(x)), None, None
        )
    slope = float(x @ y) / room
    left = y - y.mean() - slope * x
    freedom = len(x) - 2
    error = float(np.sqrt(left @ left / freedom / room))
    half_width = float(stdtrit(freedom, 0.975)) * error
    if error < 1e-12:
        p = 1.0 if abs(slope) < 1e-12 else 0.0
    else:
        p = float(2 * stdtr(freedom, -abs(slope) / error))
    interval = Interval(slope - half_width, slope + half_width, "analytic-t")
    return Drift(Figure(slope, None, interval, len(x)), slope * (int(timed.sum()) - 1), p)


def _pace(ratings: Ratings, name: str, column: int, seconds: Cells | None) -> Pace:
    if seconds is None:
        return Pace(None, None, None, None, FAST, 0, NO_SECONDS)
    spent = np.array(
        [
            seconds[unit, name]
            for unit, code in zip(ratings.units, ratings.codes[:, column], strict=True)
            if code >= 0 and (unit, name) in seconds
        ],
        dtype=np.float64,
    )
    spent = spent[np.isfinite(spent)]
    if not len(spent):
        return Pace(None, None, None, None, FAST, 0, NO_SECONDS)
    low, middle, high = (float(one) for one in np.quantile(spent, [0.25, 0.5, 0.75]))
    return Pace(middle, low, high, float((spent < FAST).mean()), FAST, len(spent), None)
