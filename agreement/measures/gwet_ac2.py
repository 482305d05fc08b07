"""Gwet's AC2: AC1 with agreement weights."""

from __future__ import annotations

from aloi.agreement.measures.gwet_ac1 import GwetAC1


class GwetAC2(GwetAC1):
    """Gwet's AC2 (2014): AC1 with agreement weights, at most 1.

    Without weights asked for, it takes those of the level: ordinal, quadratic (interval) or ratio; at the
    nominal level it needs weights. Twelve units of Krippendorff (2011), quadratic, as in irrCAC:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> round(compute(krippendorff_2011(), ["gwet_ac2"], weights="quadratic")[0].value, 6)
    0.914001
    """

    name = "gwet_ac2"
    title = "Gwet's AC2"
    reference = "gwet2014handbook"
    weighted = True
