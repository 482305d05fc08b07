"""Verbs of looking back: the rounds of a person, their answers in words, and leaving a correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Role, Round
from aloi.storage.store import Store
from aloi.workbench.annotation import answer_history, answering
from aloi.workbench.annotation.answering import Event
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds import rounds
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW, Scene, make_scene

GIVEN = {"kind": "answer", "occasion": 1, "value": 3, "seconds": 2}


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


@pytest.fixture
def opened(scene: Scene) -> Round:
    return scene.open(names=("A1", "A2"), overlap=2)


def person(scene: Scene) -> str:
    return scene.store.people.get("A1").id


def send(scene: Scene, opened: Round, number: int, **event: object) -> answering.Screen | None:
    """Do what the desk sends of the item before A1, or of the one named."""
    place = answering.desk(scene.store, opened.id)
    screen = answering.screen(scene.store, place, person(scene), NOW, 600)
    waiting = {"item_id": screen.item.id} if screen is not None else {}
    read = Event.read({**GIVEN, "event_id": f"event-{number:04}", **waiting, **event})  # type: ignore[dict-item]
    if read.kind == "answer":
        return answering.answer(scene.store, place, person(scene), read, NOW, 600)
    answering.act(scene.store, place, person(scene), read, NOW)
    return None


def test_looking_back_and_on_again_keeps_the_draft_of_the_item_under_way(scene: Scene, opened: Round) -> None:
    place = answering.desk(scene.store, opened.id)
    send(scene, opened, 1, flag=True, note="doses")
    send(scene, opened, 2, kind="draft", value={"score": 2})
    send(scene, opened, 3, kind="go", value={"number": 1})
    back = answering.look_back(scene.store, place, person(scene), 1)
    assert back is not None
    assert (back.back, back.answer, back.draft) == (1, {"score": 3}, None)
    assert (back.flag, back.note, back.done, back.total) == (True, "doses", 1, 6)
    send(scene, opened, 4, kind="draft", value={"score": 0}, item_id=back.item.id)
    begun = answering.look_back(scene.store, place, person(scene), 1)
    assert begun is not None
    assert begun.draft == {"score": 0}
    send(scene, opened, 5, kind="go", value={"leave": True}, item_id=back.item.id)
    left = answering.look_back(scene.store, place, person(scene), 1)
    assert left is not None
    assert (left.answer, left.draft) == ({"score": 3}, None)
    again = answering.screen(scene.store, place, person(scene), NOW, 600)
    assert again is not None
    assert (again.draft, again.back) == ({"score": 2}, None)
    assert len(scene.store.answers.revisions(opened.id)) == 1


def test_a_correction_leads_back_to_the_item_under_way(scene: Scene, opened: Round) -> None:
    for number in (1, 2, 3):
        waiting = send(scene, opened, number)
    assert waiting is not None
    place = answering.desk(scene.store, opened.id)
    back = answering.look_back(scene.store, place, person(scene), 1)
    assert back is not None
    after = send(scene, opened, 4, item_id=back.item.id, value=5)
    assert after is not None
    assert (after.item.id, after.done, after.back) == (waiting.item.id, 3, None)
    _, lines = answer_history.done_lines(scene.store, place, person(scene))
    assert [(one.item.number, one.described) for one in lines] == [(3, "3"), (2, "3"), (1, "5")]


def test_a_page_that_is_no_longer_there_is_the_first(
    scene: Scene, opened: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer_history, "PAGE", 2)
    for number in (1, 2, 3):
        send(scene, opened, number)
    place = answering.desk(scene.store, opened.id)

    def numbers(page: int) -> tuple[int, list[int]]:
        total, lines = answer_history.done_lines(scene.store, place, person(scene), page=page)
        return total, [one.item.number for one in lines]

    assert [numbers(page) for page in (1, 2, 3)] == [(3, [3, 2]), (3, [1]), (3, [3, 2])]


def test_answers_of_every_task_are_told_in_words(store: Store) -> None:
    people = [store.people.add(name, Role.ANNOTATOR, NOW, pseudonym=name) for name in ("A1", "A2")]
    opened = open_rounds(store, people, items=1)
    answer_differently(store, people, opened.values())
    for one in opened.values():
        place = answering.desk(store, one.round.id)
        total, [line] = answer_history.done_lines(store, place, people[0].id)
        assert (total, line.item.number) == (1, 1)
        assert line.described
        back = answering.look_back(store, place, people[0].id, 1)
        assert back is not None
        assert back.item == line.item.item


def test_rounds_in_which_something_waits_come_first(scene: Scene) -> None:
    done, waiting, closed = (scene.open(names=("A1",), items=[scene.items[n]]) for n in range(3))
    send(scene, done, 1)
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 3))
    found = answer_history.own_rounds(scene.store, person(scene))
    assert [one.id for one in found] == [waiting.id, done.id, closed.id]
    assert [(one.is_open, one.waits) for one in found] == [(True, True), (True, False), (False, False)]
    place = answering.desk(scene.store, done.id)
    assert answer_history.count_done(scene.store, place, person(scene)).total == 1
