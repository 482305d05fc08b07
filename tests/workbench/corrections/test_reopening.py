"""An adjudicator reopens one answer with a message; its annotator reads it and answers again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import LabelMapping, Work
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.annotation import answering, reopened
from aloi.workbench.annotation.answering import Event
from aloi.workbench.corrections import schemas
from aloi.workbench.corrections.reopening import reopen
from aloi.workbench.items.detail import item_detail
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, ReopenRequest
from aloi.workbench.rounds import adjudicating, rounds
from aloi.workbench.store.archiving import archive_campaign, import_archive
from tests.workbench.labelled import changed_schema, labels, make_labelled
from tests.workbench.scene import NOW, Scene, make_scene, picture

MESSAGE = "Does the guideline's rule 3 apply?"
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    scene = make_scene(store, tmp_path)
    scene.give(
        scene.open(names=("A1", "A2", "A3"), overlap=2), {"A1": (4, 0, 3, 1, 2, 2), "A2": (5, 5, 3, 3, 2, 4)}
    )
    return scene


def again(scene: Scene, annotator: str = "A1", item: int = 1, **more: str) -> ReopenRequest:
    values = {"why": MESSAGE, "by": "A3", **more}
    return ReopenRequest("closeness", 1, item=scene.items[item], annotator=annotator, **values)


def test_the_annotator_reads_the_message_and_the_next_answer_is_a_revision(scene: Scene) -> None:
    store, round_ = scene.store, scene.store.campaigns.rounds(scene.campaign.id)[0]
    correction = reopen(store, again(scene), LATER)
    assert (correction.kind.value, correction.why, correction.by) == ("reopen", MESSAGE, "A3")
    assert correction.details == {"round": 1, "item": scene.items[1], "revision": 1}
    # The answer no longer counts, the item waits, and no third annotator gets it.
    assert scene.items[1] not in [one.item_id for one in adjudicating.queue(store, "closeness", 1).disputes]
    assert adjudicating.queue(store, "closeness", 1).waiting == 1
    assert adjudicating.dispute(store, "closeness", 1, scene.items[1]) is None
    with pytest.raises(AloiError, match="not yet answered by everybody"):
        adjudicating.decide(store, "closeness", 1, scene.items[1], 2, "", ("A3",), LATER)
    assert store.answers.lease_next(round_.id, store.people.get("A3").id, LATER, 60) is None
    shown = item_detail(store, "closeness", scene.items[1]).answers
    assert [(one.annotator, one.reopened) for one in shown] == [("A1", MESSAGE), ("A2", "")]
    person, desk = store.people.get("A1"), answering.desk(store, round_.id)
    (open_answer,) = reopened.reopened_answers(store, person.id)
    assert (open_answer.message, open_answer.item.id) == (MESSAGE, scene.items[1])
    screen = answering.screen(store, desk, person.id, LATER, 60)
    assert screen is not None
    assert (screen.reopened, screen.answer, screen.item.id) == (MESSAGE, {"score": 0}, scene.items[1])
    event = Event("again-0001", "answer", scene.items[1], 1, {"score": 4}, 1.0, False, "", "")
    assert answering.answer(store, desk, person.id, event, LATER, 60) is None
    assert reopened.reopened_answers(store, person.id) == []
    assert [one.value for one in store.answers.history(screen.assignment.key)] == [{"score": 0}, {"score": 4}]
    answers = {one.key.annotator_id: one.value for one in store.answers.latest(round_.id, scene.items[1])}
    assert answers[person.id] == {"score": 4}
    assert {one.reopened for one in item_detail(store, "closeness", scene.items[1]).answers} == {""}
    assert store.check() == []


def test_only_an_answer_that_counts_of_an_open_round_is_reopened(scene: Scene) -> None:
    store = scene.store
    before = picture(store)
    with pytest.raises(AloiError, match="A3 does not exist"):
        reopen(store, again(scene, "A3"), LATER)
    with pytest.raises(AloiError, match="lacks a reason"):
        reopen(store, again(scene, why=" "), LATER)
    assert picture(store) == before
    reopen(store, again(scene), LATER)
    with pytest.raises(AloiError, match="does not exist"):  # it is open already
        reopen(store, again(scene), LATER)
    rounds.set_round_status(store, CloseRoundRequest("closeness", 1))
    with pytest.raises(AloiError, match="This round is closed"):
        reopen(store, again(scene, "A2"), LATER)


def test_an_undone_answer_has_no_message(scene: Scene) -> None:
    round_ = scene.store.campaigns.rounds(scene.campaign.id)[0]
    person = scene.store.people.get("A2")
    scene.store.answers.undo(round_.id, person.id, "undo-0001", LATER)
    screen = answering.screen(scene.store, answering.desk(scene.store, round_.id), person.id, LATER, 60)
    assert screen is not None
    assert screen.reopened == ""
    assert reopened.reopened_answers(scene.store, person.id) == []


def test_new_labels_do_not_count_a_reopened_answer_again(store: Store, tmp_path: Path) -> None:
    scene = make_labelled(store, tmp_path)
    answer = store.answers.latest(scene.round.id)[0]
    name = next(one.pseudonym for one in store.people.list() if one.id == answer.key.annotator_id)
    request = ReopenRequest(
        scene.campaign, scene.round.number, item=answer.key.item_id, annotator=name, why=MESSAGE
    )
    reopen(store, request, LATER)
    change = changed_schema(
        scene.campaign, labels("cough", "noise", "other", "new"), LabelMapping(), why="One more."
    )
    schemas.change_schema(store, change, LATER + timedelta(minutes=1))
    status = {one.key: one.status for one in store.answers.assignments(scene.round.id)}
    assert status[answer.key] is Work.LEASED
    assert reopened.message_to(store, answer.key) == MESSAGE


def test_an_archive_has_the_message_in_another_store_and_in_a_copy(scene: Scene, tmp_path: Path) -> None:
    store, path = scene.store, tmp_path / "a.zip"
    reopen(store, again(scene), LATER)
    archive_campaign(store, ArchiveRequest("closeness"), path, now=LATER)
    other = Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    import_archive(other, ImportRequest(path), LATER)
    import_archive(store, ImportRequest(path, "copy", people="same"), LATER)
    for each, campaign in ((other, "closeness"), (store, "copy")):
        round_ = each.campaigns.rounds(each.campaigns.get(campaign).id)[0]
        answers = reopened.reopened_answers(each, each.people.get("A1").id)
        assert [one.message for one in answers if one.key.round_id == round_.id] == [MESSAGE]
        assert each.check() == []
    other.close()
