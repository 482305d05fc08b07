"""An adjudicator who annotates an open round sees no answers of others among the items."""

from __future__ import annotations

from pathlib import Path

from aloi.annotation.model import Status
from aloi.storage.store import Store
from aloi.workbench.access import add_member, sees_answers
from aloi.workbench.rounds.rounds import set_round_status
from tests.workbench.scene import make_scene


def test_an_adjudicator_of_an_open_round_waits_until_it_is_closed(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    opened, person = scene.open(), store.people.get("A1")
    assert sees_answers(store, person, scene.campaign.id)  # an annotator has no page of items at all
    add_member(store, scene.campaign.id, "A1", "adjudicator")
    assert not sees_answers(store, person, scene.campaign.id)
    set_round_status(store, scene.campaign.id, opened.number, Status.CLOSED)
    assert sees_answers(store, person, scene.campaign.id)
    set_round_status(store, scene.campaign.id, opened.number, Status.OPEN)
    add_member(store, scene.campaign.id, "A1", "manager")
    assert sees_answers(store, person, scene.campaign.id)
