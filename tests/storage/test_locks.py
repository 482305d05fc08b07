"""Two who change the same rows at once: on a server one waits for the other, whatever they began with."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest
from sqlalchemy import Connection, select

from aloi.annotation.model import SchemaVersion
from aloi.storage import database
from aloi.storage import tables as t
from aloi.storage.answers.offers import change, give_back
from aloi.storage.answers.statements import lock_round
from aloi.storage.changes import note_change
from aloi.storage.store import Store
from tests.servers import running_server
from tests.storage.world import NOW, World, fill

_MEANWHILE = 0.3  # seconds for the other one to come as far as it can


def meanwhile(world: World, act: Callable[[Connection], object], other: Callable[[], object]) -> None:
    """Act as an annotator does, within a transaction that holds the round, and let another one go on."""
    holds = Event()

    def annotate() -> None:
        with world.store._database.write(turn=None) as connection:
            lock_round(connection, world.round_id)
            note_change(connection, world.round_id, answers=1)
            holds.set()
            time.sleep(_MEANWHILE)
            act(connection)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(annotate)
        holds.wait(10)
        second = pool.submit(other)
        first.result()
        second.result()


def test_a_place_is_given_back_once_when_who_held_it_is_deleted(store: Store) -> None:
    world = fill(store, items=1, people=2, overlap=1)
    leased = world.lease(0)
    assert leased is not None

    def run_out(connection: Connection) -> None:
        give_back(connection, world.round_id, leased.key.item_id)
        change(connection, leased.key, status="pending", lease_expires=None)

    meanwhile(world, run_out, lambda: store.setup.delete_person(world.people[0].id))
    assert world.coverage() == [(0, 0, True)]
    found = world.lease(1)
    assert found is not None
    world.answer(found.key, "e1", 3)
    assert store.check() == store.find_changes() == []


def test_a_mark_and_a_lease_that_runs_out_do_not_wait_for_each_other(store: Store) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    meanwhile(
        world,
        lambda connection: change(connection, leased.key, lease_expires=None),
        lambda: store.answers.mark(leased.key, flag=True),
    )
    assert store.answers.desk_state(leased.key).flag


def test_a_new_schema_and_a_lease_that_runs_out_do_not_wait_for_each_other(store: Store) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    store.answers.mark(leased.key, draft=3, at=NOW)
    version = SchemaVersion("k0", 2, {"high": 7}, {}, "wider", NOW)
    meanwhile(
        world,
        lambda connection: change(connection, leased.key, lease_expires=None),
        lambda: store.schemas.change(store.campaigns.get("k0"), version, {leased.key: 4}),
    )
    assert store.schemas.drafts("k0") == {leased.key: 4}
    assert store.check() == store.find_changes() == []


@pytest.mark.slow
@pytest.mark.sqlite
def test_tables_are_not_written_anew_while_somebody_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_SWEEP_MS", 300)
    really_open = Store.really_open  # type: ignore[attr-defined]
    with running_server(really_open) as server, closing(server.open("sqlite:///x")) as store:
        fill(store)
        with ThreadPoolExecutor(1) as pool, store._database.snapshot() as reading:
            reading.execute(select(t.people)).all()
            swept = pool.submit(store.erasure.sweep)
            assert swept.result(10) is False
            assert len(store.people.list()) == 3
        assert store.erasure.sweep()
        with store._database.read() as connection:
            limits = {connection.exec_driver_sql("SHOW lock_timeout").scalar() for _ in range(3)}
        assert limits == {"0"}
