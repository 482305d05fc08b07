"""Differences, p, ranks and letters of systems whose truth is known."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from aloi.base.errors import AloiError
from aloi.evaluation.comparison.compare import Family
from aloi.evaluation.comparison.compare import compare as compare_systems
from aloi.evaluation.comparison.families import holm, letters, ranks
from aloi.evaluation.comparison.paired import PairedTest, TestedBy, student
from aloi.evaluation.comparison.permutation import swapped_pairs
from aloi.evaluation.metrics import metric
from aloi.evaluation.resampling import Measured, Units, interval
from aloi.evaluation.rows import Provenance
from tests.evaluation.scored import SCORE_METRICS, gold_set, measure, swap, value

GENERATOR = np.random.default_rng(5)
GOLD = np.round(GENERATOR.uniform(0, 5, 120) * 3) / 3
GOOD = GOLD + GENERATOR.normal(0, 0.5, (3, 120))
ALSO = GOLD + GENERATOR.normal(0, 0.5, (3, 120))
POOR = GOLD[None, :] * 0.2 + GENERATOR.normal(0, 1.5, (1, 120))


def compare(
    gold: np.ndarray, systems: dict[str, np.ndarray], low: float, high: float, **options: object
) -> Family:
    rows = {name: one.tolist() for name, one in systems.items()}
    return compare_systems(gold_set(gold, low, high), rows, **{"metric_name": "spearman", **options})


def _family(**options: object) -> Family:
    return compare(GOLD, {"good": GOOD, "also": ALSO, "poor": POOR}, 0, 5, replicates=300, **options)


@pytest.mark.parametrize("metric_name", SCORE_METRICS)
@pytest.mark.parametrize("test", [PairedTest.BOOTSTRAP, PairedTest.PERMUTATION])
def test_the_worse_system_is_told_apart_and_the_equal_ones_are_not(
    metric_name: str, test: PairedTest
) -> None:
    found = _family(metric_name=metric_name, test=test)
    assert [one.name for one in found.scores][-1] == "poor"
    by_pair = {frozenset((one.a, one.b)): one for one in found.differences}
    assert by_pair[frozenset(("good", "also"))].better is None
    assert by_pair[frozenset(("good", "poor"))].better == "good"
    assert by_pair[frozenset(("also", "poor"))].better == "also"
    assert [one.rank for one in found.scores] == [1, 1, 3]
    assert [one.letters for one in found.scores] == ["a", "a", "b"]
    for one in found.scores:
        wanted = np.mean(
            [
                value(metric_name, GOLD, row, 0, 5)
                for row in {"good": GOOD, "also": ALSO, "poor": POOR}[one.name]
            ]
        )
        assert one.value == pytest.approx(wanted, abs=1e-12)
        assert one.interval is not None
        assert one.interval.low < one.value < one.interval.high


def test_p_is_small_exactly_where_the_interval_excludes_zero() -> None:
    for noise in np.linspace(0.5, 0.7, 9):
        other = GOLD + np.random.default_rng(2).normal(0, noise, (2, 120))
        (one,) = compare(
            GOLD, {"a": GOOD, "b": other}, 0, 5, test=PairedTest.BOOTSTRAP, replicates=200
        ).differences
        assert one.interval is not None
        assert one.p is not None
        assert (one.p < 0.05) == (one.interval.low > 0 or one.interval.high < 0)
        assert (one.interval.low + one.interval.high) / 2 == pytest.approx(one.difference, abs=1e-9)


def test_the_order_of_systems_and_items_changes_nothing_but_the_resamples() -> None:
    assert compare(GOLD, {"poor": POOR, "also": ALSO, "good": GOOD}, 0, 5, replicates=300) == _family()
    assert _family() == _family()
    assert _family() != _family(seed=1)


def test_student_is_the_pooled_test_of_the_runs() -> None:
    found = _family(test=PairedTest.STUDENT)
    by_pair = {(one.a, one.b): one for one in found.differences}
    (one,) = (pair for names, pair in by_pair.items() if "poor" not in names)
    a, b = ([value("spearman", GOLD, row, 0, 5) for row in side] for side in (GOOD, ALSO))
    wanted = stats.ttest_ind(a, b)
    assert one.p == pytest.approx(wanted.pvalue, abs=1e-12)
    assert one.interval is not None
    assert one.interval.method == "student-pooled-df4"
    alone = next(pair for names, pair in by_pair.items() if "poor" in names)
    assert alone.p is None
    assert alone.p_holm is None
    assert alone.reason == "one seed only: Student's t over runs needs two of each"


@pytest.mark.shared
def test_student_has_the_values_of_the_reference_file(shared: Path) -> None:
    block = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["ttest"]
    best, *others = (
        Measured(float(np.mean(block[name])), None, tuple(block[name]), np.empty(0))
        for name in ("best", "other1", "other2")
    )
    for name, other in zip(("best_vs_other1", "best_vs_other2"), others, strict=True):
        found = student(best, other)
        assert found.p == pytest.approx(block[name]["p"], abs=1e-9)
        assert found.interval is not None
        assert found.interval.method == "student-pooled-df6"


def test_student_without_variance_has_a_reason() -> None:
    same = {"a": np.repeat(GOOD[:1], 4, axis=0), "b": np.repeat(ALSO[:1], 4, axis=0)}
    (one,) = compare(GOLD, same, 0, 5, test=PairedTest.STUDENT, replicates=100).differences
    assert one.p is None
    assert one.reason == "no seed of either system differs: there is no variance"


def test_identical_systems_differ_by_nothing() -> None:
    for test in (PairedTest.BOOTSTRAP, PairedTest.PERMUTATION):
        (one,) = compare(GOLD, {"a": POOR, "b": POOR.copy()}, 0, 5, test=test, replicates=100).differences
        assert (one.difference, one.p, one.better) == (0.0, 1.0, None)


def test_a_constant_system_has_no_value_and_no_rank() -> None:
    found = compare(GOLD, {"good": GOOD, "mean": np.full((1, 120), 2.5)}, 0, 5, replicates=100)
    worst = found.scores[-1]
    assert (worst.name, worst.value, worst.rank, worst.letters, worst.interval) == (
        "mean",
        None,
        None,
        "",
        None,
    )
    assert worst.reason == "every system value is 2.5: a constant has no correlation"
    (one,) = found.differences
    assert (one.difference, one.p, one.p_holm, one.better) == (None, None, None, None)
    assert one.reason == worst.reason
    assert compare(GOLD, {"mean": np.full((1, 120), 2.5)}, 0, 5, metric_name="rmse").scores[0].value


def mid_p(differences: list[float]) -> float:
    """Return the share of differences further from 0 than the first, those as far counted half."""
    far = np.abs(differences) - abs(differences[0])
    return float(np.mean((far > 1e-9) + (np.abs(far) <= 1e-9) / 2))


def test_permutation_equals_all_swaps_of_a_small_table() -> None:
    gold = np.array([0.0, 1, 2, 3, 4, 5])
    a, b = np.array([[0.5, 1, 2, 3, 4, 4]]), np.array([[2.0, 1, 0, 5, 4, 1]])
    errors = np.abs(a - gold)[0], np.abs(b - gold)[0]
    differences = []
    for swapped in itertools.product([False, True], repeat=6):
        one, two = np.where(swapped, errors[1], errors[0]), np.where(swapped, errors[0], errors[1])
        differences.append(one.mean() - two.mean())
    exact = mid_p(differences)
    assert exact < np.mean(np.abs(differences) >= abs(differences[0]) - 1e-12)
    systems = {"a": a, "b": b, "c": a + 1}
    pairs = [("a", "b"), ("c", "b")]
    one, _ = swap("mae", gold, systems, pairs, 0, 5, swaps=20_000, seed=3)
    assert one.p == pytest.approx(exact, abs=0.01)
    assert one.variance == pytest.approx(np.mean(np.square(differences)), rel=0.02)
    assert swap("mae", gold, systems, [("b", "a")], 0, 5, swaps=20_000, seed=3)[0] == one


def test_of_paired_answers_p_is_that_of_mcnemar() -> None:
    """The mid-p of McNemar's test, by the binomial distribution: 14 rows one alone has right, 5 the other."""
    right = np.array([[1.0, 0]] * 14 + [[0.0, 1]] * 5 + [[1.0, 1]] * 30)
    sums = metric("exact_match").sums(
        [("x",)] * 49, [[("x",) if one else ("y",) for one in side] for side in right.T], 0.0, 1.0
    )
    rows = Units("items", 49)
    [found] = swapped_pairs({"a": sums[:1], "b": sums[1:]}, [("a", "b")], rows, swaps=40_000, seed=1)
    exact = stats.binom.cdf(5, 19, 0.5) * 2 - stats.binom.pmf(5, 19, 0.5)
    assert found.p == pytest.approx(exact, abs=4 * np.sqrt(exact / 40_000))


