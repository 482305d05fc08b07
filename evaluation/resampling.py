"""One way to draw test items anew, for every interval and every paired test of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from agreement.result import Interval
from aloi.arrays import Floats
from aloi.errors import AloiError
from evaluation.metrics.base import Metric, Sums

REPLICATES = 1000
SEED = 0
LEVEL = 0.95
# Cells of the (replicates, units) table held at once; the draws are the same whatever it is.
_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Units:
    """What is drawn again: rows one by one, or groups of rows such as the sentences of a document.

    Parameters
    ----------
    name : str
        In the plural, as signatures say it.
    size : int
        How many there are, U.
    group : array (N,) or None
        The unit of each row, 0 to U - 1; None where each row is one.
    """

    name: str
    size: int
    group: NDArray[np.intp] | None = None

    @classmethod
    def grouped(cls, name: str, keys: Sequence[str]) -> Units:
        """Return the units that keys name: rows with the same key are drawn together."""
        values, place = np.unique(np.array(keys), return_inverse=True)
        return cls(name, len(values), place)

    def sums(self, parts: Floats) -> Floats:
        """Return what units add up to, (U, K), from what rows do, (N, K)."""
        if self.group is None:
            return parts
        summed = np.zeros((self.size, parts.shape[1]))
        np.add.at(summed, self.group, parts)
        return summed

    def of_rows(self, times: Floats) -> Floats:
        """Return how often each row is drawn, (R, N), from how often each unit is, (R, U)."""
        return times if self.group is None else times[:, self.group]


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric of one system with S seeds.

    Parameters
    ----------
    value : float or None
        The mean over seeds; None where any seed has no value, with the reason.
    by_seed : tuple of float or None
        In the order of the seeds given.
    replicates : array (R,)
        The mean over seeds of each resample, NaN where it is undefined. Two systems measured on the same
        rows, with the same number of replicates and seed, stand on the same resamples.
    """

    value: float | None
    reason: str | None
    by_seed: tuple[float | None, ...]
    replicates: Floats

    @property
    def seed_variance(self) -> float:
        """Return the variance of the mean that seeds bring; 0 with one seed, which says nothing of it."""
        known = [one for one in self.by_seed if one is not None]
        return float(np.var(known, ddof=1)) / len(known) if len(known) > 1 else 0.0


def draws(units: int, replicates: int, seed: int) -> Iterator[Floats]:
    """Give, block by block, how often each resample draws each unit, (R, U)."""
    percentile_method(replicates, seed, "units")  # which refuses fewer than 0
    generator = np.random.default_rng(seed)
    shares = np.full(units, 1 / units)
    rows = max(1, _CELLS // units)
    for start in range(0, replicates, rows):
        yield generator.multinomial(units, shares, size=min(rows, replicates - start)).astype(np.float64)


def measured(seeds: Sequence[Sums], units: Units, replicates: int = REPLICATES, seed: int = SEED) -> Measured:
    """Return a metric of a system on its rows and on resamples of them.

    Parameters
    ----------
    seeds : sequence of Sums
        What the metric makes of each seed of the system.
    replicates : int
        0 for none.
    """
    by_seed = tuple(one.observed for one in seeds)
    reason = next((one.reason for one in seeds if one.observed is None), None)
    known = [one for one in by_seed if one is not None]
    if len(known) < len(by_seed):
        return Measured(None, reason, by_seed, np.empty(0))
    value = float(np.mean(known))
    if not replicates:
        return Measured(value, None, by_seed, np.empty(0))
    tables = [(one, units.sums(one.parts)) for one in seeds]
    found = [
        np.mean(
            [
                one.value(times @ table) if one.drawn is None else one.drawn(units.of_rows(times))
                for one, table in tables
            ],
            axis=0,
        )
        for times in draws(units.size, replicates, seed)
    ]
    return Measured(value, None, by_seed, np.concatenate(found))


def interval(metric: Metric, found: Measured, unit: str, seed: int = SEED) -> Interval | None:
    """Return the 95 % interval of a system's mean over seeds; None where it cannot be told.

    The 2.5 and 97.5 percentiles over resamples. With several seeds each end is moved out for them too: the
    half-widths over units and over seeds (Student's t, S - 1 degrees of freedom) are squared, added and the
    root taken (MOVER, zou2008construction). With one seed nothing is said of other seeds.
    """
    defined = found.replicates[~np.isnan(found.replicates)]
    if found.value is None or len(defined) * 2 <= len(found.replicates):
        return None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    method = percentile_method(len(found.replicates), seed, unit)
    if len(found.by_seed) > 1:
        freedom = len(found.by_seed) - 1
        half_width = float(scipy.stats.t.ppf((1 + LEVEL) / 2, freedom)) * found.seed_variance**0.5
        low = found.value - np.hypot(max(found.value - low, 0.0), half_width)
        high = found.value + np.hypot(max(high - found.value, 0.0), half_width)
        method += f"-mover-seeds{len(found.by_seed)}"
    return Interval(max(float(low), metric.low), min(float(high), metric.high), method)


def percentile_method(replicates: int, seed: int, unit: str) -> str:
    """Return how an interval is made, in the words of a signature; `none` without replicates.

    Raises
    ------
    AloiError
        Fewer than 0 replicates.
    """
    if replicates < 0:
        raise AloiError("evaluation.sts-replicates-asked", replicates=replicates)
    return f"bootstrap-percentile-{unit}-{replicates}-seed{seed}" if replicates else "none"


def percentile_intervals(
    counts: Floats, scores: Callable[[Floats], Floats], units: Units, replicates: int, seed: int
) -> list[Interval | None]:
    """Return the 95 % intervals of K scores that come from the same sums, such as the F1 of each label.

    Parameters
    ----------
    counts : array (N, ...)
        What adds up over rows.
    scores : function
        From sums of shape (R, ...) to the K scores of each, (R, K); NaN where one is undefined.
    replicates : int
        0 for no interval. The same seed draws the same rows whatever the score: intervals go together.

    Returns
    -------
    list of K intervals
        None for a score undefined in half of the resamples or more.
    """
    if not counts.size:
        return []
    flat = units.sums(counts.reshape(len(counts), -1))
    if not replicates:
        return [None] * scores(flat.sum(axis=0).reshape(1, *counts.shape[1:])).shape[1]
    found = np.concatenate(
        [
            scores((times @ flat).reshape(-1, *counts.shape[1:]))
            for times in draws(units.size, replicates, seed)
        ]
    )
    method = percentile_method(replicates, seed, units.name)
    return [_percentiles(column, method) for column in found.T]


def _percentiles(values: Floats, method: str) -> Interval | None:
    defined = values[~np.isnan(values)]
    if len(defined) * 2 <= len(values):
        return None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(low), float(high), method)
