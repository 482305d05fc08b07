"""All rows of one store into another, whatever database each lies on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from sqlalchemy import Connection, RowMapping, Table, func, insert, select, text

from aloi.errors import AloiError
from storage import tables as t
from storage.columns import as_kept, kept_json
from storage.database import Database
from storage.texts.full_text import fill_index

_AT_ONCE = 1000
_MODULUS = 2**256


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table's rows as they were read, and as the new store gives them back.

    A checksum is the sum of the SHA-256 of all rows, in any order: databases sort texts in different ways.
    """

    table: str
    rows: int
    checksum: str
    rows_there: int
    checksum_there: str

    @property
    def equal(self) -> bool:
        """Whether the new store holds what the old one does."""
        return (self.rows, self.checksum) == (self.rows_there, self.checksum_there)


def move(source: Database, target: Database) -> list[MovedTable]:
    """Put all rows of a store into another one, in one transaction, and return what came of each table.

    Raises
    ------
    AloiError
        The target holds something, or gives back other rows than it was given; it then holds nothing.
    """
    tables = t.metadata.sorted_tables
    with source.snapshot() as reading, target.write() as writing, as_kept():
        filled = [one.name for one in tables if writing.execute(select(one).limit(1)).first() is not None]
        if filled:
            raise AloiError("storage.move-not-empty", store=target.name, tables=filled)
        read = {one.name: _copy(reading, writing, one) for one in tables}
        _number_on(writing)
        fill_index(writing)
        moved = [
            MovedTable(one.name, *read[one.name].told, *_Sum.of(_rows(writing, one)).told) for one in tables
        ]
        if unlike := [one.table for one in moved if not one.equal]:
            raise AloiError("storage.move-unlike", store=target.name, tables=unlike)
    return moved


class _Sum:
    """How many rows went by, and the sum of their hashes."""

    def __init__(self) -> None:
        self._rows = self._sum = 0

    @classmethod
    def of(cls, rows: Iterable[RowMapping]) -> _Sum:
        found = cls()
        for row in rows:
            found.add(row)
        return found

    def add(self, row: RowMapping) -> None:
        # An older version let a server keep 4.0 where a file has 4.
        told = json.dumps([*map(kept_json, row.values())], sort_keys=True, default=_told).encode()
        self._sum += int.from_bytes(hashlib.sha256(told).digest())
        self._rows += 1

    @property
    def told(self) -> tuple[int, str]:
        return self._rows, f"{self._sum % _MODULUS:064x}"


def _told(value: bytes | datetime) -> str:
    return value.isoformat() if isinstance(value, datetime) else bytes(value).hex()


def _rows(connection: Connection, table: Table) -> Iterator[RowMapping]:
    yield from connection.execute(select(table).execution_options(yield_per=_AT_ONCE)).mappings()


def _copy(reading: Connection, writing: Connection, table: Table) -> _Sum:
    found = _Sum()
    rows = _rows(reading, table)
    while part := list(islice(rows, _AT_ONCE)):
        for row in part:
            found.add(row)
        writing.execute(insert(table), [dict(row) for row in part])
    return found


def _number_on(connection: Connection) -> None:
    """Let a server give the next numbers after those that came in; SQLite does so by itself."""
    if connection.dialect.name == "sqlite":
        return
    for table in t.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()
            sequence = text("SELECT setval(pg_get_serial_sequence(:table, :column), :next, false)")
            connection.execute(sequence, {"table": table.name, "column": column.name, "next": last + 1})
