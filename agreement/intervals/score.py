"""Intervals that hold when units depend on each other: a score interval around a cluster-robust variance."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import TypeAlias

from aloi.agreement.intervals.spreads import TAIL, ScoreSpread
from aloi.agreement.result import Interval

# From a true value to the variance that one independent unit would give the coefficient, up to a factor.
Shape: TypeAlias = Callable[[float], float]

UNANIMOUS = "unanimous"  # how the interval was made where nobody disagreed
_LOWEST = -1.0
_TINY = 1e-9
_ROOT_WITHIN, _ROOT_WITHIN_RELATIVE = 1e-10, 4 * sys.float_info.epsilon
_MOST_STEPS = 100


def score_interval(
    score_spread: ScoreSpread, shape: Shape | None, tail: float = TAIL, *, observed: float | None = None
) -> Interval:
    """Return the interval of the values that the coefficient does not contradict.

    Parameters
    ----------
    score_spread : ScoreSpread
        The coefficient and its variance.
    shape : function or None
        How the variance depends on the true value; None if it does not (a t interval).
    tail : float
        Tail on each side: 0.025 for a 95 % interval.
    observed : float, optional
        The value at which the variance was observed, by default that of the coefficient.

    Notes
    -----
    As Wilson's interval of a share, it contains each value x for which (center - x) squared is at most t
    squared times the variance at x. That is the observed variance, times shape(x) / shape(value). Agreement
    near 1, or of a rare label, varies more below the value than above it, which a symmetric interval ignores
    (Wilson 1927; for kappa Donner and Eliasziw 1992). The interval always contains the value itself.
    """
    reach = score_spread.critical(tail) ** 2
    method = tail_method(score_spread.method, tail)
    if shape is None:
        half_width = math.sqrt(reach * score_spread.variance)
        low, high = score_spread.center - half_width, score_spread.center + half_width
        return Interval(min(low, score_spread.value), max(high, score_spread.value), method)
    shape_at_value = shape(score_spread.value if observed is None else observed)
    factor = score_spread.variance / shape_at_value if shape_at_value > _TINY else 0.0
    if score_spread.value <= 0 or shape_at_value <= _TINY:
        factor = max(factor, 1 / score_spread.size)

    def beyond(at: float) -> float:
        return (score_spread.center - at) ** 2 - reach * factor * shape(at)

    # At 1 itself, and at a share of 0, nothing varies, so that they are roots as well: it begins beside them.
    inside = min(score_spread.center, 1 - _TINY)
    if shape(inside) <= 0 and inside <= 0:
        inside = _TINY
    low = _root(beyond, inside, _LOWEST)
    high = _root(beyond, inside, 1.0)
    return Interval(min(low, score_spread.value), max(high, score_spread.value), method)


def tail_method(method: str, tail: float) -> str:
    """Return how an interval is made, and what it leaves on each side where it is not of 95 %."""
    return method if tail == TAIL else f"{method}-tail{tail:.2g}"


def unanimous_low(units: int, room: float, tail: float = TAIL) -> float:
    """Return the lower bound of a coefficient where no unit is disputed.

    Parameters
    ----------
    units : int
        m, the units rated at least twice, or their clusters.
    room : float
        D, the disagreement expected by chance, in (0, 1].
    tail : float
        How improbable m units without a dispute would be at the bound.

    Notes
    -----
    1 - tail^(1/m) is the exact upper bound of the share of disputed units (Clopper and Pearson 1934).
    """
    return float(max(_LOWEST, 1 - (1 - tail ** (1 / units)) / room))


def _root(beyond: Callable[[float], float], inside: float, end: float) -> float:
    """Return the end of the interval, between a value inside it and an end of the scale."""
    if inside == end or beyond(end) <= 0 or beyond(inside) > 0:
        return end if beyond(inside) <= 0 else inside
    return brent_root(beyond, inside, end)


def brent_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function crosses zero between two arguments at which its signs differ.

    Brent's method (Brent 1973, chapter 4) with the steps of `scipy.optimize.brentq`, and the same bits.
    Loading `scipy.optimize` costs more than measuring a small table.
    """
    previous, current = low, high
    f_previous, f_current = function(previous), function(current)
    bracket = f_bracket = last_step = step = 0.0
    if f_previous == 0:
        return previous
    for _ in range(_MOST_STEPS):
        if f_previous != 0 and f_current != 0 and (f_previous < 0) != (f_current < 0):
            bracket, f_bracket = previous, f_previous
            last_step = step = current - previous
        if abs(f_bracket) < abs(f_current):
            previous, current, bracket = current, bracket, current
            f_previous, f_current, f_bracket = f_current, f_bracket, f_current
        tolerance = (_ROOT_WITHIN + _ROOT_WITHIN_RELATIVE * abs(current)) / 2
        bisection = (bracket - current) / 2
        if f_current == 0 or abs(bisection) < tolerance:
            return current
        trial = math.inf
        if abs(last_step) > tolerance and abs(f_current) < abs(f_previous):
            if previous == bracket:
                trial = -f_current * (current - previous) / (f_current - f_previous)
            else:
                slope = (f_previous - f_current) / (previous - current)
                slope_bracket = (f_bracket - f_current) / (bracket - current)
                trial = (
                    -f_current
                    * (f_bracket * slope_bracket - f_previous * slope)
                    / (slope_bracket * slope * (f_bracket - f_previous))
                )
        if 2 * abs(trial) < min(abs(last_step), 3 * abs(bisection) - tolerance):
            last_step, step = step, trial
        else:
            last_step = step = bisection
        previous, f_previous = current, f_current
        current += step if abs(step) > tolerance else math.copysign(tolerance, bisection)
        f_current = function(current)
    raise RuntimeError(f"no root within {_MOST_STEPS} steps")
