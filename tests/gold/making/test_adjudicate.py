"""The adjudication queue: order, completeness, and what a decision must say."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.gold.making.adjudicate import check_decision, disputes
from aloi.gold.making.aggregate import AnnotatorAnswer, ItemAnswers
from aloi.gold.releasing.manifest import ReleaseInputs
from tests.gold.campaign import SETTINGS, SIMILARITY


def _answers(item: str, *scores: int) -> ItemAnswers:
    return ItemAnswers(
        item, "r1", tuple(AnnotatorAnswer(f"A{n}", {"score": s}) for n, s in enumerate(scores, 1))
    )


def test_the_widest_disagreement_comes_first() -> None:
    answers = [
        _answers("near", 4, 5),
        _answers("mild", 0, 5, 5, 5),  # mean of pairs 2.5
        _answers("wide", 0, 0, 5, 5),  # mean of pairs 20 / 6
        _answers("alike", 3, 3),
        _answers("alone", 3),
        _answers("b-same", 1, 3),
        _answers("a-same", 2, 0),
        _answers("open", 0, 5),
        _answers("done", 0, 5),
    ]
    complete = {one.item_id for one in answers} - {"open"}
    queue = disputes(answers, complete, {"done"}, task=SIMILARITY, settings=SETTINGS)
    assert [one.item_id for one in queue.disputes] == ["wide", "mild", "a-same", "b-same", "near"]
    assert queue.disputes[0].mean_distance == pytest.approx(20 / 6)
    assert queue.disputes[1].mean_distance == pytest.approx(2.5)
    assert (queue.waiting, queue.decided, queue.agreed) == (1, 1, 2)
    again = disputes(list(reversed(answers)), complete, {"done"}, task=SIMILARITY, settings=SETTINGS)
    assert again == queue


def test_a_decision_needs_a_value_a_reason_and_somebody(inputs: ReleaseInputs) -> None:
    def check(value, why, who):
        return check_decision(value, why, who, inputs.items[0], task=SIMILARITY, settings=SETTINGS)

    assert check(3, "same case", ["A4"]) == {"score": 3}
    for value, why, who, said in (
        (None, "why", ["A4"], "lacks a value"),
        (3, "  ", ["A4"], "lacks a reason"),
        (3, "why", [], "lacks an adjudicator"),
        (9, "why", ["A4"], "Score is 9"),
        (float("nan"), "why", ["A4"], "nan"),
    ):
        with pytest.raises(AloiError) as caught:
            check(value, why, who)
        assert said in caught.value.found
