"""Lin's concordance correlation: how near the ratings of annotators lie to being the same numbers."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from aloi.agreement.distances import positions
from aloi.agreement.measures.base import Measure, Statistic, divide, rated_by_all
from aloi.agreement.measures.icc import NO_SPREAD, ORDERED
from aloi.agreement.result import Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class LinCCC(Measure):
    """Lin's concordance correlation coefficient (1989), from -1 to 1.

    Pearson's correlation, lowered if the annotators differ in mean or spread. For more than two annotators it
    is the overall coefficient of Barnhart, Haber and Song (2002), which is Lin's for two. Variances are over
    N, as in Lin. Ratings are taken as numbers (labels at the ordinal level by their rank); units that
    somebody did not rate are excluded. Undefined if all ratings are equal. With `ci="analytic"` the interval
    of two annotators is Lin's, by Fisher's transformation (with the correction of 2000). Two annotators of
    five units, as in Lin's formula 2 * 2 / (2 + 2 + 1):

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.ratings import Ratings
    >>> rows = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    >>> data = Ratings.from_table(list("abcde"), ["A", "B"], rows, "interval")
    >>> compute(data, ["lin_ccc"], ci="none")[0].value
    0.8
    """

    name = "lin_ccc"
    title = "Lin's concordance correlation"
    reference = "lin1989concordance"
    levels = ORDERED
    bears_missing = False
    weighted = False
    by_default = False
    undefined = NO_SPREAD

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units that every annotator rated."""
        return rated_by_all(table)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the coefficient as a function of how often each unit counts."""
        ratings = positions(table.categories)[table.codes]
        ratings = ratings - ratings.mean()
        k = ratings.shape[1]
        together = ratings.sum(axis=1) ** 2 - (ratings**2).sum(axis=1)  # twice the products of pairs

        def values(times: Floats) -> Floats:
            size = times.sum(axis=1)
            means = divide(times @ ratings, size[:, None])
            squares = divide(times @ (ratings**2).sum(axis=1), size)
            products = means.sum(axis=1) ** 2 - (means**2).sum(axis=1)
            shared = divide(times @ together, size) - products
            spread = (k - 1) * (squares - (means**2).sum(axis=1))
            apart = k * (means**2).sum(axis=1) - means.sum(axis=1) ** 2
            below = spread + apart
            return divide(shared, np.where(below > 1e-12 * (1 + squares), below, 0.0))

        return values

    def interval(self, table: RatedUnits, weights: Floats, value: float) -> Interval | None:
        """Return Lin's interval of two annotators; None for more, or where the formula has none."""
        size = table.size
        if table.annotators != 2 or size < 3:
            return None
        first, second = (positions(table.categories)[table.codes[:, side]] for side in (0, 1))
        spread = first.std() * second.std()
        if spread == 0 or value == 0 or abs(value) >= 1 - 1e-12:
            return None
        pearson = float(((first - first.mean()) * (second - second.mean())).mean() / spread)
        shift = float((first.mean() - second.mean()) ** 2 / spread)
        if 1 - pearson**2 < 1e-12 or abs(pearson) < 1e-12:
            return None
        variance = (1 - pearson**2) * value**2 / ((1 - value**2) * pearson**2)
        variance += 2 * value**3 * (1 - value) * shift / (pearson * (1 - value**2) ** 2)
        variance -= value**4 * shift**2 / (2 * pearson**2 * (1 - value**2) ** 2)
        if variance <= 0:
            return None
        half_width = float(ndtri(0.975)) * float(np.sqrt(variance / (size - 2)))
        middle = float(np.arctanh(value))
        return Interval(
            float(np.tanh(middle - half_width)), float(np.tanh(middle + half_width)), "analytic-Z"
        )
