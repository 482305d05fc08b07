"""The expected width of alpha's interval for one team of annotators, from draws of a pilot's items."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.distances import level_weights
from aloi.agreement.drawing import Clusters
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Statistic
from aloi.agreement.planning.simulate import Design, draw_codes
from aloi.agreement.ratings import MISSING, Ratings, count_codes
from aloi.agreement.result import NO_PAIRABLE, ONE_CATEGORY
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

NO_SPREAD = Phrase("reason-every-draw-from", "every draw from the pilot gives the same alpha")
PLAN_DRAWS = 1000
_REACH = 2 * 1.96  # an interval of 95 % is that many standard errors wide
_CELLS = 2_000_000  # cells of one chunk of draws: bounds the memory
_SUBSETS = 20  # subsets of annotators at most
_MODEL_UNITS = 4000  # items of the simulated table that larger teams are drawn from
_TINY = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class _Pool:
    """The population of items: K kinds of items (rows of codes), or single items in clusters.

    `shares` is the probability of each kind, (K,), or of each cluster, (G,). `groups` is the cluster of each
    item, None if items are drawn singly. N is `size`.
    """

    codes: NDArray[np.int32]
    shares: Floats
    groups: Clusters | None
    categories: tuple[object, ...]
    level: str
    size: int

    @classmethod
    def of(cls, codes: NDArray[np.int32], groups: Clusters | None, table: RatedUnits) -> _Pool:
        size = len(codes)
        if groups is not None:
            clusters = groups.count
            shares = np.full(clusters, 1 / clusters)
            return cls(codes, shares, groups, table.categories, table.level, size)
        kinds, times = np.unique(codes, axis=0, return_counts=True)
        return cls(kinds, times / size, None, table.categories, table.level, size)

    @property
    def crossed(self) -> bool:
        """Return whether items belong to two clusters: then as many as there are, are drawn, never more."""
        return self.groups is not None and self.groups.crossed

    def draws(self, items: int, replicates: int, generator: np.random.Generator) -> Iterator[Floats]:
        """Yield chunks of how often each row of codes is drawn, shape (b, K)."""
        share = 1.0 if self.crossed else items / self.size
        picks = items if self.groups is None else max(1, round(share * len(self.shares)))
        chunk = max(1, _CELLS // len(self.codes))
        for start in range(0, replicates, chunk):
            rows = min(chunk, replicates - start)
            times = generator.multinomial(picks, self.shares, size=rows).astype(np.float64)
            yield times if self.groups is None else self.groups.of_units(times)


@dataclass(frozen=True, slots=True, eq=False)
class Pilot:
    """The pilot's items rated at least once, its alpha or the reason for none, its share of filled cells."""

    table: RatedUnits
    alpha: float | None
    reason: str | None
    filled: float

    @classmethod
    def of(cls, ratings: Ratings) -> Pilot:
        """Return the pilot of ratings."""
        table = RatedUnits.of(ratings)
        value = float("nan")
        if table.size:
            statistic = alpha_of_codes(table.codes, table.categories, table.level)
            value = float(statistic(np.ones((1, table.size)))[0])
        if np.isfinite(value):
            return cls(table, value, None, float((table.codes >= 0).mean()))
        reason = ONE_CATEGORY if (table.totals >= 2).any() else NO_PAIRABLE
        return cls(table, None, reason, 0.0)


# From (items, replicates, seed) to the width, or to the reason for none.
Widths = Callable[[int, int, int], float | str]


def team_widths(pilot: Pilot, team: int, seed: int) -> tuple[str, Widths]:
    """Return where the widths of a team come from, and what gives them."""
    pilot_annotators = pilot.table.annotators
    source = "pilot" if team == pilot_annotators else "subsets" if team < pilot_annotators else "model"
    if pilot.reason is not None:
        reason = pilot.reason
        return source, lambda items, replicates, seed: reason
    pool = _Pool.of(pilot.table.codes, _clusters(pilot.table), pilot.table)
    parts = _subsets(pilot_annotators, min(team, pilot_annotators), seed)
    statistics = [alpha_of_codes(pool.codes[:, part], pool.categories, pool.level) for part in parts]
    ratio = _model_ratio(pilot, team, seed) if source == "model" else 1.0

    def widths(items: int, replicates: int, seed: int) -> float | str:
        width = _drawn_width(pool, statistics, items, replicates, seed)
        if isinstance(width, str) or isinstance(ratio, str):
            return width if isinstance(width, str) else str(ratio)
        return width * ratio

    return source, widths


