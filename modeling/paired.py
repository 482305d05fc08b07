"""Tests of two systems on the same items: bootstrap with seeds, permutation, Student's t over runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from agreement.result import Interval
from modeling.metrics.edrm import edrm_credits
from modeling.resampling import LEVEL, Measured

Floats = NDArray[np.float64]

# Cells of the (replicates, items) table held at once.
_CELLS = 2_000_000


class PairedTest(StrEnum):
    """How two systems are tested; what each answers stands in docs/adr/0008-comparing-systems.md.

    The permutation test, the default, and the bootstrap ask about other items and other seeds. The former
    keeps to 5 % false positives more closely; the bootstrap is the more cautious one, and its p goes with
    the interval. Student's t over runs asks about other seeds on these very items only.
    """

    PERMUTATION = "permutation"
    BOOTSTRAP = "bootstrap"
    STUDENT = "student"


@dataclass(frozen=True, slots=True)
class Paired:
    """The difference of two systems (first minus second), its interval where the test gives one, and p."""

    difference: float | None
    interval: Interval | None
    p: float | None
    reason: str | None


def paired_test(
    test: PairedTest,
    name: str,
    gold: Floats,
    predicted: tuple[Floats, Floats],
    measured: tuple[Measured, Measured],
    low: float,
    high: float,
    *,
    swaps: int,
    seed: int,
) -> Paired:
    """Return one test of two systems.

    Parameters
    ----------
    predicted : two arrays (S, N)
        Of the first and the second system; their numbers of seeds may differ.
    measured : two Measured
        Of the same predictions, on the same resamples.
    swaps : int
        Replicates of the permutation test.
    seed : int
        Of the swaps.
    """
    first, second = measured
    if first.value is None or second.value is None:
        return Paired(None, None, None, first.reason if first.value is None else second.reason)
    if test is PairedTest.BOOTSTRAP:
        return bootstrap(first, second, len(gold), seed)
    if test is PairedTest.STUDENT:
        return student(first, second)
    if predicted[0].shape == predicted[1].shape and np.array_equal(*predicted):
        return Paired(0.0, None, 1.0, None)
    swapped = differences_swapped(name, gold, predicted, low, high, swaps=swaps, seed=seed)
    p = permutation(swapped, first, second, len(gold))
    return Paired(first.value - second.value, bootstrap(first, second, len(gold), seed).interval, p, None)


def bootstrap(first: Measured, second: Measured, items: int, seed: int) -> Paired:
    """Return the paired bootstrap test: items resampled together, seeds as a second factor.

    Notes
    -----
    The squared standard error of the difference is the variance over paired resamples of the items plus,
    for each system with several seeds, the variance over seeds divided by their number. p and the
    interval come from Student's t with Satterthwaite's degrees of freedom (satterthwaite1946approximate),
    so that three seeds count as three; p is below 0.05 exactly where the 95 % interval excludes 0.
    A percentile bootstrap that draws seeds too rejected 10 to 15 % of equal systems with three unsteady
    seeds; this one 4 to 6 %, and 3 to 6 % with one seed (docs/adr/0008-comparing-systems.md). A system
    with one seed is taken as if every seed gave the same.
    """
    if first.value is None or second.value is None:
        return Paired(None, None, None, first.reason or second.reason)
    difference = first.value - second.value
    apart = first.replicates - second.replicates
    defined = apart[~np.isnan(apart)]
    if len(defined) * 2 <= len(apart):
        return Paired(difference, None, None, "most resamples of the items have no value")
    variance, freedom = _with_seeds(float(np.var(defined, ddof=1)), items, first, second)
    if variance < 1e-24:
        if abs(difference) < 1e-12:
            return Paired(difference, None, 1.0, None)
        return Paired(difference, None, None, "the difference does not vary over items or seeds")
    error = math.sqrt(variance)
    p = float(2 * stats.t.sf(abs(difference) / error, freedom))
    reach = float(stats.t.ppf((1 + LEVEL) / 2, freedom)) * error
    method = f"bootstrap-t-items-{len(apart)}-seed{seed}"
    if max(len(first.by_seed), len(second.by_seed)) > 1:
        method += f"-seeds{len(first.by_seed)}+{len(second.by_seed)}"
    return Paired(difference, Interval(difference - reach, difference + reach, method), p, None)


def student(first: Measured, second: Measured) -> Paired:
    """Return Student's two-sample pooled t-test over runs, two-sided, as DrBenchmark compared systems.

    Degrees of freedom S_a + S_b - 2. It says nothing about other items (labrak2024drbenchmark).
    """
    if first.value is None or second.value is None:
        return Paired(None, None, None, first.reason or second.reason)
    difference = first.value - second.value
    runs = [np.array([one for one in side.by_seed if one is not None]) for side in (first, second)]
    if min(map(len, runs)) < 2:
        return Paired(difference, None, None, "one seed only: Student's t over runs needs two of each")
    if all(np.ptp(side) < 1e-12 for side in runs):
        return Paired(difference, None, None, "no seed of either system differs: there is no variance")
    result = stats.ttest_ind(*runs)
    ends = result.confidence_interval(LEVEL)
    freedom = len(runs[0]) + len(runs[1]) - 2
    reach = Interval(float(ends.low), float(ends.high), f"student-pooled-df{freedom}")
    return Paired(difference, reach, float(result.pvalue), None)


def permutation(swapped: Floats, first: Measured, second: Measured, items: int) -> float:
    """Return the two-sided p of the paired permutation test, seeds as a second factor.

    Parameters
    ----------
    swapped : array (1 + R,)
        What `differences_swapped` returned: the difference as it is, then with systems swapped by chance.

    Notes
    -----
    With one seed of each system: (1 + as extreme) / (1 + R). Otherwise swapped items tell nothing of other
    seeds, and would call 11 to 42 % of equal systems with three unsteady seeds different; then the
    variance of the swapped differences takes the place of the bootstrap's in what `bootstrap` does.
    """
    difference = abs(float(swapped[0]))
    if len(first.by_seed) == len(second.by_seed) == 1:
        extreme = np.abs(swapped[1:]) >= difference - 1e-9
        return float((1 + extreme.sum()) / len(swapped))
    variance, freedom = _with_seeds(float(np.mean(swapped[1:] ** 2)), items, first, second)
    if variance < 1e-24:
        return 1.0
    return float(2 * stats.t.sf(difference / math.sqrt(variance), freedom))


def differences_swapped(
    name: str,
    gold: Floats,
    predicted: tuple[Floats, Floats],
    low: float,
    high: float,
    *,
    swaps: int,
    seed: int,
) -> Floats:
    """Return the difference as it is and in replicates that swap the systems on items by chance, (1 + R,).

    Half of the items are swapped, all seeds of an item together. For correlations the swapped things are
    standardised: ranks for Spearman, so that systems on other scales can be swapped; for the errors and
    EDRM they are the items' own errors and credits.
    """
    first, second = predicted
    seeds = math.lcm(len(first), len(second))
    sides = np.tile(first, (seeds // len(first), 1)), np.tile(second, (seeds // len(second), 1))
    generator = np.random.default_rng(seed)
    total = np.zeros(1 + swaps)
    rows = max(1, _CELLS // len(gold))
    for start in range(0, 1 + swaps, rows):
        told = generator.integers(0, 2, size=(min(rows, 1 + swaps - start), len(gold))).astype(np.float64)
        if start == 0:
            told[0] = 0.0  # the first one swaps nothing
        for a, b in zip(*sides, strict=True):
            total[start : start + len(told)] += _swapped(name, gold, a, b, told, low, high)
    return total / seeds


def _with_seeds(variance: float, items: int, first: Measured, second: Measured) -> tuple[float, float]:
    """Return a variance over items with that over seeds added, and Satterthwaite's degrees of freedom."""
    parts = [(variance, items - 1)]
    parts += [(one.seed_variance, len(one.by_seed) - 1) for one in (first, second) if len(one.by_seed) > 1]
    total = sum(part for part, _ in parts)
    spread = sum(part**2 / free for part, free in parts)
    return total, total**2 / spread if spread > 0 else float(items - 1)


