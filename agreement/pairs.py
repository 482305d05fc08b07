"""Coefficients of every two annotators, and their mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from scipy.special import stdtrit

from aloi.agreement.compute import (
    DEFAULT_CI,
    Estimate,
    Options,
    counts_of,
    drawn_interval,
    estimate_of,
    interval_of,
    signature_of,
    weights_name,
)
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Measure, Statistic, divide
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import NO_PAIRABLE, Agreement, Interval, PairAgreement
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.names import known_name
from aloi.base.terms import Phrase

_TINY = 1e-12


def pairwise(
    ratings: Ratings,
    measure: str = "cohen_kappa",
    *,
    weights: str | None = None,
    weights_by: str = "value",
    ci: str = DEFAULT_CI,
    replicates: int = 1000,
    seed: int = 0,
    context: Mapping[str, str] | None = None,
) -> list[PairAgreement]:
    """Return a coefficient of every two annotators, on the units both rated, sorted by their names.

    The parameters are those of `compute`.
    """
    options = Options(weights, weights_by, ci, replicates, seed, context)
    coefficient = find_measure(measure)
    pairs = []
    for (a, b), part, estimate in _estimates(ratings, coefficient, options):
        error, interval, _ = interval_of(part, coefficient, estimate, options)
        units = int(((part.codes >= 0).sum(axis=1) == 2).sum())
        pairs.append(
            PairAgreement(
                a=a,
                b=b,
                units=units,
                measure=coefficient.name,
                weights=weights_name(coefficient, ratings.level, options),
                value=estimate.value,
                reason=estimate.reason,
                se=error,
                interval=interval,
                signature=signature_of(coefficient, part, units, options, interval),
            )
        )
    return pairs


def mean_pairwise(
    ratings: Ratings,
    measure: str = "cohen_kappa",
    *,
    weights: str | None = None,
    weights_by: str = "value",
    ci: str = DEFAULT_CI,
    replicates: int = 1000,
    seed: int = 0,
    context: Mapping[str, str] | None = None,
) -> Agreement:
    """Return the plain mean of a coefficient over the pairs of annotators for which it is defined.

    `pairs` of the result counts them, and the signature gives their number. The interval is by score or by
    bootstrap over units (or clusters). With `ci="analytic"` it is a t interval of the units' contributions to
    the mean, if a formula is known for the pairs.
    """
    known_name(
        ci,
        ("score", "analytic", "bootstrap", "none"),
        Phrase("kind-interval-of-a-mean-over-pairs", "interval of a mean over pairs"),
    )
    options = Options(weights, weights_by, ci, replicates, seed, context)
    coefficient, table = find_measure(measure), RatedUnits.of(ratings)
    estimates = [one for _, _, one in _estimates(ratings.canonical(), coefficient, options)]
    defined = [one for one in estimates if one.value is not None]
    values = [one.value for one in estimates if one.value is not None]
    value = float(np.mean(values)) if values else None
    error = interval = ci_reason = None
    if value is not None and ci == "analytic":
        error, interval = _mean_formula(coefficient, defined, value) or (None, None)
    if value is not None and ci != "none" and interval is None:
        error, interval, ci_reason = drawn_interval(
            lambda part: _mean_statistic(coefficient, defined, part), value, table, coefficient, options
        )
    reason = None
    if value is None:
        reason = estimates[0].reason if estimates else NO_PAIRABLE
    units = int((table.totals >= 2).sum())
    signed = replace(options, context={"pairs": f"{len(values)}/{len(estimates)}", **(context or {})})
    return Agreement(
        measure=f"mean_pairwise_{coefficient.name}",
        level=ratings.level,
        weights=weights_name(coefficient, ratings.level, options),
        value=value,
        reason=reason,
        se=error,
        interval=interval,
        **counts_of(ratings, units),
        view=None,
        ci_reason=ci_reason,
        signature="mean_pairwise_" + signature_of(coefficient, ratings, units, signed, interval),
        pairs=len(values),
    )


def _estimates(
    ratings: Ratings, measure: Measure, options: Options
) -> Iterator[tuple[tuple[str, str], Ratings, Estimate]]:
    """Yield every two annotators by name, their part of the ratings, and its coefficient."""
    for pair in combinations(sorted(ratings.annotators), 2):
        part = ratings.subset_annotators(pair)
        yield pair, part, estimate_of(part, measure, options)


def _mean_formula(
    measure: Measure, estimates: Sequence[Estimate], value: float
) -> tuple[float, Interval] | None:
    """Return the standard error and t interval of a mean over pairs, None if a pair has no formula.

    The terms of a unit in different pairs depend on each other, so they are summed by unit.
    """
    added = np.zeros(max(int(one.table.rows.max(initial=0)) for one in estimates) + 1)
    freedom = 0
    for estimate in estimates:
        influence = (
            None
            if estimate.value is None
            else measure.influence(estimate.table, estimate.weights, estimate.value)
        )
        if influence is None or influence.standard_error() is None:
            return None
        np.add.at(
            added, estimate.table.rows, (influence.terms - influence.center) / np.sqrt(influence.divisor)
        )
        freedom = max(freedom, influence.freedom)
    added[np.abs(added) < _TINY] = 0.0
    error = float(np.sqrt((added**2).sum())) / len(estimates)
    half_width = float(stdtrit(freedom, 0.975)) * error
    return error, Interval(value - half_width, min(1.0, value + half_width), "analytic")


def _mean_statistic(measure: Measure, estimates: Sequence[Estimate], table: RatedUnits) -> Statistic:
    """Return the mean over pairs as a function of how often each unit of the whole table counts."""
    rows = [table.rows, *(one.table.rows for one in estimates)]
    index = np.full(max(int(each.max(initial=0)) for each in rows) + 1, -1)
    index[table.rows] = np.arange(table.size)
    parts = [one.table.select(index[one.table.rows] >= 0) for one in estimates]
    statistics = [measure.statistic(part, one.weights) for part, one in zip(parts, estimates, strict=True)]

    def values(times: Floats) -> Floats:
        total, count = np.zeros(len(times)), np.zeros(len(times))
        for part, statistic in zip(parts, statistics, strict=True):
            results = statistic(times[:, index[part.rows]])
            defined = ~np.isnan(results)
            total += np.where(defined, results, 0.0)
            count += defined
        return divide(total, count)

    return values
