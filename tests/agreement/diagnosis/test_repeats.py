"""Hidden repeats: hand-worked values, planted side effects, order, edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.agreement.diagnosis.repeats import Repeat, diagnose_repeats
from aloi.base.errors import AloiError


def twice(annotator, unit, first, second, swapped=False):
    """Return the two answers, the second perhaps with the sides swapped."""
    return [Repeat(unit, annotator, 1, first), Repeat(unit, annotator, 2, second, swapped)]


def test_values_by_hand():
    repeats = [
        *twice("x", "a", 1, 1),
        *twice("x", "b", 2, 2),
        *twice("x", "c", 1, 2, swapped=True),
        *twice("x", "d", 2, 2, swapped=True),
        *twice("y", "a", 2, 1),
        Repeat("b", "y", 1, 2),
    ]
    found = diagnose_repeats(repeats, "interval", [1, 2])
    x, y = found.annotators
    assert (x.annotator, x.units, x.percent.value) == ("x", 4, 0.75)
    assert x.kappa.value == pytest.approx(0.5)
    assert x.changed.value == 0.25
    assert (y.units, y.percent.value, y.changed.value) == (1, 0.0, -1.0)
    assert (found.overall.units, found.overall.percent.value) == (5, pytest.approx(0.6))
    assert found.order_effect.value == 0.5
    assert found.order_effect.units == 2
    assert "clusters" in found.overall.percent.interval.method


def test_swapped_first_counts_the_other_way():
    repeats = [Repeat("a", "x", 1, 3, swapped=True), Repeat("a", "x", 2, 1)]
    assert diagnose_repeats(repeats, "interval", intervals=False).order_effect.value == 2.0


@pytest.mark.parametrize("effect", [0.0, 1.0])
def test_a_planted_side_effect_is_found_and_none_is_not(effect):
    generator = np.random.default_rng(5)
    repeats = []
    for number in range(150):
        truth = generator.uniform(1, 4)
        first, second = np.rint(truth + generator.normal(0, 0.4, 2) + [0, effect])
        repeats += twice(f"x{number % 3}", str(number), float(first), float(second), swapped=True)
    interval = diagnose_repeats(repeats, "interval").order_effect.interval
    assert (interval.low < 0 < interval.high) if effect == 0 else (0.7 < interval.low < 1 < interval.high)


def test_nothing_repeated_and_labels_have_reasons():
    found = diagnose_repeats([], "ordinal", [0, 1])
    assert (found.annotators, found.overall.percent.reason) == ((), "no pairable ratings")
    assert found.order_effect.reason == "no repeat with one swap"
    labels = diagnose_repeats(twice("x", "a", "p", "q", swapped=True), "nominal")
    assert labels.order_effect.reason == "no order of categories at the nominal level"


def test_an_occasion_given_twice_is_refused():
    with pytest.raises(AloiError, match="The occasion of 'x' for the unit 'a' is 1"):
        diagnose_repeats([Repeat("a", "x", 1, 1), Repeat("a", "x", 1, 2)], "interval")


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), max_size=8), st.randoms())
def test_order_changes_nothing(answers, random):
    repeats = []
    for number, (first, second, swapped) in enumerate(answers):
        repeats += twice("xy"[number % 2], str(number // 2), first, second, swapped)
    moved = random.sample(repeats, len(repeats))
    found = diagnose_repeats(repeats, "ordinal", [0, 1, 2])
    assert diagnose_repeats(moved, "ordinal", [0, 1, 2]) == found
