"""Fleiss' kappa: chance is one distribution of categories pooled over annotators."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import ChanceCorrected, Statistic, divide, shares
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class FleissKappa(ChanceCorrected):
    """Fleiss' kappa (1971), generalised to missing ratings and weights by Gwet; at most 1.

    Units rated once count in the pooled distribution only. Undefined when one category only was used.
    Twelve units of Krippendorff (2011), as in irrCAC:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> round(compute(krippendorff_2011(), ["fleiss_kappa"])[0].value, 6)
    0.761169
    """

    name = "fleiss_kappa"
    title = "Fleiss' kappa"
    reference = "fleiss1971measuring"

    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the weighted agreement of two draws from the pooled distribution."""
        share = shares(table)

        def values(times: Floats) -> Floats:
            pooled = divide(times @ share, times.sum(axis=1, keepdims=True))
            return np.asarray((pooled @ weights * pooled).sum(axis=1))

        return values

    def expected_terms(self, table: RatedUnits, weights: Floats, expected: float) -> Floats:
        """Return the agreement of each unit's ratings with the pooled distribution."""
        pooled = shares(table).mean(axis=0)
        mean_weights = (weights @ pooled + pooled @ weights) / 2
        return np.asarray(shares(table) @ mean_weights)
