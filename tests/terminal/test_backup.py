"""A copy of the store in one file, and a store made from it."""

from __future__ import annotations

from pathlib import Path

from storage.store import Store
from tests.storage.world import fill


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

    assert "there already" in refused("backup", folder / "copy.aloi", "--store", url)
    again = f"sqlite:///{folder / 'new' / 'aloi.db'}"
    assert told("restore", folder / "copy.aloi", "--store", again)["sentences"] == made["sentences"]
    assert "there already" in refused("restore", folder / "copy.aloi", "--store", again)
    copied = Store.open(again)
    assert [one.event_id for one in copied.answers.latest(world.round_id)] == ["e1"]
    assert copied.check() == []
    copied.close()
    assert sorted(path.name for path in folder.glob("copy*")) == ["copy.aloi"]


def test_a_file_that_is_no_store_is_refused(refused, folder: Path) -> None:
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    target = folder / "new.db"
    assert "no copy of a store" in refused("restore", folder / "notes.txt", "--store", f"sqlite:///{target}")
    assert not target.exists()
