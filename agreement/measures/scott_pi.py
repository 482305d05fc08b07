"""Scott's pi: Fleiss' kappa of two annotators on the units they both rated."""

from __future__ import annotations

from dataclasses import replace

from aloi.agreement.measures.base import Influence, rated_by_all
from aloi.agreement.measures.fleiss_kappa import FleissKappa
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class ScottPi(FleissKappa):
    """Scott's pi (1955) of two annotators, at most 1; units rated by one of them are excluded.

    Undefined if only one category was used. The standard error is that of large samples, as for Cohen's
    kappa. The 100 items of Artstein and Poesio (2008), table 1:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import artstein_poesio
    >>> round(compute(artstein_poesio(), ["scott_pi"])[0].value, 4)
    0.7995
    """

    name = "scott_pi"
    title = "Scott's pi"
    reference = "scott1955reliability"
    max_annotators = 2
    bears_missing = False

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated by both."""
        return rated_by_all(table)

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence:
        """Return the terms of Fleiss' kappa with the large-sample divisor N^2, as irrCAC has it for pi."""
        return replace(super().influence(table, weights, value), divisor=float(table.size) ** 2)
