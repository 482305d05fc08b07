"""Counts of whole rounds, on SQLite and on a server."""

from __future__ import annotations

from datetime import timedelta

import pytest

from aloi.annotation.model import SkipReason
from aloi.storage.model import DayEffort, DayTally, RoundTally
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill


def played(store: Store) -> World:
    """Return a round of four items for two people, each twice wanted: five answers, a skip, a correction."""
    world = fill(store, items=4, people=2, overlap=2)
    for number in range(4):
        world.answer(world.key(number, 0), f"first-{number:02}", number, seconds=10.0 + number)
    world.answer(world.key(0, 1), "second-00", 1, now=NOW + timedelta(days=1), seconds=900.0)
    world.answer(world.key(0, 0), "correct-0", 2, now=NOW + timedelta(days=1), seconds=5.0)
    store.answers.skip(world.key(1, 1), "skip-001", SkipReason.BROKEN, now=NOW)
    store.answers.mark(world.key(2, 0), flag=True)
    return world


def test_planned_and_done_answers_days_and_hours(store: Store) -> None:
    world = played(store)
    one, two = (person.id for person in world.people)
    first, second = NOW.date(), NOW.date() + timedelta(days=1)
    [tally] = store.tallies.rounds("k0")
    assert tally == RoundTally(
        world.round_id, items=4, complete=1, planned=8, done=5, extra=0, skipped=1, left=2
    )
    [tally] = store.tallies.rounds("k0", [two])
    assert (tally.planned, tally.done, tally.complete, tally.left, tally.left_out) == (8, 4, 0, 2, 1)
    # An answer that was corrected counts on the day of the correction: the one that counts now.
    days = store.tallies.days(world.round_id)
    assert days == [DayTally(one, first, 3, 0), *(DayTally(who, second, 1, 0) for who in sorted((one, two)))]
    assert store.tallies.usual_seconds(world.round_id) == pytest.approx(11.5)
    efforts = {(each.annotator_id, each.day): each for each in store.tallies.effort(world.round_id, 300.0)}
    assert efforts[one, first] == DayEffort(one, first, 4, 46.0)
    assert efforts[one, second] == DayEffort(one, second, 1, 5.0)
    assert efforts[two, second] == DayEffort(two, second, 1, 300.0)
    people = store.tallies.people(world.round_id)
    assert [(each.submitted, each.skipped, each.flagged, each.waiting) for each in people] == [
        (4, 0, 1, 0), (1, 1, 0, 2),
    ]  # fmt: skip
    assert people[0].last == NOW + timedelta(days=1)


def test_a_round_nobody_has_touched(store: Store) -> None:
    world = fill(store, items=3, people=2, overlap=1)
    [tally] = store.tallies.rounds("k0")
    assert (tally.planned, tally.done, tally.left) == (3, 0, 3)
    assert store.tallies.days(world.round_id) == []
    assert store.tallies.usual_seconds(world.round_id) is None
    assert [each.waiting for each in store.tallies.people(world.round_id)] == [3, 3]
