"""What can be read of a damaged file comes into a new store as it was; what is lost is told by table."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.integrity.salvage import salvage
from aloi.storage.store import Store
from tests.storage.world import NOW, fill

pytestmark = pytest.mark.sqlite
PAGE = 4096
Rows = dict[str, set[tuple]]


def rows_of(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'concept_names_index%'"
        ).fetchall()
        return {name: set(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in names}


@pytest.fixture
def whole(store: Store, tmp_path: Path) -> Path:
    """Return the file of a store with answers, closed."""
    world = fill(store, items=200, people=3)
    for number in range(60):
        found = world.lease(number % 3)
        assert found is not None
        world.answer(found.key, f"e{number}", number % 6)
    store.close()
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    return tmp_path / "aloi.db"


def salvaged(content: bytes, folder: Path) -> tuple[Rows, dict]:
    """Salvage a file of this content; return the rows of the new one and what was told, by table."""
    folder.mkdir()
    (folder / "copy.db").write_bytes(content)
    told = {one.table: one for one in salvage(folder / "copy.db", folder / "new.db")}
    found = rows_of(folder / "new.db")
    store = Store.open(f"sqlite:///{folder / 'new.db'}")
    assert not [
        one for one in store.check() if "refers to" in one.description or "full-text" in one.description
    ]
    store.close()
    return found, told


def test_all_of_a_sound_file_is_kept(whole: Path, tmp_path: Path) -> None:
    found, told = salvaged(whole.read_bytes(), tmp_path / "made")
    assert found == rows_of(whole)
    assert not any(one.damaged or one.left_out for one in told.values())
    assert {name: len(rows) for name, rows in found.items()} == {
        name: one.recovered for name, one in told.items()
    }


def test_names_of_concepts_are_found_again(store: Store, tmp_path: Path) -> None:
    name = ConceptName("C1", "Fièvre typhoïde", "fr", "DISO", True)
    kept = store.terminologies.add(Terminology.of("Little", "CC0-1.0", "written"), [name], NOW)
    store.close()
    salvage(tmp_path / "aloi.db", tmp_path / "new.db")
    with closing(Store.open(f"sqlite:///{tmp_path / 'new.db'}")) as again:
        assert [one.concept_id for one in again.terminologies.search(kept.id, "typh")] == ["C1"]


def test_whatever_pages_are_damaged_the_rest_is_kept_as_it_was(whole: Path, tmp_path: Path) -> None:
    before, content = rows_of(whole), whole.read_bytes()
    damaged = 0
    # Without a part of the list of tables nothing can be had, without a table's first page nothing of it.
    with closing(sqlite3.connect(whole)) as connection:
        first = {page - 1 for (page,) in connection.execute("SELECT rootpage FROM sqlite_master")}
    starts = [PAGE * page for page in range(1, len(content) // PAGE) if page not in first]
    pages = [start // PAGE for start in starts if b"CREATE " not in content[start : start + PAGE]]
    for number in range(8):
        changed = bytearray(content)
        for page in random.Random(number).sample(pages, 3):
            changed[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
        found, told = salvaged(bytes(changed), tmp_path / str(number))
        for name, rows in found.items():
            assert rows <= before[name]
            lost = len(before[name]) - len(rows) - told[name].left_out
            assert (lost > 0) <= told[name].damaged
            if told[name].damaged:
                damaged += 1
                assert lost <= 150  # what three pages hold, not all that comes after them
    assert damaged >= 5


def test_without_its_list_of_tables_nothing_can_be_had(whole: Path, tmp_path: Path) -> None:
    content = bytearray(whole.read_bytes())
    content[100:PAGE] = b"\xff" * (PAGE - 100)
    shutil.copy(whole, tmp_path / "bad.db")
    (tmp_path / "bad.db").write_bytes(content)
    with pytest.raises(AloiError, match="damaged"):
        salvage(tmp_path / "bad.db", tmp_path / "new.db")
