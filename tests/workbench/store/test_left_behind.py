"""What a program killed while it copies a store leaves: what goes with the next run, and no half copies."""

from __future__ import annotations

import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store import backup, restoring, salvaging
from tests.processes import CONTEXT
from tests.storage.world import NOW, fill

pytestmark = pytest.mark.sqlite


def _stop(begun: Connection) -> None:
    begun.send("there")
    time.sleep(60)


def _salvage(folder: Path, begun: Connection) -> None:
    salvaging.check_url = lambda url: _stop(begun)  # type: ignore[assignment]
    salvaging.salvage_store(folder / "copy.db", folder / "new" / "salvaged.db")


def _restore(folder: Path, begun: Connection) -> None:
    backup.check = lambda store: _stop(begun)  # type: ignore[assignment]
    backup.restore(folder / "copy.db", folder / "new" / "restored.db")


def _restore_on_server(folder: Path, begun: Connection) -> None:
    tempfile.tempdir = str(folder / "new")
    backup.move_store = lambda source, url: _stop(begun)  # type: ignore[assignment]
    backup.restore_on_server(folder / "copy.db", "postgresql://there/aloi")


def _put_in_place(folder: Path, begun: Connection) -> None:
    store = Store.open(f"sqlite:///{folder / 'aloi.db'}")
    looked = restoring.look_job(store, {"path": str(folder / "copy.db")}, folder, lambda *_: True)
    restoring.seal = lambda path: _stop(begun)  # type: ignore[assignment]
    restoring.put_in_place(store, str(looked["ready"]), folder)  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("act", "where"),
    [
        (_salvage, "new"),
        (_restore, "new"),
        (_restore_on_server, "new"),
        (_put_in_place, "backups"),
    ],
)
def test_the_next_run_takes_away_what_a_killed_one_left(
    store: Store, tmp_path: Path, act: object, where: str
) -> None:
    fill(store)
    store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash="x", pseudonym="M1")
    backup.backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    (tmp_path / "new").mkdir()
    heard, begun = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=act, args=(tmp_path, begun), daemon=True)  # type: ignore[arg-type]
    process.start()
    begun.close()
    assert heard.recv() == "there"
    process.kill()
    process.join()
    left = [one.name for one in (tmp_path / where).iterdir()]
    assert left  # whole copies of the store
    assert restoring.kept_copies(tmp_path) == []
    assert store.check() == store.find_changes() == []
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []
    backup.backup(store, BackupRequest(tmp_path / where / "next.db"), tmp_path)
    assert [one.name for one in (tmp_path / where).iterdir()] == ["next.db"]
