"""Percent agreement: the share of annotator pairs that agree."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import ChanceCorrected, Statistic
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class PercentAgreement(ChanceCorrected):
    """The mean over units of the (weighted) share of annotator pairs that agree, from 0 to 1.

    Units rated once are excluded; missing ratings are allowed. Defined even if only one category was used.
    Twelve units of Krippendorff (2011), as in irrCAC:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> round(compute(krippendorff_2011(), ["percent_agreement"])[0].value, 6)
    0.818182
    """

    name = "percent_agreement"
    title = "Percent agreement"
    reference = "gwet2014handbook"
    chance_follows = False

    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return 0: nothing is put down to chance."""
        return lambda times: np.zeros(len(times))
