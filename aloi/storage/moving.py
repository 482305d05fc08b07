"""All rows of one store into another, whatever database each lies on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import JSON, Column, Connection, DateTime, Table, Text, cast, func, select, text, type_coerce
from sqlalchemy.exc import DBAPIError

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import kept_encoder
from aloi.storage import tables as t
from aloi.storage.columns import UtcDateTime, kept_json
from aloi.storage.database import Database
from aloi.storage.driver.errors import refuse_nul
from aloi.storage.rows import count_rows, streamed
from aloi.storage.texts.full_text import fill_index

_AT_ONCE = 1000
_MODULUS = 2**256
_OF_NUMBERS = frozenset("-0123456789")


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table's rows as they were read, and as they are read from the new store.

    A checksum is the sum of the SHA-256 of all rows, in any order: databases sort texts in different ways.
    """

    table: str
    rows: int
    checksum: str
    rows_there: int
    checksum_there: str

    @property
    def equal(self) -> bool:
        """Whether the new store has the rows of the old one."""
        return (self.rows, self.checksum) == (self.rows_there, self.checksum_there)


def move(source: Database, target: Database) -> list[MovedTable]:
    """Copy all rows of a store into another one in one transaction, and return the result for each table.

    Raises
    ------
    AloiError
        The target holds something, or gives back other rows than it was given; it then holds nothing.
    """
    tables = t.metadata.sorted_tables
    with source.snapshot() as reading, target.write() as writing:
        filled = [one.name for one in tables if writing.execute(select(one).limit(1)).first() is not None]
        if filled:
            raise AloiError(
                "aloi.in-use",
                name=Term("the-store-store", store=target.name),
                uses=Term("rows-in-tables", tables=filled),
                expected=Term("an-empty-store"),
                todo=Term("name-another"),
            )
        read = {one.name: _copy(reading, writing, one) for one in tables}
        _number_on(writing)
        fill_index(writing)
        moved = [
            MovedTable(table.name, *read[table.name].result, *_Sum.of(_rows(writing, table)).result)
            for table in tables
        ]
        if unlike := [one.table for one in moved if not one.equal]:
            raise AloiError(
                "aloi.differ",
                name=Term("the-rows-written", store=target.name),
                differences=Term("tables-nothing", tables=unlike),
                expected=Term("the-same-rows"),
                todo=Term("run-aloi"),
            )
    return moved


class _Sum:
    """How many rows went by, and the sum of their hashes."""

    def __init__(self) -> None:
        self._rows = self._sum = 0

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any]]) -> _Sum:
        total = cls()
        total.add(rows)
        return total

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            self._sum += int.from_bytes(hashlib.sha256(_encoded(row).encode()).digest())
            self._rows += 1

    @property
    def result(self) -> tuple[int, str]:
        return self._rows, f"{self._sum % _MODULUS:064x}"


def _encoded_value(value: bytes | datetime) -> str:
    return value.isoformat() if isinstance(value, datetime) else bytes(value).hex()


_encoded = kept_encoder(json.JSONEncoder(check_circular=False, default=_encoded_value))


def _rows(connection: Connection, table: Table) -> Iterator[list[Any]]:
    """Yield the rows of a table; JSON stays a text, which both databases keep as it was written."""
    sqlite = connection.dialect.name == "sqlite"
    columns = [_plain(column, sqlite=sqlite) for column in table.c]
    coded = [place for place, column in enumerate(table.c) if isinstance(column.type, JSON)]
    for row in streamed(connection, select(*columns)):
        values = [*row]
        for index in coded:
            values[index] = _json_text(values[index])
        yield values


def _plain(column: Column[Any], *, sqlite: bool) -> Any:
    if isinstance(column.type, JSON):
        return (type_coerce if sqlite else cast)(column, Text).label(column.name)
    # In UTC, and not aware of it.
    return type_coerce(column, DateTime) if isinstance(column.type, UtcDateTime) else column


def _json_text(value: Any) -> Any:
    """Return the text of JSON for either database, with a single number as `kept_json` returns it.

    SQLite keeps such a number and not its text; an older version let a server keep 4.0 where a file has 4.
    """
    if value is None or (isinstance(value, str) and value[:1] not in _OF_NUMBERS):
        return value
    try:
        return json.dumps(kept_json(json.loads(value) if isinstance(value, str) else value))
    except (TypeError, ValueError):  # it cannot be read, as a check tells
        return value


def _copy(reading: Connection, writing: Connection, table: Table) -> _Sum:
    total = _Sum()
    rows = _rows(reading, table)
    with (_inserted if writing.dialect.name == "sqlite" else _copied)(writing, table) as write:
        while part := list(islice(rows, _AT_ONCE)):
            total.add(part)
            write(part)
    count_rows(writing, table)
    return total


@contextmanager
def _inserted(connection: Connection, table: Table) -> Iterator[Callable[[list[list[Any]]], None]]:
    """Yield the function that inserts rows into a table of a file."""
    marks = ", ".join("?" for _ in table.c)
    statement = f"INSERT INTO {_named(connection, table)} VALUES ({marks})"
    timed = [place for place, column in enumerate(table.c) if isinstance(column.type, UtcDateTime)]
    to_text: Any = DateTime().dialect_impl(connection.dialect).bind_processor(connection.dialect)

    def write(rows: list[list[Any]]) -> None:
        for row in rows:
            for index in timed:
                row[index] = to_text(row[index])
        connection.exec_driver_sql(statement, [tuple(row) for row in rows])

    yield write


@contextmanager
def _copied(connection: Connection, table: Table) -> Iterator[Callable[[list[list[Any]]], None]]:
    """Yield the function that copies rows into a table of a server in one statement, ten times faster."""
    driver: Any = connection.connection.driver_connection

    def write(rows: list[list[Any]]) -> None:
        for row in rows:
            refuse_nul(row)
            stream.write_row(row)

    try:
        with (
            driver.cursor() as cursor,
            cursor.copy(f"COPY {_named(connection, table)} FROM STDIN") as stream,
        ):
            yield write
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError(None, None, error) from None


def _named(connection: Connection, table: Table) -> str:
    """Return a table and its columns as statements name them."""
    quoted = connection.dialect.identifier_preparer.quote
    return f"{quoted(table.name)} ({', '.join(quoted(column.name) for column in table.c)})"


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
