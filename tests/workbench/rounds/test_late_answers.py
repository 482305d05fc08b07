"""Late answers before a manager, and both versions before a person whose screen was old."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role, Round
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.annotation import answering, stale_answers
from aloi.workbench.annotation.answering import Event
from aloi.workbench.home import next_steps
from aloi.workbench.requests.rounds import CloseRoundRequest, LeaveLateRequest, TakeLateRequest
from aloi.workbench.rounds import late_answers, rounds
from aloi.workbench.status import round_status
from aloi.workbench.store.check import check
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


@pytest.fixture
def opened(scene: Scene) -> Round:
    return scene.open(names=("A1", "A2"), overlap=2)


def event(item_id: str, number: int, kind: str = "answer", **given: Any) -> Event:
    return Event.read({"event_id": f"event-{number:04}", "kind": kind, "item_id": item_id, **given})


def send(scene: Scene, opened: Round, sent: Event, name: str = "A1") -> AloiError | None:
    """Return the error of an event that was not stored as sent."""
    place, person = answering.desk(scene.store, opened.id), scene.store.people.get(name).id
    try:
        if sent.kind == "answer":
            answering.answer(scene.store, place, person, sent, NOW, 600)
        else:
            answering.act(scene.store, place, person, sent, NOW)
    except AloiError as error:
        return error
    return None


def closed(scene: Scene, opened: Round) -> list[late_answers.LateRow]:
    """Return three answers that came to a closed round, of which one corrects, as a manager reads them."""
    send(scene, opened, event(scene.items[0], 1, value=3))
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    for number, item, value in ((2, 0, 5), (3, 1, 4), (4, 2, 0)):
        error = send(scene, opened, event(scene.items[item], number, value=value, note="sure"))
        assert error is not None
        assert stale_answers.is_late(error)
    return late_answers.late_answers(scene.store, "closeness", 1)


def test_a_manager_reads_what_came_late_beside_what_stands(scene: Scene, opened: Round) -> None:
    rows = closed(scene, opened)
    told = [(one.item.id, one.pseudonym, one.described, one.stands, one.late.why) for one in rows]
    first, second, third, *_ = scene.items
    assert told == [
        (first, "A1", "5", "3", "closed"),
        (second, "A1", "4", None, "closed"),
        (third, "A1", "0", None, "closed"),
    ]
    boss = scene.store.people.add("boss", Role.ADMINISTRATOR, NOW)
    cards = {one.key: one.values for one in next_steps(scene.store, boss)}
    assert cards["late_answers"] == {"campaign": "closeness", "round": 1, "count": 3}
    steps = round_status(scene.store, "closeness", 1).next_steps
    assert (steps[0].key, steps[0].values) == ("late", {"count": 3})


def test_late_answers_are_taken_and_left_by_the_beginning_of_their_id_or_all(
    scene: Scene, opened: Round
) -> None:
    closed(scene, opened)
    place = ("closeness", 1)
    with pytest.raises(AloiError, match="Exactly one was expected"):
        late_answers.take(scene.store, TakeLateRequest(*place, ("event-00",)), NOW)
    with pytest.raises(AloiError, match="The late answer event-0009 does not exist"):
        late_answers.take(scene.store, TakeLateRequest(*place, ("event-0003", "event-0009")), NOW)
    assert scene.store.late.waiting([opened.id]) == {opened.id: 3}
    assert late_answers.leave(scene.store, LeaveLateRequest(*place, ("event-0004",)), NOW) == 1
    assert late_answers.take(scene.store, TakeLateRequest(*place, all=True, by="A3"), NOW) == 2
    assert late_answers.late_answers(scene.store, *place) == []
    every = late_answers.late_answers(scene.store, *place, decided=True)
    assert [one.late.decision for one in every] == ["taken", "taken", "left"]
    values = {one.key.item_id: (one.value, one.revision) for one in scene.store.answers.latest(opened.id)}
    assert values == {scene.items[0]: ({"score": 5}, 2), scene.items[1]: ({"score": 4}, 1)}
    assert "late" not in [one.key for one in round_status(scene.store, "closeness", 1).next_steps]
    assert check(scene.store).problems == ()


def test_both_versions_are_told_and_either_stays(scene: Scene, opened: Round) -> None:
    item, place = scene.items[0], answering.desk(scene.store, opened.id)
    send(scene, opened, event(item, 1, value=3, note="doses", flag=True, based_on=0))
    sent = event(item, 2, value=5, note="mine", based_on=0)
    error = send(scene, opened, sent)
    assert error is not None
    assert not stale_answers.is_late(error)
    met = stale_answers.conflict(scene.store, place, sent, error)
    assert met is not None
    assert (met.key, met.item.id, met.revision) == (scene.key(opened, 0, "A1"), item, 1)
    assert met.stored == stale_answers.Version("3", "doses", True, NOW)
    assert met.unsaved == stale_answers.Version("5", "mine", False, None)
    send(scene, opened, event(item, 3, "draft", value={"score": 5}))
    assert send(scene, opened, event(item, 4, "keep")) is None
    assert scene.store.answers.desk_state(met.key).draft is None
    assert [one.value for one in scene.store.answers.history(met.key)] == [{"score": 3}]
    assert send(scene, opened, event(item, 5, value=5, based_on=met.revision)) is None
    assert [one.value for one in scene.store.answers.history(met.key)] == [{"score": 3}, {"score": 5}]


def test_a_skip_and_an_undo_on_an_old_screen_are_asked_about_too(scene: Scene, opened: Round) -> None:
    item, place = scene.items[0], answering.desk(scene.store, opened.id)
    send(scene, opened, event(item, 1, value=3, based_on=0))
    skip = event(item, 2, "skip", reason="other", words="odd", note="n", based_on=0)
    met = stale_answers.conflict(scene.store, place, skip, send(scene, opened, skip) or AloiError("x.y"))
    assert met is not None
    assert (met.stored.answer, met.unsaved) == ("3", stale_answers.Version(None, "n", False, None))
    send(scene, opened, event(scene.items[1], 3, "skip", reason="other", words="odd", based_on=0))
    undo = event(item, 4, "undo", based_on=1)  # what this screen shows as last
    error = send(scene, opened, undo)
    assert error is not None
    met = stale_answers.conflict(scene.store, place, undo, error)
    assert met is not None
    assert (met.key.item_id, met.stored.answer, met.unsaved) == (scene.items[1], None, None)
    assert send(scene, opened, event(scene.items[1], 5, "undo", based_on=met.revision)) is None
    _, [last, *_] = scene.store.own_work.done(opened.id, met.key.annotator_id, start=0, count=5)
    assert last.assignment.key.item_id == item
    refusal = AloiError("aloi.closed")
    assert stale_answers.conflict(scene.store, place, undo, refusal) is None


def test_a_screen_says_what_it_is_drawn_from_and_when_something_was_kept(scene: Scene, opened: Round) -> None:
    place, person = answering.desk(scene.store, opened.id), scene.store.people.get("A1").id
    drawn = answering.screen(scene.store, place, person, NOW, 600)
    assert drawn is not None
    assert (drawn.revision, drawn.saved_at, drawn.last) == (0, None, None)
    early = NOW.timestamp() - 60
    send(scene, opened, event(drawn.item.id, 1, "mark", note="n", at=early))
    again = answering.screen(scene.store, place, person, NOW, 600)
    assert again is not None
    assert again.saved_at is not None
    assert again.saved_at.timestamp() == early
    send(scene, opened, event(drawn.item.id, 2, "mark", note="n", at=NOW.timestamp() + 999))
    again = answering.screen(scene.store, place, person, NOW, 600)
    assert again is not None
    assert again.saved_at == NOW  # the clock of a browser may be wrong


@pytest.mark.parametrize(
    "junk",
    [
        {"based_on": -1},
        {"based_on": "1"},
        {"based_on": True},
        {"based_on": 2**40},
        {"at": "now"},
        {"at": 1e12},
    ],
)
def test_a_message_with_a_strange_revision_or_time_is_refused(junk: dict[str, Any]) -> None:
    with pytest.raises(AloiError, match="could not be read"):
        event("i", 1, value=3, **junk)
