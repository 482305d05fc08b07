"""What an annotator does: messages of a browser are checked, answers are kept once and for good."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Round, SkipReason, Work
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.annotation.answer_history import done_lines
from aloi.workbench.annotation.answering import Event
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, ReopenRoundRequest
from aloi.workbench.rounds import campaigns, rounds
from tests.workbench.scene import NOW, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


GOOD = {"event_id": "event-0001", "kind": "answer", "item_id": "i", "occasion": 1, "value": 3, "seconds": 2}
JUNK: list[dict[str, Any]] = [
    {"event_id": None},
    {"event_id": 12345678},
    {"event_id": "short"},
    {"event_id": "x" * 65},
    {"item_id": None},
    {"item_id": ["i"]},
    {"kind": "delete"},
    {"kind": ["answer"]},
    {"kind": None},
    {"occasion": "1"},
    {"occasion": 1.0},
    {"occasion": True},
    {"occasion": None},
    {"occasion": 0},
    {"seconds": "2"},
    {"seconds": float("nan")},
    {"seconds": float("inf")},
    {"seconds": True},
    {"seconds": 10**400},
    {"seconds": {}},
    {"note": "n" * 2001},
]


@pytest.fixture
def opened(scene: Scene) -> Round:
    return scene.open(names=("A1", "A2"), overlap=2)


def event(scene: Scene, item: int = 0, number: int = 1, **changes: Any) -> Event:
    given = {**GOOD, "event_id": f"event-{number:04}", "item_id": scene.items[item], **changes}
    return Event.read(given)


def person(scene: Scene, name: str = "A1") -> str:
    return scene.store.people.get(name).id


def answer(scene: Scene, opened: Round, given: Event, name: str = "A1") -> answering.Screen | None:
    place = answering.desk(scene.store, opened.id)
    return answering.answer(scene.store, place, person(scene, name), given, NOW, 600)


def do(scene: Scene, opened: Round, given: Event) -> None:
    if given.kind == "answer":
        answer(scene, opened, given)
    else:
        answering.act(scene.store, answering.desk(scene.store, opened.id), person(scene), given, NOW)


@pytest.mark.parametrize("change", JUNK, ids=lambda one: repr(one)[:40])
def test_a_message_no_page_sends_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(AloiError):
        Event.read({**GOOD, **change})


def test_an_empty_message_is_refused_and_a_short_one_is_filled_up() -> None:
    with pytest.raises(AloiError, match="could not be read"):
        Event.read({})
    read = Event.read({"event_id": "event-0001", "kind": "undo", "item_id": "i"})
    assert read == Event("event-0001", "undo", "i", 1, None, None, False, "", "")
    assert Event.read({**GOOD, "seconds": -3}).seconds == 0.0
    assert len(Event.read({**GOOD, "reason": "r" * 3000}).reason) == 2000


def test_an_answer_is_kept_with_what_goes_with_it_and_the_next_item_comes(
    scene: Scene, opened: Round
) -> None:
    place = answering.desk(scene.store, opened.id)
    first = answering.screen(scene.store, place, person(scene), NOW, 600)
    assert first is not None
    assert (first.done, first.total, first.answer, first.flag, first.note) == (0, 6, None, False, "")
    given = Event.read(
        {**GOOD, "item_id": first.item.id, "value": {"score": 4}, "flag": True, "note": "doses", "seconds": 7}
    )
    after = answer(scene, opened, given)
    assert after is not None
    assert (after.done, after.total) == (1, 6)
    assert after.item.id != first.item.id
    [kept] = scene.store.answers.latest(opened.id)
    assert (kept.value, kept.flag, kept.comment, kept.seconds) == ({"score": 4}, True, "doses", 7.0)
    assert (kept.revision, kept.event_id, kept.guideline_version) == (1, "event-0001", None)


def test_the_same_event_twice_changes_nothing(scene: Scene, opened: Round) -> None:
    answer(scene, opened, event(scene, value=3))
    answer(scene, opened, event(scene, value=5))
    assert [one.value for one in scene.store.answers.revisions(opened.id)] == [{"score": 3}]
    place = answering.desk(scene.store, opened.id)
    skip = event(scene, 1, 2, kind="skip", reason="unreadable")
    answering.act(scene.store, place, person(scene), skip, NOW)
    before = picture(scene.store)
    answering.act(scene.store, place, person(scene), skip, NOW)
    assert picture(scene.store) == before


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "x",
        -1,
        6,
        2.5,
        float("nan"),
        float("inf"),
        "nan",
        True,
        [3],
        10**400,
        {"score": None},
        {"other": 3},
    ],
)
def test_a_value_off_the_scale_is_refused_and_nothing_is_kept(
    scene: Scene, opened: Round, value: Any
) -> None:
    before = picture(scene.store)
    with pytest.raises(AloiError):
        answer(scene, opened, event(scene, value=value))
    assert picture(scene.store) == before


def test_a_correction_is_the_next_revision_and_the_first_answer_stays(scene: Scene, opened: Round) -> None:
    answer(scene, opened, event(scene, value=3))
    place = answering.desk(scene.store, opened.id)
    shown = answering.look_back(scene.store, place, person(scene), 1)
    assert shown is not None
    assert (shown.item.id, shown.answer) == (scene.items[0], {"score": 3})
    answer(scene, opened, event(scene, number=2, value=1))
    every = scene.store.answers.revisions(opened.id)
    assert [(one.revision, one.value) for one in every] == [(1, {"score": 3}), (2, {"score": 1})]
    assert [one.value for one in scene.store.answers.latest(opened.id)] == [{"score": 1}]
    assert answering.look_back(scene.store, place, person(scene), 2) is None
    corrected = answering.correction(scene.store, place, scene.key(opened, 0, "A1"))
    assert (corrected.item.id, corrected.answer) == (scene.items[0], {"score": 1})
    with pytest.raises(AloiError, match="not among your earlier answers"):
        answering.correction(scene.store, place, scene.key(opened, 1, "A1"))


def test_a_skip_needs_a_reason_and_is_listed(scene: Scene, opened: Round) -> None:
    place = answering.desk(scene.store, opened.id)
    before = picture(scene.store)
    with pytest.raises(AloiError, match="skipped item lacks the reason"):
        answering.act(scene.store, place, person(scene), event(scene, kind="skip", reason=" "), NOW)
    assert picture(scene.store) == before
    skip = event(scene, kind="skip", reason="expertise", words=" a heart disease ")
    answering.act(scene.store, place, person(scene), skip, NOW)
    _, [line] = done_lines(scene.store, place, person(scene))
    skipped = line.item.assignment
    assert (skipped.status, line.item.annotation, line.described) == (Work.SKIPPED, None, "")
    assert (skipped.skip_reason, skipped.skip_note) == (SkipReason.EXPERTISE, "a heart disease")


def test_a_skip_of_a_page_drawn_before_reasons_had_codes_is_understood(scene: Scene, opened: Round) -> None:
    place = answering.desk(scene.store, opened.id)
    old = event(scene, kind="skip", reason="The text is broken or cut off: half a line")
    answering.act(scene.store, place, person(scene), old, NOW)
    _, [line] = done_lines(scene.store, place, person(scene))
    skipped = line.item.assignment
    assert (skipped.skip_reason, skipped.skip_note) == (SkipReason.BROKEN, "half a line")


def test_undo_brings_the_last_item_back_and_takes_its_answer_back(scene: Scene, opened: Round) -> None:
    answer(scene, opened, event(scene, value=3))
    place = answering.desk(scene.store, opened.id)
    answering.act(scene.store, place, person(scene), event(scene, 1, 2, kind="undo"), NOW)
    assert scene.store.answers.latest(opened.id) == []
    again = answering.screen(scene.store, place, person(scene), NOW, 600)
    assert again is not None
    assert (again.item.id, again.answer, again.done) == (scene.items[0], {"score": 3}, 0)


def test_a_mark_is_kept_before_any_answer(scene: Scene, opened: Round) -> None:
    place = answering.desk(scene.store, opened.id)
    answering.act(scene.store, place, person(scene), event(scene, kind="mark", flag=True, note="hm"), NOW)
    state = scene.store.answers.desk_state(scene.key(opened, 0, "A1"))
    assert (state.flag, state.comment) == (True, "hm")
    assert scene.store.answers.latest(opened.id) == []


@pytest.mark.parametrize("kind", ["answer", "skip", "mark", "undo"])
def test_a_closed_round_takes_nothing_more(scene: Scene, opened: Round, kind: str) -> None:
    answer(scene, opened, event(scene, value=3))
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    place = answering.desk(scene.store, opened.id)
    before = picture(scene.store)
    given = event(scene, 0, 9, kind=kind, reason="odd", flag=True)
    with pytest.raises(AloiError, match=r"round (is|was) closed"):
        do(scene, opened, given)
    assert picture(scene.store) == before
    assert answering.screen(scene.store, place, person(scene), NOW, 600) is None
    rounds.set_round_status(scene.store, ReopenRoundRequest("closeness", 1))
    answer(scene, opened, event(scene, 0, 10, value=0))
    assert scene.store.answers.latest(opened.id)[0].value == {"score": 0}


def test_nobody_answers_for_a_round_they_are_not_in(scene: Scene, opened: Round) -> None:
    with pytest.raises(AloiError, match="not one of your items"):
        answer(scene, opened, event(scene, value=3), "A3")
    with pytest.raises(AloiError):
        answer(scene, opened, replace(event(scene), item_id="unknown"))
    assert scene.store.answers.latest(opened.id) == []


def test_the_desk_shows_the_guideline_of_the_round_not_the_newest(scene: Scene) -> None:
    campaigns.add_guideline(scene.store, GuidelineRequest("closeness", text="Read both."), NOW)
    opened = scene.open(names=("A1",))
    campaigns.add_guideline(
        scene.store, GuidelineRequest("closeness", text="Read both twice.", why="doses"), NOW
    )
    place = answering.desk(scene.store, opened.id)
    assert place.guideline is not None
    assert (place.guideline.version, place.guideline.text) == (1, "Read both.")
    answer(scene, opened, event(scene))
    assert scene.store.answers.latest(opened.id)[0].guideline_version == 1
