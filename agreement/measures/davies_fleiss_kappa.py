"""Davies and Fleiss' multi-kappa: means over annotator pairs of observed and of expected agreement."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from aloi.agreement.measures.base import Influence, Measure, Statistic, corrected, divide
from aloi.agreement.measures.conger_kappa import CongerKappa
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class DaviesFleissKappa(Measure):
    """Davies and Fleiss' multi-kappa (1982), at most 1.

    (mean pa - mean pe) / (1 - mean pe) over the pairs of annotators, each on the units both rated. On
    complete tables it is Conger's kappa; it is not the mean of the pairs' kappas. Undefined when one
    category only was used. No standard error is known for tables with missing ratings.
    The 100 items of Artstein and Poesio (2008), as in NLTK:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import artstein_poesio
    >>> round(compute(artstein_poesio(), ["davies_fleiss_kappa"])[0].value, 6)
    0.801325
    """

    name = "davies_fleiss_kappa"
    title = "Davies and Fleiss' kappa"
    reference = "davies1982measuring"

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the multi-kappa as a function of how often each unit counts."""
        if table.complete:
            return CongerKappa().statistic(table, weights)

        def values(times: Floats) -> Floats:
            observed, expected = np.zeros(len(times)), np.zeros(len(times))
            pairs = np.zeros(len(times))
            for a, b in combinations(range(table.annotators), 2):
                shared = (table.codes[:, a] >= 0) & (table.codes[:, b] >= 0)
                counted = times[:, shared]
                size = counted.sum(axis=1)
                agreeing = weights[table.codes[shared, a], table.codes[shared, b]]
                left = divide(counted @ table.indicators(a)[shared], size[:, None], missing=0.0)
                right = divide(counted @ table.indicators(b)[shared], size[:, None], missing=0.0)
                observed += divide(counted @ agreeing, size, missing=0.0)
                expected += (left @ weights * right).sum(axis=1)
                pairs += size > 0
            return corrected(divide(observed, pairs), divide(expected, pairs))

        return values

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence | None:
        """Return Conger's terms for a complete table, None otherwise."""
        return CongerKappa().influence(table, weights, value) if table.complete else None
