"""The difference of the means of two groups of rows that share annotators and documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.intervals.spreads import ONE_UNIT, ScoreSpread, cluster_spread
from aloi.agreement.result import Interval
from aloi.agreement.table import number_groups
from aloi.base.arrays import Floats


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """The means of two groups, and the first minus the second.

    `counts` are the rows of each group. The interval is of 95 %; without one, `reason` says why.
    """

    counts: tuple[int, int]
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    reason: str | None = None


def group_difference(
    values: Sequence[float], in_first: Sequence[bool], names: Sequence[Sequence[str]]
) -> GroupDifference:
    """Return the difference of the means of two groups.

    Parameters
    ----------
    values : sequence of float, length N
        A value for each row.
    in_first : sequence of bool, length N
        Whether a row is in the first group.
    names : sequence of sequences of str, length N
        The clusters of each row: rows that share one depend on each other. Its first is an annotator or a
        document. Each further one is used beside the first in an interval of its own, and the widest counts.

    Notes
    -----
    Variances of crossed rows are defined for two clusters (Aronow, Samii and Assenova 2015). A row of three
    has two intervals: of its first and second, and of its first and third.
    """
    numbers, first = np.array(values, dtype=np.float64), np.array(in_first, dtype=np.bool_)
    counts = (int(first.sum()), int((~first).sum()))
    means = [float(numbers[side].mean()) if side.any() else None for side in (first, ~first)]
    if min(counts) < 2 or means[0] is None or means[1] is None:
        return GroupDifference(counts, means[0], means[1], None, None, ONE_UNIT)
    difference = means[0] - means[1]
    width = max(map(len, names))
    spreads = [
        _spread(numbers, first, difference, [(row[0], row[min(at, len(row) - 1)]) for row in names])
        for at in range(1, max(2, width))
    ]
    reasons = [spread for spread in spreads if isinstance(spread, str)]
    if reasons:
        return GroupDifference(counts, means[0], means[1], difference, None, reasons[0])
    reach = max(
        float(stdtrit(spread.freedom, 0.975)) * spread.error
        for spread in spreads
        if not isinstance(spread, str)
    )
    interval = Interval(difference - reach, difference + reach, "t")
    return GroupDifference(counts, means[0], means[1], difference, interval)


def _spread(
    values: Floats, first: NDArray[np.bool_], difference: float, names: Sequence[tuple[str, str]]
) -> ScoreSpread | str:
    """Return the variance of a difference of means whose rows are in one or two clusters."""
    terms = np.column_stack([values * first, first, values * ~first, ~first]).astype(np.float64)
    alone = sum(float(values[side].var(ddof=1)) / int(side.sum()) for side in (first, ~first))
    groups = number_groups(tuple(names))
    if groups is None:
        return ScoreSpread(difference, difference, alone, len(values) - 2.0, None, False, len(values), 1.0)
    clusters = Clusters.of(len(values), groups)
    return cluster_spread(SumStatistic(terms, _difference), difference, clusters, np.ones(len(values)), alone)


def _difference(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1] - sums[:, 2] / sums[:, 3])
