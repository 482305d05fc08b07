"""Intervals of a mean over seeds: Student's t over seeds, joined with the items."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from aloi.evaluation.metrics import metric
from aloi.evaluation.resampling import Measured, Units, interval
from tests.evaluation.scored import measure

SEEDS = (0.71, 0.74, 0.70)


def test_seeds_alone_give_the_interval_of_student() -> None:
    mean = float(np.mean(SEEDS))
    found = interval(metric("spearman"), Measured(mean, None, SEEDS, np.full(20, mean)), Units("items", 20))
    low, high = stats.t.interval(0.95, 2, loc=mean, scale=stats.sem(SEEDS))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.method == "bootstrap-percentile-items-20-seed0-mover-seeds3"


def test_the_half_widths_over_items_and_seeds_are_squared_and_added() -> None:
    mean = float(np.mean(SEEDS))
    replicates = mean + np.linspace(-0.04, 0.02, 41)
    found = interval(metric("spearman"), Measured(mean, None, SEEDS, replicates), Units("items", 20))
    half_width = stats.t.ppf(0.975, 2) * stats.sem(SEEDS)
    below, above = mean - np.quantile(replicates, 0.025), np.quantile(replicates, 0.975) - mean
    assert found is not None
    assert found.low == pytest.approx(mean - np.sqrt(below**2 + half_width**2))
    assert found.high == pytest.approx(mean + np.sqrt(above**2 + half_width**2))


def test_one_seed_has_the_percentiles_of_the_items_alone() -> None:
    gold = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    predicted = np.array([[0.5, 1.0, 3.5, 2.0, 4.0, 5.0]])
    one = measure("spearman", gold, predicted, 0, 5, replicates=200, seed=1)
    assert one.value == pytest.approx(stats.spearmanr(gold, predicted[0]).statistic)
    assert one.seed_variance == 0
    found = interval(metric("spearman"), one, Units("items", 6), 1)
    assert found is not None
    ends = np.quantile(one.replicates[~np.isnan(one.replicates)], [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx(tuple(ends))
    assert "seeds" not in found.method


@pytest.mark.parametrize(("undefined", "told"), [(9, True), (10, False), (11, False)])
def test_an_interval_needs_a_value_in_most_resamples(undefined: int, told: bool) -> None:
    replicates = np.linspace(0.4, 0.8, 20)
    replicates[:undefined] = np.nan
    found = interval(metric("spearman"), Measured(0.6, None, (0.6,), replicates), Units("items", 20))
    assert (found is not None) is told


def test_the_variance_that_seeds_bring_is_that_of_their_mean() -> None:
    assert Measured(0.7, None, SEEDS, np.empty(0)).seed_variance == pytest.approx(stats.sem(SEEDS) ** 2)
