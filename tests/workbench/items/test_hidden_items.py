"""An adjudicator who annotates an open round sees the other items, and nothing of those of the round."""

from __future__ import annotations

from pathlib import Path

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.access import add_member, hidden_items
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.items import ListItems, items_window, latest_index, visible_index
from aloi.workbench.cache.results import compute
from aloi.workbench.requests.campaigns import AddMemberRequest
from aloi.workbench.requests.items import ItemsRequest
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds.rounds import set_round_status
from tests.workbench.scene import NOW, Scene, make_scene


def as_adjudicator(scene: Scene, name: str) -> Store:
    """Return the store as an adjudicator of the campaign may read it."""
    add_member(scene.store, AddMemberRequest(scene.campaign.id, name, "adjudicator"))
    return scene.store.as_person(scene.store.people.get(name).id, Role.ADJUDICATOR, Role.MANAGER)


def test_items_of_an_annotated_open_round_are_hidden_in_all_their_rounds(
    store: Store, tmp_path: Path
) -> None:
    scene = make_scene(store, tmp_path, 6)
    closed = scene.open(items=scene.items[:4], names=("A1", "A2"))
    scene.give(closed, {"A1": (0, 5, 1, 1), "A2": (5, 5, 1, 2)})
    set_round_status(store, CloseRoundRequest("closeness", closed.number))
    # The first item is annotated again, by the adjudicator too.
    opened = scene.open(items=[scene.items[0], scene.items[4]], names=("A2", "A3"))
    scene.give(opened, {"A2": (3,)})
    compute(Context(store, tmp_path), ListItems(scene.campaign.id), NOW)
    judged = as_adjudicator(scene, "A3")
    context = Context(judged, tmp_path)
    assert hidden_items(judged, "closeness") == {scene.items[0], scene.items[4]}
    for round_number, expected in ((None, [1, 2, 3, 5]), (1, [1, 2, 3]), (2, [])):
        window = items_window(ItemsRequest("closeness", round=round_number), context)
        assert window is not None
        assert [scene.items.index(row["item"]) for row in window.rows] == expected
        assert window.total == len(expected)
    full = latest_index(store, "closeness")
    assert full is not None
    assert visible_index(full, "closeness", Context(store, tmp_path)) == full
    index = visible_index(full, "closeness", context)
    assert (index.items, index.annotators) == (4, ("A1", "A2"))
    assert {one.title: one.items for one in index.labels} == {"1": 2, "2": 1, "5": 1}
    assert {name: index.counts[name] for name in ("disputed", "unused", "flagged")} == {
        "disputed": 1, "unused": 1, "flagged": 0,
    }  # fmt: skip
    set_round_status(store, CloseRoundRequest("closeness", opened.number))
    assert not hidden_items(judged, "closeness")


def test_others_see_all_items(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, 2)
    scene.open(names=("A1", "A2"))
    judged = as_adjudicator(scene, "A1")
    assert len(hidden_items(judged, "closeness")) == 2
    assert not hidden_items(as_adjudicator(scene, "A3"), "closeness")  # annotates nothing
    assert not hidden_items(store, "closeness")  # the whole store, as the worker reads it
    add_member(store, AddMemberRequest(scene.campaign.id, "A1", "manager"))
    assert not hidden_items(judged, "closeness")
