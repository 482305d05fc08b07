"""Who is a person: sources of imports are none, and who has done nothing can be deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import LabelMapping, Role
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.corrections import removal, schemas, withdrawal
from aloi.workbench.imports.answers import make_people
from aloi.workbench.requests.corrections import (
    DeletePersonRequest,
    InviteRequest,
    PersonRequest,
    WithdrawRequest,
)
from aloi.workbench.requests.rounds import DecisionsRequest
from aloi.workbench.rounds import adjudicating
from tests.workbench.labelled import LATER, changed_schema, labels, make_labelled
from tests.workbench.scene import NOW, make_scene, picture

REASON = {"why": "Invited twice"}


def test_sources_of_imported_answers_are_no_people(store: Store) -> None:
    made = make_people(store, ["A1", "crowd"], NOW)
    boss = store.people.add("Boss", Role.ADMINISTRATOR, NOW)
    ann = people.add_person(store, PersonRequest("Ann", "annotator"), NOW)
    assert (boss.pseudonym, ann.pseudonym) == ("M1", "A2")
    assert list(store.people.workers()) == [boss, ann]
    assert [one.is_source for one in store.people.list()] == [True, True, False, False]
    with pytest.raises(AloiError, match="source of imported answers"):
        people.invite(store, InviteRequest("annotator", person=made["crowd"]), NOW)


def test_sources_of_imported_answers_decide_nothing(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    make_people(store, ["crowd"], NOW)
    scene.give(scene.open(names=("A1", "A2")), {"A1": (1,) * 6, "A2": (2,) * 6})
    rows = [(scene.items[0], 2, "Read.", "A3, crowd")]
    table = scene.table(("item_id", "value", "why", "adjudicator"), rows)
    before = picture(store)
    for decided in (
        lambda: adjudicating.import_decisions(store, DecisionsRequest("closeness", 1, table), NOW),
        lambda: adjudicating.decide(store, "closeness", 1, scene.items[0], 2, "Read.", ["crowd"], NOW),
        lambda: removal.delete_person(
            store, DeletePersonRequest(person="A3", why="Invited twice", by="crowd"), LATER
        ),
    ):
        with pytest.raises(AloiError) as raised:
            decided()
        assert raised.value.code == "aloi.wrong-kind"
    assert picture(store) == before


def test_who_has_done_nothing_is_deleted(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    opened = scene.open()
    scene.give(opened, {"A1": (1, 2)})
    store.answers.lease_next(opened.id, store.people.get("A3").id, NOW, 60)
    with pytest.raises(AloiError, match="A1 is in use: 4 items answered"):
        removal.delete_person(store, DeletePersonRequest(person="A1", **REASON), LATER)
    assert removal.person_deletion(store, DeletePersonRequest(person="A3", preview=True)).rounds == 1
    made = removal.delete_person(store, DeletePersonRequest(person="A3", **REASON), LATER)
    assert made.details["pseudonym"] == "A3"
    assert [one.pseudonym for one in store.people.list()] == ["A1", "A2"]
    assert store.campaigns.round(opened.id).annotators == tuple(
        store.people.get(name).id for name in ("A1", "A2")
    )
    assert {one.required for one in store.answers.coverage(opened.id)} == {2}
    assert store.check() == []


def test_who_was_asked_again_can_still_be_withdrawn(store: Store, tmp_path: Path) -> None:
    scene = make_labelled(store, tmp_path)
    schemas.change_schema(
        store,
        changed_schema(
            scene.campaign, labels("dry", "wet", "noise", "other"), LabelMapping(again=("cough",)), **REASON
        ),
        LATER,
    )
    assert (
        withdrawal.withdrawal_effect(
            store, WithdrawRequest(campaign=scene.campaign, person="A1", preview=True)
        ).items
        == 2
    )
    withdrawal.withdraw(store, WithdrawRequest(campaign=scene.campaign, person="A1", **REASON), LATER)
    skipped = [one for one in store.answers.progress(scene.round.id) if one.skipped]
    assert [one.skipped for one in skipped] == [2]
    assert len(scene.raw()) == 8
    assert store.check() == []
