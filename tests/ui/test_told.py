"""What pages make of values that layers below give as they are: rounding, strata, answers of a crowd."""

from __future__ import annotations

import pytest

from ui import language
from ui.numbers import NO_WRAP
from ui.pages.agreement import view
from ui.shared import agreement, items
from ui.texts import t
from workbench.agreement.whole.crosscheck import Crosscheck


@pytest.mark.parametrize("difference", [0.0, 3.6e-15, -3.6e-15])
def test_an_alpha_that_is_found_again_has_no_difference_in_powers_of_ten(
    difference: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(agreement.st, "caption", told.append)
    with language.of_request("fr"):
        agreement.crosscheck("interval", Crosscheck(0.609, difference, None))
        assert told == [t("agreement.check_same", level="intervalle", value="0,609")]
    agreement.crosscheck("interval", Crosscheck(0.609, 2e-3, None))
    assert told[1] == t("agreement.check", level="interval", value="0.609", difference="2.0e-03")


def test_a_stratum_of_scores_stands_in_one_line_as_the_reader_writes_numbers() -> None:
    assert items._stratum("0.45-0.50") == f"0.45{NO_WRAP}–{NO_WRAP}0.50"
    with language.of_request("fr"):
        assert items._stratum("0.45-0.50") == f"0,45{NO_WRAP}–{NO_WRAP}0,50"
    assert items._stratum("noun-rare") == "noun-rare"


def test_answers_of_a_crowd_are_told_those_of_most_people_first_and_people_in_their_order() -> None:
    given = {"A10": "Fits", "A2": "Unsure", "A9": "Fits", "A1": "No"}
    assert view._in_one(given) == "Fits: A9, A10; Unsure: A2; No: A1"
