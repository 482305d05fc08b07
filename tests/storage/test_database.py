"""What a store's engine sends to the database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from aloi.annotation.model import Role
from aloi.storage import database
from aloi.storage.driver.prepared_statements import PreparedStatement
from aloi.storage.integrity import checks
from aloi.storage.model import Problem
from aloi.storage.store import Store
from aloi.storage.tables import jobs


@pytest.mark.sqlite
def test_only_a_single_query_is_sent_without_a_transaction(store: Store) -> None:
    sent: list[str] = []
    database = store._database
    with database.engine.connect() as connection:
        connection.connection.driver_connection.set_trace_callback(sent.append)
    query = PreparedStatement(select(func.count().label("number")).select_from(jobs))
    assert database.first(query, {}) == {"number": 0}
    assert [one.split("\n")[0] for one in sent] == ["SELECT count(*) AS number "]
    with database.engine.connect() as connection:
        query.rows(connection, {})
        assert not connection.connection.driver_connection.in_transaction
    for begun in (database.read, database.write, database.snapshot):
        with begun() as connection:
            assert connection.connection.driver_connection.in_transaction


def test_threads_that_write_wait_for_their_turn_however_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_MS", 10)
    opened = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")

    def write(number: int) -> int:
        with opened._database.write():
            time.sleep(0.05)  # a write that takes longer than SQLite would let another one wait
        return number

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(8))) == list(range(8))
    opened.close()


def test_a_check_while_others_write_finds_nothing_wrong(
    store: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = checks.find_problems

    def meanwhile(connection: Connection) -> Iterator[Problem]:
        connection.execute(select(jobs))  # from here on it sees one state of the store
        with ThreadPoolExecutor(1) as other:
            other.submit(store.people.add, "Ada", Role.ANNOTATOR, now).result()
        yield from read(connection)

    monkeypatch.setattr("aloi.storage.store.find_problems", meanwhile)
    assert store.check() == []
    assert [one.name for one in store.people.list()] == ["Ada"]


def test_nothing_stays_of_what_is_done_together_within_another(store: Store, now: datetime) -> None:
    def break_off() -> None:
        with store.together():
            with store.together():
                store.people.add("Ada", Role.ANNOTATOR, now)
            store.people.add("Bo", Role.ANNOTATOR, now)
            assert len(store.people.list()) == 2
            raise InterruptedError

    with pytest.raises(InterruptedError):
        break_off()
    assert store.people.list() == []
