"""The common part of the measures of set-valued answers: a mean over items of a value each."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from aloi.agreement.measures.base import Influence, Measure, Statistic, divide
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats


class SetMeasure(Measure):
    """A mean over items; an item without a value is excluded."""

    levels: ClassVar[tuple[str, ...]] = ("nominal",)
    weighted = False
    for_sets = True
    chance_follows = False

    @abstractmethod
    def unit_value(self, answers: list[frozenset[object]]) -> float | None:
        """Return the value of one item, None where it has none."""

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the items that have a value."""
        return table.select(~np.isnan(self._terms(table)))

    def used(self, table: RatedUnits) -> int:
        """Return how many items have a value."""
        return table.size

    def room(self, table: RatedUnits) -> float:
        """Return 1: nothing is put down to chance."""
        return 1.0

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the mean of the items' values as a function of how often each item counts."""
        terms = self._terms(table)
        return lambda times: divide(times @ terms, times.sum(axis=1))

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence:
        """Return the items' values: the standard error is that of a mean."""
        size = table.size
        return Influence(self._terms(table), value, size * (size - 1.0), size - 1)

    def _terms(self, table: RatedUnits) -> Floats:
        """Return the value of each item, shape (N,), NaN where it has none."""
        terms = np.full(table.size, np.nan)
        for row, codes in enumerate(table.codes):
            answers = [as_set(table.categories[code]) for code in codes if code >= 0]
            value = self.unit_value(answers)
            if value is not None:
                terms[row] = value
        return terms


def as_set(value: object) -> frozenset[object]:
    """Return a set-valued answer as it is, and a single label as a set of one."""
    return value if isinstance(value, frozenset) else frozenset([value])
