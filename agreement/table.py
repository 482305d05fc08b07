"""The working form of ratings: canonical order, counts, and the clusters that are resampled together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.drawing import Clusters
from aloi.agreement.ratings import Cluster, Ratings, cluster_names, count_codes
from aloi.base.arrays import Floats

_MANY = 100_000  # units from which those rated alike are counted together
_MOST_WAYS = 5000  # in which units may be rated for that to be worth while


@dataclass(frozen=True, slots=True, eq=False)
class RatedUnits:
    """Units rated at least once, in canonical order (N of the U units of the ratings).

    Parameters
    ----------
    codes : ndarray of int32, shape (N, A)
        Categories by position, -1 missing; annotators without any rating are excluded.
    counts : ndarray, shape (N, C)
        Annotators who gave each unit each category.
    totals : ndarray, shape (N,)
        Ratings of each unit.
    rows : ndarray of int, shape (N,)
        Position of each unit among the units in canonical order.
    groups : ndarray of int, shape (N, K), or None
        The clusters of each unit, 0..G-1; None if each unit is its own cluster.
    categories : tuple
        C categories.
    level : str
        Level of measurement.
    rated : int
        Units rated at least once, also after `select`.
    """

    codes: NDArray[np.int32]
    counts: Floats
    totals: Floats
    rows: NDArray[np.intp]
    groups: NDArray[np.intp] | None
    categories: tuple[object, ...]
    level: str
    rated: int

    @classmethod
    def of(cls, ratings: Ratings) -> RatedUnits:
        """Return the working form of ratings, without units and annotators that have no rating."""
        cached = ratings.memo.get("rated")
        if isinstance(cached, RatedUnits):
            return cached
        rated = ratings.memo["rated"] = cls._of(ratings.canonical())
        return rated

    @classmethod
    def _of(cls, ratings: Ratings) -> RatedUnits:
        present = ratings.codes >= 0
        rows = np.flatnonzero(present.any(axis=1))
        codes = ratings.codes[rows][:, present.any(axis=0)]
        counts = count_codes(codes, len(ratings.categories)).astype(np.float64)
        groups = None
        if ratings.clusters is not None:
            rated = ratings.clusters if len(rows) == len(ratings.units) else None
            groups = number_groups(rated or tuple(ratings.clusters[row] for row in rows))
        return cls(
            codes=codes,
            counts=counts,
            totals=counts.sum(axis=1),
            rows=rows,
            groups=groups,
            categories=ratings.categories,
            level=ratings.level,
            rated=len(rows),
        )

    @property
    def size(self) -> int:
        """Return N, the number of units."""
        return len(self.rows)

    @property
    def annotators(self) -> int:
        """Return A, the number of annotators who rated something."""
        return int(self.codes.shape[1])

    @property
    def complete(self) -> bool:
        """Return whether every annotator rated every unit."""
        return bool((self.codes >= 0).all())

    def select(self, mask: NDArray[np.bool_]) -> RatedUnits:
        """Return the table of the units where the mask (N,) is true."""
        if mask.all():
            return self
        groups = None if self.groups is None else Clusters.of(int(mask.sum()), self.groups[mask]).members
        return RatedUnits(
            codes=self.codes[mask],
            counts=self.counts[mask],
            totals=self.totals[mask],
            rows=self.rows[mask],
            groups=groups,
            categories=self.categories,
            level=self.level,
            rated=self.rated,
        )

    def collapsed(self) -> tuple[RatedUnits, Floats]:
        """Return the table with units of a cluster that are rated alike as one, and how many each stands for.

        Clusters are drawn whole, so that such units count alike in every draw: tokens of texts are many, and
        most are outside all spans. A table without clusters comes back as it is.
        """
        if self.groups is None:
            return self, np.ones(self.size)
        alike = np.column_stack([self.groups, self.codes])
        _, first, counts = np.unique(alike, axis=0, return_index=True, return_counts=True)
        selected = np.zeros(self.size, dtype=np.bool_)
        selected[first] = True
        return self.select(selected), counts[np.argsort(first)].astype(np.float64)

    @property
    def clusters(self) -> Clusters:
        """Return what is drawn together."""
        return Clusters(self.size, self.groups)

    def alike(self, least: int | None = None, most: int = _MOST_WAYS) -> tuple[RatedUnits, Floats]:
        """Return a large table with units rated alike as one, and how many each stands for, shape (P,).

        A million units have some hundred ways to be rated. Sums over them differ in the last bits, so that
        a table of up to `least` units (100,000), or of more than `most` ways, comes back as it is.
        """
        base = len(self.categories) + 1
        if self.size <= (_MANY if least is None else least) or base**self.annotators > 2**62:
            return self, np.ones(self.size)
        key = np.zeros(self.size, dtype=np.int64)
        for column in self.codes.T:
            key = key * base + (column + 1)
        _, first, counts = np.unique(key, return_index=True, return_counts=True)
        if len(first) > most:
            return self, np.ones(self.size)
        selected = np.zeros(self.size, dtype=np.bool_)
        selected[first] = True
        return self.select(selected), counts[np.argsort(first)].astype(np.float64)

    def indicators(self, annotator: int) -> Floats:
        """Return which category an annotator gave to each unit, shape (N, C), zeros where missing."""
        return np.asarray(self.codes[:, annotator, None] == np.arange(len(self.categories)), dtype=np.float64)


@lru_cache(maxsize=2)  # every level of a scale and every two annotators ask for the same
def number_groups(units: tuple[Cluster, ...]) -> NDArray[np.intp] | None:
    """Return the clusters of each unit, (N, K), None if no two units share one.

    If one of its two clusters contains that unit alone, it depends on other units through the other only.
    """
    named = [cluster_names(unit) for unit in units]
    counts = Counter(name for names in named for name in names)
    if max(counts.values(), default=1) < 2:
        return None
    shared = [tuple(name for name in names if counts[name] > 1) or names[:1] for names in named]
    index = {name: number for number, name in enumerate(sorted({one for names in shared for one in names}))}
    width = max(map(len, shared))
    groups = np.array([[index[names[min(at, len(names) - 1)]] for at in range(width)] for names in shared])
    groups.setflags(write=False)
    return groups
