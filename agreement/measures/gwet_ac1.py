"""Gwet's AC1: chance is the agreement of annotators who guess on hard units only."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import ChanceCorrected, Statistic, divide, shares
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class GwetAC1(ChanceCorrected):
    """Gwet's AC1 (2008), at most 1; steady where nearly all ratings fall in one category.

    The number of categories counts, so declare those nobody used. Undefined with a single category; when
    all ratings are equal but other categories were declared, it is 1.
    Twelve units of Krippendorff (2011), as in irrCAC:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> round(compute(krippendorff_2011(), ["gwet_ac1"])[0].value, 6)
    0.775444
    """

    name = "gwet_ac1"
    title = "Gwet's AC1"
    reference = "gwet2008computing"
    chance_follows = False
    weighted = False

    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the mean weight off chance times the sum of share times one minus share."""
        share = shares(table)
        factor = guess_factor(weights)

        def values(times: Floats) -> Floats:
            pooled = divide(times @ share, times.sum(axis=1, keepdims=True))
            return np.asarray(factor * (pooled * (1 - pooled)).sum(axis=1))

        return values

    def expected_terms(self, table: RatedUnits, weights: Floats, expected: float) -> Floats:
        """Return what each unit adds to pe."""
        share = shares(table)
        return np.asarray(guess_factor(weights) * (share @ (1 - share.mean(axis=0))))


def guess_factor(weights: Floats) -> float:
    """Return the sum of the weights over C (C - 1); NaN with a single category."""
    categories = len(weights)
    return float(weights.sum()) / (categories * (categories - 1)) if categories > 1 else float("nan")
