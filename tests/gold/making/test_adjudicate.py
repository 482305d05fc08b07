"""The adjudication queue: order, completeness, and what a decision must say."""

from __future__ import annotations

import pytest

from aloi.annotation.model import AdjudicationRule
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.gold.making.adjudicate import Queue, check_decision, disputes
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

    def queue_of(answers: list[ItemAnswers], gap: float | None = 0.0) -> Queue:
        rule = AdjudicationRule(gap)
        return disputes(answers, complete, {"done"}, task=SIMILARITY, settings=SETTINGS, rule=rule)

    queue = queue_of(answers)
    assert [one.item_id for one in queue.disputes] == ["wide", "mild", "a-same", "b-same", "near"]
    assert queue.disputes[0].mean_distance == pytest.approx(20 / 6)
    assert queue.disputes[1].mean_distance == pytest.approx(2.5)
    assert (queue.waiting, queue.decided, queue.settled) == (1, 1, 2)
    assert queue_of(list(reversed(answers))) == queue
    # By default a mean settles what is less than two fifths of the scale apart.
    assert [one.item_id for one in queue_of(answers, None).disputes] == ["wide", "mild", "a-same", "b-same"]
    assert queue_of(answers, None).settled == 3
    assert [one.item_id for one in queue_of(answers, 5).disputes] == ["wide", "mild"]


@pytest.mark.parametrize(
    ("gap", "labels", "needed"),
    [
        (None, "aab", False),
        (None, "ab", True),
        (None, "aabb", True),
        (0.0, "aab", True),
        (0.9, "ab", True),  # gold has no value without a decision, whatever the gap
        (0.0, "aa", False),
    ],
)
def test_labels_need_a_decision_without_a_majority(gap: float | None, labels: str, needed: bool) -> None:
    kind = task("classification")
    settings = kind.check_settings({"labels": [{"name": "a"}, {"name": "b"}], "least": 1, "most": 1})
    answers = [AnnotatorAnswer(f"A{n}", {"labels": [name]}) for n, name in enumerate(labels)]
    queue = disputes(
        [ItemAnswers("x", "r1", tuple(answers))],
        {"x"},
        set(),
        task=kind,
        settings=settings,
        rule=AdjudicationRule(gap),
    )
    assert bool(queue.disputes) is needed


def test_a_decision_needs_a_value_a_reason_and_somebody(inputs: ReleaseInputs) -> None:
    def check(value, why, who, reason=True):
        item, rule = inputs.items[0], AdjudicationRule(reason=reason)
        return check_decision(value, why, who, item, task=SIMILARITY, settings=SETTINGS, rule=rule)

    assert check(3, "same case", ["A4"]) == {"score": 3}
    assert check(3, " ", ["A4"], reason=False) == {"score": 3}  # optional unless required
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
