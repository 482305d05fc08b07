"""Krippendorff's alpha: 1 minus observed over expected disagreement."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from aloi.agreement.drawing import SumStatistic
from aloi.agreement.measures.base import Influence, Measure, Statistic, divide
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats

_MOST_PAIRS = 66  # of gaps, for a scale of 12 categories: bounds the memory in units x categories


class KrippendorffAlpha(Measure):
    """Krippendorff's alpha at the level of the table: nominal, ordinal, interval or ratio; at most 1.

    Units rated once are excluded; categories nobody used change nothing. The ordinal distance counts the
    ratings between two categories and is not Gwet's `ordinal` weights. Undefined if only one category was
    used. The standard error is irrCAC's; none is known for the ordinal level. Twelve units of Krippendorff
    (2011):

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> [round(compute(krippendorff_2011(level), ["krippendorff_alpha"], ci="none")[0].value, 3)
    ...  for level in ("nominal", "ordinal", "interval", "ratio")]
    [0.743, 0.815, 0.849, 0.797]
    """

    name = "krippendorff_alpha"
    title = "Krippendorff's alpha"
    reference = "krippendorff2011computing"
    weighted = False

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated at least twice."""
        return table.select(table.totals >= 2)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return alpha as a function of how often each unit counts; weights are those of the level."""
        if table.level == "ordinal":
            return _ordinal(table)
        return weighted_alpha(table, weights)

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence | None:
        """Return the terms of irrCAC's variance; None at the ordinal level."""
        if table.level == "ordinal":
            return None
        return weighted_influence(table, weights)


def weighted_alpha(table: RatedUnits, weights: Floats) -> Statistic:
    """Return alpha, whose distance is 1 minus the weights (C, C), as a function of how often units count."""
    distance = 1.0 - weights
    counts = table.counts
    apart = (counts * (counts @ distance)).sum(axis=1) / (table.totals - 1)

    def value(sums: Floats) -> Floats:
        used = sums[:, :-1]
        expected = (used @ distance * used).sum(axis=1)
        return _alpha(sums[:, -1], expected, used.sum(axis=1))

    return SumStatistic(np.column_stack([counts, apart]), value)


def weighted_influence(table: RatedUnits, weights: Floats) -> Influence:
    """Return the terms of irrCAC's variance of alpha with these weights, over units rated at least twice.

    It is the variance of irrCAC on single ratings. For the same ratings as counts by category, irrCAC
    (krippen.alpha.dist, 1.4) takes the term of expected agreement once instead of twice, although it is a
    product of two shares. Its two errors of one table differ, by 4 % and more. This one does not depend on
    how the table is written.
    """
    counts, totals, size = table.counts, table.totals, table.size
    mean_total = totals.mean()
    pooled = counts.sum(axis=0) / totals.sum()
    expected = float(pooled @ weights @ pooled)
    agreeing = (counts * (counts @ weights - 1)).sum(axis=1) / (mean_total * (totals - 1))
    observed = agreeing.mean()
    excess = (totals - mean_total) / mean_total
    mean_weights = (weights @ pooled + pooled @ weights) / 2
    chance_terms = counts @ mean_weights / mean_total - expected * excess
    center = (observed - expected) / (1 - expected)
    seen = (agreeing - observed * excess - expected) / (1 - expected)
    terms = seen - 2 * (1 - center) * (chance_terms - expected) / (1 - expected)
    return Influence(terms, float(center), size * (size - 1.0), table.rated - 1)


def _ordinal(table: RatedUnits) -> Statistic:
    """Return ordinal alpha, whose distances depend on how often each category is used.

    Let c be the cumulative counts of a unit and g the distance between the middles of two neighbouring
    categories. The distances of a unit's ratings then sum to 2 sum_ij g_i g_j c_min(i,j) (r - c_max(i,j)). No
    term is negative, so that unanimous units add exactly 0.
    """
    counts = table.counts
    steps = counts.shape[1] - 1
    if steps * (steps + 1) // 2 <= _MOST_PAIRS:
        terms, of_gaps = _apart_by_pairs(table)
        width = counts.shape[1]

        def value(sums: Floats) -> Floats:
            used = sums[:, :width]
            gaps = (used[:, 1:] + used[:, :-1]) / 2
            return _alpha(of_gaps(sums[:, width:], gaps), *_by_chance(used))

        return SumStatistic(np.column_stack([counts, terms]), value)
    apart = _apart_by_steps(table)

    def values(times: Floats) -> Floats:
        used = times @ counts
        gaps = (used[:, 1:] + used[:, :-1]) / 2
        return _alpha(apart(times, gaps), *_by_chance(used))

    return values


def _by_chance(used: Floats) -> tuple[Floats, Floats]:
    """Return the ordinal disagreement by chance of categories used so often, (B, C), and their sums."""
    size = used.sum(axis=1)
    middle = np.cumsum(used, axis=1) - used / 2
    middle -= (used * middle).sum(axis=1, keepdims=True) / np.maximum(size, 1)[:, None]
    expected = 2 * size * (used * middle**2).sum(axis=1)
    return np.where((used > 0).sum(axis=1) > 1, expected, 0.0), size


def _apart_by_pairs(table: RatedUnits) -> tuple[Floats, Callable[[Floats, Floats], Floats]]:
    """Return what units add for each two gaps, (N, P), and the observed distances of sums of it and of gaps.

    All that does not depend on the gaps is summed over units first, one column for each two gaps: one
    product of matrices, for scales of few categories.
    """
    totals = table.totals[:, None]
    below = np.cumsum(table.counts, axis=1)[:, :-1]
    first, second = np.triu_indices(below.shape[1])
    terms = below[:, first] * (totals - below[:, second]) * (2.0 / (totals - 1))
    twice = np.where(first == second, 1.0, 2.0)

    def apart(sums: Floats, gaps: Floats) -> Floats:
        return np.asarray((sums * (gaps[:, first] * gaps[:, second] * twice)).sum(axis=1))

    return terms, apart


def _apart_by_steps(table: RatedUnits) -> Callable[[Floats, Floats], Floats]:
    """Return the observed distances as a function of how often units count and of the gaps.

    It runs along the scale: for scales of many categories.
    """
    totals = table.totals
    below = np.cumsum(table.counts, axis=1).T.copy()
    factor = 2.0 / (totals - 1)

    def apart(times: Floats, gaps: Floats) -> Floats:
        total = np.zeros(len(times))
        before = np.zeros(times.shape)
        for step in range(gaps.shape[1]):
            gap = gaps[:, step, None]
            current = gap * below[step]
            total += (times * (gap * (totals - below[step]) * (current + 2 * before))) @ factor
            before += current
        return total

    return apart


def _alpha(apart: Floats, expected: Floats, size: Floats) -> Floats:
    """Return 1 - (size - 1) observed / expected disagreement, NaN where none is expected."""
    return np.asarray(1.0 - divide((size - 1) * apart, expected))
