"""What the check reads of contents: values that are no JSON are named by table, row and column."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.store import Store
from tests.storage.world import fill

pytestmark = pytest.mark.sqlite


def test_a_value_that_is_no_json_is_named_and_its_text_is_not(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    world.answer(leased.key, "e1", {"score": 4})
    assert store.find_changes() == []
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET value = '{secret'")
        connection.commit()
    found = [one for one in store.find_changes() if one.table == "annotations"]
    its_id = f"{world.round_id}/{leased.key.item_id}/{leased.key.annotator_id}/1/1"
    assert {one.id for one in found} == {its_id}
    unreadable, changed = found
    assert unreadable.what == "its value cannot be read."
    assert changed.what.startswith("is not what was recorded: ")
    assert "secret" not in "".join(map(str, found))


def test_what_sqlite_takes_for_json_and_python_does_not_is_named(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    for number in range(2):
        leased = world.lease(number)
        assert leased is not None
        world.answer(leased.key, f"e{number}", {"score": number})
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET value = '[1]' || char(0) || '2' WHERE event_id = 'e0'")
        connection.execute(
            "UPDATE annotations SET value = '[NaN]' WHERE event_id = 'e1'"
        )  # of an older version
        connection.commit()
    found = [one.what for one in store.find_changes() if one.table == "annotations"]
    assert [one for one in found if "read" in one] == ["its value cannot be read."]
    assert len(found) == 3  # both are not what was recorded


def test_a_text_whose_bytes_are_no_utf_8_is_named_with_all_else(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    world.answer(leased.key, "e1", {"score": 4}, comment="before")
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET comment = CAST(x'ff41' AS TEXT)")
        connection.execute("UPDATE documents SET text = CAST(x'ff42' AS TEXT) WHERE place = 0")
        connection.commit()
    assert store.check() == []
    tables = {one.table for one in store.find_changes()}
    assert tables >= {"annotations", "documents", "corpora"}