@pytest.mark.parametrize("metric_name", SCORE_METRICS)
def test_swaps_give_what_metrics_of_swapped_predictions_give(metric_name: str) -> None:
    # Both answer in ranks of their own, or on the gold's scale: then predictions themselves can be swapped.
    generator = np.random.default_rng(8)
    a, b = (generator.permutation(np.arange(1.0, 31.0))[None, :] / 10 for _ in range(2))
    gold = generator.integers(0, 6, 30) / 2
    (found,) = swap(metric_name, gold, {"a": a, "b": b}, [("a", "b")], 0, 3, swaps=400, seed=1)
    told = np.random.default_rng(1).integers(0, 2, (401, 30)) > 0
    told[0] = False
    # Ranks are given once, before swaps: a swapped list is not ranked again.
    name = "pearson" if metric_name == "spearman" else metric_name
    wanted = [
        value(name, gold if name == metric_name else stats.rankdata(gold), one, 0, 3)
        - value(name, gold if name == metric_name else stats.rankdata(gold), two, 0, 3)
        for one, two in ((np.where(row, b[0], a[0]), np.where(row, a[0], b[0])) for row in told)
    ]
    # The replicate that swaps nothing counts whole, others as far from 0 half.
    assert found.p == pytest.approx(mid_p(wanted) + 0.5 / len(wanted), abs=1e-12)
    assert found.variance == pytest.approx(np.mean(np.square(wanted[1:])), rel=1e-9)


