"""Intervals by resampling: BCa bootstrap over units or whole clusters, jackknife over annotators."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.measures.base import Influence, Statistic
from aloi.agreement.result import Interval
from aloi.base.arrays import Floats

LEVEL = 0.95
_TINY = 1e-12
_CELLS = 2_000_000  # cells of one chunk of replicates: bounds the memory whatever their number


def bootstrap_interval(
    statistic: Statistic,
    value: float,
    clusters: Clusters,
    replicates: int,
    seed: int,
) -> Interval | None:
    """Return the 95 % BCa interval of a statistic, resampling units or whole clusters.

    Parameters
    ----------
    statistic : callable
        From how often each unit counts, shape (B, N), to B values, NaN where undefined.
    value : float
        The statistic of the table itself.
    clusters : Clusters
        The units that are drawn together.
    replicates : int
        Number of replicates; undefined ones are excluded and counted in the method.
    seed : int
        Seed of the random generator: the same seed gives the same interval.

    Returns
    -------
    Interval or None
        None with fewer than two units or clusters to draw, or when most replicates are undefined.

    Notes
    -----
    Efron (1987), Better bootstrap confidence intervals. A BCa interval corrects the percentile interval for
    bias and skewness, which coefficients near 1 have. With few units, or if one unit dominates the value,
    nearly all samples can lie on one side of it. The interval is then widened to contain the value, and the
    method ends in `-widened`.
    """
    if clusters.count < 2 or replicates < 2:
        return None
    if isinstance(statistic, SumStatistic):
        statistic, clusters = statistic.by_cluster(clusters)
    estimates, left_out = _resampled(statistic, clusters, replicates, seed)
    defined = estimates[~np.isnan(estimates)]
    if 2 * len(defined) < replicates:
        return None
    low, high = _bca(defined, value, left_out[~np.isnan(left_out)])
    return Interval(low, high, _method(clusters, replicates, seed, len(defined))).around(value)


def _resampled(statistic: Statistic, clusters: Clusters, replicates: int, seed: int) -> tuple[Floats, Floats]:
    """Return a statistic of each draw, and of the table without each cluster, or block of clusters.

    If single units add few different terms to sums, it is enough to count how often each term is drawn.
    """
    if isinstance(statistic, SumStatistic) and clusters.alone:
        few, ways = statistic.by_way()
        if 2 * len(few.terms) <= clusters.count:
            estimates = [few(times) for times in clusters.draws_of(ways, replicates, seed)]
            return np.concatenate(estimates), few(clusters.left_out_of(ways))
    estimates = [statistic(times) for times in clusters.draws(replicates, seed)]
    return np.concatenate(estimates), np.concatenate([statistic(times) for times in clusters.left_out()])


def alike_interval(
    statistic: Statistic, value: float, times: Floats, replicates: int, seed: int
) -> Interval | None:
    """Return the 95 % BCa interval of a statistic of single units, of which many are rated alike.

    Parameters
    ----------
    statistic : callable
        From how often each way of being rated counts, shape (B, P), to B values.
    times : ndarray, shape (P,)
        How many units are rated in each way.
    value, replicates, seed
        As `bootstrap_interval` has them.

    Notes
    -----
    To draw N units, some of them alike, is to draw the counts of each way from a multinomial. The interval is
    that of `bootstrap_interval` except for the draws, at a cost that does not depend on N.
    """
    size = int(times.sum())
    if size < 2 or replicates < 2:
        return None
    generator = np.random.default_rng(seed)
    chunk = max(1, _CELLS // len(times))
    drawn = (min(chunk, replicates - start) for start in range(0, replicates, chunk))
    estimates = np.concatenate(
        [statistic(generator.multinomial(size, times / size, size=rows).astype(np.float64)) for rows in drawn]
    )
    defined = estimates[~np.isnan(estimates)]
    if 2 * len(defined) < replicates:
        return None
    ways = np.arange(len(times))
    without = [
        statistic(times - (ways == ways[start : start + chunk, None]))
        for start in range(0, len(times), chunk)
    ]
    left_out = np.repeat(np.concatenate(without), times.astype(np.int64))
    low, high = _bca(defined, value, left_out[~np.isnan(left_out)])
    return Interval(low, high, _method(Clusters(size, None), replicates, seed, len(defined))).around(value)


def jackknife_interval(value: float, left_out: list[float]) -> tuple[float, Interval] | None:
    """Return the standard error and 95 % interval from the values without each annotator in turn.

    None with fewer than three annotators: two leave nothing to compare. The interval uses the t
    distribution with A - 1 degrees of freedom; its upper end is capped at 1.
    """
    count = len(left_out)
    if count < 3:
        return None
    values = np.array(left_out)
    error = float(np.sqrt((count - 1) / count * ((values - values.mean()) ** 2).sum()))
    low, high = _around(value, error, count - 1)
    return error, Interval(low, high, "jackknife-annotators")


def analytic_interval(value: float, influence: Influence) -> tuple[float, Interval] | None:
    """Return the standard error and 95 % interval of an influence; None with fewer than two units."""
    error = influence.standard_error()
    if error is None or not np.isfinite(error):
        return None
    low, high = _around(value, error, influence.freedom)
    return error, Interval(low, high, "analytic")


def _around(value: float, error: float, freedom: int) -> tuple[float, float]:
    """Return the t interval; as in irrCAC only its upper end is capped."""
    half_width = float(stdtrit(freedom, (1 + LEVEL) / 2)) * error
    return value - half_width, min(1.0, value + half_width)


def _bca(estimates: Floats, value: float, left_out: Floats) -> tuple[float, float]:
    """Return the bias-corrected and accelerated bounds of replicates."""
    if np.ptp(estimates) < _TINY:
        return float(estimates.min()), float(estimates.max())
    count = len(estimates)
    below = (estimates < value - _TINY).sum() + 0.5 * (np.abs(estimates - value) <= _TINY).sum()
    bias = ndtri(np.clip(below / count, 1 / (count + 1), count / (count + 1)))
    skew = left_out.mean() - left_out if len(left_out) else np.zeros(1)
    spread = (skew**2).sum()
    acceleration = (skew**3).sum() / (6 * spread**1.5) if spread > 0 else 0.0
    edges = bias + ndtri([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    ranks = ndtr(bias + edges / np.maximum(1 - acceleration * edges, _TINY))
    low, high = np.quantile(estimates, ranks)
    return float(low), float(high)


def _method(clusters: Clusters, replicates: int, seed: int, defined: int) -> str:
    parts = ["bootstrap-bca", str(replicates), f"seed{seed}"]
    if clusters.members is not None:
        parts.append("crossed-clusters" if clusters.crossed else "clusters")
    if defined < replicates:
        parts.append(f"defined{defined}")
    return "-".join(parts)
