"""Rounds extended and people withdrawn: nothing answered is lost, and no item gets more than it wants."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement import report
from aloi.workbench.corrections import extension, withdrawal
from aloi.workbench.corrections.log import corrections
from aloi.workbench.releases import gold
from aloi.workbench.requests.corrections import WithdrawRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, ExtendRequest
from aloi.workbench.rounds import rounds
from tests.workbench.scene import NOW, Scene, make_scene, picture

REASON = {"why": "Agreement is too uncertain", "by": "A1"}


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def answer_all(scene: Scene, name: str, number: int = 1) -> int:
    """Answer every item somebody is offered; how many these were."""
    store, person = scene.store, scene.store.people.get(name)
    one = rounds.find_round(store, "closeness", number)
    count = 0
    while (found := store.answers.lease_next(one.id, person.id, NOW, 60)) is not None:
        store.answers.submit(
            found.key, f"{name}-{count}-{found.key.item_id[:20]}", {"score": 3}, seconds=1.0, flag=False,
            comment="", shown={}, guideline_version=None, now=NOW,
        )  # fmt: skip
        count += 1
    return count


def test_a_round_gets_more_items_and_more_answers_to_each(scene: Scene) -> None:
    store = scene.store
    opened = scene.open(items=4, overlap=2)
    assert sum(answer_all(scene, name) for name in scene.names) == 8
    assert len(gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold.items) == 4
    before = store.answers.latest(opened.id)
    effect = extension.extension_effect(
        store, ExtendRequest(campaign="closeness", round=1, items=2, overlap=3, preview=True)
    )
    assert (effect.items, effect.overlap, effect.answers) == (2, 3, 10)
    done = extension.extend_round(store, ExtendRequest("closeness", 1, 2, 3, **REASON), NOW)
    assert (done.by, done.details["answers"], done.details["round"]) == ("A1", 10, 1)
    after = rounds.find_round(store, "closeness", 1)
    assert (after.overlap, len(after.item_ids), after.item_ids[:4]) == (3, 6, opened.item_ids)
    assert sum(answer_all(scene, name) for name in scene.names) == 10
    assert {one.submitted for one in store.answers.coverage(opened.id)} == {3}
    assert all(one in store.answers.latest(opened.id) for one in before)
    assert report.round_report(store, "closeness", 1, ci="none").results[0].ratings == 18
    assert len(gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold.items) == 6
    assert store.check() == []


@pytest.mark.parametrize(
    ("items", "overlap", "told"),
    [(0, None, "would not change"), (0, 1, "would not change"), (3, 1, "would not change"), (0, 4, "overlap"),
     (9, None, "too many requested items"), (-1, 3, "items is -1")],
)  # fmt: skip
def test_a_round_that_cannot_be_extended_stays(
    scene: Scene, items: int, overlap: int | None, told: str
) -> None:
    scene.open(items=4, overlap=2)
    before = picture(scene.store)
    with pytest.raises(AloiError, match=told):
        extension.extend_round(scene.store, ExtendRequest("closeness", 1, items, overlap, **REASON), NOW)
    assert picture(scene.store) == before
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    with pytest.raises(AloiError, match="closed"):
        extension.extend_round(scene.store, ExtendRequest("closeness", 1, 1, **REASON), NOW)
    assert corrections(scene.store) == []


def test_items_of_somebody_withdrawn_go_to_the_replacement(scene: Scene) -> None:
    store = scene.store
    opened = scene.open(names=("A1", "A2"))
    scene.give(opened, {"A1": (1, 2), "A2": (1, 2, 3)})
    gold_before = gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold
    effect = withdrawal.withdrawal_effect(
        store, WithdrawRequest(campaign="closeness", person="A1", preview=True)
    )
    assert (effect.rounds, effect.items, effect.answers) == (1, 4, 2)
    done = withdrawal.withdraw(
        store, WithdrawRequest(campaign="closeness", person="A1", to="A3", **REASON), NOW
    )
    assert (done.details["items"], done.details["replacement"]) == (4, "A3")
    assert answer_all(scene, "A1") == 0
    assert answer_all(scene, "A3") == 4
    assert answer_all(scene, "A2") == 3
    kept = report.round_answers(store, opened)
    assert {(scene.items[0], "A1"), (scene.items[2], "A3")} <= kept.keys()
    assert {one.submitted for one in store.answers.coverage(opened.id)} == {2}
    after = gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold
    assert [one for one in after.items if one.item_id in scene.items[:2]] == [
        one for one in gold_before.items if one.item_id in scene.items[:2]
    ]
    assert store.check() == []


def test_without_a_replacement_the_items_go_back(scene: Scene) -> None:
    store = scene.store
    opened = scene.open(overlap=2)
    scene.give(opened, {"A1": (1, 2)})
    withdrawal.withdraw(store, WithdrawRequest(campaign="closeness", person="A1", **REASON), NOW)
    assert (answer_all(scene, "A1"), answer_all(scene, "A2"), answer_all(scene, "A3")) == (0, 6, 4)
    with pytest.raises(AloiError, match="contains no item assigned to"):
        withdrawal.withdraw(store, WithdrawRequest(campaign="closeness", person="A1", **REASON), NOW)
    with pytest.raises(AloiError, match="person to take the items is A2"):
        withdrawal.withdraw(store, WithdrawRequest(campaign="closeness", person="A2", to="A2", **REASON), NOW)
    assert store.check() == []
