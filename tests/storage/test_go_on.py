"""An answer and the next item in one transaction: what `submit` and `next_turn` give one after the other."""

from __future__ import annotations

import pytest

from aloi.annotation.model import Annotation, Status, Work
from aloi.base.errors import AloiError
from aloi.storage.answers import counts
from aloi.storage.answers.statements import LEASE_AND_RENEW, its
from aloi.storage.answers.submission import SchemaChanged
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill


def given(world: World, item: int, event: str) -> Annotation:
    return Annotation(world.key(item, 0), 9, event, 4, False, "", 1.5, 1, NOW, {"left_first": True})


def test_the_answer_is_kept_and_the_next_item_leased(store: Store) -> None:
    world = fill(store, items=3)
    world.lease(0)
    turn = store.answers.submit_and_go_on(given(world, 0, "e1"), 60)
    assert turn is not None
    assignment, state = turn
    assert (assignment.key, assignment.status) == (world.key(1, 0), Work.LEASED)
    assert (state.done, state.total, state.last_value) == (1, 3, None)
    assert [(one.value, one.revision) for one in store.answers.history(world.key(0, 0))] == [(4, 1)]
    assert world.coverage() == [(1, 1, True), (1, 0, True), (1, 0, True)]  # the one after it is held ahead


def test_the_same_answer_again_gives_the_same_next_item(store: Store) -> None:
    world = fill(store, items=3)
    world.lease(0)
    turns = [store.answers.submit_and_go_on(given(world, 0, "e1"), 60) for _ in range(2)]
    assert turns[0] == turns[1]
    assert len(store.answers.revisions(world.round_id)) == 1


def test_nothing_comes_after_the_last_item(store: Store) -> None:
    world = fill(store, items=1)
    world.lease(0)
    assert store.answers.submit_and_go_on(given(world, 0, "e1"), 60) is None
    assert len(store.answers.revisions(world.round_id)) == 1


def test_a_refused_answer_leases_nothing(store: Store) -> None:
    world = fill(store, items=2)
    world.lease(0)
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    with pytest.raises(AloiError, match="closed"):
        store.answers.submit_and_go_on(given(world, 0, "e1"), 60)
    assert store.answers.revisions(world.round_id) == []
    assert world.coverage() == [(1, 0, False), (0, 0, False)]


def test_what_waits_is_counted_the_more_seldom_the_more_there_is() -> None:
    assert [counts._pause(left) for left in (11, 199, 399, 400, 799, 1600, 13_000)] == [
        *(10, 10, 10, 20, 20, 80, 640)
    ]
    # Once for each twentieth of the items, whichever it begins with: `done` meets it.
    left, counted = 13_000, 0
    for done in range(13_000):
        counted += done % counts._pause(left - done) == 0
    assert 50 < counted < 150


def test_a_known_total_is_kept_while_many_items_wait_and_counted_for_the_last_ten(store: Store) -> None:
    world = fill(store, items=14)
    totals = []
    world.lease(0)
    for item in range(13):
        turn = store.answers.submit_and_go_on(given(world, item, f"e{item}"), 60, known_total=20)
        assert turn is not None
        totals.append(turn[1].total)
    assert totals == [20] * 9 + [14] * 4


def test_an_answer_checked_under_another_schema_than_the_one_in_force_is_not_kept(store: Store) -> None:
    world = fill(store, items=2)
    world.lease(0)
    with pytest.raises(SchemaChanged, match="current version"):
        store.answers.submit_and_go_on(given(world, 0, "e1"), 60, schema=7)
    assert store.answers.revisions(world.round_id) == []
    kept = store.answers.submit_and_go_on(given(world, 0, "e1"), 60, schema=1)
    assert kept is not None
    assert store.answers.submit_and_go_on(given(world, 0, "e1"), 60, schema=7) == kept  # it is known already


@pytest.mark.sqlite
def test_leases_are_renewed_without_reading_all_that_somebody_has(store: Store) -> None:
    world = fill(store, items=2)
    key = world.key(0, 0)
    with store.answers._database.read() as connection:
        compiled = LEASE_AND_RENEW.statement.compile(connection)
        values = compiled.construct_params({**its(key), "until": NOW})
        rows = connection.exec_driver_sql(
            f"EXPLAIN QUERY PLAN {compiled}", tuple(str(values[name]) for name in compiled.positiontup)
        )
        plan = [row[-1] for row in rows]
    assert "MULTI-INDEX OR" in plan
    searches = [step for step in plan if "SEARCH" in step or "SCAN" in step]
    assert all("status=?" in step or "occasion=?" in step for step in searches), plan
