"""The reliability of the means of ratings given as numbers, with an interval that knows of clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.score import score_interval
from aloi.agreement.intervals.spreads import Varied, cluster_spread, unit_spread
from aloi.agreement.measures.gold_reliability import GoldReliability, OneWay
from aloi.agreement.measures.icc import NO_SPREAD, ICC3k, Squares
from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase


@dataclass(frozen=True, slots=True)
class MeansReliability:
    """The reliability of the means of ratings, its measure, and its 95 % interval or the reason for none."""

    measure: str
    value: float | None
    interval: Interval | None
    reason: str | None


def reliability_of_means(values: Floats, clusters: Clusters) -> MeansReliability:
    """Return the reliability of the means of numbers (N, A), NaN where an annotator gave none.

    If all annotators rated all units, it is that of their consistency, ICC(3,k): a constant difference
    between annotators moves all means alike. Otherwise it is that of any annotators, `GoldReliability`. It
    takes numbers as they are, however many different ones there are. The interval is that of the F
    distribution. For units in clusters, it contains the values that the variance over clusters does not
    contradict, on the scale log(1 - x), on which the variance is constant.

    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> found = reliability_of_means(shrout_fleiss().values(), Clusters(6))
    >>> found.measure, round(found.value, 2), round(found.interval.low, 2)
    ('icc_3_k', 0.91, 0.68)
    """
    complete = not np.isnan(values).any()
    name = ICC3k.name if complete else GoldReliability.name
    parts = None if complete else OneWay.of_values(values)

    def statistic(times: Floats) -> Floats:
        if parts is not None:
            return parts.reliability(times)
        return Squares.of(values, times).share(3, of_mean=True)

    value = float(statistic(np.ones((1, len(values))))[0])
    if not np.isfinite(value):
        return MeansReliability(name, None, None, NO_SPREAD)
    if clusters.members is None:
        squares = Squares.of(values, np.ones((1, len(values))))
        ends = squares.interval(3, of_mean=True) if parts is None else parts.interval()
        return MeansReliability(
            name,
            value,
            ends,
            None if ends else Phrase("reason-ratings-unit-do", "ratings of a unit do not differ"),
        )
    rows = np.ones(len(values))
    single = unit_spread(statistic, value, rows, Varied.LABELS)
    alone = 0.0 if isinstance(single, str) else single.variance
    score_spread = cluster_spread(statistic, value, clusters, rows, alone)
    if isinstance(score_spread, str):
        return MeansReliability(name, value, None, score_spread)
    ends = score_interval(score_spread, lambda x: (1 - x) ** 2)
    return MeansReliability(name, value, replace(ends, design_effect=score_spread.design_effect), None)
