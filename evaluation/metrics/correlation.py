"""Spearman's and Pearson's correlation of two lists of numbers."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import NDArray

from errors import AloiError
from evaluation.metrics.base import Direction, Metric, Statistic

Floats = NDArray[np.float64]

SPEARMAN = Metric(
    name="spearman",
    title="Spearman correlation",
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    clipping="none: answers outside the scale are ranked as they are",
    resampling_unit="item",
    row_kinds=("ScoredPair",),
    references=("spearman1904proof",),
)
PEARSON = Metric(
    name="pearson",
    title="Pearson correlation",
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    clipping="none: answers outside the scale count as they are",
    resampling_unit="item",
    row_kinds=("ScoredPair",),
    references=("pearson1895note",),
)


def spearman(reference: Floats, system: Floats) -> Statistic:
    """Return Spearman's rho, ties at their average rank, and its two-sided p.

    Parameters
    ----------
    reference, system : array (N,)
        Finite numbers, item by item. Nothing is clipped.

    Returns
    -------
    Statistic
        rho in [-1, 1]; None with fewer than two items or when either side is constant. p is None for
        two items, where it is not defined.

    Raises
    ------
    AloiError
        Lengths that differ, or numbers that are not finite.
    """
    return _statistic(reference, system, ranks=True)


def pearson(reference: Floats, system: Floats) -> Statistic:
    """Return Pearson's r and its two-sided p; same inputs and edge cases as `spearman`."""
    return _statistic(reference, system, ranks=False)


def correlations(reference: Floats, system: Floats, *, ranks: bool) -> Floats:
    """Return the correlation of each row: shape (R,), NaN where either row is constant.

    Parameters
    ----------
    reference, system : array (R, N)
        One replicate a row.
    ranks : bool
        True: of the average ranks (Spearman). False: of the numbers (Pearson).
    """
    a = scipy.stats.rankdata(reference, axis=1) if ranks else reference
    b = scipy.stats.rankdata(system, axis=1) if ranks else system
    a = a - a.mean(axis=1, keepdims=True)
    b = b - b.mean(axis=1, keepdims=True)
    scale = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    constant = (np.ptp(reference, axis=1) == 0) | (np.ptp(system, axis=1) == 0) | (scale == 0)
    products = (a * b).sum(axis=1)
    result = np.full(len(products), np.nan)
    np.divide(products, scale, out=result, where=~constant)
    bounded: Floats = np.clip(result, -1.0, 1.0)
    return bounded


def _statistic(reference: Floats, system: Floats, *, ranks: bool) -> Statistic:
    if reference.shape != system.shape or reference.ndim != 1:
        raise AloiError(
            f"The reference has shape {reference.shape} and the system {system.shape}.",
            "Two lists of the same length were expected.",
            "Give one system value for each reference value.",
        )
    if not (np.isfinite(reference).all() and np.isfinite(system).all()):
        raise AloiError(
            "A value to correlate is NaN or infinite.",
            "Finite numbers were expected.",
            "Correct or remove it.",
        )
    if len(reference) < 2:
        return Statistic(None, None, f"{len(reference)} item(s): two are needed")
    for name, side in (("reference", reference), ("system", system)):
        if np.ptp(side) == 0:
            return Statistic(None, None, f"every {name} value is {side[0]:g}: a constant has no correlation")
    result = scipy.stats.spearmanr(reference, system) if ranks else scipy.stats.pearsonr(reference, system)
    value, p = float(result.statistic), float(result.pvalue)
    if not np.isfinite(value):
        return Statistic(None, None, "the values hardly vary: the correlation is numerically undefined")
    return Statistic(value, p if len(reference) > 2 and np.isfinite(p) else None, None)
