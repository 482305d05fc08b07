"""Annotators beside the others: hand-worked values, planted faults, order, degenerate tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.annotators import diagnose_annotators
from aloi.agreement.ratings import Ratings


def simulate(seed, units=120, bias=0.0, drift=0.0, annotators=4):
    """Return ratings 0..5 of honest annotators, the last with a bias or a drift, and the order."""
    generator = np.random.default_rng(seed)
    truth = generator.uniform(-0.5, 5.5, units)  # every degree has items that truly are in it
    noisy = truth[:, None] + generator.normal(0, 0.4, (units, annotators))
    noisy[:, -1] += bias + drift * np.linspace(-0.5, 0.5, units)
    values = np.clip(np.rint(noisy), 0, 5).astype(int)
    names = [f"a{number}" for number in range(annotators)]
    rows = [f"u{number:03}" for number in range(units)]
    when = {(row, name): float(place) for place, row in enumerate(rows) for name in names}
    return Ratings.from_table(rows, names, values.tolist(), "interval", list(range(6))), when


def test_values_by_hand():
    table = [[1, 1, 2], [2, 2, 3], [3, 3, 4], [4, 4, 5]]
    ratings = Ratings.from_table(["a", "b", "c", "d"], ["x", "y", "z"], table, "interval")
    when = {(unit, "z"): place for place, unit in enumerate("abcd")}
    seconds = {("a", "z"): 1.0, ("b", "z"): 2.0, ("c", "z"): 4.0, ("d", "z"): 9.0}
    x, _, z = diagnose_annotators(ratings, when=when, seconds=seconds)
    assert (x.bias.value, z.bias.value) == (-0.5, 1.0)
    assert z.spread.value == pytest.approx(1.0)
    assert z.shares == (0.0, 0.25, 0.25, 0.25, 0.25)
    assert (z.pace.median, z.pace.low_quartile, z.pace.high_quartile, z.pace.fast) == (3.0, 1.75, 5.25, 0.5)
    assert z.drift.slope.value == 0.0
    assert z.drift.p == 1.0
    assert x.drift.slope.reason == "fewer than three shared units with a time"
    [alpha] = compute(ratings, ["krippendorff_alpha"], ci="none")
    assert z.alpha_change.value == pytest.approx(alpha.value - 1.0)
    [xz] = compute(ratings.subset_annotators(("x", "z")), ["krippendorff_alpha"], ci="none")
    assert z.with_others.value == pytest.approx(xz.value)
    assert x.with_others.value == pytest.approx((1 + xz.value) / 2)


def test_spread_is_the_ratio_of_deviations():
    ratings = Ratings.from_table(["a", "b", "c"], ["x", "y"], [[0, 1], [2, 2], [4, 3]], "interval")
    x, y = diagnose_annotators(ratings, intervals=False)
    assert (x.spread.value, y.spread.value) == pytest.approx((2.0, 0.5))
    assert x.spread.interval is None
    assert x.alpha_change.reason == "fewer than three annotators"


def test_drift_slope_by_hand():
    ratings = Ratings.from_table(
        list("abcd"), ["x", "y"], [[1, 1], [2, 1], [3, 1], [4, 1]], "interval", [1, 2, 3, 4]
    )
    when = {(unit, "x"): 10.0 * place for place, unit in enumerate("abcd")}
    x = diagnose_annotators(ratings, when=when, intervals=False)[0]
    assert x.drift.slope.value == pytest.approx(1.0)
    assert x.drift.total == pytest.approx(3.0)


def test_planted_bias_is_found_and_a_clean_table_is_not_accused():
    *others, last = diagnose_annotators(simulate(1, bias=1.0)[0])
    assert 0.5 < last.bias.interval.low < last.bias.interval.high < 1.0  # below 1: the scale ends at 5
    assert last.alpha_change.interval.high < 0
    assert last.with_others.value < min(one.with_others.value for one in others)
    for one in diagnose_annotators(simulate(2)[0]):
        assert abs(one.bias.value) < 0.15
        assert abs(one.alpha_change.value) < 0.02


def test_planted_drift_is_found():
    ratings, when = simulate(3, drift=1.5)
    *others, last = diagnose_annotators(ratings, when=when, intervals=False)
    assert last.drift.p < 1e-6
    assert last.drift.total == pytest.approx(1.5, abs=0.5)
    assert last.drift.slope.interval.low > 0
    assert all(abs(one.drift.total) < 0.8 for one in others)


def test_false_alarms_of_the_drift_test_are_about_five_in_a_hundred():
    assert 0 < sum(_first_p(seed) < 0.05 for seed in range(100)) <= 11


def _first_p(seed):
    ratings, when = simulate(1000 + seed, units=60)
    return diagnose_annotators(ratings, when=when, intervals=False)[0].drift.p


def test_an_interval_draws_whole_clusters():
    ratings, _ = simulate(4, units=40)
    documents = [str(number // 4) for number in range(40)]
    clustered = Ratings(
        ratings.units, ratings.annotators, ratings.codes, ratings.categories, "interval", tuple(documents)
    )
    assert "clusters" in diagnose_annotators(clustered)[0].bias.interval.method


@given(
    st.lists(st.lists(st.sampled_from([None, 0, 1, 2]), min_size=3, max_size=3), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
    st.sampled_from(["nominal", "ordinal", "interval", "ratio"]),
)
@settings(max_examples=60)
def test_order_changes_nothing_and_nothing_raises(table, random, level):
    names, rows = ["x", "y", "z"], [f"u{number}" for number in range(len(table))]
    when = {(row, name): float(place) for place, row in enumerate(rows) for name in names}
    given_order = diagnose_annotators(
        Ratings.from_table(rows, names, table, level, [0, 1, 2]), when=when, seconds=when
    )
    columns, order = random.sample(range(3), 3), random.sample(range(len(table)), len(table))
    moved = Ratings.from_table(
        [rows[row] for row in order],
        [names[column] for column in columns],
        [[table[row][column] for column in columns] for row in order],
        level,
        [0, 1, 2],
    )
    assert diagnose_annotators(moved, when=when, seconds=when) == given_order
    for one in given_order:
        for figure in (one.with_others, one.alpha_change, one.bias, one.spread, one.drift.slope):
            assert (figure.value is None) == (figure.reason is not None)
            assert figure.value is None or np.isfinite(figure.value)


def test_drift_is_the_line_of_scipy() -> None:
    rows = [[1, 1], [3, 1], [2, 1], [4, 2], [3, 1]]
    ratings = Ratings.from_table(list("abcde"), ["x", "y"], rows, "interval", [1, 2, 3, 4])
    when = {(unit, "x"): 10.0 * place for place, unit in enumerate("abcde")}
    drift = diagnose_annotators(ratings, when=when, intervals=False)[0].drift
    line = stats.linregress(range(5), [first - second for first, second in rows])
    reach = stats.t.ppf(0.975, 3) * line.stderr
    assert drift.slope.value == pytest.approx(line.slope)
    assert drift.p == pytest.approx(line.pvalue)
    assert drift.slope.interval is not None
    assert (drift.slope.interval.low, drift.slope.interval.high) == pytest.approx(
        (line.slope - reach, line.slope + reach)
    )
