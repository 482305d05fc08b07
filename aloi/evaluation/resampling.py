"""One way to resample test items, for all intervals and all paired tests of this package.

Rows that share a document, a sentence or a surface string depend on each other. They are drawn, excluded and
swapped together, by the same class as the ratings of `agreement` (`aloi.agreement.drawing.Clusters`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import scipy

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.bounds import EXACT, SHARE, range_interval
from aloi.agreement.intervals.interval_warnings import FEW_CLUSTERS
from aloi.agreement.intervals.score import unanimous_low
from aloi.agreement.intervals.spreads import LeftOut, ScoreSpread, jackknife_variance, spread_of
from aloi.agreement.measures.base import Statistic
from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.metrics.base import Metric, Sums

REPLICATES = 1000
SEED = 0
LEVEL = 0.95
REFERENCES = ("mackinnon2023cluster", "aronow2015cluster", "imbens2016robust")
# The clusters of rows, such as `document` -> row -> its name, or the names of its two sides.
Clustering: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]

# Cells of the (replicates, units) table in memory at once; the draws do not depend on it.
_CELLS = 1_000_000
_NORMAL = float(scipy.special.ndtri((1 + LEVEL) / 2))
_TINY = 1e-12


def _listed(keys: Sequence[str]) -> str:
    first, *others = (Phrase(f"noun-{key}", key) for key in keys)
    for other in others:
        first = Phrase("list-or", "{first} or {second}", first=first, second=other)
    return first


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units that are resampled: single rows, or clusters of rows, such as those of a document.

    Parameters
    ----------
    name : str
        The name of rows, in the plural.
    size : int
        The number of rows, N.
    keys : tuple of str
        The property that defines the clusters, such as `document`; empty for single rows.
    clusters : Clusters
        Of the rows.
    """

    name: str
    size: int
    keys: tuple[str, ...] = ()
    clusters: Clusters = field(default_factory=lambda: Clusters(0))

    def __post_init__(self) -> None:
        """Let rows stand for themselves where no clusters are given."""
        if not self.keys:
            object.__setattr__(self, "clusters", Clusters(self.size))

    @classmethod
    def sharing(cls, name: str, size: int, columns: Mapping[str, Sequence[tuple[str, ...]]]) -> Units:
        """Return the units of rows that are clustered by `columns`: key -> one or two names a row.

        A row without a name shares it with no other. If no two rows share anything, each is a unit of its
        own.

        Raises
        ------
        AloiError
            More than two names a row in all: rows are drawn by two things at most.
        """
        sides: list[list[str]] = []
        for key, named in columns.items():
            for side in range(max((len(one) for one in named), default=0)):
                sides.append(
                    [
                        f"{key} {names[min(side, len(names) - 1)]}" if any(names) else f"alone {at}"
                        for at, names in enumerate(named)
                    ]
                )
        if len(sides) > 2:
            raise AloiError("evaluation.clusters-two-at-most", keys=list(columns), sides=len(sides))
        if not sides or size == 0:
            return cls(name, size)
        clusters = Clusters.of(size, np.array(sides).T)
        if (clusters.sizes() < 2).all():
            return cls(name, size)
        return cls(name, size, tuple(columns), clusters)

    @property
    def clustered(self) -> bool:
        """Return whether rows are drawn in clusters."""
        return bool(self.keys)

    @property
    def count(self) -> int:
        """Return how many there are of what is drawn."""
        return self.clusters.count

    @property
    def drawn(self) -> str:
        """Return what is drawn, as signatures say it: `items`, or `clusters-document-12`."""
        if not self.clustered:
            return self.name
        crossed = "-crossed" if self.clusters.crossed else ""
        return f"clusters-{'+'.join(self.keys)}-{self.count}{crossed}"

    @property
    def words(self) -> str:
        """Return the name of the resampling units: `items`, or `clusters of the same document`."""
        if not self.clustered:
            return Phrase(f"noun-{self.name}", self.name)
        return Phrase("resampling-clusters", "clusters of the same {keys}", keys=_listed(self.keys))

    @property
    def caution(self) -> str | None:
        """Return the warning about intervals of one row or over few clusters, or None."""
        if not self.clustered and self.count == 1:
            return Phrase(
                "caution-one-row",
                "Only one row was scored, so that only shares of 0 or 1 have an interval.",
            )
        if not self.clustered or self.count >= FEW_CLUSTERS:
            return None
        values = {
            "size": self.size,
            "name": Phrase(f"noun-{self.name}", self.name),
            "count": self.count,
            "keys": _listed(self.keys),
        }
        if self.count < 2:
            return Phrase(
                "caution-one-cluster",
                "The {size} {name} come from {count} clusters of the same {keys}: the variance between "
                "clusters is unknown, so there are no intervals and no p.",
                **values,
            )
        return Phrase(
            "caution-few-clusters",
            "The {size} {name} come from only {count} clusters of the same {keys}. Intervals are wide for "
            "this reason, and their width is still estimated from few clusters. Score rows of more clusters.",
            **values,
        )

    def sums(self, parts: Floats) -> Floats:
        """Return what units add up to, (G, K), from what rows do, (N, K); of rows in one cluster each."""
        if self.clusters.members is None:
            return parts
        summed = np.zeros((self.count, parts.shape[1]))
        np.add.at(summed, self.clusters.members[:, 0], parts)
        return summed

    def draws(self, replicates: int, seed: int) -> Iterator[Floats]:
        """Give, block by block, how often each resample draws each row, (R, N)."""
        percentile_method(replicates, seed, "units")  # which refuses fewer than 0
        generator = np.random.default_rng(seed)
        shares = np.full(self.count, 1 / self.count)
        rows = max(1, _CELLS // max(self.size, self.count))
        for start in range(0, replicates, rows):
            times = generator.multinomial(self.count, shares, size=min(rows, replicates - start))
            yield self.clusters.of_units(times.astype(np.float64))


def units_of(name: str, rows: Sequence[str], clusters: Clustering | None) -> Units:
    """Return the units of named rows, drawn by what `clusters` say they share; one by one with None."""
    columns = {key: [named.get(row, ()) for row in rows] for key, named in (clusters or {}).items()}
    return Units.sharing(name, len(rows), columns)


@dataclass(frozen=True, slots=True, eq=False)
class RowsLeftOut:
    """The changes of a value as clusters of rows are excluded in turn, and as single rows are, (U,)."""

    clusters: LeftOut
    alone: Floats

    @classmethod
    def of(cls, statistic: Statistic, value: float | Floats, units: Units) -> RowsLeftOut:
        """Return the changes of a statistic of how often each row counts, (R, N) to (R,) or (R, K)."""
        rows = np.ones(units.size)
        return cls(
            LeftOut.of(statistic, value, units.clusters, rows),
            # Of many rows, blocks are drawn by chance: neighbours share a document.
            LeftOut.of(statistic, value, Clusters(units.size).cells(), rows).clusters,
        )

    def column(self, at: int) -> RowsLeftOut:
        """Return the changes of one of several values."""
        return RowsLeftOut(self.clusters.column(at), self.alone[:, at])

    def minus(self, other: RowsLeftOut) -> RowsLeftOut:
        """Return the changes of the difference of two values of the same rows."""
        return RowsLeftOut(self.clusters.minus(other.clusters), self.alone - other.alone)

    def spread(self, value: float, units: Units, *, within: bool = False) -> ScoreSpread | str:
        """Return the variance of a value over clusters (`within` as in `spread_of`), or the reason."""
        alone = jackknife_variance(self.alone)
        score_spread = spread_of(
            value, units.clusters, self.clusters, np.ones(units.size), alone, within=within
        )
        # Systems are ranked by their values: intervals lie around these, not beside them.
        return score_spread if isinstance(score_spread, str) else replace(score_spread, center=value)


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric of one system with S seeds.

    Parameters
    ----------
    value : float or None
        The mean over seeds; None if any seed has no value, with the reason.
    by_seed : tuple of float or None
        In the order of the seeds given.
    replicates : array (R,)
        The mean over seeds of each resample, NaN if undefined. Two systems measured on the same rows, with
        the same number of replicates and seed, share the same resamples. For clusters they are stretched
        about their mean to the width of the interval, which a bootstrap of few clusters, or of crossed ones,
        would not have.
    left : RowsLeftOut or None
        The changes of the value as clusters are excluded in turn; None for single rows.
    """

    value: float | None
    reason: str | None
    by_seed: tuple[float | None, ...]
    replicates: Floats
    left: RowsLeftOut | None = None

    def spread(self, units: Units) -> ScoreSpread | str:
        """Return the variance of the value over clusters, or the reason for none."""
        if self.value is None or self.left is None:
            return self.reason or Phrase("reason-nothing-resampled", "nothing was resampled")
        return self.left.spread(self.value, units)

    @property
    def seed_variance(self) -> float:
        """Return the variance of the mean that seeds bring; 0 with one seed, which says nothing of it."""
        values = [one for one in self.by_seed if one is not None]
        return float(np.var(values, ddof=1)) / len(values) if len(values) > 1 else 0.0


def measured(seeds: Sequence[Sums], units: Units, replicates: int = REPLICATES, seed: int = SEED) -> Measured:
    """Return a metric of a system on its rows and on resamples of them.

    Parameters
    ----------
    seeds : sequence of Sums
        The sums of the metric for each seed of the system.
    replicates : int
        0 for none.
    """
    by_seed = tuple(one.observed for one in seeds)
    reason = next((one.reason for one in seeds if one.observed is None), None)
    values = [one for one in by_seed if one is not None]
    if len(values) < len(by_seed):
        return Measured(None, reason, by_seed, np.empty(0))
    value = float(np.mean(values))
    if not replicates:
        return Measured(value, None, by_seed, np.empty(0))

    statistic = mean_over(seeds)
    drawn = np.concatenate([statistic(times) for times in units.draws(replicates, seed)])
    if not units.clustered:
        return Measured(value, None, by_seed, drawn)
    result = Measured(value, None, by_seed, drawn, RowsLeftOut.of(statistic, value, units))
    return replace(result, replicates=_stretched(drawn, result.spread(units)))


def mean_over(seeds: Sequence[Sums]) -> Statistic:
    """Return the mean over seeds of a metric, as a function of how often each row counts."""

    def statistic(times: Floats) -> Floats:
        values = [one.value(times @ one.parts) if one.drawn is None else one.drawn(times) for one in seeds]
        return np.asarray(np.mean(values, axis=0))

    return statistic


def _stretched(drawn: Floats, spread: ScoreSpread | str) -> Floats:
    """Return resamples about their mean, as wide as the variance over clusters and Student's t ask for."""
    if isinstance(spread, str):
        return np.full(len(drawn), np.nan)
    defined = drawn[~np.isnan(drawn)]
    wide = float(np.std(defined, ddof=1)) if len(defined) > 1 else 0.0
    if wide == 0:
        return drawn
    return np.asarray(
        defined.mean() + (drawn - defined.mean()) * spread.error * spread.critical() / _NORMAL / wide
    )


def interval(metric: Metric, result: Measured, units: Units, seed: int = SEED) -> Interval | None:
    """Return the 95 % interval of a system's mean over seeds; None if it is undefined.

    For single rows, the ends are the 2.5 and 97.5 percentiles over resamples. If a share is 0 or 1, all
    resamples repeat it, and the bound is exact (Clopper and Pearson). Resamples repeat rows, which can shift
    a metric to one side, such as a correlation of few rows. If all percentiles lie on one side of the value,
    the interval is widened to contain it, and its method says `-widened`. Any other value that is the same in
    all resamples, such as that of one row, has no interval.

    For rows in clusters, the interval contains the values that the variance over clusters does not
    contradict, by Student's t (`aloi.agreement.intervals.score`).

    With several seeds each end is moved out for them too. The half-widths over units and over seeds
    (Student's t, S - 1 degrees of freedom) are squared, added and the root taken (MOVER,
    zou2008construction). With one seed the interval says nothing about other seeds.
    """
    if result.value is None:
        return None
    if units.clustered:
        ends = _of_clusters(metric.low, metric.high, result, units)
    else:
        ends = _of_rows(metric, result, units, seed)
    if ends is None:
        return None
    low, high, method = ends.low, ends.high, ends.method
    if len(result.by_seed) > 1:
        freedom = len(result.by_seed) - 1
        half_width = float(scipy.stats.t.ppf((1 + LEVEL) / 2, freedom)) * result.seed_variance**0.5
        low = result.value - math.hypot(max(result.value - low, 0.0), half_width)
        high = result.value + math.hypot(max(high - result.value, 0.0), half_width)
        method += f"-mover-seeds{len(result.by_seed)}"
    return Interval(max(float(low), metric.low), min(float(high), metric.high), method, ends.design_effect)


def _of_rows(metric: Metric, result: Measured, units: Units, seed: int) -> Interval | None:
    """Return the percentiles of a value of single rows, or the exact interval of a share of 0 or 1."""
    method = percentile_method(len(result.replicates), seed, units.name)
    ends = _percentiles(result.replicates, result.value or 0.0, method)
    is_share = (metric.low, metric.high) == SHARE
    moved = _of_constant(ends, units.count if is_share else 0, units)
    # Seeds vary, whatever the rows do.
    return ends if moved is None and len(result.by_seed) > 1 else moved


def no_interval(result: Measured, units: Units) -> str | None:
    """Return why a value that was resampled has no interval; None where it has one."""
    if result.value is None or not len(result.replicates):
        return None
    if units.clustered:
        spread = result.spread(units)
        return spread if isinstance(spread, str) else None
    undefined = int(np.isnan(result.replicates).sum())
    if 2 * (len(result.replicates) - undefined) <= len(result.replicates):
        return Phrase("reason-most-resamples-have", "most resamples have no value")
    if float(np.nanmax(result.replicates) - np.nanmin(result.replicates)) <= _TINY:
        return Phrase("reason-constant-resamples", "every resample has the same value")
    return None


def _of_clusters(
    low: float, high: float, result: Measured, units: Units, pieces: int | None = None
) -> Interval | None:
    spread = result.spread(units)
    if isinstance(spread, str):
        return None
    ends = range_interval(low, high, spread, pieces or units.count)
    how = EXACT if ends.method == EXACT else f"score-t{spread.freedom:.1f}"
    return replace(ends, method=f"{how}-{units.drawn}")


def percentile_method(replicates: int, seed: int, unit: str) -> str:
    """Return how an interval is made, in the words of a signature; `none` without replicates.

    Raises
    ------
    AloiError
        Fewer than 0 replicates, or a seed below 0.
    """
    if replicates < 0:
        raise AloiError(
            "aloi.value", name=Term("replicates"), value=replicates, expected=Term("at-least", least=0)
        )
    if seed < 0:
        raise AloiError("agreement.replicates-seed-asked", replicates=replicates, seed=seed)
    return f"bootstrap-percentile-{unit}-{replicates}-seed{seed}" if replicates else "none"


def intervals_of_sums(
    counts: Floats,
    scores: Callable[[Floats], Floats],
    units: Units,
    replicates: int,
    seed: int,
    *,
    shares: bool = False,
) -> list[Interval | None]:
    """Return the 95 % intervals of K scores that come from the same sums, such as the F1 of each label.

    Parameters
    ----------
    counts : array (N, ...)
        The contributions of rows, which are summed.
    scores : function
        From sums of shape (R, ...) to the K scores of each, (R, K); NaN if undefined. In [0, 1] if rows are
        in clusters.
    replicates : int
        0 for no interval. The same seed draws the same rows for any score, so intervals are comparable.
    shares : bool
        Whether scores always lie in [0, 1]: a score of 0 or 1 then has the exact bound.

    Returns
    -------
    list of K intervals
        None for a score undefined in half of the resamples or more, or without one of the clusters.
    """
    if not counts.size:
        return []

    def statistic(times: Floats) -> Floats:
        sums = times @ counts.reshape(len(counts), -1)
        return scores(sums.reshape(-1, *counts.shape[1:]))

    values = statistic(np.ones((1, len(counts))))[0]
    if not replicates:
        return [None] * len(values)
    pieces = _pieces(counts, len(values), units)
    if not units.clustered:
        resampled = np.concatenate([statistic(times) for times in units.draws(replicates, seed)])
        method = percentile_method(replicates, seed, units.name)
        ends = map(_percentiles, resampled.T, values.tolist(), [method] * len(values))
        return list(map(_of_constant, ends, pieces if shares else [0] * len(values), [units] * len(values)))
    left = RowsLeftOut.of(statistic, values, units)
    return [
        _of_score(value, left.column(at), units, few)
        for at, (value, few) in enumerate(zip(values.tolist(), pieces, strict=True))
    ]


def _of_score(value: float, left: RowsLeftOut, units: Units, pieces: int) -> Interval | None:
    """Return the interval of a share of rows in clusters, None where it is undefined."""
    result = Measured(value, None, (value,), np.empty(0), left)
    return None if math.isnan(value) else _of_clusters(0.0, 1.0, result, units, pieces)


def _pieces(counts: Floats, scores: int, units: Units) -> list[int]:
    """Return how many rows, or clusters of them, carry information on each score of counts (N, ...).

    A label occurs in some of the rows: counts of shape (N, L, ...) have as many scores of each of L labels.
    """
    if counts.ndim < 3 or scores % counts.shape[1]:
        return [units.count] * scores
    present = (counts != 0).reshape(*counts.shape[:2], -1).any(axis=2)
    members = units.clusters.members
    rows = present.sum(axis=0) if members is None else [len(np.unique(members[one])) for one in present.T]
    return [max(1, int(one)) for one in rows for _ in range(scores // counts.shape[1])]


def _of_constant(ends: Interval | None, pieces: int, units: Units) -> Interval | None:
    """Return the interval of a value that no resample moves, any other as it is.

    It is the exact one of a share of 0 or 1, of so many `pieces`. Other values have none (or no pieces).
    """
    if ends is None or ends.high - ends.low > _TINY:
        return ends
    if not pieces or min(ends.low, 1 - ends.low) > _TINY:
        return None
    bound = unanimous_low(pieces, 1.0)
    low, high = (bound, 1.0) if ends.low > 0.5 else (0.0, 1 - bound)
    return Interval(low, high, f"{EXACT}-{units.drawn}")


def _percentiles(values: Floats, value: float, method: str) -> Interval | None:
    """Return the percentiles of resamples, widened to the value where all of them lie beside it."""
    defined = values[~np.isnan(values)]
    if not len(values) or len(defined) * 2 <= len(values) or math.isnan(value):
        return None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high), method).around(value)
