"""What the check says of values whose type a changed bit has made another: that they are, and where."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary

from aloi.storage import tables as t
from aloi.storage.driver.errors import StoreDamaged
from aloi.storage.store import Store
from aloi.workbench.store.check import check_url
from aloi.workbench.store.salvaging import salvage_store
from tests.storage.earlier import old_store

pytestmark = pytest.mark.sqlite
# In SQLite's head of a row a bit lies between a text and bytes, 0 and none of those, 1 and no text.
TEXTS = ("CAST({} AS BLOB)",)
NUMBERS = ("''", "x''", "x'00000001'")
BYTES = ("CAST({} AS TEXT)",)
SOME = (
    "annotations.comment", "annotations.created_at", "assignments.status", "corpora.language",
    "event_log.by", "event_log.kind", "event_log.number", "items.body", "people.name", "round_items.wanted",
    "rounds.seed", "secrets.value",
)  # fmt: skip


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a store with rows in most tables; not to be changed."""
    path = tmp_path_factory.mktemp("filled") / "aloi.db"
    old_store(path, "0020")
    Store.open(f"sqlite:///{path}").close()  # upgrades it
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute("INSERT INTO secrets VALUES ('other', x'00ff')")
    return path


def changes(column: Column) -> tuple[str, ...]:
    """Return what stands in a column after its type was changed."""
    if isinstance(column.type, LargeBinary):
        return BYTES
    return NUMBERS if isinstance(column.type, Boolean | Float | Integer) else TEXTS


def change(path: Path, column: Column, value: str) -> bool:
    """Change one value; return whether there is one that could be."""
    table, name = column.table, f'"{column.name}"'
    keys = ", ".join(f'"{one.name}"' for one in table.primary_key)
    some = f'SELECT {keys} FROM "{table.name}" WHERE {name} IS NOT NULL LIMIT 1'
    with closing(sqlite3.connect(path)) as plain, plain:
        try:
            done = plain.execute(
                f'UPDATE "{table.name}" SET {name} = {value.format(name)} WHERE ({keys}) IN ({some})'
            )
        except sqlite3.IntegrityError:  # the number of a row can be of no other type
            return False
        return done.rowcount == 1


def require_told(filled: Path, folder: Path, column: Column, value: str) -> bool:
    """Change one value and require that the check tells of it, and that a salvage gives a text back."""
    folder.mkdir()
    path = folder / "aloi.db"
    shutil.copyfile(filled, path)
    if not change(path, column, value):
        return False
    found = check_url(f"sqlite:///{path}")
    told = [one for one in found.problems if one.table == column.table.name]
    assert any(one.description.startswith(f"its {column.name} is ") for one in told), (column, value, told)
    salvaged = salvage_store(path, folder / "salvaged.db").report
    assert salvaged.sound or value not in TEXTS, (column, salvaged.problems)
    return True


@pytest.mark.parametrize("name", SOME)
def test_a_value_of_another_type_is_told_and_a_text_comes_back(
    filled: Path, tmp_path: Path, name: str
) -> None:
    table, _, column = name.partition(".")
    its = t.metadata.tables[table].c[column]
    assert require_told(filled, tmp_path / "one", its, changes(its)[-1])


@pytest.mark.slow
def test_a_value_of_another_type_is_told_whatever_its_column(filled: Path, tmp_path: Path) -> None:
    tried = 0
    for table in t.metadata.sorted_tables:
        for column in table.c:
            for number, value in enumerate(changes(column)):
                tried += require_told(filled, tmp_path / f"{column}.{number}", column, value)
                shutil.rmtree(tmp_path / f"{column}.{number}")
    assert tried > 250


def _texts() -> list[Column]:
    columns = [column for table in t.metadata.sorted_tables for column in table.c]
    return [one for one in columns if not isinstance(one.type, Boolean | Float | Integer | LargeBinary)]


def require_unreadable_told(filled: Path, path: Path, column: Column, value: str) -> bool:
    """Make a value one that cannot be read, and require that the check tells of its table."""
    shutil.copyfile(filled, path)
    if not change(path, column, value):
        return False
    found = check_url(f"sqlite:///{path}")
    assert column.table.name in {one.table for one in found.problems}, (str(column), value, found)
    return True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("assignments.comment", "CAST(x'ff41' AS TEXT)"),
        ("assignments.acted_at", "CAST(x'ff41' AS TEXT)"),
        ("assignments.acted_at", "'2026-02-31 08:00:00.000000'"),
        ("jobs.message", "CAST(x'c3' AS TEXT)"),
        ("people.name", "CAST(x'ff41' AS TEXT)"),
        ("items.body", "CAST(replace({}, '0', x'ff') AS TEXT)"),
    ],
)
def test_what_cannot_be_read_as_a_text_or_a_time_is_told(
    filled: Path, tmp_path: Path, name: str, value: str
) -> None:
    table, _, column = name.partition(".")
    assert require_unreadable_told(filled, tmp_path / "aloi.db", t.metadata.tables[table].c[column], value)


@pytest.mark.slow
def test_what_cannot_be_read_is_told_whatever_its_column(filled: Path, tmp_path: Path) -> None:
    told = [
        require_unreadable_told(filled, tmp_path / "aloi.db", column, "CAST(x'ff41' AS TEXT)")
        for column in _texts()
    ]
    assert sum(told) > 120


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [("jobs", "message", "messagf"), ("assignments", "REFERENCES people", "REFERENCES items")],
)
def test_columns_and_references_that_changed_are_told(
    filled: Path, tmp_path: Path, table: str, old: str, new: str
) -> None:
    path = tmp_path / "aloi.db"
    shutil.copyfile(filled, path)
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute("PRAGMA writable_schema = 1")
        change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
        assert plain.execute(change, (old, new, table)).rowcount == 1
    found = check_url(f"sqlite:///{path}")
    assert {one.table for one in found.problems} == {table}
    assert found.damage is not None


def test_damage_that_sqlite_quotes_in_bytes_is_told(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    path.write_bytes(filled.read_bytes().replace(b"CREATE TABLE jobs", b"CREATE TABL\xe5 jobs"))
    with closing(sqlite3.connect(path)) as plain, pytest.raises(UnicodeDecodeError):
        plain.execute("PRAGMA journal_mode=WAL")  # what Python's own driver makes of it
    assert check_url(f"sqlite:///{path}").damage is not None
    with pytest.raises(StoreDamaged):
        salvage_store(path, tmp_path / "salvaged.db")


def test_a_store_as_it_is_made_has_no_value_of_another_type(filled: Path, tmp_path: Path) -> None:
    shutil.copyfile(filled, tmp_path / "aloi.db")
    with closing(Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")) as store:
        assert store.check() == []
