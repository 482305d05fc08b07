"""What a metric must state, and the number it gives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from agreement.result import Interval


class Direction(StrEnum):
    """Which way is better."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Metric:
    """The identity of a metric.

    Parameters
    ----------
    low, high : float
        The range of its values, both ends included.
    clipping : str
        What happens to answers outside the scale, in words.
    resampling_unit : str
        What an interval resamples: `item`, `document`, ...
    row_kinds : tuple of str
        The row kinds it scores, by class name.
    references : tuple of str
        Keys of the bibliography.
    """

    name: str
    title: str
    direction: Direction
    low: float
    high: float
    clipping: str
    resampling_unit: str
    row_kinds: tuple[str, ...]
    references: tuple[str, ...]

    def better(self, a: float, b: float) -> bool:
        """Return whether value `a` is strictly better than `b`."""
        return a > b if self.direction is Direction.HIGHER else a < b


@dataclass(frozen=True, slots=True)
class Statistic:
    """A coefficient and its two-sided p; a value that cannot be computed is None, with the reason."""

    value: float | None
    p: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Score:
    """A metric's value on some data: undefined is None with a reason, never 0.

    `n` counts the items the value stands on; `signature` says everything needed to compare it.
    """

    metric: str
    value: float | None
    reason: str | None
    p: float | None
    n: int
    interval: Interval | None
    signature: str
