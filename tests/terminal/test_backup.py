"""A copy of the store in one file, and a store made from it."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from aloi.storage.integrity.seal import unseal
from aloi.storage.store import Store
from tests.storage.world import fill

ROOT = Path(__file__).parents[2]


def test_a_store_is_copied_and_made_again(told, refused, folder: Path) -> None:
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    world = fill(store)
    key = world.lease(0).key
    world.answer(key, "e1", 4)
    made = told("backup", folder / "copy.aloi", "--store", url)
    assert made["bytes"] == (folder / "copy.aloi").stat().st_size > 10_000
    world.answer(world.lease(0).key, "e2", 5)  # after the copy
    store.close()

    assert "already exists" in refused("backup", folder / "copy.aloi", "--store", url)
    again = f"sqlite:///{folder / 'new' / 'aloi.db'}"
    restored = told("restore", folder / "copy.aloi", "--store", again)
    assert [restored[name] for name in ("sentences", "checksum")] == [made["sentences"], made["checksum"]]
    assert "already exists" in refused("restore", folder / "copy.aloi", "--store", again)
    copied = Store.open(again)
    assert [one.event_id for one in copied.answers.latest(world.round_id)] == ["e1"]
    assert copied.check() == []
    copied.close()
    assert sorted(path.name for path in folder.glob("copy*")) == ["copy.aloi"]


def test_no_other_account_reads_what_a_command_writes(folder: Path) -> None:
    url, copy = f"sqlite:///{folder / 'aloi.db'}", folder / "copy.db"
    Store.open(url).close()
    command = [sys.executable, "-m", "aloi.terminal.main", "backup", str(copy), "--store", url]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment, umask=0o022, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert oct(copy.stat().st_mode & 0o777) == "0o600"


def test_a_file_that_is_no_store_is_refused(refused, folder: Path) -> None:
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    target = folder / "new.db"
    assert "cannot be read as a copy of a store" in refused(
        "restore", folder / "notes.txt", "--store", f"sqlite:///{target}"
    )
    assert not target.exists()


def test_a_copy_of_which_a_byte_differs_is_refused(told, refused, folder: Path) -> None:
    url, copy, target = f"sqlite:///{folder / 'aloi.db'}", folder / "copy.db", folder / "new.db"
    store = Store.open(url)
    fill(store)
    store.close()
    told("backup", copy, "--store", url)
    whole = copy.read_bytes()
    with closing(sqlite3.connect(copy)) as plain:  # what is behind the last page is nothing to SQLite
        assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    places = random.Random(3).sample(range(len(whole)), 30)
    for place in [*places, 18, 68, len(whole) - 200, len(whole) - 105, len(whole) - 60, len(whole) - 1]:
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        copy.write_bytes(changed)
        said = refused("restore", copy, "--store", f"sqlite:///{target}")
        assert "cannot be read as a copy of a store" in said if place < 16 else "checksum differs" in said
    for cut in (1, 100, 112, 5000):
        copy.write_bytes(whole[:-cut])
        assert "checksum differs" in refused("restore", copy, "--store", f"sqlite:///{target}")
    assert not target.exists()


def test_a_copy_of_an_older_version_has_no_checksum(told, folder: Path) -> None:
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    fill(store)
    store.close()
    told("backup", folder / "copy.db", "--store", url)
    assert unseal(folder / "copy.db", folder / "older.db") is not None
    made = told("restore", folder / "older.db", "--store", f"sqlite:///{folder / 'new.db'}")
    assert made["checksum"] is None


def test_a_store_is_made_of_what_a_damaged_copy_holds(told, refused, folder: Path) -> None:
    url, copy = f"sqlite:///{folder / 'aloi.db'}", folder / "copy.db"
    store = Store.open(url)
    world = fill(store)
    world.answer(world.lease(0).key, "e1", 4)
    store.close()
    told("backup", copy, "--store", url)
    content = bytearray(copy.read_bytes())
    content[content.index(b"Le patient A1 dort. La patiente") + 3] ^= 1
    copy.write_bytes(content)
    again = f"sqlite:///{folder / 'new.db'}"
    assert "checksum differs" in refused("restore", copy, "--store", again)
    made = told("salvage", copy, "--store", again)
    assert made["sound"] is False
    assert {"corpora", "documents"} <= {one["table"] for one in made["problems"]}
    assert [one["kept"] for one in made["tables"] if one["table"] == "annotations"] == [1]
    assert copy.read_bytes() == content
    assert "already exists" in refused("salvage", copy, "--store", again)


def test_a_store_is_moved_into_an_empty_one_alone(told, refused, folder: Path) -> None:
    url, other = f"sqlite:///{folder / 'aloi.db'}", f"sqlite:///{folder / 'other.db'}"
    with closing(Store.open(url)) as store:
        world = fill(store)
        world.answer(world.lease(0).key, "e1", 4)
    moved = told("store", "move", other, "--store", url)
    rows = {one["table"]: (one["rows"], one["rows_there"], one["equal"]) for one in moved["tables"]}
    assert rows["annotations"] == (1, 1, True)
    assert all(one["checksum"] == one["checksum_there"] for one in moved["tables"])
    assert (moved["sound"], moved["problems"]) == (True, [])
    assert "is in use: rows" in refused("store", "move", other, "--store", url)
    with closing(Store.open(other)) as store:
        assert [one.event_id for one in store.answers.latest(world.round_id)] == ["e1"]
