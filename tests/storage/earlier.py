"""Stores of earlier revisions: the campaign of the demo made small, built by the program of that time.

`old_stores/` has the rows of each as SQL; their texts are invented.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    DateTime,
    Engine,
    MetaData,
    create_engine,
    delete,
    func,
    insert,
    select,
    text,
)

from aloi.storage import database as module

ROWS = Path(__file__).parent / "old_stores"
REVISIONS = sorted(one.name.split(".")[0] for one in ROWS.iterdir())


def alembic_config() -> Config:
    """Return what Alembic works by."""
    config = Config()
    config.set_main_option("script_location", str(Path(module.__file__).parent / "migrations"))
    return config


def old_store(path: Path, revision: str) -> dict[str, int]:
    """Make a store of a revision as it was left by the program of that time; return its rows by table."""
    engine = create_engine(f"sqlite:///{path}")
    config = alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as plain:
        if _has(plain, "states"):  # a migration put its own in
            plain.execute("DELETE FROM states")
        plain.executescript(lzma.decompress((ROWS / f"{revision}.sql.xz").read_bytes()).decode())
        plain.commit()
        return counted(plain)


def old_store_on(server: Engine, path: Path, revision: str) -> dict[str, int]:
    """Put the store of a revision, made in a file first, into an empty database of a server."""
    old_store(path, revision)
    config = alembic_config()
    found = MetaData()
    with closing(sqlite3.connect(path)) as plain, server.begin() as there:
        config.attributes["connection"] = there
        command.upgrade(config, revision)
        found.reflect(there)
        plain.row_factory = sqlite3.Row
        for table in found.sorted_tables:
            if table.name != "alembic_version":
                there.execute(delete(table))
                rows = [dict(row) for row in plain.execute(f'SELECT * FROM "{table.name}"')]
                for row in rows:
                    row.update({name: _typed(table.c[name].type, value) for name, value in row.items()})
                if rows:
                    there.execute(insert(table), rows)
            column = table.autoincrement_column
            if column is not None and column.server_default is not None:  # the next number after those
                last = select(func.coalesce(func.max(column), 0)).scalar_subquery()
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                there.execute(select(func.setval(sequence, last + 1, text("false"))))
        return counted_on(there, found)


def counted_on(connection: Connection, tables: MetaData) -> dict[str, int]:
    """Return the rows of each table of a server."""
    count = select(func.count())
    return {one.name: connection.execute(count.select_from(one)).scalar_one() for one in tables.sorted_tables}


def _typed(kind: object, value: Any) -> Any:
    """Return a value of an SQLite file as a column of a server takes it."""
    if value is None:
        return None
    if isinstance(kind, JSON):
        return json.loads(value) if isinstance(value, str) else value
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value)
    return bool(value) if isinstance(kind, Boolean) else value


def _has(plain: sqlite3.Connection, table: str) -> bool:
    return plain.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is not None


def counted(plain: sqlite3.Connection) -> dict[str, int]:
    """Return the rows of each table."""
    names = [name for (name,) in plain.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: plain.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for name in names
        if "index" not in name
    }
