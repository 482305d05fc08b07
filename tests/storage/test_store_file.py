"""The store's file renamed, deleted or replaced under programs that have it open."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from tests.storage.world import World, fill

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store" / "aloi.db"


@pytest.fixture
def opened(path: Path) -> Iterator[Store]:
    path.parent.mkdir()
    with closing(Store.open(f"sqlite:///{path}")) as store:
        yield store


@pytest.fixture
def world(opened: Store) -> World:
    world = fill(opened)
    _answer(world, "before", 4)
    return world


def _answer(world: World, event: str, value: float) -> None:
    lease = world.lease(0)
    assert lease is not None
    world.answer(lease.key, event, value)


def _events(store: Store, world: World) -> set[str]:
    return {answer.event_id for answer in store.answers.revisions(world.round_id)}


def _copy(store: Store, path: Path) -> Path:
    copy = path.parent.parent / "copy.db"
    store.copy_to(copy)
    return copy


def _rename_over(path: Path, copy: Path) -> None:
    copy.replace(path)


def _delete(path: Path, copy: Path) -> None:
    path.unlink()


def _move_away(path: Path, copy: Path) -> None:
    path.rename(path.with_name("moved.db"))


def _delete_all(path: Path, copy: Path) -> None:
    for file in path.parent.glob("aloi.db*"):
        file.unlink()


def _replace_folder(path: Path, copy: Path) -> None:
    path.parent.rename(path.parent.with_name("before"))
    path.parent.mkdir()
    copy.replace(path)


def _delete_log(path: Path, copy: Path) -> None:
    path.with_name("aloi.db-wal").unlink()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_rename_over, "storage.file-replaced"),
        (_delete, "storage.file-missing"),
        (_move_away, "storage.file-missing"),
        (_delete_all, "storage.file-missing"),
        (_replace_folder, "storage.file-replaced"),
        (_delete_log, "storage.file-missing"),
    ],
)
def test_nothing_is_acknowledged_in_a_file_that_is_not_the_store(
    opened: Store,
    world: World,
    path: Path,
    caplog: pytest.LogCaptureFixture,
    change: Callable[[Path, Path], None],
    code: str,
) -> None:
    lease = world.lease(0)
    assert lease is not None
    change(path, _copy(opened, path))
    for attempt in range(3):
        with pytest.raises(AloiError) as refused:
            world.answer(lease.key, f"after-{attempt}", 5)
        assert refused.value.code == code
    with pytest.raises(AloiError):
        opened.people.list()
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 1


def test_a_write_that_was_under_way_is_not_acknowledged(opened: Store, world: World, path: Path) -> None:
    copy = _copy(opened, path)

    def change_within() -> None:
        with opened.together():
            opened.people.list()
            _rename_over(path, copy)

    with pytest.raises(AloiError) as refused:
        change_within()
    assert refused.value.code == "storage.file-replaced"


def test_the_file_is_written_again_once_it_is_back(
    opened: Store, world: World, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lease = world.lease(0)
    assert lease is not None
    _move_away(path, path)
    with pytest.raises(AloiError):
        world.answer(lease.key, "lost", 5)
    with pytest.raises(AloiError) as refused:
        Store.really_open(f"sqlite:///{path}")  # another program makes no new store in its place
    assert refused.value.code == "storage.file-open-elsewhere"
    assert not path.exists()
    path.with_name("moved.db").rename(path)
    world.answer(lease.key, "again", 5)
    assert _events(opened, world) == {"before", "again"}
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]
    assert opened.check() == opened.find_changes() == []


def test_two_programs_have_one_file_and_leave_nothing_beside_it(path: Path) -> None:
    path.parent.mkdir()
    url = f"sqlite:///{path}"
    with closing(Store.open(url)) as first, closing(Store.open(url)) as second:
        world = fill(first)
        _answer(world, "one", 4)
        assert _events(second, world) == {"one"}
        second.close()
        _answer(world, "two", 5)
    with closing(Store.open(url)) as third:
        assert _events(third, world) == {"one", "two"}
    assert [file.name for file in path.parent.iterdir()] == ["aloi.db"]


_RUNNING = """
import sys
from aloi.storage.store import Store
store = Store.open(sys.argv[1])
store.people.list()
print("ready", flush=True)
for line in sys.stdin:
    try:
        store.people.prefer(line.strip(), "seen", "1")
        print("stored", flush=True)
    except Exception as error:
        print(error.code, flush=True)
store.close()
"""


@pytest.fixture
def running(path: Path, opened: Store, world: World) -> Iterator[subprocess.Popen[str]]:
    """Give another program that has the store open and stores something for each line; it is in the log."""
    person = opened.people.list()[0].id
    opened.close()
    program = subprocess.Popen(
        [sys.executable, "-c", _RUNNING, f"sqlite:///{path}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        assert _store(program, person) == "stored"
        program.person = person  # type: ignore[attr-defined]
        yield program
    finally:
        program.kill()
        program.wait(20)
        for stream in (program.stdin, program.stdout):
            if stream is not None:
                stream.close()


def _store(program: subprocess.Popen[str], person: str) -> str:
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(f"{person}\n")
    program.stdin.flush()
    return program.stdout.readline().strip()


def _rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(connection.iterdump())


@pytest.mark.parametrize("kill", [True, False])
def test_the_log_of_the_file_before_is_not_played_into_a_new_one(
    running: subprocess.Popen[str], path: Path, tmp_path: Path, kill: bool
) -> None:
    """The program that wrote the log was killed, or has ended after it had refused to write."""
    other = tmp_path / "other" / "aloi.db"
    other.parent.mkdir()
    with closing(Store.open(f"sqlite:///{other}")) as store:
        fill(store, items=3)
    rows = _rows(other)
    assert path.with_name("aloi.db-wal").stat().st_size
    other.replace(path)
    with pytest.raises(AloiError) as refused:
        Store.open(f"sqlite:///{path}")
    assert refused.value.code == "storage.file-open-elsewhere"
    if kill:
        running.send_signal(signal.SIGKILL)
    else:
        assert _store(running, running.person) == "storage.file-replaced"  # type: ignore[attr-defined]
        assert running.stdin is not None
        running.stdin.close()
    running.wait(20)
    with closing(Store.open(f"sqlite:///{path}")) as store:
        assert store.check() == store.find_changes() == []
    assert _rows(path) == rows
    assert len(list(path.parent.glob("aloi.db-wal-of-replaced-store-*"))) == 1


def test_a_folder_copied_after_a_crash_keeps_what_its_log_holds(
    running: subprocess.Popen[str], path: Path, tmp_path: Path
) -> None:
    running.send_signal(signal.SIGKILL)
    running.wait(20)
    shutil.copytree(path.parent, tmp_path / "copied")
    for folder in (tmp_path / "copied", path.parent):
        with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
            person = running.person  # type: ignore[attr-defined]
            assert store.people.preferences(person)["seen"] == "1"


def test_looking_costs_little(opened: Store, world: World) -> None:
    began = time.process_time()
    for _ in range(1000):
        opened._database.require_same_file()
    assert time.process_time() - began < 0.5  # some 5 ms where nothing else runs
