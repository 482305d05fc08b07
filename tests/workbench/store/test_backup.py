"""A copy and what is made of one: never beside files of another store, never without what its log holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.integrity.seal import seal, settle, unseal
from aloi.storage.store import Store
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store import backup as module
from aloi.workbench.store import salvaging
from aloi.workbench.store.backup import backup, restore, restore_on_server
from aloi.workbench.store.check import Check, check
from aloi.workbench.store.salvaging import salvage_store
from tests.storage.world import World, fill

pytestmark = pytest.mark.sqlite


Writes = Callable[[Path], object]


@pytest.fixture
def world(store: Store, tmp_path: Path) -> World:
    """Return a store with an answer, of which `copy.db` is a copy."""
    made = fill(store)
    leased = made.lease(0)
    assert leased is not None
    made.answer(leased.key, "e1", 4)
    backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    return made


@pytest.fixture(params=["backup", "restore", "salvage"])
def write(request: pytest.FixtureRequest, world: World, tmp_path: Path) -> Writes:
    """Return what writes a store into a file that is not there yet."""
    copy = tmp_path / "copy.db"
    writes: dict[str, Writes] = {
        "backup": lambda target: backup(world.store, BackupRequest(target), target.parent),
        "restore": lambda target: restore(copy, target),
        "salvage": lambda target: salvage_store(copy, target),
    }
    return writes[request.param]


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_nothing_is_written_beside_the_log_of_another_store(write: Writes, tmp_path: Path, end: str) -> None:
    """SQLite would play it back over what was written."""
    target = tmp_path / "new.db"
    left = tmp_path / f"new.db{end}"
    left.write_bytes(b"of another store")
    with pytest.raises(AloiError, match=rf"new\.db{end}\) already exists") as refused:
        write(target)
    assert refused.value.code == "aloi.exists"
    assert not target.exists()
    assert left.read_bytes() == b"of another store"


def test_a_file_that_came_meanwhile_stays(
    world: World, write: Writes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new.db"

    def come(*_: object) -> Check:
        target.write_text("somebody else's")
        return check(world.store)

    monkeypatch.setattr(module, "check", come)
    monkeypatch.setattr(salvaging, "check_url", come)
    with pytest.raises(AloiError, match=r"new\.db cannot be written: File exists"):
        write(target)
    assert target.read_text() == "somebody else's"
    assert [one for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_what_the_log_still_holds_is_not_thrown_away(
    write: Writes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that could not be written into the file when it was closed: SQLite says nothing of that."""
    really = sqlite3.connect
    readers = []

    def change(found: Check, path: Path) -> Check:
        # Somebody who reads what was before keeps the log from being written back, as a full disk does.
        reader, writer = really(path), really(path)
        readers.extend([reader, writer])
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM people").fetchall()
        with writer:
            writer.execute("UPDATE people SET expertise = 'log' WHERE pseudonym = 'A1'")
        return found

    def checked(store: Store) -> Check:
        return change(check(store), Path(str(store._database.engine.url.database)))

    def checked_url(url: str) -> Check:
        path = Path(url.removeprefix("sqlite:///"))
        with closing(Store.open(url)) as store:
            return change(check(store), path)

    target = tmp_path / "new.db"
    monkeypatch.setattr(module, "check", checked)
    monkeypatch.setattr(salvaging, "check_url", checked_url)
    monkeypatch.setattr(sqlite3, "connect", lambda path, **given: really(path, **{**given, "timeout": 0.01}))
    with pytest.raises(AloiError) as refused:
        write(target)
    assert refused.value.code == "storage.driver-locked"
    assert not target.exists()
    for one in readers:
        one.close()


def test_a_log_is_written_into_its_file(world: World, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    world.store.copy_to(path)
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("PRAGMA wal_autocheckpoint = 0")
        plain.execute("UPDATE people SET expertise = 'log'")
        plain.commit()
        settle(path)
        (tmp_path / "alone.db").write_bytes(path.read_bytes())
    with closing(sqlite3.connect(tmp_path / "alone.db")) as plain:
        assert {one for (one,) in plain.execute("SELECT expertise FROM people")} == {"log"}


def test_a_copy_says_in_its_head_that_it_has_a_checksum(world: World, tmp_path: Path) -> None:
    path, again = tmp_path / "copy.db", tmp_path / "again.db"

    def told(one: Path) -> list[object]:
        with closing(sqlite3.connect(one)) as plain:
            asked = ("application_id", "journal_mode", "integrity_check")
            return [plain.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]

    world.store.copy_to(path)
    checksum = seal(path)
    assert told(path) == [int.from_bytes(b"Aloi"), "wal", "ok"]
    assert unseal(path, again) == checksum
    assert told(again) == [0, "wal", "ok"]


def test_nothing_is_written_into_the_folder_of_a_copy_for_a_server(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be on a medium that nobody can write to."""
    (tmp_path / "copies").mkdir()
    (tmp_path / "temporary").mkdir()
    made = backup(world.store, BackupRequest(tmp_path / "copies" / "copy.db"), tmp_path)
    seen = []

    def move(source: Store, url: str) -> tuple[object, Check]:
        assert url == "postgresql://there/aloi"
        seen.extend(one.name for one in (tmp_path / "copies").iterdir())
        return (), check(source)

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(module, "move_store", move)
    back = restore_on_server(made.path, "postgresql://there/aloi")
    assert (back.path, back.checksum, back.report.head) == (made.path, made.checksum, made.report.head)
    assert seen == ["copy.db"]
    assert [*(tmp_path / "temporary").iterdir()] == []
