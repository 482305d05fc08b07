"""Stores of earlier revisions: the campaign of the demo made small, built by the program of that time.

`old_stores/` has the rows of each as SQL; their texts are invented.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from storage import database as module

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
