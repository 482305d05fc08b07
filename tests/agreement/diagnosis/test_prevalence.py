"""The prevalence paradox: printed examples and edges."""

from __future__ import annotations

import pytest

from aloi.agreement.diagnosis.prevalence import prevalence
from aloi.agreement.ratings import Ratings
from tests.agreement.diagnosis.test_labels import two_by_two


def test_feinstein_and_cicchetti_1990():
    """Same agreement of .85, kappa of .70 when balanced and .32 when not."""
    balanced, skewed = prevalence(two_by_two(40, 9, 6, 45)), prevalence(two_by_two(80, 10, 5, 5))
    assert (round(balanced.percent, 2), round(balanced.kappa, 2)) == (0.85, 0.70)
    assert (round(skewed.percent, 2), round(skewed.kappa, 2)) == (0.85, 0.32)
    assert (balanced.prevalence_index, balanced.bias_index) == pytest.approx((0.05, 0.03))
    assert (skewed.prevalence_index, skewed.bias_index) == pytest.approx((0.75, 0.05))
    assert not balanced.warning
    assert skewed.warning
    assert skewed.label == "yes"
    assert "85%" in skewed.sentence
    assert "most ratings are yes" in skewed.sentence


def test_low_agreement_is_no_paradox():
    assert not prevalence(two_by_two(40, 20, 20, 20)).warning


def test_one_label_only_has_a_reason():
    found = prevalence(two_by_two(10, 0, 0, 0))
    assert (found.kappa, found.reason, found.warning) == (None, "one category", False)
    assert found.prevalence_index == 1.0


def test_an_empty_table_has_a_reason():
    found = prevalence(Ratings.from_table([], ["x", "y"], [], "nominal", ["a", "b"]))
    assert (found.kappa, found.label, found.prevalence_index) == (None, None, None)
    assert found.reason == "no pairable ratings"


@pytest.mark.parametrize(
    ("counts", "warning"),
    [
        ((65, 15, 15, 5), True),  # agreement .70 exactly
        ((64, 16, 15, 5), False),  # agreement .69
        ((87, 5, 0, 8), True),  # AC1 less kappa .203
        ((89, 4, 0, 7), False),  # AC1 less kappa .195
    ],
)
def test_a_warning_begins_at_seven_tenths_of_agreement_and_a_gap_of_a_fifth(
    counts: tuple[int, int, int, int], warning: bool
) -> None:
    assert prevalence(two_by_two(*counts)).warning is warning


def test_the_indices_of_three_annotators_are_means_over_their_pairs() -> None:
    """The pairs say (yes, yes) 2, 1 and 1 times of 4, (no, no) 1, 1 and 2 times."""
    table = [["yes", "yes", "yes"], ["yes", "yes", "no"], ["yes", "no", "no"], ["no", "no", "no"]]
    found = prevalence(Ratings.from_table(list("abcd"), ["x", "y", "z"], table, "nominal"))
    assert found.label == "no"
    assert found.prevalence_index == pytest.approx((1 / 4 + 0 / 4 + 1 / 4) / 3)
    assert found.bias_index == pytest.approx((1 / 4 + 2 / 4 + 1 / 4) / 3)
