"""Disagreement: the most disputed units, the confusion of a pair, and the use of the scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.distances import jaccard_distance, positions, ratio_distance
from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats


@dataclass(frozen=True, slots=True)
class Spread:
    """The distances between the ratings of a unit.

    `largest` and `mean` are the largest and the mean distance of two of its ratings. Distances are 0 or 1 at
    the nominal level, ranks at the ordinal level, differences at the interval level and relative differences
    at the ratio level. For sets they are Jaccard distances. `values` maps annotators to their ratings.
    """

    unit: str
    largest: float
    mean: float
    values: dict[str, object]


def spread(ratings: Ratings) -> list[Spread]:
    """Return the spread of every unit rated at least twice, the most disputed first.

    Units are ordered by their largest distance, then by the mean, then by id: 0 against 5 comes before
    4 against 5.
    """
    distances = _distances(ratings)
    by_codes: dict[tuple[int, ...], tuple[float, float]] = {}  # units are rated alike by the thousand
    spreads = []
    for unit, codes in zip(ratings.units, ratings.codes.tolist(), strict=True):
        rated_codes = tuple(sorted(code for code in codes if code >= 0))
        if len(rated_codes) < 2:
            continue
        if rated_codes not in by_codes:
            apart = distances(rated_codes)
            by_codes[rated_codes] = float(apart.max()), float(apart.mean())
        values = {
            name: ratings.categories[code]
            for name, code in zip(ratings.annotators, codes, strict=True)
            if code >= 0
        }
        spreads.append(Spread(unit, *by_codes[rated_codes], values))
    return sorted(spreads, key=lambda one: (-one.largest, -one.mean, one.unit))


def confusion(ratings: Ratings, a: str, b: str, among: Sequence[int] | None = None) -> NDArray[np.int64]:
    """Return how often `a` gave each category (rows) where `b` gave each (columns), shape (C, C).

    `among` names the categories that are counted, by place: all others are left out of the table.
    """
    pair = ratings.codes[:, [ratings.annotators.index(a), ratings.annotators.index(b)]].astype(np.int64)
    size = len(ratings.categories)
    if among is not None:
        places = np.full(size + 1, -1, dtype=np.int64)  # the last one is that of no rating
        places[list(among)] = np.arange(len(among))
        pair, size = places[pair], len(among)
    both = pair[(pair >= 0).all(axis=1)]
    return np.bincount(both[:, 0] * size + both[:, 1], minlength=size * size).reshape(size, size)


def scale_use(ratings: Ratings) -> NDArray[np.int64]:
    """Return how often each annotator used each category, shape (A, C)."""
    size = len(ratings.categories)
    return np.stack([np.bincount(column[column >= 0], minlength=size) for column in ratings.codes.T]).astype(
        np.int64
    )


def _distances(ratings: Ratings) -> Callable[[tuple[int, ...]], Floats]:
    """Return the function from the R ratings of a unit, as codes, to the R (R - 1) / 2 distances of two."""
    if ratings.set_valued:
        sets = [one for one in ratings.categories if isinstance(one, frozenset)]
        return lambda given: np.array([jaccard_distance(sets[i], sets[j]) for i, j in combinations(given, 2)])
    ratio, nominal = ratings.level == "ratio", ratings.level == "nominal"
    scale_positions = positions(
        ratings.categories, "value" if ratings.level in ("interval", "ratio") else "rank"
    )

    def distances(codes: tuple[int, ...]) -> Floats:
        its = scale_positions[list(codes)]
        a, b = np.triu_indices(len(codes), 1)
        if ratio:
            return np.sqrt(ratio_distance(its))[a, b]
        gap = np.abs(its[a] - its[b])
        return (gap > 0).astype(np.float64) if nominal else gap

    return distances
