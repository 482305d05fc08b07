"""Single items: how mixed the answers of each are, and what agreement would be without it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.compute import Options, estimate_of
from aloi.agreement.measures import find_measure
from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats

_CELLS = 2_000_000
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class ItemQuality:
    """One unit rated at least twice.

    Parameters
    ----------
    unit : str
        Its id.
    entropy : float
        Of its ratings in bits: 0 where all are equal.
    influence : float or None
        The coefficient of all units minus that without this one: negative where it lowers agreement. None
        where one of the two is undefined.
    """

    unit: str
    entropy: float
    influence: float | None


def item_qualities(ratings: Ratings, measure: str = "krippendorff_alpha") -> list[ItemQuality]:
    """Return entropy and influence of each unit rated at least twice, those that lower agreement most first.

    The influence is of a coefficient named as in `compute`, unweighted; units rated alike have the same.
    Shannon (1948); the leave-one-out change is n - 1 times smaller than the influence value of the jackknife.

    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> worst = item_qualities(krippendorff_2011())[0]
    >>> worst.unit, worst.entropy, round(worst.influence, 3)
    ('u06', 2.0, -0.114)
    """
    ratings = ratings.canonical()
    coefficient = find_measure(measure)
    estimate = estimate_of(ratings, coefficient, Options("unweighted", "value", "none", 1, 0, None))
    table = estimate.table
    change: dict[int, float] = {}
    if estimate.value is not None and estimate.statistic is not None:
        # Most units of a large table are rated as others are: each way to be rated is excluded once.
        _, first, alike = np.unique(table.codes, axis=0, return_index=True, return_inverse=True)
        chunk = max(1, _CELLS // table.size)
        without = np.full(len(first), np.nan)
        for start in range(0, len(first), chunk):
            part = first[start : start + chunk]
            times = np.ones((len(part), table.size))
            times[np.arange(len(part)), part] = 0.0
            without[start : start + chunk] = estimate.statistic(times)
        for row, way in zip(table.rows, alike.reshape(-1), strict=True):
            if np.isfinite(without[way]):
                change[int(row)] = _near_zero(estimate.value - float(without[way]))
    rows = [
        ItemQuality(unit, _entropy(count), change.get(row))
        for row, (unit, count) in enumerate(zip(ratings.units, ratings.counts(), strict=True))
        if count.sum() >= 2
    ]
    return sorted(rows, key=lambda one: (one.influence or 0.0, -one.entropy, one.unit))


def _entropy(counts: np.ndarray) -> float:
    shares: Floats = counts[counts > 0] / counts.sum()
    return abs(float((shares * np.log2(shares)).sum()))


def _near_zero(value: float) -> float:
    return 0.0 if abs(value) < _TINY else value
