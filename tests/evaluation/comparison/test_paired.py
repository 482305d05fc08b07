"""Tests of two systems over items and seeds: the degrees of freedom, set beside scipy and sums by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from aloi.evaluation.comparison.paired import TestedBy, bootstrap, permutation, student
from aloi.evaluation.comparison.permutation import Swapped
from aloi.evaluation.resampling import Measured, Units

FIRST = (0.71, 0.74, 0.70, 0.78)
SECOND = (0.66, 0.69, 0.64)
ITEMS = 8


def measured(by_seed: tuple[float, ...], apart: tuple[float, ...] = (0.0,)) -> Measured:
    """Return a system whose replicates part from its mean by what is told."""
    mean = float(np.mean(by_seed))
    return Measured(mean, None, by_seed, np.array([mean + one for one in apart]))


def test_seeds_alone_give_the_test_of_welch() -> None:
    """Where items bring no variance, Satterthwaite's degrees of freedom are those of Welch's t-test."""
    first, second = measured(FIRST, (0.0,) * 10), measured(SECOND, (0.0,) * 10)
    welch = stats.ttest_ind(FIRST, SECOND, equal_var=False)
    ends = welch.confidence_interval(0.95)
    found = bootstrap(first, second, Units("items", ITEMS), 0)
    assert found.p == pytest.approx(welch.pvalue, rel=1e-9)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((ends.low, ends.high))
    assert found.interval.method == "bootstrap-t-items-10-seed0-seeds4+3"
    p, tested_by = permutation(Swapped(0.5, 0.0), first, second, Units("items", ITEMS))
    assert p == pytest.approx(welch.pvalue, rel=1e-9)
    assert tested_by is TestedBy.SEEDS


def test_items_and_seeds_add_up_by_satterthwaite() -> None:
    """The degrees of freedom are (v + a + b)^2 / (v^2 / (N - 1) + a^2 / (S - 1) + b^2 / (T - 1))."""
    apart = (-0.02, 0.01, 0.0, 0.03, -0.02)
    over_items = float(np.var(apart, ddof=1))
    a, b = np.var(FIRST, ddof=1) / 4, np.var(SECOND, ddof=1) / 3
    total = over_items + a + b
    freedom = total**2 / (over_items**2 / 7 + a**2 / 3 + b**2 / 2)
    difference = np.mean(FIRST) - np.mean(SECOND)
    p = 2 * stats.t.sf(difference / math.sqrt(total), freedom)
    first, second = measured(FIRST, apart), measured(SECOND, (0.0,) * 5)
    found = bootstrap(first, second, Units("items", ITEMS), 0)
    low, high = stats.t.interval(0.95, freedom, loc=difference, scale=math.sqrt(total))
    assert found.p == pytest.approx(p)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high))
    assert permutation(Swapped(0.5, over_items), first, second, Units("items", ITEMS))[0] == pytest.approx(p)


def test_one_seed_each_leaves_the_p_of_the_swaps() -> None:
    first, second = measured(FIRST[:1]), measured(SECOND[:1])
    swaps, units = Swapped(0.375, 0.01), Units("items", ITEMS)
    assert permutation(swaps, first, second, units) == (0.375, TestedBy.PERMUTATION)
    p, tested_by = permutation(swaps, measured(FIRST), second, units)
    assert (p != 0.375, tested_by) == (True, TestedBy.SEEDS)


@pytest.mark.parametrize("many", [FIRST, FIRST[:1]], ids=["one side has seeds", "no side has seeds"])
def test_a_side_with_one_seed_brings_no_freedom(many: tuple[float, ...]) -> None:
    apart = (-0.02, 0.01, 0.0, 0.03, -0.02)
    over_items = float(np.var(apart, ddof=1))
    over_seeds = float(np.var(many, ddof=1)) / len(many) if len(many) > 1 else 0.0
    spread = over_items**2 / 7 + (over_seeds**2 / 3 if over_seeds else 0.0)
    freedom = (over_items + over_seeds) ** 2 / spread
    difference = float(np.mean(many)) - 0.7
    found = bootstrap(measured(many, apart), measured((0.7,), (0.0,) * 5), Units("items", ITEMS), 0)
    expected = 2 * stats.t.sf(abs(difference) / math.sqrt(over_items + over_seeds), freedom)
    assert found.p == pytest.approx(expected)


def test_student_is_the_pooled_test_over_seeds() -> None:
    found = student(measured(FIRST), measured(SECOND))
    pooled = math.sqrt((3 * np.var(FIRST, ddof=1) + 2 * np.var(SECOND, ddof=1)) / 5 * (1 / 4 + 1 / 3))
    difference = np.mean(FIRST) - np.mean(SECOND)
    low, high = stats.t.interval(0.95, 5, loc=difference, scale=pooled)
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high))
    assert found.interval.method == "student-pooled-df5"
    assert found.p == pytest.approx(2 * stats.t.sf(difference / pooled, 5))
    assert student(measured(FIRST[:1]), measured(SECOND)).interval is None
    assert student(measured(FIRST[:2]), measured(SECOND[:2])).interval is not None


def test_differences_without_a_value_in_half_of_the_resamples_have_no_interval() -> None:
    nan = float("nan")
    for apart, known in (((0.01, -0.01, nan, nan), False), ((0.01, -0.01, 0.02, nan), True)):
        found = bootstrap(measured((0.7,), apart), measured((0.6,), (0.0,) * 4), Units("items", ITEMS), 0)
        assert (found.interval is not None) is known
