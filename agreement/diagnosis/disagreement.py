"""Where annotators part: the most disputed units, confusion of a pair, and use of the scale."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from agreement.distances import jaccard_distance, positions, ratio_distance
from agreement.ratings import Ratings
from aloi.arrays import Floats


@dataclass(frozen=True, slots=True)
class Spread:
    """How far apart the ratings of a unit are.

    `largest` and `mean` are the largest and the mean distance of two of its ratings: 0 or 1 at the nominal
    level, ranks at the ordinal level, differences at the interval level, relative differences at the ratio
    level, Jaccard distances for sets. `values` maps annotators to their ratings.
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
    distance = _distances(ratings)
    known: dict[tuple[int, ...], tuple[float, float]] = {}  # units are rated alike by the thousand
    found = []
    for unit, codes in zip(ratings.units, ratings.codes.tolist(), strict=True):
        given = tuple(sorted(code for code in codes if code >= 0))
        if len(given) < 2:
            continue
        if given not in known:
            a, b = np.triu_indices(len(given), 1)
            apart = distance[np.array(given)[a], np.array(given)[b]]
            known[given] = float(apart.max()), float(apart.mean())
        values = {
            name: ratings.categories[code]
            for name, code in zip(ratings.annotators, codes, strict=True)
            if code >= 0
        }
        found.append(Spread(unit, *known[given], values))
    return sorted(found, key=lambda one: (-one.largest, -one.mean, one.unit))


def confusion(ratings: Ratings, a: str, b: str) -> NDArray[np.int64]:
    """Return how often `a` gave each category (rows) where `b` gave each (columns), shape (C, C)."""
    pair = ratings.codes[:, [ratings.annotators.index(a), ratings.annotators.index(b)]]
    both = pair[(pair >= 0).all(axis=1)].astype(np.int64)
    size = len(ratings.categories)
    return np.bincount(both[:, 0] * size + both[:, 1], minlength=size * size).reshape(size, size)


def scale_use(ratings: Ratings) -> NDArray[np.int64]:
    """Return how often each annotator used each category, shape (A, C)."""
    size = len(ratings.categories)
    return np.stack([np.bincount(column[column >= 0], minlength=size) for column in ratings.codes.T]).astype(
        np.int64
    )


def _distances(ratings: Ratings) -> Floats:
    """Return how far two categories are apart on the scale, shape (C, C)."""
    categories = ratings.categories
    if ratings.set_valued:
        distance = np.zeros((len(categories), len(categories)))
        for (i, a), (j, b) in combinations(enumerate(categories), 2):
            if isinstance(a, frozenset) and isinstance(b, frozenset):
                distance[i, j] = distance[j, i] = jaccard_distance(a, b)
        return distance
    place = positions(categories, "value" if ratings.level == "interval" else "rank")
    if ratings.level == "ratio":
        return np.sqrt(ratio_distance(positions(categories)))
    gap = np.abs(place[:, None] - place[None, :])
    return (gap > 0).astype(np.float64) if ratings.level == "nominal" else gap
