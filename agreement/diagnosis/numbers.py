"""Annotators who give numbers: limits of agreement of two, and the correlation of each with the rest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import scipy
from scipy.special import ndtri, stdtrit

from aloi.agreement.diagnosis.figures import Figure, figure, of_correlation, undefined
from aloi.agreement.distances import positions
from aloi.agreement.measures.base import Statistic, divide
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

NO_SHARED = Phrase("reason-fewer-than-three-shared", "fewer than three shared units")
NO_SPREAD = Phrase("reason-no-two-ratings", "no two ratings differ")
NO_ORDER = Phrase("reason-no-order-categories", "no order of categories at the nominal level")


@dataclass(frozen=True, slots=True)
class BlandAltman:
    """The differences `a` minus `b` on the units both rated.

    `bias` is their mean with its t interval, `sd` their standard deviation (over n - 1). Between `low` and
    `high`, the limits of agreement, lie 95 % of differences; each has its interval. `slope` says by how much
    the difference grows as the mean of the two grows by 1. None where fewer than three units are shared.
    """

    a: str
    b: str
    units: int
    bias: float | None
    bias_interval: Interval | None
    sd: float | None
    low: float | None
    low_interval: Interval | None
    high: float | None
    high_interval: Interval | None
    slope: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class WithRest:
    """The correlation of an annotator with the mean of the others: Pearson's, and Spearman's of ranks."""

    annotator: str
    pearson: Figure
    spearman: Figure


def bland_altman(ratings: Ratings) -> list[BlandAltman]:
    """Return the limits of agreement of every two annotators, by name; none at the nominal level.

    Bland and Altman (1986, 1999): limits are bias -+ 1.96 sd, their standard error
    sd * sqrt(1 / n + 1.96^2 / (2 (n - 1))), with t of n - 1 degrees of freedom. Units are taken as
    independent and the spread as the same all over the scale. The peak flows of the paper of 1986, which
    takes the meters the other way round: -2.1 and 38.8, the mean from -22.0 to 17.8.

    >>> from aloi.agreement.measures.examples import peak_flow
    >>> [found] = bland_altman(peak_flow())
    >>> found.a, round(found.bias, 1), round(found.sd, 1)
    ('Mini Wright', 2.1, 38.8)
    >>> round(found.bias_interval.low, 1), round(found.bias_interval.high, 1)
    (-17.8, 22.0)
    """
    if ratings.level == "nominal" or ratings.set_valued:
        return []
    return [_pair(ratings, a, b) for a, b in combinations(sorted(ratings.annotators), 2)]


def with_rest(ratings: Ratings, *, intervals: bool = True) -> list[WithRest]:
    """Return the correlation of each annotator with the mean of the others on the units they share.

    Spearman's is Pearson's of the ranks of both. Intervals exclude units or whole documents in turn; ranks
    are those of the table.

    >>> from aloi.agreement.measures.examples import peak_flow, shrout_fleiss
    >>> [round(one.pearson.value, 3) for one in with_rest(shrout_fleiss(), intervals=False)]
    [0.806, 0.859, 0.844, 0.79]

    Of two annotators it is the correlation of both; the peak flows of Bland and Altman (1986), r = 0.94:

    >>> [round(one.pearson.value, 2) for one in with_rest(peak_flow(), intervals=False)]
    [0.94, 0.94]
    """
    law = of_correlation if intervals else None
    ordered = ratings.canonical()
    table = RatedUnits.of(ordered)
    rated = ordered.codes >= 0
    values = np.zeros(ordered.codes.shape)
    if not ordered.set_valued and ordered.categories and ordered.level != "nominal":
        values = np.where(rated, positions(ordered.categories)[ordered.codes], 0.0)
    correlations = []
    for column, name in enumerate(ordered.annotators):
        if ordered.level == "nominal" or ordered.set_valued:
            none = undefined(NO_ORDER)
            correlations.append(WithRest(name, none, none))
            continue
        others = rated.sum(axis=1) - rated[:, column]
        shared = rated[:, column] & (others > 0)
        rest = divide(np.delete(values, column, axis=1).sum(axis=1), others.astype(np.float64), missing=0.0)
        annotator_values = values[:, column]
        ranks = [np.zeros(len(annotator_values)), np.zeros(len(annotator_values))]
        for side, numbers in enumerate((annotator_values, rest)):
            ranks[side][shared] = scipy.stats.rankdata(numbers[shared])
        units = int(shared.sum())
        if units < 3:
            none = undefined(NO_SHARED, units)
            correlations.append(WithRest(name, none, none))
            continue
        correlations.append(
            WithRest(
                name,
                *(
                    figure(_correlation(a, b, shared, table), table.clusters, units, NO_SPREAD, law)
                    for a, b in ((annotator_values, rest), (ranks[0], ranks[1]))
                ),
            )
        )
    return correlations


def _correlation(first: Floats, second: Floats, shared: np.ndarray, table: RatedUnits) -> Statistic:
    """Return Pearson's correlation as a function of how often each unit counts."""
    mask = shared[table.rows].astype(np.float64)
    a, b = first[table.rows] - first[shared].mean(), second[table.rows] - second[shared].mean()

    def values(times: Floats) -> Floats:
        size = times @ mask
        means = [divide(times @ (mask * one), size) for one in (a, b)]
        spread = [
            divide(times @ (mask * deviations**2), size) - mean**2
            for deviations, mean in zip((a, b), means, strict=True)
        ]
        together = divide(times @ (mask * a * b), size) - means[0] * means[1]
        below = np.where((spread[0] > 1e-12) & (spread[1] > 1e-12), spread[0] * spread[1], 0.0)
        return divide(together, np.sqrt(below))

    return values


def _pair(ratings: Ratings, a: str, b: str) -> BlandAltman:
    codes = ratings.codes[:, [ratings.annotators.index(a), ratings.annotators.index(b)]]
    values = positions(ratings.categories)[codes[(codes >= 0).all(axis=1)]]
    size = len(values)
    if size < 3:
        return BlandAltman(a, b, size, None, None, None, None, None, None, None, None, NO_SHARED)
    apart, middle = values[:, 0] - values[:, 1], values.mean(axis=1)
    bias, spread = float(apart.mean()), float(apart.std(ddof=1))
    normal, student = float(ndtri(0.975)), float(stdtrit(size - 1, 0.975))
    of_bias = student * spread / np.sqrt(size)
    of_limit = student * spread * np.sqrt(1 / size + normal**2 / (2 * (size - 1)))
    low, high = bias - normal * spread, bias + normal * spread
    centred = middle - middle.mean()
    room = float(centred @ centred)
    return BlandAltman(
        a,
        b,
        size,
        bias,
        _around(bias, of_bias),
        spread,
        low,
        _around(low, of_limit),
        high,
        _around(high, of_limit),
        float(centred @ apart) / room if room > 1e-12 else None,
        None,
    )


def _around(value: float, half_width: float) -> Interval:
    return Interval(value - float(half_width), value + float(half_width), "analytic-t")
