"""Stores that each earlier revision filled open without loss, also if the upgrade is killed on the way.

Revisions 0001 to 0020 are from before the first release; they have one upgrade path,
`aloi/storage/migrations/before_first_release.py`. A new migration gets the file of the revision before it,
see `earlier.py`.
"""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, create_engine, event, text

from aloi.annotation.model import Work
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import database as module
from aloi.storage.database import HEAD
from aloi.storage.migrations.before_first_release import FIRST_RELEASE
from aloi.storage.store import Store
from tests import simulations
from tests.processes import CONTEXT
from tests.servers import Server, running_server
from tests.storage.earlier import (
    REVISIONS,
    ROWS,
    alembic_config,
    columns,
    counted,
    counted_on,
    old_store,
    old_store_on,
    rows_digest,
)
from tests.storage.test_upgrade import NEXT, newer_migrations

pytestmark = [pytest.mark.usefixtures("migrating"), pytest.mark.sqlite]
KILLS = 4  # of each revision's store
MOVING = ("states", "alembic_version", "event_log")  # what a migration writes anew, or adds to
# What the rows of each store were once the twenty revisions from before the first release had changed them.
OPENED = json.loads((ROWS.parent / "old_stores_opened.json").read_text(encoding="utf-8"))
_ANSWERS = text("SELECT event_id, value, revision FROM annotations ORDER BY event_id")
FEW = ("0001", "0019")


def _values(path: Path) -> list[tuple[object, ...]]:
    """Return the answers of a store by their ids."""
    with closing(sqlite3.connect(path)) as plain:
        return plain.execute("SELECT event_id, value, revision FROM annotations ORDER BY 1").fetchall()


def _assert_whole(path: Path, rows: dict[str, int], values: list[tuple[object, ...]]) -> None:
    """Open a store, and look at whether all is there and fits."""
    with closing(Store.open(f"sqlite:///{path}")) as store:
        assert store.check() == store.find_changes() == []
        (campaign,) = store.campaigns.list()
        last = store.campaigns.rounds(campaign.id)[-1]
        stands = [one.status for one in store.answers.assignments(last.id)]
        assert stands.count(Work.SKIPPED) == 1
        (release,) = store.gold.releases(campaign.id)
        assert release.version == "1.0"
    assert _values(path) == values
    with closing(sqlite3.connect(path)) as plain:
        kept = counted(plain)
    assert {name: kept[name] for name in rows if name not in MOVING} == {
        name: count for name, count in rows.items() if name not in MOVING
    }


def test_each_revision_has_a_store() -> None:
    revisions = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    before = {f"{number:04}" for number in range(1, int(FIRST_RELEASE))}
    assert set(REVISIONS) - {HEAD} == before | revisions - {HEAD}


@pytest.mark.parametrize(
    "revision", [one if one in FEW else pytest.param(one, marks=pytest.mark.slow) for one in REVISIONS]
)
def test_a_store_of_an_earlier_revision_opens_whole(revision: str, tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    rows = old_store(path, revision)
    _assert_whole(path, rows, _values(path))
    assert rows_digest(path) == OPENED[revision]
    Store.open(f"sqlite:///{tmp_path / 'new.db'}").close()
    assert columns(path) == columns(tmp_path / "new.db")


def test_a_store_whose_revision_was_never_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    old_store(path, "0019")
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("UPDATE alembic_version SET version_num = '0000'")
        plain.commit()
    before = columns(path)
    with pytest.raises(AloiError) as error:
        Store.open(f"sqlite:///{path}")
    assert error.value.values["name"] == Term("the-revision-of-the-store")
    assert columns(path) == before


def _open_and_die(url: str, after: int, said: Pipe, migrations: Path | None) -> None:
    """Open a store, killed before the statement of this number; who lives says how many there were."""
    count = 0
    if migrations is not None:
        module._MIGRATIONS, module.HEAD = migrations, NEXT
    really = module._engine

    def made(given: str):  # type: ignore[no-untyped-def]
        engine = really(given)

        def counted(*_: object) -> None:
            nonlocal count
            count += 1
            if count == after:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(engine, "before_cursor_execute", counted)
        return engine

    module._engine = made
    Store.open(url).close()
    said.send(count)


def _killed(url: str, after: int, migrations: Path | None = None) -> int | None:
    """Return how many statements it took to open a store, or None where the process was killed before."""
    heard, said = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_open_and_die, args=(url, after, said, migrations), daemon=True)
    process.start()
    said.close()
    process.join()
    if process.exitcode == -signal.SIGKILL:
        return None
    assert process.exitcode == 0
    return int(heard.recv())