def test_swaps_do_not_depend_on_the_block_size_or_the_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = {"good": GOOD, "also": ALSO[:2], "poor": POOR}
    pairs = list(itertools.combinations(systems, 2))
    whole = swap("spearman", GOLD, systems, pairs, 0, 5, swaps=300, seed=2)
    monkeypatch.setattr("aloi.evaluation.comparison.permutation._CELLS", 1000)
    for pair, one in zip(pairs, whole, strict=True):
        (alone,) = swap("spearman", GOLD, systems, [pair], 0, 5, swaps=300, seed=2)
        assert alone.p == one.p
        assert alone.variance == pytest.approx(one.variance, rel=1e-9)


def test_many_pairs_are_swapped_often_enough_for_holm() -> None:
    gold = GOLD[:60]
    systems = {f"s{at:02}": gold[None, :] + np.random.default_rng(at).normal(0, 0.5, 60) for at in range(10)}
    found = compare(gold, {**systems, "poor": POOR[:, :60]}, 0, 5, replicates=100)
    assert len(found.differences) == 55
    assert sum(one.better is not None and "poor" in (one.a, one.b) for one in found.differences) == 10
    assert "|test:permutation-mid-p-5500|" in found.signature


def test_each_difference_says_what_its_p_was_taken_from() -> None:
    """One family holds several: a system with three seeds beside two with one."""
    found = compare(GOLD, {"good": GOOD, "also": ALSO[:1], "poor": POOR}, 0, 5, replicates=100)
    by_pair = {frozenset((one.a, one.b)): one.tested_by for one in found.differences}
    assert by_pair == {
        frozenset(("good", "also")): TestedBy.SEEDS,
        frozenset(("good", "poor")): TestedBy.SEEDS,
        frozenset(("also", "poor")): TestedBy.PERMUTATION,
    }
    assert "|test:permutation-mid-p-300-seeds-t|" in found.signature
    one_seed = compare(GOLD, {"also": ALSO[:1], "poor": POOR}, 0, 5, replicates=100)
    assert "|test:permutation-mid-p-100|" in one_seed.signature
    assert one_seed.between("poor", "also").tested_by is TestedBy.PERMUTATION
    for asked, taken in ((PairedTest.BOOTSTRAP, TestedBy.BOOTSTRAP), (PairedTest.STUDENT, TestedBy.RUNS)):
        assert {one.tested_by for one in _family(test=asked).differences} <= {taken, None}
    one_run = _family(test=PairedTest.STUDENT).between("also", "poor")
    assert (one_run.p, one_run.tested_by) == (None, None)


