"""Recovery of readable data from a damaged SQLite file, copied row by row into a new one.

Rows are read through the parent pages of a table's tree. Rows below a damaged page are lost; a damaged first
page means that the full table is lost.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aloi.base.records import JSON_NAME
from aloi.storage.driver.errors import plain_errors, tables_listed

_STEP = 64  # rows skipped at most to find what can be read behind a damaged page
_BLIND = (
    1_000_000  # rows looked for behind the last one that could be read, where the end of a table is damaged
)
_TEXTS = ("CHAR", "CLOB", "TEXT", "JSON", "DATE")  # in the declared types of columns that hold texts


@dataclass(frozen=True, slots=True)
class SalvagedTable:
    """A table of a damaged store: the number of rows recovered and of rows lost.

    `damaged` says that some of its pages could not be read; the number of their rows is unknown. `left_out`
    counts rows that were read but refer to lost rows.
    """

    table: str
    recovered: int = field(metadata={JSON_NAME: "kept"})
    left_out: int
    damaged: bool


def salvage(damaged: Path, target: Path) -> list[SalvagedTable]:
    """Write all readable data of an SQLite file into a new one, and return the result for each table.

    `damaged` is a copy made for this, with the journal of the original: opening it may change it.

    Raises
    ------
    StoreDamaged
        The list of its tables cannot be read.
    """
    with (
        plain_errors(str(damaged)),
        closing(sqlite3.connect(damaged, isolation_level=None)) as source,
        closing(sqlite3.connect(target, isolation_level=None)) as target_file,
    ):
        target_file.execute("PRAGMA synchronous = OFF")
        with tables_listed():
            listed = source.execute(
                "SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL"
            ).fetchall()
        # Whether bytes are a text is said by their column: one changed bit makes the one of the other.
        source.text_factory = bytes
        indexes = [name for name, _, sql in listed if sql.startswith("CREATE VIRTUAL")]
        tables = {
            name: sql
            for name, kind, sql in listed
            if kind == "table"
            and name not in indexes
            and not name.startswith(("sqlite_", *(f"{one}_" for one in indexes)))
        }
        target_file.execute("BEGIN")
        recovered, broken = _copy(source, target_file, tables)
        lost = _leave_out(target_file)
        for name, kind, sql in listed:
            if kind != "table" or name in indexes:
                target_file.execute(sql)
        for name in indexes:
            target_file.execute(f'INSERT INTO "{name}"("{name}") VALUES (\'rebuild\')')
        target_file.execute("COMMIT")
        target_file.execute("PRAGMA synchronous = FULL")
        target_file.execute("PRAGMA journal_mode = WAL")
    return [
        SalvagedTable(name, recovered[name] - lost[name], lost[name], name in broken)
        for name in sorted(tables)
    ]


def _copy(
    source: sqlite3.Connection, target_file: sqlite3.Connection, tables: Mapping[str, str]
) -> tuple[Counter[str], set[str]]:
    """Return how many rows of each table were put into the new file, and the tables that are damaged."""
    recovered: Counter[str] = Counter()
    broken: set[str] = set()
    for name, sql in tables.items():
        target_file.execute(sql)
        columns = target_file.execute(f'PRAGMA table_info("{name}")').fetchall()
        insert = f'INSERT OR IGNORE INTO "{name}" VALUES ({", ".join("?" * len(columns))})'
        texts = [place for place, one in enumerate(columns) if any(word in one[2].upper() for word in _TEXTS)]
        keys = [one[1] for one in columns if one[5]]
        rows = (
            _by_key(source, name, keys, broken)
            if "WITHOUT ROWID" in sql.upper()
            else _by_number(source, name, broken)
        )
        for row in rows:
            values = [*row]
            for index in texts:
                if isinstance(values[index], bytes):
                    values[index] = values[index].decode("utf-8", "replace")
            recovered[name] += target_file.execute(insert, values).rowcount
    return recovered, broken


def _by_number(source: sqlite3.Connection, table: str, broken: set[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table that can be read, in the order of their numbers."""
    last = 0
    while True:
        try:
            query = f'SELECT rowid, * FROM "{table}" WHERE rowid > ? ORDER BY rowid'
            with closing(source.execute(query, (last,))) as cursor:
                for number, *row in cursor:
                    last = number
                    yield tuple(row)
            return
        except sqlite3.DatabaseError:
            broken.add(table)
            behind = _behind(source, table, last)
            if behind is None:
                return
            last = behind - 1


def _behind(source: sqlite3.Connection, table: str, last: int) -> int | None:
    """Return the next number after `last` from which rows can be read again; None if there is none."""
    query = f'SELECT 1 FROM "{table}" WHERE rowid >= ? ORDER BY rowid LIMIT 1'

    def can_read(number: int) -> bool:
        try:
            source.execute(query, (number,)).fetchall()
        except sqlite3.DatabaseError:
            return False
        return True

    low = last + 1  # cannot be read
    for high in range(last + 2, last + _BLIND, _STEP):
        if can_read(high):
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if can_read(middle) else (middle, high)
            return high
        low = high
    return None


def _by_key(
    source: sqlite3.Connection, table: str, keys: Sequence[str], broken: set[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table without numbers up to its first damage, and from its end back to the last."""
    for order in ("ASC", "DESC"):
        by = ", ".join(f'"{key}" {order}' for key in keys)
        try:
            with closing(source.execute(f'SELECT * FROM "{table}" ORDER BY {by}')) as cursor:
                yield from cursor
            return
        except sqlite3.DatabaseError:
            broken.add(table)


def _leave_out(target_file: sqlite3.Connection) -> Counter[str]:
    """Delete the rows that refer to lost rows, and recursively those that refer to them; count by table."""
    lost: Counter[str] = Counter()
    while dangling := {
        (table, number) for table, number, _, _ in target_file.execute("PRAGMA foreign_key_check")
    }:
        for table, number in dangling:
            lost[table] += target_file.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (number,)).rowcount
    return lost