def _subsets(annotators: int, size: int, seed: int) -> list[list[int]]:
    """Return all subsets of annotators of a size, or 20 of them drawn at random."""
    if math.comb(annotators, size) <= _SUBSETS:
        return [list(part) for part in combinations(range(annotators), size)]
    generator = np.random.default_rng([seed, annotators, size])
    return [sorted(generator.choice(annotators, size, replace=False).tolist()) for _ in range(_SUBSETS)]


def _drawn_width(
    pool: _Pool, statistics: Sequence[Statistic], items: int, replicates: int, seed: int
) -> float | str:
    """Return the mean over statistics of the width of their draws, or the reason for none."""
    chunks = [
        np.stack([statistic(times) for statistic in statistics])
        for times in pool.draws(items, replicates, np.random.default_rng([seed, items]))
    ]
    values = np.concatenate(chunks, axis=1)
    defined = [row[~np.isnan(row)] for row in values]
    usable = [row for row in defined if 2 * len(row) >= replicates and len(row) >= 2]
    if not usable:
        return Phrase(
            "reason-most-draws-one-category",
            "most draws of {items} items have one category or no pairable ratings",
            items=items,
        )
    width = _REACH * float(np.mean([row.std(ddof=1) for row in usable]))
    if pool.crossed:
        # More items come from as many more documents, so that the width falls with the root of their number.
        width *= math.sqrt(pool.size / items)
    return width if width > _TINY else NO_SPREAD


def _model_ratio(pilot: Pilot, team: int, seed: int) -> float | str:
    """Return by what the width changes from the pilot's team to a larger one under the copy model."""
    items = int(np.clip(pilot.table.size, 100, 1000))
    widths = []
    for size in (pilot.table.annotators, team):
        # Alpha ignores which annotator gave a rating, so sorted rows leave fewer kinds.
        pool = _Pool.of(np.sort(_model_codes(pilot, size, seed), axis=1), None, pilot.table)
        statistic = alpha_of_codes(pool.codes, pool.categories, pool.level)
        width = _drawn_width(pool, [statistic], items, PLAN_DRAWS, seed)
        if isinstance(width, str):
            return width
        widths.append(width)
    return widths[1] / widths[0]


def _model_codes(pilot: Pilot, annotators: int, seed: int) -> NDArray[np.int32]:
    """Return a large table of the copy model fitted to the pilot, with as large a share of cells filled."""
    alpha = min(1.0, max(0.0, pilot.alpha or 0.0))
    shares, used = pooled_shares(pilot.table)
    design = Design(annotators, _MODEL_UNITS, shares, alpha)
    codes: NDArray[np.int32] = used[draw_codes(design, 1, seed)[0]]
    if pilot.filled < 1:
        codes[np.random.default_rng([seed, 1]).random(codes.shape) >= pilot.filled] = MISSING
    return codes


def _clusters(table: RatedUnits) -> Clusters | None:
    return None if table.groups is None else table.clusters


def alpha_of_codes(codes: NDArray[np.int32], categories: tuple[object, ...], level: str) -> Statistic:
    """Return alpha of codes (N, A) as a function of how often each unit counts, NaN if undefined."""
    measure = find_measure("krippendorff_alpha")
    counts = count_codes(codes, len(categories)).astype(np.float64)
    totals = counts.sum(axis=1)
    pairable = totals >= 2
    if not pairable.any():
        return lambda times: np.full(len(times), np.nan)
    size = int(pairable.sum())
    part = RatedUnits(
        codes=codes[pairable],
        counts=counts[pairable],
        totals=totals[pairable],
        rows=np.arange(size),
        groups=None,
        categories=categories,
        level=level,
        rated=size,
    )
    weights = np.empty((0, 0)) if level == "ordinal" else level_weights(level, categories)
    statistic = measure.statistic(part, weights)
    return statistic if pairable.all() else lambda times: statistic(times[:, pairable])


def pooled_shares(table: RatedUnits) -> tuple[tuple[float, ...], NDArray[np.int32]]:
    """Return the share of all answers of each category used, and the codes of these categories."""
    used = table.counts.sum(axis=0)
    codes = np.flatnonzero(used).astype(np.int32)
    return tuple((used[codes] / used.sum()).tolist()), codes
