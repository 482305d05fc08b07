"""Conger's kappa: chance is met between every two annotators, each with a distribution of their own."""

from __future__ import annotations

import numpy as np

from aloi.agreement.measures.base import ChanceCorrected, Statistic, divide
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class CongerKappa(ChanceCorrected):
    """Conger's kappa (1980), generalised to missing ratings and weights by Gwet; at most 1.

    Two annotators, complete: Cohen's kappa. Undefined when one category only was used.
    Twelve units of Krippendorff (2011), as in irrCAC:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> round(compute(krippendorff_2011(), ["conger_kappa"])[0].value, 6)
    0.762817
    """

    name = "conger_kappa"
    title = "Conger's kappa"
    reference = "conger1980integration"

    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the mean over ordered pairs of annotators of their expected agreement."""

        def values(times: Floats) -> Floats:
            total = np.zeros((len(times), len(table.categories)))
            alone = np.zeros(len(times))
            active = np.zeros(len(times))
            for annotator in range(table.annotators):
                tally = times @ table.indicators(annotator)
                rated = tally.sum(axis=1)
                shares = divide(tally, rated[:, None], missing=0.0)
                total += shares
                alone += (shares @ weights * shares).sum(axis=1)
                active += rated > 0
            both = (total @ weights * total).sum(axis=1) - alone
            return divide(both, active * (active - 1))

        return values

    def expected_terms(self, table: RatedUnits, weights: Floats, expected: float) -> Floats:
        """Return what each unit adds to pe, through the distribution of each annotator."""
        people, size = table.annotators, table.size
        tallies = np.stack([table.indicators(annotator).sum(axis=0) for annotator in range(people)])
        rated = tallies.sum(axis=1)
        shares = tallies / rated[:, None]
        total = shares.sum(axis=0)
        terms = np.zeros(size)
        for annotator in range(people):
            against = weights @ (total - shares[annotator])
            codes = table.codes[:, annotator]
            present = codes >= 0
            seen = np.where(present, against[codes], 0.0)
            drift = (present - rated[annotator] / size) * (shares[annotator] @ against)
            terms += size / rated[annotator] * (seen - drift)
        return terms / (people * (people - 1))
