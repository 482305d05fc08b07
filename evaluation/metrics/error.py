"""RMSE and MAE: how far a system's scores lie from the reference, in units of the scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.arrays import Floats
from evaluation.metrics.base import Direction, Metric, Statistic, Sums, check_scores, mean_of_sums, with_ones


@dataclass(frozen=True, kw_only=True)
class ScoreError(Metric):
    """How far scores lie from the reference: the root of the mean square, or the mean."""

    squared: bool

    def sums(
        self, gold: Sequence[float], systems: Sequence[Sequence[float]], low: float, high: float
    ) -> list[Sums]:
        """Return one for each system: each item's error, squared or not, and 1."""
        del low, high
        reference = np.array(gold, dtype=np.float64)
        return [self._sums(reference, np.array(one, dtype=np.float64)) for one in systems]

    def _sums(self, gold: Floats, given: Floats) -> Sums:
        value = _root_of_mean if self.squared else mean_of_sums
        found = rmse(gold, given) if self.squared else mae(gold, given)
        apart = np.abs(gold - given)
        return Sums(with_ones(apart**2 if self.squared else apart), value, found.value, found.reason)


RMSE = ScoreError(
    squared=True,
    name="rmse",
    title="RMSE (root of the mean squared error)",
    direction=Direction.LOWER,
    low=0.0,
    high=math.inf,
    clipping="none: an answer outside the scale is as wrong as it is far",
    resampling_unit="item",
    row_kinds=("ScoredPair",),
    references=("willmott2005advantages",),
)
MAE = ScoreError(
    squared=False,
    name="mae",
    title="MAE (mean absolute error)",
    direction=Direction.LOWER,
    low=0.0,
    high=math.inf,
    clipping="none: an answer outside the scale is as wrong as it is far",
    resampling_unit="item",
    row_kinds=("ScoredPair",),
    references=("willmott2005advantages",),
)


def rmse(reference: Floats, system: Floats) -> Statistic:
    """Return the root of the mean squared difference, 0 or more; at most high - low for answers on the scale.

    Parameters
    ----------
    reference, system : array (N,)
        Finite numbers, item by item. Nothing is clipped.

    Returns
    -------
    Statistic
        None without items. There is no p: an error is not tested against chance.

    Raises
    ------
    AloiError
        Lengths that differ, or numbers that are not finite.
    """
    return _statistic(reference, system, squared=True)


def mae(reference: Floats, system: Floats) -> Statistic:
    """Return the mean absolute difference, 0 or more; same inputs and edge cases as `rmse`."""
    return _statistic(reference, system, squared=False)


def _statistic(reference: Floats, system: Floats, *, squared: bool) -> Statistic:
    check_scores(reference, system)
    if len(reference) == 0:
        return Statistic(None, None, "no items")
    apart = np.abs(reference - system)
    return Statistic(float(np.sqrt((apart**2).mean()) if squared else apart.mean()), None, None)


def _root_of_mean(sums: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(mean_of_sums(sums), 0.0)))
