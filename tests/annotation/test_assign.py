"""Who labels what: the plan of a round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aloi.annotation.assign import plan, plan_for, shown_as_is
from aloi.annotation.model import AssignmentKey, Purpose, Round
from aloi.base.errors import AloiError

ITEMS = tuple(f"item-{number}" for number in range(8))
ROUND = Round("r", "c", 1, Purpose.MAIN, 1, ITEMS, ("p1", "p2", "p3"), overlap=3, seed=7)


def test_every_annotator_may_be_offered_every_item_once():
    keys = [(one.key.annotator_id, one.key.item_id) for one in plan(ROUND)]
    assert sorted(keys) == sorted((person, item) for person in ROUND.annotators for item in ITEMS)


def test_orders_are_the_annotators_own_and_a_seed_gives_the_same_plan_twice():
    assert plan(ROUND) == plan(ROUND)
    orders = {
        person: [one.key.item_id for one in plan(ROUND) if one.key.annotator_id == person]
        for person in ROUND.annotators
    }
    assert len({tuple(order) for order in orders.values()}) == 3
    assert orders["p1"] != [
        one.key.item_id for one in plan(replace(ROUND, seed=8)) if one.key.annotator_id == "p1"
    ]


def test_an_order_does_not_depend_on_the_other_items():
    whole = [one.key.item_id for one in plan_for(ROUND, "p1", ITEMS)]
    part = [one.key.item_id for one in plan_for(ROUND, "p1", ITEMS[:4])]
    assert [item for item in whole if item in ITEMS[:4]] == part


def test_repeats_come_back_at_the_end_as_occasion_two():
    own = plan_for(replace(ROUND, repeats=2), "p1", ITEMS)
    assert [one.key.occasion for one in own] == [1] * 8 + [2] * 2
    assert [one.key.item_id for one in own[8:]] == [one.key.item_id for one in own[:2]]
    assert [one.position for one in own] == list(range(10))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"item_ids": ()}, "There are too few items of the round: 0"),
        ({"annotators": (), "overlap": 1}, "There are too few annotators of the round: 0"),
        ({"overlap": 4}, "The number of annotators per item is 4"),
        ({"overlap": 0}, "The number of annotators per item is 0"),
        ({"cap": 7}, "There are too few answers, by 3 annotators with at most 7 items each: 21"),
        ({"repeats": 9}, "The number of repeats is 9"),
        ({"item_ids": (*ITEMS, "item-0")}, "twice"),
    ],
)
def test_a_round_that_cannot_be_run_is_refused(change, found):
    with pytest.raises(AloiError, match=found):
        plan(replace(ROUND, **change))


def test_half_of_the_hidden_repeats_of_a_symmetric_task_are_turned_round():
    again = [AssignmentKey("r", f"item{n}", "A1", 2) for n in range(200)]
    turned = [not shown_as_is(key, symmetric=True) for key in again]
    assert 70 < sum(turned) < 130
    assert turned == [not shown_as_is(key, symmetric=True) for key in again]
    assert all(shown_as_is(key, symmetric=False) for key in again)
    assert all(shown_as_is(replace(key, occasion=1), symmetric=True) for key in again)
