"""Planning from a round: the library's own plan on the round's ratings, in the order they were completed."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.agreement.planning.sizes import plan
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement import planning
from aloi.workbench.agreement.verdict import deciding_ratings
from tests.workbench.scene import Scene, make_scene

FIRST = [0, 1, 2, 3, 4, 5] * 7
SECOND = [0, 1, 2, 3, 4, 4, 1, 1, 2, 2, 4, 5] * 3 + [0, 5, 2, 3, 4, 5]


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    scene = make_scene(store, tmp_path, pairs=42)
    scene.give(scene.open(names=("A1", "A2")), {"A1": FIRST, "A2": SECOND})
    return scene


def test_the_plan_is_that_of_the_rounds_ratings(scene: Scene) -> None:
    found = planning.plan_round(scene.store, "closeness", 1, width=0.1, annotators=[2, 4])
    [answered] = scene.store.campaigns.rounds(scene.campaign.id)
    ratings = deciding_ratings(scene.store, "closeness", answered)
    assert found == plan(ratings, 0.1, annotators=[2, 4])
    assert [one.annotators for one in found.rows] == [2, 4]
    assert found.rows[0].items > 42
    wider = planning.plan_round(scene.store, "closeness", 1, width=0.2)
    assert wider.rows[0].items < found.rows[0].items


def test_a_rule_is_replayed_over_all_items(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=42)
    near = [min(5, one + (at % 4 == 0)) for at, one in enumerate(FIRST)]
    scene.give(scene.open(names=("A1", "A2")), {"A1": FIRST, "A2": near})
    rule = planning.replay_rule(scene.store, "closeness", 1, threshold=0.5, step=20)
    assert [one.items for one in rule.replay.looks] == [20, 40, 42]
    assert rule.replay.first == next(one.items for one in rule.replay.looks if one.low >= 0.5)
    assert rule.replay.holds
    assert 0 <= rule.false_stops.at_end <= rule.false_stops.rate <= 1
    never = planning.replay_rule(scene.store, "closeness", 1, threshold=0.99)
    assert never.replay.first is None


def test_numbers_out_of_range_are_told(scene: Scene) -> None:
    with pytest.raises(AloiError, match="width of the interval is 0"):
        planning.plan_round(scene.store, "closeness", 1, width=0)
    scene.open(items=[scene.items[0]], names=("A1", "A2"))
    with pytest.raises(AloiError, match="contains no answers"):
        planning.plan_round(scene.store, "closeness", 2, width=0.1)