def _swapped(name: str, gold: Floats, a: Floats, b: Floats, told: Floats, low: float, high: float) -> Floats:
    """Return the metric of `a` minus that of `b` after the swaps told (R, N), shape (R,).

    What one side gains by a swap the other loses: sums over items need one matrix product for both.
    """
    if name in ("spearman", "pearson"):
        target, a, b = (_standard(side, ranked=name == "spearman") for side in (gold, a, b))
        before = [np.array([side.sum(), (side * side).sum(), (side * target).sum()]) for side in (a, b)]
        moved = told @ np.column_stack([b - a, b * b - a * a, (b - a) * target])
        return _correlation(before[0] + moved, len(gold)) - _correlation(before[1] - moved, len(gold))
    if name == "edrm":
        a, b = (edrm_credits(gold, side, low, high) for side in (a, b))
    else:
        a, b = (np.abs(side - gold) ** (2 if name == "rmse" else 1) for side in (a, b))
    gained = told @ (b - a)
    means = [(a.sum() + gained) / len(gold), (b.sum() - gained) / len(gold)]
    if name == "rmse":
        means = [np.sqrt(np.maximum(one, 0.0)) for one in means]
    return np.asarray(means[0] - means[1])


def _correlation(sums: Floats, items: int) -> Floats:
    """Return the correlation with a standard target, from sums, sums of squares and of products, (R, 3)."""
    spread = np.maximum(sums[:, 1] - sums[:, 0] ** 2 / items, 1e-300)
    return np.asarray(sums[:, 2] / np.sqrt(spread))


def _standard(numbers: Floats, *, ranked: bool) -> Floats:
    """Return the numbers, or their ranks, with mean 0 and squares that sum to 1."""
    found = stats.rankdata(numbers) if ranked else numbers
    centred = found - found.mean()
    return np.asarray(centred / np.sqrt((centred**2).sum()))
