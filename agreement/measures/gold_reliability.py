"""Reliability of the gold: what the mean of the ratings of each unit is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.distances import positions
from aloi.agreement.measures.base import Measure, Statistic, divide
from aloi.agreement.measures.icc import NO_SPREAD, ORDERED, f_interval, one_way_ends
from aloi.agreement.result import Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class GoldReliability(Measure):
    """The reliability of a gold that is the mean of the ratings of each unit, at most 1.

    The intraclass correlation of one rating in a one-way analysis of variance, ICC(1), is raised by Spearman
    and Brown's formula to the number of ratings behind a mean. Coefficients such as alpha describe the
    reliability of *one* rating. A release contains means, and this is their reliability: the expected
    correlation of the gold with that of as many other annotators. The set of annotators may differ from unit
    to unit; with the same k for all it is ICC(1,k). If units have different numbers of ratings, the formula
    takes their harmonic mean, and the analysis Snedecor's mean number.

    Ratings are taken as numbers (labels at the ordinal level by their rank). Units rated once are excluded:
    they contain no information on reliability, and a gold based on them is less reliable than this. Undefined
    if units do not differ. With `ci="analytic"` the interval is that of the F distribution, approximate with
    unequal numbers. Six targets by four judges of Shrout and Fleiss (1979), table 2:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> round(compute(shrout_fleiss(), ["gold_reliability"])[0].value, 2)
    0.44
    """

    name = "gold_reliability"
    title = "Reliability of the gold (mean of the ratings)"
    reference = "shrout1979intraclass"
    levels = ORDERED
    weighted = False
    by_default = False
    undefined = NO_SPREAD

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated at least twice."""
        return table.select(table.totals >= 2)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the reliability as a function of how often each unit counts."""
        parts = OneWay.of(table)

        return parts.reliability

    def interval(self, table: RatedUnits, weights: Floats, value: float) -> Interval | None:
        """Return the interval of the F distribution; None without a spread inside units."""
        return OneWay.of(table).interval()


@dataclass(frozen=True, slots=True, eq=False)
class OneWay:
    """Sums of the ratings of each unit, shape (N,)."""

    totals: Floats
    means: Floats
    inside: Floats

    @classmethod
    def of(cls, table: RatedUnits) -> OneWay:
        """Return the sums of a table of categories."""
        values = positions(table.categories)
        middle = float(table.counts.sum(axis=0) @ values / table.totals.sum())
        means = table.counts @ (values - middle) / table.totals
        apart = values[None, :] - middle - means[:, None]
        return cls(table.totals, means, (table.counts * apart**2).sum(axis=1))

    @classmethod
    def of_values(cls, values: Floats) -> OneWay:
        """Return the sums of numbers (N, A), NaN for missing ratings."""
        centred = values - np.nanmean(values)
        means = np.nanmean(centred, axis=1)
        totals = (~np.isnan(values)).sum(axis=1).astype(np.float64)
        return cls(totals, means, np.nansum((centred - means[:, None]) ** 2, axis=1))

    def reliability(self, times: Floats) -> Floats:
        """Return the reliability of B weighted tables, (B,); NaN where units do not differ."""
        between, within, ratings, _, behind = self.analysis(times)
        # Spearman and Brown's formula of (between - within) / (between + (ratings - 1) within).
        below = behind * (between - within) + ratings * within
        least = 1e-12 * (between + within)
        return divide(behind * (between - within), np.where(below > least, below, 0.0))

    def interval(self) -> Interval | None:
        """Return the interval of the F distribution; None without a spread inside units."""
        between, within, ratings, freedom, behind = (
            float(values[0]) for values in self.analysis(np.ones((1, len(self.totals))))
        )
        ends = one_way_ends(between, within, ratings, len(self.totals) - 1, freedom)
        return f_interval(ends, behind)

    def analysis(self, times: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Return the analysis of variance of B weighted tables, each part of shape (B,).

        Mean squares between and within units, Snedecor's mean number of ratings, the degrees of freedom
        within, and the harmonic mean of the numbers of ratings.
        """
        units = times.sum(axis=1)
        ratings = times @ self.totals
        center = divide(times @ (self.totals * self.means), ratings)
        squares = times @ (self.totals * self.means**2) - ratings * center**2
        spare = np.where(units > 1, units - 1, np.nan)
        freedom = ratings - units
        number = (ratings - divide(times @ self.totals**2, ratings)) / spare
        within = divide(times @ self.inside, freedom)
        return (
            np.maximum(squares, 0.0) / spare,
            within,
            number,
            freedom,
            divide(units, times @ (1 / self.totals)),
        )
