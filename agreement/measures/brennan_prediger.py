"""Brennan and Prediger's coefficient: chance is an even spread over the categories."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import ChanceCorrected, Statistic
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class BrennanPrediger(ChanceCorrected):
    """Brennan and Prediger's coefficient (1981; Bennett's S), at most 1.

    The number of categories counts, so declare those nobody used. Undefined with a single category.
    The 100 items of Artstein and Poesio (2008), S of table 1:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import artstein_poesio
    >>> round(compute(artstein_poesio(), ["brennan_prediger"])[0].value, 2)
    0.82
    """

    name = "brennan_prediger"
    title = "Brennan and Prediger's coefficient"
    reference = "brennan1981coefficient"
    chance_follows = False

    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the mean of the weights, whatever the ratings."""
        mean = float(weights.mean()) if weights.size else float("nan")
        return lambda times: np.full(len(times), mean)
