"""The interval of a value whose variance is known, by the range of such values."""

from __future__ import annotations

import math

import scipy

from agreement.intervals.score import Shape, score_interval, unanimous_low
from agreement.intervals.spreads import TAIL, ScoreSpread
from agreement.result import Interval

EXACT = "exact"  # how the interval of all, or none, is made
SHARE = (0.0, 1.0)
CORRELATION = (-1.0, 1.0)
ERROR = (0.0, math.inf)
NUMBER = (-math.inf, math.inf)
_NORMAL = float(scipy.special.ndtri(1 - TAIL))


def range_interval(low: float, high: float, found: ScoreSpread, pieces: int) -> Interval:
    """Return the 95 % interval of a value by what it can be.

    Parameters
    ----------
    low, high : float
        The range: 0 to 1 of a share, -1 to 1 of a correlation, 0 to infinity of an error; of any other the
        interval is symmetric.
    found : ScoreSpread
        The value and its variance.
    pieces : int
        How many independent things the value rests on: clusters, or units. Where it is all or none of them,
        the interval is the exact one of a share (Clopper and Pearson 1934).
    """
    if (low, high) == SHARE and found.value in SHARE and found.variance <= 0:
        bound = unanimous_low(pieces, 1.0)
        ends = (bound, high) if found.value == high else (low, 1 - bound)
        return Interval(*ends, EXACT)
    if (low, high) == ERROR and found.value > 0 and found.variance > 0:
        return Interval(*_of_error(found), found.method, found.design_effect)
    ends_of = score_interval(found, _shape(low, high, found.value))
    return Interval(ends_of.low, ends_of.high, found.method, found.design_effect)


def _of_error(found: ScoreSpread) -> tuple[float, float]:
    """Return the ends of the interval of an error, above 0, as those of a standard deviation.

    Its square is taken for a chi-square of as many degrees of freedom as its variance says (Satterthwaite
    1946), fewer as Student's t is wider than the normal distribution: errors vary with their size, and the
    few large ones that carry them are missing from most samples, so that the interval reaches further up.
    """
    freedom = (_NORMAL * found.value / (found.critical() * found.error)) ** 2 / 2
    quantiles = [float(scipy.special.chdtri(freedom, tail)) for tail in (TAIL, 1 - TAIL)]
    low, high = (found.value * math.sqrt(freedom / one) if one > 0 else math.inf for one in quantiles)
    return low, high


def _shape(low: float, high: float, value: float) -> Shape | None:
    """Return how the variance of a value depends on the true one; None where that is not known."""
    if not low <= value <= high:
        return None
    if (low, high) == CORRELATION:
        return lambda x: (1 - x * x) ** 2
    return (lambda x: x * (1 - x)) if (low, high) == SHARE else None
