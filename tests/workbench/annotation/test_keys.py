"""The keys a person chose: kept for every campaign of a schema, refused where they clash."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.annotation.keys import chosen_keys, keep_keys
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


NONE: dict[str, Any] = {"actions": {}, "labels": {}}


def test_keys_are_those_of_a_person_and_a_schema(scene: Scene) -> None:
    campaign = scene.campaign
    ada, bea = (scene.store.people.get(name).id for name in scene.names[:2])
    chosen = {"actions": {"flag": "x", "save": "k"}, "labels": {"good": "f", "bad": "zb"}}
    keep_keys(scene.store, campaign, ada, chosen)
    other = replace(
        campaign, schema=replace(campaign.schema, settings={**campaign.schema.settings, "more": 1})
    )
    assert chosen_keys(scene.store, campaign, ada) == chosen
    assert chosen_keys(scene.store, campaign, bea) == NONE
    assert chosen_keys(scene.store, other, ada) == NONE
    scene.store.people.prefer(ada, "language", "fr")
    keep_keys(scene.store, campaign, ada, NONE)
    assert scene.store.people.preferences(ada) == {"language": "fr"}


def test_the_desk_sends_them_as_an_event_that_touches_no_answer(scene: Scene) -> None:
    one = scene.open()
    place = answering.desk(scene.store, one.id)
    ada = scene.store.people.get(scene.names[0]).id
    screen = answering.screen(scene.store, place, ada, NOW, 60)
    key = screen.assignment.key
    scene.store.answers.mark(key, comment="stays")
    raw = {"event_id": "keys-1234", "kind": "keys", "item_id": key.item_id, "note": "under way"}
    event = answering.Event.read({**raw, "value": {"actions": {"undo": "b"}, "labels": {}}})
    answering.act(scene.store, place, ada, event, NOW)
    assert chosen_keys(scene.store, scene.campaign, ada)["actions"] == {"undo": "b"}
    assert scene.store.answers.desk_state(AssignmentKey(one.id, key.item_id, ada, 1)).comment == "stays"


@pytest.mark.parametrize(
    "value",
    [
        None,
        {"actions": {}},
        {"actions": {"leave": "x"}, "labels": {}},
        {"actions": {"flag": "xy"}, "labels": {}},
        {"actions": {"flag": ""}, "labels": {}},
        {"actions": {"flag": " "}, "labels": {}},
        {"actions": {"flag": 1}, "labels": {}},
        {"actions": {}, "labels": {"good": "abc"}},
        {"actions": {}, "labels": {"x" * 201: "a"}},
        {"actions": {}, "labels": {str(number): "a" for number in range(5001)}},
    ],
)
def test_what_no_desk_sends_is_refused(scene: Scene, value: Any) -> None:
    with pytest.raises(AloiError) as refused:
        keep_keys(scene.store, scene.campaign, scene.store.people.get(scene.names[0]).id, value)
    assert refused.value.code == "workbench.keys-could-not-read"


@pytest.mark.parametrize(
    ("actions", "labels"),
    [
        ({"flag": "u"}, {}),
        ({"flag": "/"}, {}),
        ({"flag": "x"}, {"good": "x"}),
        ({}, {"good": "f"}),
        ({}, {"good": "a", "bad": "ab"}),
        ({"undo": "a"}, {"good": "ab"}),
        ({}, {"good": "ab", "bad": "ab"}),
    ],
)
def test_keys_that_begin_alike_are_refused_and_the_old_ones_stay(
    scene: Scene, actions: dict[str, str], labels: dict[str, str]
) -> None:
    ada = scene.store.people.get(scene.names[0]).id
    kept = {"actions": {"note": "m"}, "labels": {}}
    keep_keys(scene.store, scene.campaign, ada, kept)
    with pytest.raises(AloiError, match="begin with the same letter"):
        keep_keys(scene.store, scene.campaign, ada, {"actions": actions, "labels": labels})
    assert chosen_keys(scene.store, scene.campaign, ada) == kept
