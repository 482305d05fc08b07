"""Bangdiwala's B: a measure of agreement of two annotators."""

from __future__ import annotations

from aloi.agreement.measures.base import Measure, Statistic, divide, rated_by_all
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase


class BangdiwalaB(Measure):
    """Bangdiwala's B of two annotators (1985), from 0 to 1.

    With n_ij units in category i for the first annotator and j for the second: the sum of n_ii², divided by
    the sum of n_i. n_.i. Units rated by one of them are excluded.
    """

    name = "bangdiwala_b"
    title = Phrase("example-bangdiwala", "Bangdiwala's B")
    about = Phrase(
        "example-bangdiwala-about",
        "For each category, a rectangle has the counts of the two annotators as sides. "
        "B is the share of these areas that squares of the units in agreement fill.",
    )
    reference = "Bangdiwala 1985, A graphical test for observer agreement"
    levels = ("nominal",)
    max_annotators = 2
    bears_missing = False
    weighted = False
    by_default = False
    undefined = Phrase("example-bangdiwala-undefined", "no category was used by both annotators")

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units rated by both."""
        return rated_by_all(table)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return B as a function of how often each unit counts."""
        first, second = table.indicators(0), table.indicators(1)
        both = first * second

        def values(times: Floats) -> Floats:
            areas = ((times @ first) * (times @ second)).sum(axis=1)
            return divide(((times @ both) ** 2).sum(axis=1), areas)

        return values
