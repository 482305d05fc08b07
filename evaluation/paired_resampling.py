"""Resamples of test items, the same for every system, and intervals over items and seeds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from agreement.result import Interval
from evaluation.evaluate import value, values
from evaluation.metrics import metric

Floats = NDArray[np.float64]

LEVEL = 0.95
# Cells of the (replicates, items) table held at once.
_CELLS = 1_000_000


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
        The mean over seeds of each resample of the items, NaN where it is undefined. Two systems measured
        with the same gold, replicates and seed stand on the same resamples.
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


def measure(
    name: str,
    gold: Floats,
    predicted: Floats,
    low: float,
    high: float,
    *,
    replicates: int = 1000,
    seed: int = 0,
) -> Measured:
    """Return a metric of a system and of resamples of its items.

    Parameters
    ----------
    gold : array (N,)
        On the scale low..high.
    predicted : array (S, N)
        A row a seed.
    replicates : int
        0 for none.
    seed : int
        Of the resampling.
    """
    found = [value(name, gold, row, low, high) for row in predicted]
    by_seed = tuple(one.value for one in found)
    reason = next((one.reason for one in found if one.value is None), None)
    known = [one for one in by_seed if one is not None]
    mean = float(np.mean(known)) if len(known) == len(by_seed) else None
    if mean is None or not replicates:
        return Measured(mean, reason, by_seed, np.empty(0))
    generator = np.random.default_rng(seed)
    count = len(gold)
    rows = max(1, _CELLS // count)
    parts: list[Floats] = []
    for start in range(0, replicates, rows):
        times = generator.multinomial(count, np.full(count, 1 / count), size=min(rows, replicates - start))
        parts.append(np.mean([values(name, gold, row, times, low, high) for row in predicted], axis=0))
    return Measured(mean, None, by_seed, np.concatenate(parts))


def interval(name: str, measured: Measured, seed: int, unit: str = "items") -> Interval | None:
    """Return the 95 % interval of a system's mean over seeds; None where it cannot be told.

    The 2.5 and 97.5 percentiles over resamples of the items. With several seeds each end is moved out for
    them too: the reaches over items and over seeds (Student's t, S - 1 degrees of freedom) are squared,
    added and the root taken (MOVER, zou2008construction). With one seed nothing is said of other seeds.
    """
    defined = measured.replicates[~np.isnan(measured.replicates)]
    if measured.value is None or len(defined) * 2 <= len(measured.replicates):
        return None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    method = f"bootstrap-percentile-{unit}-{len(measured.replicates)}-seed{seed}"
    if len(measured.by_seed) > 1:
        freedom = len(measured.by_seed) - 1
        reach = float(scipy.stats.t.ppf((1 + LEVEL) / 2, freedom)) * measured.seed_variance**0.5
        low = measured.value - np.hypot(max(measured.value - low, 0.0), reach)
        high = measured.value + np.hypot(max(high - measured.value, 0.0), reach)
        method += f"-mover-seeds{len(measured.by_seed)}"
    ends = metric(name)
    return Interval(max(float(low), ends.low), min(float(high), ends.high), method)
