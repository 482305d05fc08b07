"""What is offered to whom, and that no answer is lost or doubled."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from aloi.annotation.model import Annotation, Assignment, AssignmentKey, Role, SkipReason, Status, Work
from aloi.base.errors import AloiError
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill

LATER = NOW + timedelta(hours=1)


def leased(world: World, person: int, **given: object) -> AssignmentKey:
    found = world.lease(person, **given)  # type: ignore[arg-type]
    assert found is not None
    return found.key


def annotation(key: AssignmentKey, event: str, value: float = 2) -> Annotation:
    return Annotation(key, 1, event, value, False, "", None, None, NOW)


def test_an_answer_comes_back_as_given(store: Store) -> None:
    world = fill(store)
    key = leased(world, 0)
    assert key == world.key(0, 0)
    kept = world.answer(key, "e1", {"score": 4}, flag=True, comment="été", seconds=None, shown={"a": [1]})
    assert kept == Annotation(key, 1, "e1", {"score": 4}, True, "été", None, 1, NOW, {"a": [1]})
    assert store.answers.latest(world.round_id) == store.answers.history(key) == [kept]


def test_the_same_event_again_changes_nothing(store: Store) -> None:
    world = fill(store)
    key = leased(world, 0)
    first = world.answer(key, "e1", 4)
    assert world.answer(key, "e1", 0, now=LATER) == first
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    assert world.answer(key, "e1", 0) == first
    assert store.answers.history(key) == [first]
    assert world.coverage()[0] == (1, 1, False)


def test_a_correction_is_the_next_revision(store: Store) -> None:
    world = fill(store)
    key = leased(world, 0)
    world.answer(key, "e1", 4)
    second = world.answer(key, "e2", 1, now=LATER)
    assert second.revision == 2
    assert [one.value for one in store.answers.history(key)] == [4, 1]
    assert store.answers.latest(world.round_id) == [second]
    assert store.answers.latest_among(world.round_id, store.answers.revisions(world.round_id)) == [second]
    assert world.coverage()[0][:2] == (1, 1)


def test_one_keeps_the_item_one_holds_and_its_lease_is_renewed(store: Store) -> None:
    world = fill(store)
    first = world.lease(0)
    again = world.lease(0, LATER)
    assert first is not None
    assert again == replace(first, lease_expires=LATER + timedelta(seconds=600))
    assert world.coverage()[0][0] == 1


def test_an_item_is_offered_to_k_of_n(store: Store) -> None:
    world = fill(store, items=2, people=3, overlap=2)
    assert [leased(world, person) for person in range(3)] == [
        world.key(0, 0), world.key(0, 1), world.key(1, 2),
    ]  # fmt: skip
    for event, key in enumerate([world.key(0, 0), world.key(0, 1), world.key(1, 2)]):
        world.answer(key, f"e{event}")
    assert leased(world, 2 - 2) == world.key(1, 0)
    world.answer(world.key(1, 0), "e3")
    assert [world.lease(person) for person in range(3)] == [None, None, None]
    assert world.coverage() == [(2, 2, False), (2, 2, False)]


def test_everybody_answers_everything_when_all_are_wanted(store: Store) -> None:
    world = fill(store, items=2, people=2, overlap=2)
    for person in range(2):
        for item in range(2):
            assert leased(world, person) == world.key(item, person)
            world.answer(world.key(item, person), f"{person}-{item}")
        assert world.lease(person) is None
    kept = [(one.key.item_id, one.key.annotator_id) for one in store.answers.latest(world.round_id)]
    crew = sorted(one.id for one in world.people)
    assert kept == [(item, person) for item in world.items for person in crew]
    unordered = store.answers.revisions(world.round_id)[::-1]
    assert store.answers.latest_among(world.round_id, unordered) == store.answers.latest(world.round_id)


def test_the_cap_stops_offers_but_not_corrections(store: Store) -> None:
    world = fill(store, items=3, people=2, overlap=1, cap=1)
    assert store.answers.progress(world.round_id)[0].waiting == 1
    key = leased(world, 0)
    world.answer(key, "e1")
    assert world.lease(0) is None
    assert store.answers.progress(world.round_id)[0].waiting == 0
    assert world.answer(key, "e2", 0).revision == 2
    assert leased(world, 1) == world.key(1, 1)
    world.answer(world.key(1, 1), "e3")
    assert world.coverage()[2] == (0, 0, False)


def test_an_expired_lease_frees_the_place_and_a_late_answer_takes_what_is_left(store: Store) -> None:
    world = fill(store, items=1, people=3, overlap=1)
    late = leased(world, 0, seconds=60)
    assert world.lease(1) is None
    assert leased(world, 1, now=LATER) == world.key(0, 1)
    assert store.answers.assignments(world.round_id)[0].status in (Work.PENDING, Work.LEASED)
    with pytest.raises(AnswerLate, match="given to others"):
        world.answer(late, "e1", now=LATER)
    assert store.answers.history(late) == []
    world.store.answers.skip(world.key(0, 1), "s1", SkipReason.CONTEXT, "unclear", now=LATER)
    assert world.answer(late, "e2", now=LATER).revision == 1
    assert world.coverage() == [(1, 1, False)]


def test_an_answer_after_expiry_counts_when_nobody_took_the_item(store: Store) -> None:
    world = fill(store, items=1, people=2, overlap=1)
    key = leased(world, 0, seconds=60)
    assert world.answer(key, "e1", now=LATER).created_at == LATER
    assert world.coverage() == [(1, 1, False)]


def test_a_closed_round_gives_and_takes_nothing(store: Store) -> None:
    world = fill(store)
    key = leased(world, 0)
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    assert world.lease(0) is None
    for act in (
        lambda: world.answer(key, "e1"),
        lambda: store.answers.skip(key, "s1", SkipReason.CONTEXT, "unclear", now=NOW),
        lambda: store.answers.mark(key, flag=True),
        lambda: store.answers.import_answers(world.round_id, [annotation(key, "i1")]),
    ):
        with pytest.raises(AloiError, match="closed"):
            act()
    store.campaigns.set_round_status(world.round_id, Status.OPEN)
    assert leased(world, 0) == key
    assert store.answers.latest(world.round_id) == []


def test_a_skip_passes_the_item_on_and_is_idempotent(store: Store) -> None:
    world = fill(store, items=1, people=2, overlap=1)
    key = leased(world, 0)
    for _ in range(2):
        store.answers.skip(key, "s1", SkipReason.BROKEN, now=NOW)
    assert world.coverage() == [(0, 0, True)]
    assert world.lease(0) is None
    _, [mine] = store.own_work.done(world.round_id, world.people[0].id, start=0, count=5)
    assert (mine.assignment.status, mine.assignment.skip_reason) == (Work.SKIPPED, SkipReason.BROKEN)
    assert (mine.assignment.skip_note, mine.annotation) == (None, None)
    assert leased(world, 1) == world.key(0, 1)
    store.answers.skip(world.key(0, 1), "s2", SkipReason.BROKEN, now=NOW)
    assert world.coverage() == [(0, 0, False)]


def test_skipping_an_answered_item_takes_the_answer_back(store: Store) -> None:
    world = fill(store, items=1, people=2, overlap=1)
    key = leased(world, 0)
    world.answer(key, "e1", 4)
    store.answers.skip(key, "s1", SkipReason.CONTEXT, "unclear", now=LATER)
    assert [one.value for one in store.answers.history(key)] == [4, None]
    assert store.answers.latest(world.round_id) == []
    assert world.coverage() == [(0, 0, True)]


def test_undo_takes_the_last_answer_back(store: Store) -> None:
    world = fill(store)
    first = leased(world, 0)
    world.answer(first, "e1", 4)
    second = leased(world, 0)
    assert second == world.key(1, 0)
    undone = store.answers.undo(world.round_id, world.people[0].id, "u1", LATER)
    assert undone is not None
    assert (undone.key, undone.status) == (first, Work.LEASED)
    assert [one.value for one in store.answers.history(first)] == [4, None]
    assert store.answers.latest(world.round_id) == []
    assert [row[:2] for row in world.coverage()[:2]] == [(1, 0), (0, 0)]
    assert leased(world, 0, now=LATER) == first
    assert world.answer(first, "e2", 5, now=LATER).revision == 3
    assert store.check() == []


def test_the_same_undo_again_gives_the_same_item(store: Store) -> None:
    world = fill(store)
    person = world.people[0].id
    for item in range(2):
        world.answer(leased(world, 0), f"e{item}", now=NOW + timedelta(seconds=item))
    for _ in range(2):
        undone = store.answers.undo(world.round_id, person, "u1", LATER)
        assert undone is not None
        assert undone.key == world.key(1, 0)
    last = store.answers.undo(world.round_id, person, "u2", LATER)
    again = store.answers.undo(world.round_id, person, "u2", LATER)
    assert last is not None
    assert again is not None
    assert last.key == again.key == world.key(0, 0)
    assert store.answers.undo(world.round_id, person, "u3", LATER) is None
    assert store.answers.latest(world.round_id) == []
    assert [len(store.answers.history(world.key(item, 0))) for item in range(2)] == [2, 2]


def test_undo_of_a_skip_takes_its_place_again(store: Store) -> None:
    world = fill(store, items=1, people=2, overlap=1)
    key = leased(world, 0)
    store.answers.skip(key, "s1", SkipReason.CONTEXT, "unclear", now=NOW)
    undone = store.answers.undo(world.round_id, world.people[0].id, "u1", NOW)
    assert undone is not None
    assert (undone.key, undone.skip_reason, undone.skip_note) == (key, None, None)
    assert world.lease(1) is None
    store.answers.skip(key, "s2", SkipReason.CONTEXT, "unclear", now=NOW)
    world.answer(leased(world, 1), "e1")
    with pytest.raises(AloiError, match="given to others"):
        store.answers.undo(world.round_id, world.people[0].id, "u2", NOW)


def test_a_repeat_waits_for_its_first_answer_and_takes_no_place(store: Store) -> None:
    world = fill(store, items=2, people=2, overlap=1, repeated=[0])
    assert leased(world, 1) == world.key(0, 1)
    assert leased(world, 0) == world.key(1, 0)
    world.answer(world.key(1, 0), "e1")
    assert world.lease(0) is None
    world.answer(world.key(0, 1), "e2", 2)
    assert leased(world, 1) == world.key(0, 1, 2)
    world.answer(world.key(0, 1, 2), "e3", 4)
    assert world.coverage() == [(1, 1, False), (1, 1, False)]
    values = [(one.key.occasion, one.value) for one in store.answers.latest(world.round_id)]
    assert values == [(1, 2), (2, 4), (1, 3)]
    assert store.check() == []


def test_a_draft_is_kept_before_the_answer(store: Store) -> None:
    world = fill(store)
    key = leased(world, 0)
    store.answers.mark(key, flag=True)
    store.answers.mark(key, comment="sure?")
    state = store.answers.desk_state(key)
    assert (state.flag, state.comment, state.done, state.total) == (True, "sure?", 0, 3)
    assert store.answers.progress(world.round_id)[0].flagged == 1


def test_progress_and_what_waits(store: Store) -> None:
    world = fill(store, items=3, people=2, overlap=2)
    for event, seconds in (("e1", 2.0), ("e2", 4.0)):
        world.answer(leased(world, 0), event, seconds=seconds)
    leased(world, 0)
    store.answers.skip(leased(world, 1), "s1", SkipReason.CONTEXT, "unclear", now=NOW)
    first, second = store.answers.progress(world.round_id)
    assert (first.submitted, first.skipped, first.leased, first.waiting) == (2, 0, 1, 1)
    assert first.median_seconds == 3.0
    assert (second.submitted, second.skipped, second.waiting, second.median_seconds) == (0, 1, 2, None)
    assert [(each.id, count) for each, count in store.answers.waiting(world.people[1].id)] == [
        (world.round_id, 2)
    ]
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    assert store.answers.waiting(world.people[1].id) == []


def test_reassign_moves_what_is_left_and_nothing_else(store: Store) -> None:
    world = fill(store, items=3, people=2, overlap=1)
    world.answer(leased(world, 0), "e1")
    leased(world, 0)
    newcomer = store.people.add("late", Role.ANNOTATOR, NOW)
    rows = [
        Assignment(AssignmentKey(world.round_id, item, person), place)
        for person in (newcomer.id, world.people[1].id)
        for place, item in enumerate(world.items[1:])
    ]
    assert store.campaigns.reassign(world.round_id, world.people[0].id, rows) == 2
    left = [
        one for one in store.answers.assignments(world.round_id) if one.key.annotator_id == world.people[0].id
    ]
    assert [(one.key, one.status) for one in left] == [(world.key(0, 0), Work.SUBMITTED)]
    assert world.coverage() == [(1, 1, False), (0, 0, True), (0, 0, True)]
    found = store.answers.lease_next(world.round_id, newcomer.id, NOW, 60)
    assert found is not None
    assert found.key.item_id == world.items[1]
    assert newcomer.id in store.campaigns.round(world.round_id).annotators
    assert store.check() == []


def test_import_keeps_all_or_nothing(store: Store) -> None:
    world = fill(store, items=2, people=3, overlap=2)
    good = [
        annotation(world.key(item, person), f"i{item}{person}") for item in range(2) for person in range(2)
    ]
    too_many = annotation(world.key(0, 2), "i02")
    stranger = annotation(replace(world.key(0, 0), item_id="no such item"), "x")
    nobody = annotation(replace(world.key(0, 0), annotator_id="no such person"), "x")
    for bad in (too_many, stranger, nobody):
        with pytest.raises(AloiError):
            store.answers.import_answers(world.round_id, [*good, bad])
        assert store.answers.latest(world.round_id) == []
    assert store.answers.import_answers(world.round_id, good) == 4
    assert store.answers.import_answers(world.round_id, good) == 0
    assert world.coverage() == [(2, 2, False), (2, 2, False)]
    newer = annotation(world.key(0, 0), "corrected", 5)
    assert store.answers.import_answers(world.round_id, [*good, newer]) == 1
    assert [one.value for one in store.answers.history(world.key(0, 0))] == [2, 5]
    assert store.check() == []


def test_import_makes_missing_assignments(store: Store) -> None:
    world = fill(store, items=1, people=1, overlap=2)
    other = store.people.add("outside", Role.ANNOTATOR, NOW)
    key = replace(world.key(0, 0), annotator_id=other.id)
    assert store.answers.import_answers(world.round_id, [annotation(key, "i1")]) == 1
    assert [one.key for one in store.answers.latest(world.round_id)] == [key]
    counted = {one.annotator_id: one.submitted for one in store.answers.progress(world.round_id)}
    assert counted == {world.people[0].id: 0, other.id: 1}


def test_an_item_of_somebody_else_is_refused(store: Store) -> None:
    world = fill(store)
    with pytest.raises(AloiError, match="not one of your items"):
        world.answer(replace(world.key(0, 0), item_id="no such item"), "e1")
    key = replace(world.key(0, 0), annotator_id="x")
    with pytest.raises(AloiError, match="not one of your items"):
        store.answers.skip(key, "s1", SkipReason.CONTEXT, now=NOW)


def test_work_under_way_is_kept_until_it_is_answered(store: Store) -> None:
    world = fill(store)
    key = world.lease(0).key
    store.answers.mark(key, draft={"groups": []})
    assert store.answers.desk_state(key).draft == {"groups": []}
    store.answers.mark(key, flag=True)
    assert store.answers.desk_state(key).draft == {"groups": []}
    world.answer(key, "e1", 3)
    assert store.answers.desk_state(key).draft is None
