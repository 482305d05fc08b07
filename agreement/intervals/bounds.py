"""The interval of a value whose variance is known, by the range of such values."""

from __future__ import annotations

import math

import scipy

from aloi.agreement.intervals.score import Shape, score_interval, unanimous_low
from aloi.agreement.intervals.spreads import TAIL, ScoreSpread
from aloi.agreement.result import Interval, widened_method

EXACT = "exact"  # how the interval of all, or none, is made
SHARE = (0.0, 1.0)
CORRELATION = (-1.0, 1.0)
ERROR = (0.0, math.inf)
NUMBER = (-math.inf, math.inf)
_NORMAL = float(scipy.special.ndtri(1 - TAIL))
_LEAST_FREEDOM = 0.1  # with fewer degrees of freedom the lower end of a chi-square interval rises again
_LARGEST = 1e300


def range_interval(low: float, high: float, score_spread: ScoreSpread, pieces: int) -> Interval:
    """Return the 95 % interval of a value from its possible range.

    Parameters
    ----------
    low, high : float
        The range: 0 to 1 of a share, -1 to 1 of a correlation, 0 to infinity of an error; of any other the
        interval is symmetric.
    score_spread : ScoreSpread
        The value and its variance.
    pieces : int
        The number of independent units the value is based on: clusters, or units. If a share is 0 or 1, the
        interval is the exact one (Clopper and Pearson 1934).
    """
    if (low, high) == SHARE and score_spread.value in SHARE and score_spread.variance <= 0:
        bound = unanimous_low(pieces, 1.0)
        ends = (bound, high) if score_spread.value == high else (low, 1 - bound)
        return Interval(*ends, EXACT)
    if (low, high) == ERROR and score_spread.value > 0 and score_spread.variance > 0:
        low, high, freedom = _of_error(score_spread)
        widened = freedom < _LEAST_FREEDOM
        return Interval(
            low, high, widened_method(score_spread.method, widened=widened), score_spread.design_effect
        )
    ends_of = score_interval(score_spread, _shape(low, high, score_spread.value))
    return Interval(ends_of.low, ends_of.high, score_spread.method, score_spread.design_effect)


def _of_error(score_spread: ScoreSpread) -> tuple[float, float, float]:
    """Return the ends of the interval of an error above 0, as those of a standard deviation, and its freedom.

    Its square is treated as a chi-square with the degrees of freedom of its variance (Satterthwaite 1946).
    They are reduced because Student's t is wider than the normal distribution. Errors vary with their size,
    and most samples lack the few large ones, so that the interval extends further up. With less than a tenth
    of a degree, nearly all samples of such a chi-square are 0, and its lower end would lie above the error
    itself. The lower end is then that of a tenth, which is the lowest of all.
    """
    freedom = (_NORMAL * score_spread.value / (score_spread.critical() * score_spread.error)) ** 2 / 2
    # A quantile far below the smallest number is 0: the upper end is infinite.
    lower = max(freedom, _LEAST_FREEDOM)
    above = float(scipy.special.chdtri(freedom, 1 - TAIL))
    high = score_spread.value * math.sqrt(freedom / above) if freedom < above * _LARGEST else math.inf
    return score_spread.value * math.sqrt(lower / float(scipy.special.chdtri(lower, TAIL))), high, freedom


def _shape(low: float, high: float, value: float) -> Shape | None:
    """Return how the variance of a value depends on the true one; None where that is not known."""
    if not low <= value <= high:
        return None
    if (low, high) == CORRELATION:
        return lambda x: (1 - x * x) ** 2
    return (lambda x: x * (1 - x)) if (low, high) == SHARE else None