def test_rows_that_share_two_clusters_are_tested_by_t() -> None:
    documents = np.random.default_rng(1).integers(0, 12, (120, 2))
    beside = tuple(Provenance(clusters={"document": (f"d{a}", f"d{b}")}) for a, b in documents)
    crossed = replace(gold_set(GOLD, 0, 5), provenance=beside)
    found = compare_systems(
        crossed, {"also": ALSO[:1].tolist(), "poor": POOR.tolist()}, metric_name="spearman", replicates=100
    )
    assert [one.tested_by for one in found.differences] == [TestedBy.CLUSTERS]
    assert "|test:crossed-clusters-t|" in found.signature


def test_several_seeds_widen_the_interval() -> None:
    steady = np.repeat(GOOD[:1], 3, axis=0)
    unsteady = np.stack([GOOD[0], GOLD + (GOOD[0] - GOLD) * 0.2, GOLD + (GOOD[0] - GOLD) * 3])
    for predicted, wider in ((steady, False), (unsteady, True)):
        found = measure("spearman", GOLD, predicted, 0, 5, replicates=300)
        reach = interval(metric("spearman"), found, Units("items", len(found.replicates)))
        items = np.quantile(found.replicates, [0.025, 0.975])
        assert reach is not None
        assert (reach.low < items[0] - 0.01) == wider
        assert reach.high <= 1.0


def test_resamples_do_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure("pearson", GOLD, GOOD, 0, 5, replicates=100).replicates
    monkeypatch.setattr("aloi.evaluation.resampling._CELLS", 1000)
    assert np.allclose(measure("pearson", GOLD, GOOD, 0, 5, replicates=100).replicates, whole, atol=1e-12)


@pytest.mark.parametrize(
    ("gold", "systems", "options", "said"),
    [
        (GOLD, {"a": GOOD[:, :-1]}, {}, "119, 119, 119 rows"),
        (GOLD, {"a": GOOD[:0]}, {}, "answers to no rows"),
        (GOLD, {"a": np.full((1, 120), np.nan)}, {}, "NaN"),
        (GOLD[:1], {"a": GOOD[:, :1]}, {}, "There are too few items to compare on: 1"),
        (GOLD, {"a": GOOD}, {"replicates": 10}, "The number of replicates is 10"),
        (GOLD, {"a": GOOD}, {"metric_name": "f1"}, "'f1'"),
    ],
)
def test_bad_input_is_refused(gold: object, systems: object, options: dict[str, object], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        compare(gold, systems, 0, 5, **options)


def test_holm_has_the_values_worked_out_by_hand() -> None:
    # 0.01 x 4, then 0.02 x 3, then 0.03 x 2 and 0.04 x 1 raised to the one before
    assert holm([0.04, 0.01, None, 0.03, 0.02]) == pytest.approx((0.06, 0.04, None, 0.06, 0.06))
    assert holm([0.9, 0.8]) == (1.0, 1.0)
    assert holm([]) == ()


def test_ranks_and_letters_of_overlapping_groups() -> None:
    # the best and the worst differ, the middle one differs from neither
    order, beaten = ["a1", "b2", "c3"], {("a1", "c3")}
    assert ranks(order, beaten) == {"a1": 1, "b2": 1, "c3": 2}
    assert letters(order, beaten) == {"a1": "a", "b2": "ab", "c3": "b"}
    assert letters(order, set()) == dict.fromkeys(order, "a")


@settings(max_examples=60)
@given(st.integers(1, 7), st.data())
def test_two_share_a_letter_exactly_where_neither_is_beaten(count: int, data: st.DataObject) -> None:
    order = [f"s{at}" for at in range(count)]
    pairs = list(itertools.combinations(order, 2))
    beaten = set(data.draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else set()
    found = letters(order, beaten)
    assert all(found.values())
    for pair in pairs:
        assert bool(set(found[pair[0]]) & set(found[pair[1]])) == (pair not in beaten)
