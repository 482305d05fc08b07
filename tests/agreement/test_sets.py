"""Alpha of set-valued answers, against NLTK's AnnotationTask on an invented table."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from aloi.agreement.compute import applicable, compute
from aloi.agreement.distances import jaccard_distance, masi_distance, set_distances
from aloi.agreement.ratings import Ratings

# Three annotators choose among four substitutes; an empty cell is a missing answer.
CELLS = """1|a|a|a; b
2|a; b|a; b|b
3|c|c|
4|a; c|c|a; b; c
5|b|d|b; d
6|d|d|d
7|a||b
8|b; c|b; c|b; c
9|a; b|b; c|c; d
10||c|"""
# nltk 3.10.4: AnnotationTask(distance=jaccard_distance | masi_distance | binary_distance).alpha()
NLTK = {
    "krippendorff_alpha_jaccard": 0.4558032282859341,
    "krippendorff_alpha_masi": 0.41097476267654554,
    "krippendorff_alpha": 0.34065934065934067,
}


def _table() -> Ratings:
    rows = [line.split("|") for line in CELLS.splitlines()]
    values = [
        [frozenset(part.strip() for part in cell.split(";")) if cell else None for cell in row[1:]]
        for row in rows
    ]
    return Ratings.from_table([row[0] for row in rows], list("ABC"), values, "nominal")


@pytest.mark.parametrize("name", NLTK)
def test_alpha_of_sets_is_nltks(name: str) -> None:
    [result] = compute(_table(), [name])
    assert result.value == pytest.approx(NLTK[name], abs=1e-12)
    assert result.units == 9
    assert result.interval is not None
    assert result.interval.low < NLTK[name] < result.interval.high


def test_the_signature_names_the_distance() -> None:
    found = {one.measure: one.signature for one in compute(_table(), ci="none")}
    assert "|distance:jaccard|" in found["krippendorff_alpha_jaccard"]
    assert "|distance:masi|" in found["krippendorff_alpha_masi"]
    assert "distance" not in found["pairwise_agreement"]
    assert not any("|weights:" in one for one in found.values())  # a distance is all that weighs sets


def test_all_measures_of_sets_apply_to_sets() -> None:
    assert [one.name for one in applicable(_table())] == [
        "krippendorff_alpha_jaccard",
        "krippendorff_alpha_masi",
        "pairwise_agreement",
        "mode_agreement",
    ]


def test_single_labels_are_sets_of_one() -> None:
    labels = Ratings.from_table(list("123"), list("AB"), [["a", "a"], ["b", "c"], ["b", "b"]], "nominal")
    values = {one.value for one in compute(labels, list(NLTK), ci="none")}
    assert len(values) == 1


def test_distances_of_all_pairs_are_those_of_each() -> None:
    sets = [frozenset(one) for one in ("", "a", "b", "ab", "bc", "abc", "cd")]
    for name, distance in (("jaccard", jaccard_distance), ("masi", masi_distance)):
        matrix = set_distances(name, sets)
        for (i, one), (j, other) in product(enumerate(sets), repeat=2):
            assert matrix[i, j] == pytest.approx(distance(one, other), abs=1e-15)


def test_one_set_only_is_undefined() -> None:
    same = Ratings.from_table(["1", "2"], ["A", "B"], [[frozenset("a")] * 2] * 2, "nominal")
    assert {(one.value, one.reason) for one in compute(same, list(NLTK))} == {(None, "one category")}


@pytest.mark.parametrize("measure", ["pairwise_agreement", "mode_agreement"])
def test_a_mean_over_items_has_the_interval_of_a_mean(measure: str) -> None:
    items = [["a", "a", "a"], ["a", "a", "b"], ["a", "a", "b"], ["c", "c", "d"], ["b", "b", "b"]]
    sets = [[frozenset(one) for one in item] for item in items]
    [found] = compute(
        Ratings.from_table(list("vwxyz"), list("ABC"), sets, "nominal"), [measure], ci="analytic"
    )
    by_item = [1, 1 / 3, 1 / 3, 1 / 3, 1] if measure == "pairwise_agreement" else [1, 2 / 3, 2 / 3, 2 / 3, 1]
    assert found.value == pytest.approx(np.mean(by_item))
    assert found.se == pytest.approx(stats.sem(by_item))
    low, high = stats.t.interval(0.95, 4, loc=np.mean(by_item), scale=stats.sem(by_item))
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((low, min(1.0, high)))


@pytest.mark.parametrize("measure", ["pairwise_agreement", "mode_agreement"])
def test_an_item_with_one_answer_agrees_with_nobody(measure: str) -> None:
    sets = [[frozenset("a"), frozenset("ab")], [frozenset("a"), None], [frozenset("a"), frozenset()]]
    [found] = compute(Ratings.from_table(list("xyz"), ["A", "B"], sets, "nominal"), [measure], ci="none")
    assert (found.value, found.units) == ({"pairwise_agreement": 0.5, "mode_agreement": 1.0}[measure], 1)
