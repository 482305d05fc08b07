"""The bounds of a bootstrap, set beside those scipy makes of the same replicates."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from aloi.agreement.drawing import Clusters, SumStatistic, standing_for
from aloi.agreement.intervals.bootstrap import (
    alike_interval,
    analytic_interval,
    bootstrap_interval,
    jackknife_interval,
)
from aloi.agreement.measures.base import Influence, Statistic
from aloi.base.arrays import Floats

# Long tails to the right and to the left: the acceleration has either sign and moves both bounds.
SKEWED = np.exp(np.random.default_rng(4).normal(size=25))
REPLICATES = 2000


def mean_of(values: Floats) -> Statistic:
    """Return the mean of values as a function of how often each counts."""
    return lambda times: times @ values / times.sum(axis=1)


def scipy_bounds(statistic: Statistic, count: int, replicates: Floats) -> tuple[float, float]:
    """Return the 95 % BCa bounds that scipy makes of these replicates of a statistic of `count` units."""

    def of(drawn: NDArray[np.intp], axis: int = -1) -> Floats:
        rows = np.moveaxis(np.atleast_2d(drawn), axis, -1).reshape(-1, drawn.shape[axis])
        times = np.array([np.bincount(row.astype(int), minlength=count) for row in rows], dtype=float)
        found = np.asarray(statistic(times)).reshape(drawn.shape[:-1])
        return found

    data, options = (np.arange(count),), {"vectorized": True, "axis": -1}
    first = stats.bootstrap(data, of, n_resamples=2, method="percentile", **options)
    first.bootstrap_distribution = replicates
    again = stats.bootstrap(data, of, n_resamples=0, method="BCa", bootstrap_result=first, **options)
    return float(again.confidence_interval.low), float(again.confidence_interval.high)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_bounds_are_those_of_scipy_on_the_same_replicates(sign: int) -> None:
    plain = mean_of(sign * SKEWED)
    drawn: list[Floats] = []

    def statistic(times: Floats) -> Floats:
        drawn.append(np.asarray(plain(times)))
        return drawn[-1]

    count = len(SKEWED)
    value = float(plain(np.ones((1, count)))[0])
    found = bootstrap_interval(statistic, value, Clusters(count), REPLICATES, 3)
    replicates = np.concatenate(drawn)[:REPLICATES]
    assert found is not None
    assert (found.low, found.high) == pytest.approx(scipy_bounds(plain, count, replicates), abs=1e-12)
    percentile = np.quantile(replicates, [0.025, 0.975])
    assert abs(found.low - percentile[0]) > 0.01 * np.ptp(percentile)  # the correction is no rounding


@pytest.mark.parametrize("units", [60, 1500])
@pytest.mark.parametrize("clustered", [False, True])
def test_units_that_add_the_same_are_drawn_as_each_by_itself(units: int, clustered: bool) -> None:
    """The draws are the same, and so is what is left out, in blocks above 1,000 units too."""
    generator = np.random.default_rng(7)
    terms = np.column_stack([generator.integers(0, 3, units), generator.integers(1, 3, units)]).astype(float)
    groups = np.arange(units) // 2 if clustered else None
    clusters, many = Clusters.of(units, groups), generator.integers(1, 4, units).astype(float)

    def ratio(sums: Floats) -> Floats:
        return np.asarray(sums[:, 0] / sums[:, 1])

    whole = standing_for(SumStatistic(terms, ratio), many)
    value = float(whole(np.ones((1, units)))[0])
    found = bootstrap_interval(whole, value, clusters, 500, 3)
    plain = bootstrap_interval(lambda times: ratio((times * many) @ terms), value, clusters, 500, 3)
    assert found is not None
    assert plain is not None
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-12)
    assert found.low < value < found.high


def test_whole_clusters_are_left_out_for_the_acceleration() -> None:
    sizes = np.random.default_rng(5).integers(1, 6, size=len(SKEWED))
    groups = np.repeat(np.arange(len(SKEWED)), sizes)
    values = SKEWED[groups] + np.linspace(0, 0.1, len(groups))
    sums, counts = (np.bincount(groups, weights=each) for each in (values, np.ones(len(groups))))
    drawn: list[Floats] = []

    def statistic(times: Floats) -> Floats:
        drawn.append(np.asarray(mean_of(values)(times)))
        return drawn[-1]

    found = bootstrap_interval(
        statistic, float(values.mean()), Clusters.of(len(groups), groups), REPLICATES, 3
    )
    replicates = np.concatenate(drawn)[:REPLICATES]

    def by_cluster(times: Floats) -> Floats:
        return np.asarray((times @ sums) / (times @ counts))

    assert found is not None
    expected = scipy_bounds(by_cluster, len(SKEWED), replicates)
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-12)
    assert found.method == f"bootstrap-bca-{REPLICATES}-seed3-clusters"


def test_ties_with_the_value_count_half_on_each_side() -> None:
    """A statistic of few values has many replicates equal to it: scipy counts them half below."""
    values = np.array([0.0] * 9 + [1.0])
    drawn: list[Floats] = []

    def statistic(times: Floats) -> Floats:
        drawn.append(np.asarray(mean_of(values)(times)))
        return drawn[-1]

    found = bootstrap_interval(statistic, 0.1, Clusters(10), REPLICATES, 1)
    assert found is not None
    expected = scipy_bounds(mean_of(values), 10, np.concatenate(drawn)[:REPLICATES])
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("undefined", "known"), [(0, True), (49, True), (50, True), (51, False)], ids=str)
def test_half_of_the_replicates_must_have_a_value(undefined: int, known: bool) -> None:
    def statistic(times: Floats) -> Floats:
        found = np.arange(len(times), dtype=float)
        if len(times) == 100:
            found[:undefined] = np.nan
        return found

    found = bootstrap_interval(statistic, 50.0, Clusters(20), 100, 0)
    assert (found is not None) is known
    if found is not None and undefined:
        assert found.method.split("-widened")[0].endswith(f"-defined{100 - undefined}")


@pytest.mark.parametrize("value", [-50.0, 200.0], ids=["below all", "above all"])
def test_a_value_beyond_all_replicates_keeps_an_interval_with_a_width(value: float) -> None:
    """The share of replicates below counts as 1 / 101 or 100 / 101 at most, and not as none or all."""

    def statistic(times: Floats) -> Floats:
        return np.arange(100.0) if len(times) == 100 else np.zeros(len(times))

    found = bootstrap_interval(statistic, value, Clusters(20), 100, 0)
    bias = stats.norm.ppf((1 if value < 0 else 100) / 101)
    low, high = 99 * stats.norm.cdf(2 * bias + stats.norm.ppf([0.025, 0.975]))
    assert found is not None
    # Widened to the value: an interval without it would say that the table cannot be.
    assert (found.low, found.high) == pytest.approx((min(low, value), max(high, value)))
    assert found.method == "bootstrap-bca-100-seed0-widened"


def test_one_thing_to_draw_has_no_interval_and_two_have() -> None:
    assert bootstrap_interval(mean_of(SKEWED[:1]), 1.0, Clusters(1), 50, 0) is None
    assert (
        bootstrap_interval(mean_of(SKEWED[:3]), 1.0, Clusters.of(3, np.zeros(3, dtype=np.intp)), 50, 0)
        is None
    )
    assert bootstrap_interval(mean_of(SKEWED[:2]), SKEWED[:2].mean(), Clusters(2), 50, 0) is not None


def test_the_jackknife_is_that_of_the_mean() -> None:
    """The jackknife error of a mean is its standard error, s / root n, and its interval Student's."""
    values = np.array([0.2, 0.5, 0.4, 0.9])
    found = jackknife_interval(values.mean(), [float(np.delete(values, at).mean()) for at in range(4)])
    assert found is not None
    error, reach = found
    assert error == pytest.approx(stats.sem(values))
    low, high = stats.t.interval(0.95, 3, loc=values.mean(), scale=stats.sem(values))
    assert (reach.low, reach.high) == pytest.approx((low, high))
    assert jackknife_interval(0.5, [0.4, 0.5]) is None
    capped = jackknife_interval(0.95, [0.9, 0.95, 0.8])
    assert capped is not None
    assert capped[1].high == 1.0


def test_the_analytic_interval_has_the_degrees_of_freedom_of_its_influence() -> None:
    terms = np.array([0.1, 0.4, 0.3, 0.8])
    influence = Influence(terms, float(terms.mean()), 4 * 3.0, 3)
    found = analytic_interval(float(terms.mean()), influence)
    assert found is not None
    assert found[0] == pytest.approx(stats.sem(terms))
    low, high = stats.t.interval(0.95, 3, loc=terms.mean(), scale=stats.sem(terms))
    assert (found[1].low, found[1].high) == pytest.approx((low, min(high, 1.0)))


@pytest.mark.parametrize(("size", "replicates"), [(1, 100), (20, 1)])
def test_one_unit_or_one_replicate_has_no_interval(size: int, replicates: int) -> None:
    times = np.array([float(size)])
    assert alike_interval(lambda drawn: drawn[:, 0], 1.0, times, replicates, 0) is None
