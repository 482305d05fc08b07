"""Intraclass correlations: the share of the variance of ratings that lies between units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import fdtri

from aloi.agreement.distances import positions
from aloi.agreement.measures.base import Measure, Statistic, divide, rated_by_all
from aloi.agreement.result import Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

ORDERED = ("ordinal", "interval", "ratio")
NO_SPREAD = Phrase("reason-no-variance-between", "no variance between units")
F_METHOD = "analytic-F"
_UPPER = 0.975


class IntraclassCorrelation(Measure):
    """Intraclass correlation of complete ratings (Shrout and Fleiss 1979; McGraw and Wong 1996), at most 1.

    Ratings are taken as numbers (labels at the ordinal level by their rank). Units that somebody did not rate
    are excluded. Undefined if units do not differ. The interval of `ci="analytic"` is that of the F
    distribution. It requires independent units and normal errors. If most ratings are equal, as is common on
    a scale, its coverage is as little as two of three samples.
    """

    reference = "shrout1979intraclass"
    levels = ORDERED
    bears_missing = False
    weighted = False
    by_default = False
    undefined = NO_SPREAD
    form: ClassVar[int]
    of_mean: ClassVar[bool]

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units that every annotator rated."""
        return rated_by_all(table)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the correlation as a function of how often each unit counts."""
        values = positions(table.categories)[table.codes]
        return lambda times: Squares.of(values, times).share(self.form, of_mean=self.of_mean)

    def interval(self, table: RatedUnits, weights: Floats, value: float) -> Interval | None:
        """Return the interval of the F distribution; None where it is not known."""
        squares = Squares.of(positions(table.categories)[table.codes], np.ones((1, table.size)))
        return squares.interval(self.form, of_mean=self.of_mean)


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Mean squares of B weighted tables of complete ratings, each of shape (B,), and their counts."""

    raters: int
    units: Floats
    rows: Floats
    columns: Floats
    within: Floats
    error: Floats

    @classmethod
    def of(cls, values: Floats, times: Floats) -> Squares:
        """Return the mean squares of values (N, k) whose rows count as often as `times` (B, N) says."""
        values = values - values.mean()
        k = values.shape[1]
        n = times.sum(axis=1)
        sums = values.sum(axis=1)
        center = divide((times @ sums) ** 2, n * k)
        between = np.maximum(times @ sums**2 / k - center, 0.0)
        by_column = np.maximum(divide(((times @ values) ** 2).sum(axis=1), n) - center, 0.0)
        inside = times @ ((values - sums[:, None] / k) ** 2).sum(axis=1)
        rest = np.maximum(inside - by_column, 0.0)
        spare = np.maximum(n - 1, 1e-300)
        return cls(
            raters=k,
            units=n,
            rows=between / spare,
            columns=by_column / (k - 1),
            within=divide(inside, n * (k - 1)),
            error=rest / (spare * (k - 1)),
        )

    def share(self, form: int, *, of_mean: bool) -> Floats:
        """Return the intraclass correlation of a form, 1 to 3, of one rating or of the mean of k, (B,)."""
        k, n = self.raters, self.units
        rows, error = self.rows, self.within if form == 1 else self.error
        bias = divide(k * (self.columns - self.error), n) if form == 2 else 0.0
        below = rows + (bias / k if of_mean else (k - 1) * error + bias)
        divisor = np.where(n > 1, below, 0.0)
        rounding = 1e-12 * (self.rows + self.columns + self.within)
        return divide(rows - error, np.where(divisor > rounding, divisor, 0.0))

    def interval(self, form: int, *, of_mean: bool) -> Interval | None:
        """Return the interval of the F distribution of one table (B = 1); None where it is not known."""
        k, n = self.raters, float(self.units[0])
        rows, columns, error = (float(one[0]) for one in (self.rows, self.columns, self.error))
        if form == 2:
            ends = _absolute_ends(k, n, rows, columns, error)
        else:
            within = float(self.within[0]) if form == 1 else error
            ends = one_way_ends(rows, within, k, n - 1, n * (k - 1) if form == 1 else (n - 1) * (k - 1))
        return f_interval(ends, k if of_mean else 1)


def spearman_brown(reliability: float, ratings: float) -> float:
    """Return the reliability of the mean of so many ratings, from that of one (Spearman 1910; Brown 1910).

    Below -1 / (ratings - 1) there is none: minus infinity.

    >>> round(spearman_brown(0.5, 3), 3)
    0.75
    """
    below = 1 + (ratings - 1) * reliability
    return ratings * reliability / below if below > 0 else float("-inf")


