"""Answers that come too late are kept until somebody decides; screens drawn before replace nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import update

from aloi.annotation.model import Annotation, Assignment, AssignmentKey, Role, SkipReason, Status
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage import tables
from aloi.storage.answers.late_answers import AnswerLate, ChangedMeanwhile
from aloi.storage.model import Act, DeskState
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill

LATER = NOW + timedelta(hours=1)


def turn(world: World, person: int = 0, now: datetime = NOW) -> tuple[AssignmentKey, DeskState]:
    """Return what a tab that is drawn now shows."""
    drawn = world.store.answers.next_turn(world.round_id, world.people[person].id, now, 600)
    assert drawn is not None
    return drawn[0].key, drawn[1]


def values(store: Store, key: AssignmentKey) -> list[Json]:
    return [one.value for one in store.answers.history(key)]


def test_an_answer_from_an_old_screen_replaces_nothing(store: Store) -> None:
    world = fill(store)
    key, old = turn(world)
    world.answer(key, "e1", 4, based_on=old.revision)
    with pytest.raises(ChangedMeanwhile) as raised:
        world.answer(key, "e2", 1, now=LATER, based_on=old.revision)
    assert raised.value.key == key
    standing = store.answers.standing(key)
    assert standing.answer is not None
    assert (standing.answer.value, standing.skipped, standing.since) == (4, False, NOW)
    assert values(store, key) == [4]
    assert world.answer(key, "e3", 1, now=LATER, based_on=standing.revision).revision == 2
    assert store.check() == []


def test_the_same_answer_from_an_old_screen_is_there_already(store: Store) -> None:
    world = fill(store)
    key, old = turn(world)
    first = world.answer(key, "e1", {"score": 4}, comment="doses")
    assert world.answer(key, "e2", {"score": 4}, comment="doses", based_on=old.revision) == first
    with pytest.raises(ChangedMeanwhile):
        world.answer(key, "e3", {"score": 4}, comment="other words", based_on=old.revision)
    assert store.answers.history(key) == [first]
    assert world.coverage()[0] == (1, 1, True)


def test_the_same_event_from_an_old_screen_changes_nothing(store: Store) -> None:
    world = fill(store)
    key, old = turn(world)
    first = world.answer(key, "e1", 4, based_on=old.revision)
    world.answer(key, "e2", 5, based_on=1)
    assert world.answer(key, "e1", 4, based_on=old.revision) == first
    assert values(store, key) == [4, 5]


def test_what_was_taken_back_can_be_answered_from_an_old_screen(store: Store) -> None:
    world = fill(store)
    key, old = turn(world)
    world.answer(key, "e1", 4)
    store.answers.undo(world.round_id, world.people[0].id, "u1", LATER)
    assert world.answer(key, "e2", 1, now=LATER, based_on=old.revision).revision == 3


def test_a_skip_and_an_answer_of_two_tabs_do_not_replace_each_other(store: Store) -> None:
    world = fill(store)
    first, old = turn(world)
    store.answers.skip(first, "s1", SkipReason.CONTEXT, now=NOW, based_on=old.revision)
    with pytest.raises(ChangedMeanwhile):
        world.answer(first, "e1", 4, based_on=old.revision)
    standing = store.answers.standing(first)
    assert (standing.answer, standing.skipped, standing.revision) == (None, True, 1)
    store.answers.skip(
        first, "s2", SkipReason.CONTEXT, now=LATER, based_on=old.revision
    )  # it is skipped already
    second, old = turn(world)
    world.answer(second, "e2", 4)
    with pytest.raises(ChangedMeanwhile):
        store.answers.skip(second, "s3", SkipReason.CONTEXT, now=LATER, flag=True, based_on=old.revision)
    assert values(store, second) == [4]
    assert not store.answers.desk_state(second).flag
    store.answers.skip(second, "s4", SkipReason.CONTEXT, now=LATER, flag=True, comment="sure", based_on=1)
    state = store.answers.desk_state(second)
    assert (values(store, second), state.flag, state.comment) == ([4, None], True, "sure")


def test_an_undo_takes_back_what_its_tab_showed_as_last(store: Store) -> None:
    world = fill(store)
    person = world.people[0].id
    first, _ = turn(world)
    world.answer(first, "e1", 4)
    second, shown = turn(world)
    assert shown.last == Act(first, 1) == store.answers.last_act(world.round_id, person)
    world.answer(second, "e2", 5, now=LATER)
    with pytest.raises(ChangedMeanwhile) as raised:
        store.answers.undo(world.round_id, person, "u1", LATER, shown.last)
    assert raised.value.key == second
    assert (values(store, first), values(store, second)) == ([4], [5])
    undone = store.answers.undo(world.round_id, person, "u2", LATER, Act(second, 1))
    assert undone is not None
    assert undone.key == second
    assert turn(world)[1].last == Act(first, 1)


def test_a_correction_of_the_last_item_is_not_undone_from_an_old_screen(store: Store) -> None:
    world = fill(store)
    first, _ = turn(world)
    world.answer(first, "e1", 4)
    _, shown = turn(world)
    world.answer(first, "e2", 0, now=LATER)
    with pytest.raises(ChangedMeanwhile):
        store.answers.undo(world.round_id, world.people[0].id, "u1", LATER, shown.last)
    assert values(store, first) == [4, 0]


def test_a_screen_says_what_it_was_drawn_from(store: Store) -> None:
    world = fill(store)
    key, state = turn(world)
    assert (state.revision, state.saved_at, state.last) == (0, None, None)
    store.answers.mark(key, draft={"score": 3}, at=LATER)
    assert turn(world)[1].saved_at == LATER
    given = Annotation(key, 1, "e1", 4, False, "", None, None, LATER)
    following = store.answers.submit_and_go_on(given, 600, based_on=0)
    assert following is not None
    assert following[1].last == Act(key, 1)
    again = store.answers.desk_state(key)
    assert (again.revision, again.saved_at) == (1, LATER)


def late(world: World, why: str) -> AssignmentKey:
    """Return an assignment that an answer would now come too late for."""
    store = world.store
    key, _ = turn(world)
    if why == "closed":
        store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    elif why == "full":
        for person in (1, 2):
            other = world.lease(person, LATER)
            assert other is not None
            assert other.key.item_id == key.item_id
            world.answer(other.key, f"full-{person}", now=LATER)
    else:
        rows = [Assignment(world.key(item, 2), item) for item in range(len(world.items))]
        assert store.campaigns.reassign(world.round_id, world.people[0].id, rows) == 0
    return key


@pytest.mark.parametrize("why", ["closed", "full", "lease"])
def test_a_late_answer_is_kept_told_and_taken(store: Store, why: str) -> None:
    world = fill(store, items=1)
    key = late(world, why)
    details = {"seconds": 7.5, "flag": True, "comment": "été", "shown": {"left_first": True}}
    for _ in range(2):  # the same event again changes nothing
        with pytest.raises(AnswerLate):
            world.answer(key, "e1", {"score": 4}, now=LATER, **details)
    [kept] = store.late.of_round(world.round_id)
    assert (kept.why, kept.decision, store.late.waiting([world.round_id])) == (why, None, {world.round_id: 1})
    assert kept.answer == Annotation(
        key, 0, "e1", {"score": 4}, True, "été", 7.5, 1, LATER, {"left_first": True}
    )
    assert "e1" not in {one.event_id for one in store.answers.latest(world.round_id)}
    assert store.check() == []
    boss = store.people.add("boss", Role.ADMINISTRATOR, NOW)
    decided = LATER + timedelta(days=1)
    assert store.late.take(world.round_id, ["e1"], boss.id, decided) == 1
    assert store.late.take(world.round_id, ["e1"], boss.id, decided) == 0
    assert store.answers.history(key) == [replace(kept.answer, revision=1)]
    assert "e1" in {one.event_id for one in store.answers.latest(world.round_id)}
    [taken] = store.late.of_round(world.round_id)
    assert (taken.decision, taken.decided_by, taken.decided_at) == ("taken", boss.id, decided)
    [coverage] = store.answers.coverage(world.round_id)
    assert (coverage.required, coverage.assigned) == ((3, 3) if why == "full" else (2, 1))
    assert store.check() == []
    if why != "closed":
        assert world.answer(key, "e1", {"score": 0}, now=decided) == replace(kept.answer, revision=1)
    with pytest.raises(AloiError, match="accepted already"):
        store.late.leave(world.round_id, ["e1"], boss.id, decided)


def test_a_late_answer_left_stays_on_record_and_can_still_be_taken(store: Store) -> None:
    world = fill(store, items=1)
    key = late(world, "closed")
    for event in ("e1", "e2"):
        with pytest.raises(AnswerLate):
            world.answer(key, event, 4)
    assert store.late.leave(world.round_id, ["e1", "e2"], None, LATER) == 2
    assert store.late.leave(world.round_id, ["e1"], None, LATER) == 0
    assert store.late.waiting([world.round_id]) == {}
    assert store.answers.history(key) == []
    assert [one.decision for one in store.late.of_round(world.round_id)] == ["left", "left"]
    with pytest.raises(AloiError, match="nothing-like-it"):
        store.late.take(world.round_id, ["e1", "nothing-like-it"], None, LATER)
    assert store.answers.history(key) == []
    assert store.late.take(world.round_id, ["e2"], None, LATER) == 1
    assert [one.event_id for one in store.answers.history(key)] == ["e2"]
    assert store.check() == []


def test_a_late_correction_is_the_next_revision_when_taken(store: Store) -> None:
    world = fill(store, items=1)
    key, _ = turn(world)
    world.answer(key, "e1", 4)
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    with pytest.raises(AnswerLate):
        world.answer(key, "e2", 2, now=LATER, based_on=1)
    assert store.late.take(world.round_id, ["e2"], None, LATER) == 1
    assert values(store, key) == [4, 2]
    assert world.coverage() == [(1, 1, False)]


def test_an_answer_sent_again_after_the_round_was_opened_again_stays_late(store: Store) -> None:
    world = fill(store, items=1)
    key = late(world, "closed")
    with pytest.raises(AnswerLate):
        world.answer(key, "e1", 4)
    store.campaigns.set_round_status(world.round_id, Status.OPEN)
    with pytest.raises(AnswerLate):
        world.answer(key, "e1", 4)
    assert store.answers.history(key) == []
    assert world.answer(key, "e2", 3).revision == 1
    assert store.check() == []


def test_nobody_else_leaves_a_late_answer(store: Store) -> None:
    world = fill(store, items=1)
    stranger = store.people.add("stranger", Role.ANNOTATOR, NOW)
    key = world.key(0, 0)
    for bad in (replace(key, annotator_id=stranger.id), replace(key, item_id="no such item")):
        with pytest.raises(AloiError, match="not one of your items"):
            world.answer(bad, "e1")
    assert store.late.of_round(world.round_id) == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"decision": "taken"}, "was taken, but is no answer"),
        ({"event_id": "e0"}, "is an answer, but was not taken"),
        ({"why": "weather"}, "unknown"),
        ({"decision": "perhaps"}, "unknown"),
    ],
)
def test_a_store_whose_late_answers_do_not_fit_is_told(
    store: Store, changed: dict[str, str], told: str
) -> None:
    world = fill(store, items=2)
    world.answer(turn(world)[0], "e0")
    key = late(world, "closed")
    with pytest.raises(AnswerLate):
        world.answer(key, "e1")
    with store._database.write() as connection:
        connection.execute(update(tables.late_answers).values(**changed))
    [problem] = store.check()
    assert problem.table == "late_answers"
    assert told in problem.description


def test_an_imported_answer_without_date_is_corrected_as_the_next_revision(store: Store) -> None:
    world = fill(store, items=1)
    undated = Annotation(world.key(0, 0), 1, "i1", 4, False, "", None, None, None)
    assert store.answers.import_answers(world.round_id, [undated]) == 1
    assert store.answers.desk_state(world.key(0, 0)).revision == 1
    assert world.answer(world.key(0, 0), "e1", 2, based_on=1).revision == 2


# ---- two tabs of one person, and what else happens meanwhile
