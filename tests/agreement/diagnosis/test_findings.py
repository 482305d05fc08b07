"""What to fix: planted faults are found and named, honest annotators are left alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.agreement.diagnosis.findings import what_to_fix
from aloi.agreement.diagnosis.repeats import Repeat
from aloi.agreement.ratings import Ratings
from tests.agreement.diagnosis.test_annotators import simulate
from tests.agreement.diagnosis.test_labels import two_by_two


def kinds(found):
    """Return kind and first subject of each finding."""
    return [(one.kind, one.about[:1]) for one in found]


@pytest.mark.parametrize("seed", range(10, 18))
def test_honest_annotators_are_not_accused(seed):
    ratings, when = simulate(seed)
    assert what_to_fix(ratings, when=when) == []


def test_a_biased_annotator_is_named_and_nobody_else():
    ratings, when = simulate(1, bias=1.0)
    found = what_to_fix(ratings, when=when)
    assert [one for one in kinds(found) if one[0] in ("apart", "bias", "drift")] == [
        ("apart", ("a3",)),
        ("bias", ("a3",)),
    ]
    assert "higher" in next(one for one in found if one.kind == "bias").sentence


def test_a_drifting_annotator_is_named_and_nobody_else():
    ratings, when = simulate(3, drift=1.5)
    found = what_to_fix(ratings, when=when)
    assert [one for one in kinds(found) if one[0] == "drift"] == [("drift", ("a3",))]


def test_two_labels_hardly_told_apart_are_named():
    table = [["a", "a"], ["b", "b"], ["a", "b"], ["b", "a"]] * 10 + [["c", "c"]] * 60
    ratings = Ratings.from_table([f"{n:03}" for n in range(100)], ["x", "y"], table, "nominal")
    [confused] = [one for one in what_to_fix(ratings) if one.kind == "confused"]
    assert confused.about == ("a", "b")
    assert confused.size == pytest.approx(1 - 20**2 / 20**2)
    assert "20 times" in confused.sentence


def test_the_paradox_and_few_units_are_told():
    found = what_to_fix(two_by_two(80, 10, 5, 5))
    assert [one.kind for one in found] == ["too_few_units", "prevalence", "items"]
    assert found[-1].size == 15.0


def test_an_unsteady_annotator_and_a_side_effect_are_told():
    generator = np.random.default_rng(7)
    repeats = []
    for number in range(60):
        first, second = generator.integers(0, 4, 2)
        repeats += [
            Repeat(str(number), "x", 1, int(first)),
            Repeat(str(number), "x", 2, int(second)),
            Repeat(str(number), "y", 1, int(first)),
            Repeat(str(number), "y", 2, int(first) + 1, swapped=True),
        ]
    found = what_to_fix(simulate(10)[0], repeats=repeats)
    assert kinds(found) == [("unsteady", ("x",)), ("order_effect", ())]
    assert found[1].size == pytest.approx(1.0)


def test_a_table_without_pairs_says_so():
    ratings = Ratings.from_table(["a"], ["x", "y"], [[1, None]], "ordinal", [0, 1])
    [found] = what_to_fix(ratings)
    assert (found.kind, found.size) == ("undefined", None)
    assert "no pairable ratings" in found.sentence


@given(
    st.lists(st.lists(st.sampled_from([None, 0, 1, 2]), min_size=3, max_size=3), max_size=6),
    st.randoms(use_true_random=False),
    st.sampled_from(["nominal", "ordinal", "interval"]),
)
@settings(max_examples=30)
def test_order_changes_nothing_and_nothing_raises(table, random, level):
    names, rows = ["x", "y", "z"], [str(number) for number in range(len(table))]
    columns, order = random.sample(range(3), 3), random.sample(range(len(table)), len(table))
    ratings = Ratings.from_table(rows, names, table, level, [0, 1, 2])
    moved = Ratings.from_table(
        [rows[row] for row in order],
        [names[column] for column in columns],
        [[table[row][column] for column in columns] for row in order],
        level,
        [0, 1, 2],
    )
    assert what_to_fix(moved) == what_to_fix(ratings)
