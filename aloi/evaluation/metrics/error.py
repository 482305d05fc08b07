"""RMSE and MAE: how far a system's scores lie from the reference, in units of the scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import (
    Direction,
    Metric,
    Statistic,
    Sums,
    check_scores,
    mean_of_sums,
    with_ones,
)


@dataclass(frozen=True, kw_only=True)
class ScoreError(Metric):
    """How far scores lie from the reference: the root of the mean square, or the mean."""

    squared: bool
    row_kinds: tuple[str, ...] = ("ScoredPair",)
    references: tuple[str, ...] = ("willmott2005advantages",)
    direction: Direction = Direction.LOWER
    high: float = math.inf
    clipping: str = "none: an answer outside the scale is as wrong as it is far"

    def sums_of(self, gold: Sequence[float], predicted: Sequence[float], low: float, high: float) -> Sums:
        """Return for each row its error, squared or not, and 1."""
        del low, high
        reference, answers = np.array(gold, dtype=np.float64), np.array(predicted, dtype=np.float64)
        statistic = rmse(reference, answers) if self.squared else mae(reference, answers)
        errors = np.abs(reference - answers) ** (2 if self.squared else 1)
        value = _root_of_mean if self.squared else mean_of_sums
        return Sums(with_ones(errors), value, statistic.value, statistic.reason)


RMSE = ScoreError(squared=True, name="rmse", title="RMSE (root of the mean squared error)")
MAE = ScoreError(squared=False, name="mae", title="MAE (mean absolute error)")
# Of similarities, after the line from them to scores that fits dev best; rows alone cannot be scored by them.
RMSE_CALIBRATED = replace(
    RMSE, name="rmse_calibrated", title="RMSE after a linear calibration on dev", row_kinds=()
)
MAE_CALIBRATED = replace(
    MAE, name="mae_calibrated", title="MAE after a linear calibration on dev", row_kinds=()
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
        return Statistic(None, None, Phrase("reason-no-items", "no items"))
    apart = np.abs(reference - system)
    return Statistic(float(np.sqrt((apart**2).mean()) if squared else apart.mean()), None, None)


def _root_of_mean(sums: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(mean_of_sums(sums), 0.0)))