def f_interval(ends: tuple[float, float] | None, ratings: float) -> Interval | None:
    """Return the interval of the mean of so many ratings from the ends of that of one; None without any."""
    if ends is None:
        return None
    low, high = (spearman_brown(one, ratings) for one in ends)
    return Interval(low, high, F_METHOD) if np.isfinite([low, high]).all() else None


def one_way_ends(
    between: float, within: float, ratings: float, above: float, below: float
) -> tuple[float, float] | None:
    """Return the 95 % ends of (F - 1) / (F + ratings - 1), with F = between / within.

    `above` and `below` are the degrees of freedom of the two mean squares; None without a spread of both.
    """
    if min(above, below) <= 0 or within <= 0:
        return None
    ratio = between / within
    low = ratio / float(fdtri(above, below, _UPPER))
    high = ratio * float(fdtri(below, above, _UPPER))
    return (low - 1) / (low + ratings - 1), (high - 1) / (high + ratings - 1)


def _absolute_ends(k: int, n: float, rows: float, columns: float, error: float) -> tuple[float, float] | None:
    """Return the ends of ICC(2,1), by Satterthwaite's degrees of freedom (McGraw and Wong 1996, table 7)."""
    if n < 2 or error <= 0:
        return None
    below = rows + (k - 1) * error + k * (columns - error) / n
    if below <= 0:
        return None
    value = (rows - error) / below
    ratio = columns / error
    of_mean = n * (1 + (k - 1) * value) - k * value
    freedom = (k - 1) * (n - 1) * (k * value * ratio + of_mean) ** 2
    spare = (n - 1) * k**2 * value**2 * ratio**2 + of_mean**2
    if spare <= 0 or freedom <= 0:
        return None
    freedom /= spare
    lower, upper = float(fdtri(n - 1, freedom, _UPPER)), float(fdtri(freedom, n - 1, _UPPER))
    spread = k * columns + (k * n - k - n) * error
    parts = (lower * spread + n * rows, spread + n * upper * rows)
    if min(parts) <= 0 or not np.isfinite(parts).all():
        return None
    return n * (rows - lower * error) / parts[0], n * (upper * rows - error) / parts[1]


class ICC11(IntraclassCorrelation):
    """ICC(1,1): one rating, the annotators of each unit being any; what one answer is worth.

    Six targets by four judges of Shrout and Fleiss (1979), table 2:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> [round(one.value, 2) for one in compute(shrout_fleiss(), ["icc_1_1", "icc_2_1", "icc_3_1"])]
    [0.17, 0.29, 0.71]
    """

    name = "icc_1_1"
    title = "ICC(1,1)"
    form = 1
    of_mean = False


class ICC21(IntraclassCorrelation):
    """ICC(2,1): one rating, absolute agreement; annotators who are stricter lower it.

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> [icc] = compute(shrout_fleiss(), ["icc_2_1"], ci="analytic")
    >>> round(icc.interval.low, 3), round(icc.interval.high, 3)
    (0.019, 0.761)
    """

    name = "icc_2_1"
    title = "ICC(2,1)"
    form = 2
    of_mean = False


class ICC31(IntraclassCorrelation):
    """ICC(3,1): one rating, consistency; a constant difference between annotators costs nothing.

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> [icc] = compute(shrout_fleiss(), ["icc_3_1"], ci="analytic")
    >>> round(icc.interval.low, 3), round(icc.interval.high, 3)
    (0.342, 0.946)
    """

    name = "icc_3_1"
    title = "ICC(3,1)"
    form = 3
    of_mean = False


class ICC1k(IntraclassCorrelation):
    """ICC(1,k): the mean of the k ratings of a unit, its annotators being any.

    Six targets by four judges of Shrout and Fleiss (1979), table 2:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> [round(one.value, 2) for one in compute(shrout_fleiss(), ["icc_1_k", "icc_2_k", "icc_3_k"])]
    [0.44, 0.62, 0.91]
    """

    name = "icc_1_k"
    title = "ICC(1,k)"
    form = 1
    of_mean = True


class ICC2k(IntraclassCorrelation):
    """ICC(2,k): the mean of the k annotators, absolute agreement.

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> round(compute(shrout_fleiss(), ["icc_2_k"])[0].value, 2)
    0.62
    """

    name = "icc_2_k"
    title = "ICC(2,k)"
    form = 2
    of_mean = True


class ICC3k(IntraclassCorrelation):
    """ICC(3,k): the mean of the k annotators, consistency; it equals Cronbach's alpha.

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> round(compute(shrout_fleiss(), ["icc_3_k"])[0].value, 2)
    0.91
    """

    name = "icc_3_k"
    title = "ICC(3,k)"
    form = 3
    of_mean = True
