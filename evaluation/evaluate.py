"""A metric of scores by its name, on data and on many resamples of their items at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from errors import AloiError
from evaluation.metrics.base import Statistic
from evaluation.metrics.correlation import pearson, spearman
from evaluation.metrics.edrm import edrm_credits
from evaluation.metrics.error import mae, rmse

Floats = NDArray[np.float64]

# The metrics of scored pairs, in the order tables show them.
SCORE_METRICS: tuple[str, ...] = ("spearman", "pearson", "edrm", "rmse", "mae")


def value(name: str, gold: Floats, predicted: Floats, low: float, high: float) -> Statistic:
    """Return a metric of one list of predictions: a value, or None with the reason.

    Parameters
    ----------
    name : str
        One of `SCORE_METRICS`; `edrm` in its published variant, unclipped.
    gold, predicted : array (N,)
        Finite numbers.
    low, high : float
        The ends of the scale, for EDRM.

    Raises
    ------
    AloiError
        An unknown name, lengths that differ, or numbers that are not finite.
    """
    functions = {"spearman": spearman, "pearson": pearson, "rmse": rmse, "mae": mae}
    if name in functions:
        return functions[name](gold, predicted)
    _check(name)
    checked = mae(gold, predicted)
    if checked.value is None:
        return checked
    return Statistic(float(edrm_credits(gold, predicted, low, high).mean()), None, None)


def values(
    name: str, gold: Floats, predicted: Floats, times: NDArray[np.integer] | Floats, low: float, high: float
) -> Floats:
    """Return a metric of each resample, shape (R,); NaN where it is undefined.

    Parameters
    ----------
    gold, predicted : array (N,)
        Finite numbers.
    times : array (R, N)
        How often each resample draws each item: whole numbers, at least one above 0 in each row.

    Notes
    -----
    Counts instead of copies: sums over a resample become one matrix product, and average ranks a running
    sum over the counts in the order of the values, so no resample is sorted.
    """
    _check(name)
    drawn = np.asarray(times, dtype=np.float64)
    size = drawn.sum(axis=1)
    if name == "edrm":
        return _floats(drawn @ edrm_credits(gold, predicted, low, high) / size)
    if name == "rmse":
        return _floats(np.sqrt(drawn @ (gold - predicted) ** 2 / size))
    if name == "mae":
        return _floats(drawn @ np.abs(gold - predicted) / size)
    if name == "pearson":
        return _correlation(gold[None, :], predicted[None, :], drawn)
    return _correlation(ranks(gold, drawn), ranks(predicted, drawn), drawn)


def ranks(numbers: Floats, times: Floats) -> Floats:
    """Return the average rank that each number takes in each resample, shape (R, N).

    A number that a resample does not draw has a rank there too; its count of 0 keeps it out of sums.
    """
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    firsts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    together = np.add.reduceat(times[:, order], firsts, axis=1)
    middles = np.cumsum(together, axis=1) - (together - 1) / 2
    group = np.empty(len(numbers), dtype=np.intp)
    group[order] = np.cumsum(np.concatenate([[False], ordered[1:] != ordered[:-1]]))
    return _floats(middles[:, group])


def _correlation(a: Floats, b: Floats, times: Floats) -> Floats:
    """Return Pearson's correlation of a and b, (1 or R, N), each item counted `times`, (R, N)."""
    size = times.sum(axis=1)
    # Differences from a common middle first, so that sums of squares keep their digits.
    a = a - a.mean(axis=1, keepdims=True)
    b = b - b.mean(axis=1, keepdims=True)
    ta, tb = times * a, times * b
    sa, sb = ta.sum(axis=1), tb.sum(axis=1)
    spread_a = np.maximum((ta * a).sum(axis=1) - sa * sa / size, 0.0)
    spread_b = np.maximum((tb * b).sum(axis=1) - sb * sb / size, 0.0)
    shared = (ta * b).sum(axis=1) - sa * sb / size
    scale = np.sqrt(spread_a * spread_b)
    constant = _constant(a, times, spread_a) | _constant(b, times, spread_b) | (scale == 0)
    result = np.full(len(times), np.nan)
    np.divide(shared, scale, out=result, where=~constant)
    return _floats(np.clip(result, -1.0, 1.0))


def _constant(numbers: Floats, times: Floats, spread: Floats) -> NDArray[np.bool_]:
    """Return for each resample whether it drew one value only; `spread` is its sum of squares."""
    result = np.zeros(len(times), dtype=bool)
    wide = np.broadcast_to(numbers, times.shape)
    # Rounding leaves a little spread where there is none: only resamples with hardly any are looked at.
    near = np.flatnonzero(spread <= 1e-9 * times.sum(axis=1) * (wide**2).max(axis=1))
    drawn = times[near] > 0
    highest = np.where(drawn, wide[near], -np.inf).max(axis=1)
    result[near] = highest == np.where(drawn, wide[near], np.inf).min(axis=1)
    return result


def _check(name: str) -> None:
    if name not in SCORE_METRICS:
        raise AloiError(
            f"No metric of scores is called {name!r}.",
            f"One of these was expected: {', '.join(SCORE_METRICS)}.",
            "Check the spelling.",
        )


def _floats(numbers: Floats) -> Floats:
    return np.asarray(numbers, dtype=np.float64)