def _revision(path: Path) -> str:
    with closing(sqlite3.connect(path)) as plain:
        return str(plain.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@pytest.mark.slow
@pytest.mark.parametrize("revision", [one for one in REVISIONS if one != HEAD])
def test_a_migration_that_is_killed_leaves_the_store_as_it_was(
    revision: str, tmp_path: Path, record_property: simulations.Record
) -> None:
    path = tmp_path / "aloi.db"
    rows = old_store(path, revision)
    values = _values(path)
    before = path.read_bytes()
    statements = _killed(f"sqlite:///{path}", 0)
    assert statements is not None
    for one in tmp_path.iterdir():
        one.unlink()
    path.write_bytes(before)
    chance = random.Random(revision)
    looked, in_time = tmp_path.with_name(f"{tmp_path.name}-looked"), 0
    for _ in range(KILLS):
        assert _killed(f"sqlite:///{path}", chance.randint(3, statements - 1)) is None
        # Whoever opens it next finds all; another kill finds it as this one left it.
        shutil.copytree(tmp_path, looked)
        _assert_whole(looked / path.name, rows, values)
        shutil.rmtree(looked)
        if _revision(path) == revision:
            in_time += 1
        else:  # killed in what comes after its end: there is no more to kill
            assert _revision(path) == HEAD
            for one in tmp_path.iterdir():
                one.unlink()
            path.write_bytes(before)
    counts = len(values), 0, 0, 0  # the lines before hold them
    simulations.tell_kills(record_property, "sqlite", "migration", KILLS, in_time, *counts)
    assert in_time > 0


def test_the_next_migration_that_is_killed_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path, migrations = tmp_path / "aloi.db", newer_migrations(tmp_path / "later")
    rows = old_store(path, "0020")
    url = f"sqlite:///{path}"
    _assert_whole(path, rows, _values(path))
    before = path.read_bytes()
    statements = _killed(url, 0, migrations)
    assert statements is not None
    for file in tmp_path.glob("aloi.db*"):
        file.unlink()
    path.write_bytes(before)
    assert _killed(url, statements // 2, migrations) is None
    assert _revision(path) == HEAD
    _assert_whole(path, rows, _values(path))
    assert _killed(url, 0, migrations) is not None
    assert _revision(path) == NEXT


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server(Store.really_open) as started:  # type: ignore[attr-defined]
        yield started


@pytest.mark.slow
@pytest.mark.parametrize("revision", [one for one in REVISIONS if one != HEAD])
def test_a_migration_that_is_killed_leaves_the_store_on_a_server_as_it_was(
    server: Server, revision: str, tmp_path: Path, record_property: simulations.Record
) -> None:
    old = f"old_{revision}"
    server.create(old, "template0")
    engine = create_engine(server.address(old))
    rows = old_store_on(engine, tmp_path / "aloi.db", revision)
    with engine.connect() as plain:
        values = plain.execute(_ANSWERS).all()
    engine.dispose()
    assert len(values) == rows["annotations"] > 0
    server.create(f"tried_{revision}", old)
    statements = _killed(server.address(f"tried_{revision}"), 0)
    assert statements is not None
    chance = random.Random(revision)
    lost, doubled, problems, in_time = set[str](), 0, list[str](), 0
    for number in range(KILLS):
        tried = f"killed_{revision}_{number}"
        server.create(tried, old)
        url = server.address(tried)
        assert _killed(url, chance.randint(3, statements - 1)) is None
        engine = create_engine(url)
        with engine.connect() as plain:
            reached = plain.execute(text("SELECT version_num FROM alembic_version")).scalar()
        engine.dispose()
        assert reached in (revision, HEAD)
        in_time += reached == revision
        with closing(Store.open(url)) as store:  # what the killed one held is free by then
            problems += [*map(repr, store.check()), *map(repr, store.find_changes())]
            with store._database.read() as there:
                after = there.execute(_ANSWERS).all()
                found = MetaData()
                found.reflect(there)
                kept = counted_on(there, found)
        lost |= set(map(repr, values)) - set(map(repr, after))
        doubled += len(after) - len(values)
        assert {name: kept[name] for name in rows if name not in MOVING} == {
            name: count for name, count in rows.items() if name not in MOVING
        }
    simulations.tell_kills(
        record_property, "postgresql", "migration", KILLS, in_time, len(values), len(lost), doubled,
        len(problems),
    )  # fmt: skip
    assert (lost, doubled, problems) == (set(), 0, [])
    assert in_time > 0


def test_a_store_that_another_program_migrates_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "aloi.db"
    rows = old_store(path, "0019")
    values = _values(path)
    monkeypatch.setattr(module, "_BUSY_MS", 20)
    upgrading = threading.Event()
    really = module._wait_for_turn

    def slow(connection: Connection, name: str) -> None:
        upgrading.set()
        time.sleep(0.3)
        really(connection, name)

    monkeypatch.setattr(module, "_wait_for_turn", slow)
    first = threading.Thread(target=lambda: Store.open(f"sqlite:///{path}").close())
    first.start()
    assert upgrading.wait(20)
    with caplog.at_level(logging.WARNING):
        Store.open(f"sqlite:///{path}").close()
    first.join()
    assert [one.getMessage().count("waiting") for one in caplog.records] == [1]
    _assert_whole(path, rows, values)
