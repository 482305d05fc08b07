"""Hours at work in a round: those spent, and those that the answers left will take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from aloi.storage.model import DayEffort
from aloi.workbench.desk.my_work import PAUSE

_LONG_ITEM = 4  # times the usual time of an answer: longer, nobody sat before the item all the while
_LEAST_CLUSTERS = 3


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours before the items of a round.

    Parameters
    ----------
    spent : float
        By all annotators together, pauses left out: an answer counts for five minutes at most, or for four
        times the usual time of the round where that is longer.
    timed : int
        Answers and corrections whose time is known.
    expected, low, high : float or None
        What the answers left will take at the time an answer took so far, and the ends of the 95 % interval
        (Student's t on the days of each annotator). None without a time; the ends, with fewer than three
        days of somebody.
    """

    spent: float
    timed: int
    expected: float | None
    low: float | None = None
    high: float | None = None


def longest_answer(usual: float) -> float:
    """Return for how many seconds an answer counts at most, given the usual time of the round in seconds."""
    return max(PAUSE.total_seconds(), _LONG_ITEM * usual)


def expected_hours(days: Sequence[DayEffort], left: int) -> Hours:
    """Return the hours of these days together, and what `left` answers will take.

    The days of each annotator are taken for the clusters of a ratio, seconds over answers: paces of people
    and of days differ more than answers of one sitting do.
    """
    timed = np.array([one.timed for one in days], dtype=np.float64)
    seconds = np.array([one.seconds for one in days], dtype=np.float64)
    count, total = float(timed.sum()), float(seconds.sum())
    if not count:
        return Hours(0.0, 0, 0.0 if left == 0 else None)
    expected = left * total / count
    if left == 0 or len(days) < _LEAST_CLUSTERS:
        return Hours(total / 3600, int(count), expected / 3600)
    squares = float(((seconds - total / count * timed) ** 2).sum()) * len(days) / (len(days) - 1)
    error = math.sqrt(squares / count * left * (1 + left / count))
    reach = float(stdtrit(len(days) - 1, 0.975)) * error
    return Hours(
        total / 3600,
        int(count),
        expected / 3600,
        max(0.0, expected - reach) / 3600,
        (expected + reach) / 3600,
    )
