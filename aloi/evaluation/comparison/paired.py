"""Tests of two systems on the same items: bootstrap with seeds, permutation, Student's t over runs."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import scipy

from aloi.agreement.intervals.spreads import ScoreSpread
from aloi.agreement.result import Interval
from aloi.base.terms import Phrase
from aloi.evaluation.comparison.permutation import Swapped, swapped_pairs
from aloi.evaluation.metrics.base import Sums
from aloi.evaluation.resampling import LEVEL, Measured, Units

# The replacement of swaps if rows belong to two clusters, such as a document and a string.
CROSSED_TEST = "crossed-clusters-t"


class PairedTest(StrEnum):
    """The test of two systems; docs/adr/0008-comparing-systems.md explains the question that each answers.

    The permutation test, the default, and the bootstrap generalise to other items and other seeds. The
    permutation test is closer to 5 % false positives; the bootstrap is more conservative, and its p agrees
    with the interval. Student's t over runs generalises to other seeds on the same items only.
    """

    PERMUTATION = "permutation"
    BOOTSTRAP = "bootstrap"
    STUDENT = "student"


class TestedBy(StrEnum):
    """The test behind the p of two systems, in the words of the tables.

    One comparison may contain several. A permutation test takes Student's t if a system has several seeds. It
    also does if rows share clusters on two sides, because no exchange keeps both.
    """

    __test__ = False

    PERMUTATION = "permutation"
    SEEDS = "permutation, seeds by t"
    CLUSTERS = "t over clusters"
    BOOTSTRAP = "bootstrap t"
    RUNS = "t over runs"


@dataclass(frozen=True, slots=True)
class Paired:
    """The difference of two systems (first minus second), its interval if the test gives one, and p.

    `tested_by` names the test that p comes from; None without a p.
    """

    difference: float | None
    interval: Interval | None
    p: float | None
    reason: str | None
    tested_by: TestedBy | None = None

    def turned(self) -> Paired:
        """Return the same of the second minus the first."""
        ends = self.interval
        return replace(
            self,
            difference=None if self.difference is None else -self.difference,
            interval=ends and Interval(-ends.high, -ends.low, ends.method),
        )


def paired_tests(
    test: PairedTest,
    systems: Mapping[str, Sequence[Sums]],
    by_system: Mapping[str, Measured],
    pairs: Sequence[tuple[str, str]],
    units: Units,
    *,
    swaps: int,
    seed: int,
) -> list[Paired]:
    """Return one test of each pair of systems, in the order of `pairs`.

    Parameters
    ----------
    systems : mapping
        Name -> what the metric makes of each seed; systems may have different numbers of seeds.
    by_system : mapping
        Name -> the same measured, all on the same resamples.
    swaps : int
        Replicates of the permutation test.
    seed : int
        Of the swaps.
    """
    sides = [(by_system[a], by_system[b]) for a, b in pairs]
    if test is PairedTest.STUDENT:
        return [student(*two) for two in sides]
    results = [bootstrap(*two, units, seed) for two in sides]
    if test is PairedTest.BOOTSTRAP:
        return results
    if units.clusters.crossed or units.count < 2:
        # No exchange keeps the dependence of rows that two clusters share: their variance gives p.
        return results
    testable = [place for place, two in enumerate(sides) if None not in (two[0].value, two[1].value)]
    swapped = swapped_pairs(systems, [pairs[place] for place in testable], units, swaps=swaps, seed=seed)
    for index, swapped_pair in zip(testable, swapped, strict=True):
        # A reason of the bootstrap does not apply here: there is a p.
        p, tested_by = permutation(swapped_pair, *sides[index], units)
        results[index] = replace(results[index], p=p, reason=None, tested_by=tested_by)
    return results


def bootstrap(first: Measured, second: Measured, units: Units, seed: int) -> Paired:
    """Return the paired bootstrap test: units resampled together, seeds as a second factor.

    Notes
    -----
    The squared standard error of the difference is the variance over paired resamples of the items. For each
    system with several seeds, the variance over seeds divided by their number is added. Both p and the
    interval come from Student's t with Satterthwaite's degrees of freedom, so that three seeds count as three
    (satterthwaite1946approximate). The value of p is below 0.05 exactly if the 95 % interval excludes 0. If
    rows are in clusters, the variance and its degrees of freedom are those of a jackknife over clusters
    (`aloi.agreement.intervals.spreads.cluster_spread`). With three unstable seeds, a percentile bootstrap
    that also draws seeds rejected 10 to 15 % of equal systems; this one rejected 4 to 6 %. With one seed it
    rejected 3 to 6 % (docs/adr/0008-comparing-systems.md). A system with one seed is treated as if all seeds
    gave the same.
    """
    if first.value is None or second.value is None:
        return Paired(None, None, None, first.reason or second.reason)
    difference = first.value - second.value
    spread = _over_units(difference, first, second, units)
    if isinstance(spread, str):
        return Paired(difference, None, None, spread)
    tested_by = TestedBy.CLUSTERS if units.clustered else TestedBy.BOOTSTRAP
    variance, freedom = _with_seeds(spread.variance, spread.freedom, first, second)
    if variance < 1e-24:
        if abs(difference) < 1e-12:
            return Paired(difference, None, 1.0, None, tested_by)
        return Paired(
            difference,
            None,
            None,
            Phrase("reason-difference-does-not", "the difference does not vary over items or seeds"),
        )
    error = math.sqrt(variance)
    p = float(2 * scipy.stats.t.sf(abs(difference) / error, freedom))
    half_width = float(scipy.stats.t.ppf((1 + LEVEL) / 2, freedom)) * error
    method = f"bootstrap-t-{units.name}-{len(first.replicates)}-seed{seed}"
    if units.clustered:
        method = f"jackknife-t{spread.freedom:.1f}-{units.drawn}"
    if max(len(first.by_seed), len(second.by_seed)) > 1:
        method += f"-seeds{len(first.by_seed)}+{len(second.by_seed)}"
    ends = Interval(
        difference - half_width,
        difference + half_width,
        method,
        spread.design_effect if units.clustered else None,
    )
    return Paired(difference, ends, p, None, tested_by)


def _over_units(difference: float, first: Measured, second: Measured, units: Units) -> ScoreSpread | str:
    """Return the variance of a difference over rows or over their clusters, or the reason for none."""
    if first.left is not None and second.left is not None:
        return first.left.minus(second.left).spread(difference, units, within=True)
    apart = first.replicates - second.replicates
    defined = apart[~np.isnan(apart)]
    if len(defined) * 2 <= len(apart):
        return Phrase("reason-most-resamples-items", "most resamples of the items have no value")
    variance = float(np.var(defined, ddof=1))
    return ScoreSpread(difference, difference, variance, units.count - 1, None, False, units.count, None)


def student(first: Measured, second: Measured) -> Paired:
    """Return Student's two-sample pooled t-test over runs, two-sided, as DrBenchmark compared systems.

    Degrees of freedom S_a + S_b - 2. It says nothing about other items (labrak2024drbenchmark).
    """
    if first.value is None or second.value is None:
        return Paired(None, None, None, first.reason or second.reason)
    difference = first.value - second.value
    runs = [np.array([one for one in side.by_seed if one is not None]) for side in (first, second)]
    if min(map(len, runs)) < 2:
        return Paired(
            difference,
            None,
            None,
            Phrase("reason-one-seed-only", "one seed only: Student's t over runs needs two of each"),
        )
    if all(np.ptp(side) < 1e-12 for side in runs):
        return Paired(
            difference,
            None,
            None,
            Phrase("reason-no-seed-either", "no seed of either system differs: there is no variance"),
        )
    with warnings.catch_warnings():
        # One side may be constant, such as a baseline that no seed changes: the variance is the other's.
        warnings.filterwarnings("ignore", "Precision loss", RuntimeWarning)
        result = scipy.stats.ttest_ind(*runs)
    ends = result.confidence_interval(LEVEL)
    freedom = len(runs[0]) + len(runs[1]) - 2
    between = Interval(float(ends.low), float(ends.high), f"student-pooled-df{freedom}")
    return Paired(difference, between, float(result.pvalue), None, TestedBy.RUNS)


def permutation(
    swapped: Swapped, first: Measured, second: Measured, units: Units
) -> tuple[float, TestedBy] | tuple[None, None]:
    """Return the two-sided p of the paired permutation test, with seeds as a second factor, and its test.

    Notes
    -----
    With one seed of each system it is the p of the swaps. Otherwise swapped items carry no information on
    other seeds: they would call 11 to 42 % of equal systems with three unstable seeds different. The variance
    of the swapped differences then replaces that of the bootstrap in the formula of `bootstrap`.
    """
    if first.value is None or second.value is None:
        return None, None
    if len(first.by_seed) == len(second.by_seed) == 1:
        return swapped.p, TestedBy.PERMUTATION
    over = _over_units(first.value - second.value, first, second, units) if units.clustered else None
    units_freedom = over.freedom if isinstance(over, ScoreSpread) else units.count - 1
    variance, freedom = _with_seeds(swapped.variance, units_freedom, first, second)
    if variance < 1e-24:
        return 1.0, TestedBy.SEEDS
    p = float(2 * scipy.stats.t.sf(abs(first.value - second.value) / math.sqrt(variance), freedom))
    return p, TestedBy.SEEDS


def _with_seeds(variance: float, freedom: float, first: Measured, second: Measured) -> tuple[float, float]:
    """Return a variance over units with that over seeds added, and Satterthwaite's degrees of freedom."""
    parts = [(variance, freedom)]
    parts += [(one.seed_variance, len(one.by_seed) - 1) for one in (first, second) if len(one.by_seed) > 1]
    total = sum(part for part, _ in parts)
    spread = sum(part**2 / free for part, free in parts)
    return total, total**2 / spread if spread > 0 else float(freedom)
