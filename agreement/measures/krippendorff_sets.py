"""Krippendorff's alpha of set-valued answers: two sets that share elements disagree in part."""

from __future__ import annotations

from typing import ClassVar

from aloi.agreement.measures.base import Influence, Measure, Statistic
from aloi.agreement.measures.krippendorff_alpha import weighted_alpha, weighted_influence
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class SetAlpha(Measure):
    """Krippendorff's alpha with a distance between sets; at most 1.

    An empty set is a valid answer: no element was chosen. Units rated once are excluded. Undefined if only
    one set was used. The standard error is irrCAC's.
    """

    levels: ClassVar[tuple[str, ...]] = ("nominal",)
    weighted = False
    for_sets = True

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated at least twice."""
        return table.select(table.totals >= 2)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return alpha as a function of how often each unit counts; weights are 1 minus the distance."""
        return weighted_alpha(table, weights)

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence:
        """Return the terms of irrCAC's variance."""
        return weighted_influence(table, weights)


class KrippendorffAlphaJaccard(SetAlpha):
    """Krippendorff's alpha of sets, whose distance is 1 - |A & B| / |A | B| (Jaccard)."""

    name = "krippendorff_alpha_jaccard"
    title = "Krippendorff's alpha of sets (Jaccard)"
    reference = "krippendorff2011computing"
    distance = "jaccard"


class KrippendorffAlphaMasi(SetAlpha):
    """Krippendorff's alpha of sets, whose distance is MASI (Passonneau 2006).

    MASI keeps 2/3 of the likeness of two sets of which one holds the other, 1/3 where they only overlap.
    """

    name = "krippendorff_alpha_masi"
    title = "Krippendorff's alpha of sets (MASI)"
    reference = "passonneau2006measuring"
    distance = "masi"
