"""Cohen's kappa: chance is the product of the two annotators' own distributions."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import Influence, Measure, Statistic, corrected, divide, rated_by_all
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class CohenKappa(Measure):
    """Cohen's kappa of two annotators (1960; weighted 1968), at most 1.

    Units rated by one of them are excluded (Conger's kappa keeps them). Undefined if both used the same
    single category. The standard error is the large-sample one of Fleiss, Cohen and Everitt (1969). The 100
    items of Artstein and Poesio (2008), table 1:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import artstein_poesio
    >>> round(compute(artstein_poesio(), ["cohen_kappa"])[0].value, 4)
    0.8013
    """

    name = "cohen_kappa"
    title = "Cohen's kappa"
    reference = "cohen1960coefficient"
    max_annotators = 2
    bears_missing = False

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated by both."""
        return rated_by_all(table)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return kappa as a function of how often each unit counts."""
        first, second = table.indicators(0), table.indicators(1)
        agreeing = weights[table.codes[:, 0], table.codes[:, 1]]

        def values(times: Floats) -> Floats:
            size = times.sum(axis=1)
            left = divide(times @ first, size[:, None])
            right = divide(times @ second, size[:, None])
            expected = np.einsum("bk,kl,bl->b", left, weights, right, optimize=True)
            return corrected(divide(times @ agreeing, size), expected)

        return values

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence:
        """Return the terms of the variance of Fleiss, Cohen and Everitt (1969)."""
        left, right = table.indicators(0).mean(axis=0), table.indicators(1).mean(axis=0)
        expected = float(left @ weights @ right)
        first, second = table.codes[:, 0], table.codes[:, 1]
        mean_weights = (weights @ right)[first] + (left @ weights)[second]
        terms = (weights[first, second] - mean_weights * (1 - value)) / (1 - expected)
        return Influence(terms, float(terms.mean()), float(table.size) ** 2, table.size - 1)
