"""Stores of earlier revisions: the campaign of the demo made small, built by the program of that time.

`old_stores/` has the tables and rows of each as SQL; their texts are invented.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic.config import Config
from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    DateTime,
    Engine,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
)

from aloi.storage import database as module
from aloi.storage.texts.full_text import INDEX, make_index

ROWS = Path(__file__).parent / "old_stores"
REVISIONS = sorted(path.name.split(".")[0] for path in ROWS.iterdir())


def alembic_config() -> Config:
    """Return what Alembic works by."""
    config = Config()
    config.set_main_option("script_location", str(Path(module.__file__).parent / "migrations"))
    return config


def old_store(path: Path, revision: str) -> dict[str, int]:
    """Make a store of a revision as it was left by the program of that time; return its rows by table."""
    with closing(sqlite3.connect(path)) as plain:
        plain.executescript(lzma.decompress((ROWS / f"{revision}.sql.xz").read_bytes()).decode())
        plain.commit()
        return counted(plain)


def empty_old_store(path: Path, revision: str) -> None:
    """Make a store of a revision with the tables of that time and no rows."""
    old_store(path, revision)
    with closing(sqlite3.connect(path)) as plain:
        for name in counted(plain):
            if name != "alembic_version":
                plain.execute(f'DELETE FROM "{name}"')
        plain.commit()


def old_store_on(server: Engine, path: Path, revision: str) -> dict[str, int]:
    """Put the store of a revision, made in a file first, into an empty database of a server."""
    old_store(path, revision)
    file = create_engine(f"sqlite:///{path}")
    tables = MetaData()
    event.listen(tables, "column_reflect", _of_any_database)
    tables.reflect(file, only=lambda name, _: not name.startswith(INDEX))
    file.dispose()
    with closing(sqlite3.connect(path)) as plain, server.begin() as there:
        tables.create_all(there)
        if "concept_names" in tables.tables:
            make_index(there)
        plain.row_factory = sqlite3.Row
        for table in tables.sorted_tables:
            rows = [dict(row) for row in plain.execute(f'SELECT * FROM "{table.name}"')]
            for row in rows:
                row.update({name: _typed(table.c[name].type, value) for name, value in row.items()})
            if rows:
                there.execute(insert(table), rows)
            (column,) = table.primary_key.columns if len(table.primary_key.columns) == 1 else (None,)
            if column is not None and column.type.python_type is int and column is table.autoincrement_column:
                last = select(func.coalesce(func.max(column), 0)).scalar_subquery()
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                there.execute(select(func.setval(sequence, last + 1, text("false"))))
        return counted_on(there, tables)


def _of_any_database(inspector: object, table: Table, column: Any) -> None:
    """Let a column that was read from an SQLite file be made on a server too."""
    del inspector
    column["type"] = column["type"].as_generic()
    if isinstance(column["type"], Boolean) and column.get("default") is not None:
        column["default"] = "false"
    if (table.name, column["name"]) == ("concept_keys", "key"):
        column["type"] = Text(collation="C")  # on servers only
    if column["name"] == "id" and str(column["type"]) == "BIGINT":
        column["autoincrement"] = False


def counted_on(connection: Connection, tables: MetaData) -> dict[str, int]:
    """Return the rows of each table of a server."""
    count = select(func.count())
    return {
        table.name: connection.execute(count.select_from(table)).scalar_one()
        for table in tables.sorted_tables
    }


def _typed(kind: object, value: Any) -> Any:
    """Return a value of an SQLite file as a column of a server takes it."""
    if value is None:
        return None
    if isinstance(kind, JSON):
        return json.loads(value) if isinstance(value, str) else value
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value)
    return bool(value) if isinstance(kind, Boolean) else value


def _names(plain: sqlite3.Connection) -> list[str]:
    names = plain.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in names if "index" not in name]


def counted(plain: sqlite3.Connection) -> dict[str, int]:
    """Return the rows of each table."""
    return {name: plain.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in _names(plain)}


def rows_digest(path: Path) -> str:
    """Return the SHA-256 of every row of a store's tables, in whatever order they are stored."""
    digest = hashlib.sha256()
    with closing(sqlite3.connect(path)) as plain:
        for name in _names(plain):
            if name != "alembic_version":
                rows = sorted(map(repr, plain.execute(f'SELECT * FROM "{name}"')))
                digest.update(json.dumps([name, rows]).encode())
    return digest.hexdigest()


def columns(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return name, type, NOT NULL, default and key of each column by table, with the indexes by name."""
    with closing(sqlite3.connect(path)) as plain:
        tables = {
            name: [row[1:] for row in plain.execute(f'PRAGMA table_info("{name}")')] for name in _names(plain)
        }
        indexes = plain.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
        keys = {
            f"keys of {name}": sorted(row[2:] for row in plain.execute(f'PRAGMA foreign_key_list("{name}")'))
            for name in _names(plain)
        }
        return {**tables, "indexes": sorted(indexes.fetchall()), **keys}
