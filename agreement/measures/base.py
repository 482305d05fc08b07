"""The interface of a coefficient, and the form most of them share: (pa - pe) / (1 - pe)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from aloi.agreement.measures.shapes import copy_shape, share_shape
from aloi.agreement.ratings import LEVELS
from aloi.agreement.result import ONE_CATEGORY, Interval
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats

# A statistic takes how often each unit counts, shape (B, N), and returns B values, NaN where undefined.
Statistic = Callable[[Floats], Floats]

_TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Influence:
    """The contribution of each unit to a coefficient: the source of its analytic standard error.

    Parameters
    ----------
    terms : ndarray, shape (N,)
        The coefficient as computed from each unit.
    center : float
        The value the terms are compared with.
    divisor : float
        The variance is the sum of squared differences over this.
    freedom : int
        Degrees of freedom of the t distribution of the interval.
    """

    terms: Floats
    center: float
    divisor: float
    freedom: int

    def standard_error(self) -> float | None:
        """Return the standard error; None with fewer than two units."""
        if self.divisor <= 0 or self.freedom < 1:
            return None
        spread = self.terms - self.center
        spread[np.abs(spread) < _TINY] = 0.0  # identical terms differ by rounding only
        return float(np.sqrt((spread**2).sum() / self.divisor))


class Measure(ABC):
    """A coefficient. Instances hold no state; `aloi.agreement.measures.MEASURES` lists them."""

    name: ClassVar[str]
    title: ClassVar[str]
    reference: ClassVar[str]
    about: ClassVar[str] = ""  # its explanation on pages, for a measure of a plug-in
    levels: ClassVar[tuple[str, ...]] = LEVELS
    min_annotators: ClassVar[int] = 2
    max_annotators: ClassVar[int | None] = None
    bears_missing: ClassVar[bool] = True
    weighted: ClassVar[bool] = True
    for_sets: ClassVar[bool] = False
    distance: ClassVar[str | None] = None
    by_default: ClassVar[bool] = True  # whether it is given where no measure is named
    undefined: ClassVar[str] = ONE_CATEGORY
    # Whether chance follows the labels used, as in alpha and kappa; if not, the value varies as a share does.
    chance_follows: ClassVar[bool] = True

    def select(self, table: RatedUnits) -> RatedUnits:
        """Return the units the coefficient rests on; they are what a bootstrap draws from."""
        return table

    def used(self, table: RatedUnits) -> int:
        """Return how many units carry the observed agreement."""
        return int((table.totals >= 2).sum())

    @abstractmethod
    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return the coefficient as a function of how often each unit counts.

        Parameters
        ----------
        table : Table
            As `select` returned it, N units.
        weights : ndarray, shape (C, C)
            Agreement weights; not read by measures that take none.
        """

    def room(self, table: RatedUnits) -> float:
        """Return the unweighted disagreement by chance of labels used as often as here, in [0, 1]."""
        used = table.counts[table.totals >= 2].sum(axis=0)
        return 1 - float(((used / used.sum()) ** 2).sum())

    def shape(self, table: RatedUnits) -> Callable[[float], float]:
        """Return how the variance of the value depends on the true one, up to a factor."""
        room = min(1.0, max(_TINY, self.room(table)))
        if not self.chance_follows:
            return share_shape(1 - room)
        rated = table.totals[table.totals >= 2]
        return copy_shape(max(2, round(float(rated.mean()))), room)

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence | None:
        """Return what each unit adds to the value; None where no standard error is known."""
        return None

    def interval(self, table: RatedUnits, weights: Floats, value: float) -> Interval | None:
        """Return the analytic interval of a coefficient that has one without a standard error; else None."""
        return None


class ChanceCorrected(Measure):
    """A coefficient (pa - pe) / (1 - pe) whose observed agreement pa is that of `observed_terms`."""

    @abstractmethod
    def expected(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return pe, the agreement expected by chance, as a function of how often each unit counts."""

    def room(self, table: RatedUnits) -> float:
        """Return 1 minus pe, unweighted."""
        return 1 - float(self.expected(table, np.eye(len(table.categories)))(np.ones((1, table.size)))[0])

    def expected_terms(self, table: RatedUnits, weights: Floats, expected: float) -> Floats:
        """Return what each unit adds to pe, shape (N,); constant where pe does not depend on the ratings."""
        return np.full(table.size, expected)

    def statistic(self, table: RatedUnits, weights: Floats) -> Statistic:
        """Return (pa - pe) / (1 - pe); NaN where nothing is rated twice or pe is 1."""
        terms = observed_terms(table, weights)
        pairable = (table.totals >= 2).astype(np.float64)
        chance = self.expected(table, weights)

        def values(times: Floats) -> Floats:
            observed = divide(times @ terms, times @ pairable)
            expected = chance(times)
            return corrected(observed, expected)

        return values

    def influence(self, table: RatedUnits, weights: Floats, value: float) -> Influence:
        """Return the terms of Gwet's linearised variance, over all units rated at least once."""
        size = table.size
        terms = observed_terms(table, weights)
        pairable = (table.totals >= 2).astype(np.float64)
        expected = float(self.expected(table, weights)(np.ones((1, size)))[0])
        chance_terms = self.expected_terms(table, weights, expected)
        scale = size / pairable.sum()
        seen = scale * (terms - expected * pairable) / (1 - expected)
        return Influence(
            terms=seen - 2 * (1 - value) * (chance_terms - expected) / (1 - expected),
            center=value,
            divisor=size * (size - 1.0),
            freedom=size - 1,
        )


def observed_terms(table: RatedUnits, weights: Floats) -> Floats:
    """Return the share of agreeing annotator pairs of each unit, shape (N,); 0 for units rated once."""
    agreeing = (table.counts * (table.counts @ weights - 1.0)).sum(axis=1)
    return divide(agreeing, table.totals * (table.totals - 1.0), missing=0.0)


def shares(table: RatedUnits) -> Floats:
    """Return the share of its ratings that a unit has in each category, shape (N, C)."""
    return table.counts / table.totals[:, None]


def corrected(observed: Floats, expected: Floats) -> Floats:
    """Return (observed - expected) / (1 - expected), NaN where 1 is expected."""
    room = 1.0 - expected
    room = np.where(room > _TINY, room, np.nan)
    return np.asarray((observed - expected) / room)


def divide(above: Floats, below: Floats, missing: float = np.nan) -> Floats:
    """Return above / below, and `missing` where below is 0."""
    out = np.full(np.broadcast(above, below).shape, missing)
    return np.asarray(np.divide(above, below, out=out, where=below > 0))


def rated_by_all(table: RatedUnits) -> RatedUnits:
    """Return the units that every annotator rated."""
    return table.select(np.asarray((table.codes >= 0).all(axis=1)))


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
