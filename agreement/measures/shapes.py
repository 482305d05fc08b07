"""How the variance of a coefficient depends on its true value: what bends its interval near the ends."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import comb

_LEAST = 1e-9


def share_shape(chance: float) -> Callable[[float], float]:
    """Return the shape of (pa - chance) / (1 - chance) where chance hardly varies: that of the share pa.

    >>> share_shape(0.0)(0.5)
    0.25
    """
    return lambda value: max(0.0, (1 - value) * (value * (1 - chance) + chance)) / (1 - chance)


def copy_shape(annotators: int, room: float) -> Callable[[float], float]:
    """Return the variance that a unit gives to alpha, and nearly to kappa, under the copy model.

    Parameters
    ----------
    annotators : int
        A of 2 or more.
    room : float
        Disagreement expected by chance, in (0, 1]. Two categories with the same value represent all; if two
        cannot reach it, evenly used ones do.

    Notes
    -----
    All annotators copy a unit's true category with probability c, or draw at random
    (`aloi.agreement.planning.simulate`): alpha is c squared. The number of annotators who chose the rarer
    category is then a mixture of two binomials. The variance of alpha's influence over it is exact; for two
    annotators it is that of Bloch and Kraemer (1989). True values below 0 count as 0.
    """
    rare = (1 - math.sqrt(max(0.0, 1 - 2 * min(room, 0.5)))) / 2
    rare = min(max(rare, _LEAST), 0.5)
    chosen = np.arange(annotators + 1)
    ways = comb(annotators, chosen)
    apart = 2 * chosen * (annotators - chosen) / (annotators * (annotators - 1))
    expected = 2 * rare * (1 - rare)

    def shape(value: float) -> float:
        copied = math.sqrt(min(1.0, max(0.0, value)))
        blind = (1 - copied) * rare
        times = rare * _binomial(ways, chosen, annotators, copied + blind)
        times = times + (1 - rare) * _binomial(ways, chosen, annotators, blind)
        observed = float(times @ apart)
        slope = observed / expected**2 * 2 * (1 - 2 * rare)
        influence = -(apart - observed) / expected + slope * (chosen / annotators - rare)
        return float(times @ influence**2)

    return shape


def _binomial(ways: np.ndarray, chosen: np.ndarray, annotators: int, share: float) -> np.ndarray:
    return np.asarray(ways * share**chosen * (1 - share) ** (annotators - chosen))
