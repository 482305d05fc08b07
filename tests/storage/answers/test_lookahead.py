"""The item held ahead: theirs alone, in the order of a reload, and free again when it is not answered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from aloi.annotation.model import Annotation, Assignment, SkipReason, Status, Work
from aloi.storage.model import DeskState
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill


def turn(world: World, person: int, seconds: int = 600, later: float = 0) -> list[str]:
    """Return the ids of the item before a person and of the one held ahead for them."""
    now = NOW + timedelta(seconds=later)
    found = world.store.answers.next_turn(world.round_id, world.people[person].id, now, seconds)
    return ids(found)


def ids(found: tuple[Assignment, DeskState] | None) -> list[str]:
    if found is None:
        return []
    here, state = found
    return [one.key.item_id for one in (here, *([state.ahead[0]] if state.ahead else []))]


def answered(world: World, person: int, item: str) -> list[str]:
    """Answer the item before a person; return what `turn` does, after it."""
    here = world.key(world.items.index(item), person)
    given = Annotation(
        here,
        1,
        f"{person}-{item}-{len(world.store.answers.history(here))}",
        3,
        False,
        "",
        1.0,
        1,
        NOW,
        {"left_first": True},
    )
    return ids(world.store.answers.submit_and_go_on(given, 600))


def test_with_one_answer_an_item_nobody_sees_what_another_holds(store: Store) -> None:
    world = fill(store, items=7, overlap=1, people=2)
    shown: dict[int, list[str]] = {0: turn(world, 0), 1: turn(world, 1)}
    assert turn(world, 0) == shown[0]  # a reload shows the same two
    before = dict(shown)
    answers = 0
    while any(before.values()):
        for person, held in before.items():
            if held:
                after = answered(world, person, held[0])
                assert after[:1] == held[1:2] or len(held) == 1
                shown[person] = list(dict.fromkeys(shown[person] + after))
                before[person] = after
                answers += 1
                assert not set(shown[0]) & set(shown[1])
    assert answers == 7
    assert sorted(shown[0] + shown[1]) == sorted(world.items)
    assert world.coverage() == [(1, 1, False)] * 7


def test_what_is_held_ahead_gets_free_with_its_lease_and_is_then_shown_to_others(store: Store) -> None:
    world = fill(store, items=3, overlap=1, people=2)
    assert len(turn(world, 0, seconds=60)) == 2
    assert len(turn(world, 1)) == 1  # the third; nothing is left to hold ahead
    answered(world, 1, turn(world, 1)[0])
    assert turn(world, 1, later=30) == []
    assert len(turn(world, 1, later=61)) == 2
    assert [one.assigned for one in store.answers.coverage(world.round_id)] == [1, 1, 1]


def test_each_turn_renews_what_is_held_ahead(store: Store) -> None:
    world = fill(store, items=2, overlap=1, people=2)
    turn(world, 0, seconds=60)
    held = turn(world, 0, seconds=60, later=50)
    assert turn(world, 1, later=70) == []
    assert answered(world, 0, held[0]) == held[1:]


def test_a_cap_counts_what_is_held_ahead(store: Store) -> None:
    world = fill(store, items=4, overlap=2, people=2, cap=1)
    assert len(turn(world, 0)) == 1


def test_undo_gives_back_both_and_closing_shows_neither(store: Store) -> None:
    world = fill(store, items=4, overlap=1, people=1)
    first, second = turn(world, 0)
    assert answered(world, 0, first)[0] == second
    back = store.answers.undo(world.round_id, world.people[0].id, "undo-it", NOW)
    assert back is not None
    states = {one.key.item_id: one.status for one in store.answers.assignments(world.round_id)}
    assert [states[one] for one in world.items] == [
        Work.LEASED if one == first else Work.PENDING for one in world.items
    ]
    assert turn(world, 0) == [first, second]
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    assert turn(world, 0) == []


def test_what_is_held_ahead_has_its_own_revision_and_draft_and_names_the_answer_before_it(
    store: Store,
) -> None:
    world = fill(store, items=3, overlap=1, people=1)
    first, second = turn(world, 0)
    answered(world, 0, first)
    answered(world, 0, second)
    for number in (1, 2):
        store.answers.undo(world.round_id, world.people[0].id, f"undo-{number}", NOW)
    at = NOW + timedelta(seconds=5)
    store.answers.mark(
        world.key(world.items.index(second), 0), draft={"a": 1}, comment="look", flag=True, at=at
    )
    found = store.answers.next_turn(world.round_id, world.people[0].id, NOW, 600)
    assert found is not None
    state = found[1].ahead
    assert state is not None
    key, ahead = state[0].key, state[1]
    assert key.item_id == second
    assert (ahead.revision, ahead.saved_at, ahead.last_value) == (2, at, 3)
    assert (ahead.draft, ahead.comment, ahead.flag) == ({"a": 1}, "look", True)
    assert (ahead.done, ahead.total) == (1, 3)
    answered(world, 0, first)
    assert store.answers.last_act(world.round_id, world.people[0].id) == ahead.last
    assert store.answers.desk_state(key).revision == ahead.revision


def test_a_correction_leaves_what_is_held_ahead(store: Store) -> None:
    world = fill(store, items=4, overlap=1, people=1)
    first, second = turn(world, 0)
    shown = answered(world, 0, first)
    here = world.key(world.items.index(first), 0)
    looked_at = store.own_work.look_back(world.round_id, world.people[0].id, 1)
    assert looked_at is not None
    assert looked_at[1].ahead is None
    better = Annotation(here, 1, "better", 5, False, "", 1.0, 1, NOW, {})
    assert ids(store.answers.submit_and_go_on(better, 600, based_on=looked_at[1].revision)) == shown
    assert shown[0] == second


@pytest.mark.parametrize("free", [0, 1])
def test_a_reload_shows_the_two_in_the_same_order_when_an_earlier_item_gets_free(
    store: Store, free: int
) -> None:
    world = fill(store, items=6, overlap=1, people=2)
    mine, theirs = turn(world, 0), turn(world, 1)
    store.answers.skip(world.key(world.items.index(theirs[free]), 1), "skip-it", SkipReason.CONTEXT, now=NOW)
    after = answered(world, 0, mine[0])
    assert after[0] == mine[1]
    assert turn(world, 0) == after
