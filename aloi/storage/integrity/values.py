"""Values that do not match their column: of another type, invalid JSON, time or UTF-8."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Connection, Float, Integer, LargeBinary, RowMapping, Table, text

from aloi.storage import tables as t
from aloi.storage.columns import UtcDateTime
from aloi.storage.model import Problem

# The hash of a row covers all of these: it differs where one of them is another. They are the most rows of a
# store by far, and need to be looked at only then.
HASHED = (t.answers, t.event_log)
OTHERS = tuple(one for one in t.metadata.sorted_tables if one not in HASHED)
_AT_ONCE = 50  # rows fetched together
_TOGETHER = 200_000  # bytes of texts that are looked at in one go, about
# Types of values: their names in SQLite, and for readers.
_WORDS = {"blob": "bytes", "text": "a text", "integer": "a whole number", "real": "a number"}


def find_broken_values(connection: Connection, tables: Iterable[Table]) -> Iterator[Problem]:
    """Yield the values of some tables that do not match their columns; a server has no such values.

    SQLite stores a type with each value: one changed bit turns a text into bytes, or a number into a text.
    The integrity check of SQLite does not report that, nor invalid JSON, times or UTF-8, which could not be
    read.
    """
    for table in tables if connection.dialect.name == "sqlite" else ():
        for row in _doubtful(connection, table):
            for column in table.c:
                name, types = column.name, _kept_as(column)
                its, value = row[f"type of {name}"], row[name]
                key = row_key(row, table)
                if its not in (*types, "null"):
                    problem = f"its {name} is {_WORDS[its]}, where {_WORDS[types[0]]} belongs."
                    yield Problem(table.name, key, problem)
                elif isinstance(column.type, JSON) and not _is_json(value):
                    yield Problem(table.name, key, f"its {name} cannot be read.")
                elif value is not None and isinstance(column.type, UtcDateTime) and not _is_time(value):
                    yield Problem(table.name, key, f"its {name} is no time.")
        yield from _undecoded(connection, table)


def row_key(row: Mapping[Any, Any], table: Table) -> str:
    """Return the id of a row; an answer in the key of its cleaning is a text."""
    return "/".join(str(row[column.name]) for column in table.primary_key if column.name != "answer")


def json_or_none(value: Any) -> Any:
    """Return the value of JSON; None for none, and for invalid JSON."""
    try:
        return None if value is None else json.loads(value)
    except (TypeError, ValueError):
        return None


def _doubtful(connection: Connection, table: Table) -> Iterator[RowMapping]:
    """Yield the rows with a value of another type, or with possibly invalid JSON, and all types of these.

    Python reads all JSON that SQLite accepts, except text after a NUL.
    """
    names, others = [], []
    for column in table.c:
        name = f'"{column.name}"'
        names.append(f'{name}, typeof({name}) AS "type of {column.name}"')
        # Twice as fast as to look for each type in a list.
        other = " AND ".join(f"typeof({name}) != '{one}'" for one in _kept_as(column))
        if isinstance(column.type, JSON):
            other += f" OR json_valid(CAST({name} AS TEXT)) = 0 OR instr({name}, char(0)) > 0"
        if isinstance(column.type, UtcDateTime):  # a 31st of February is one of March to SQLite
            other += f" OR date({name}, '+0 days') IS NOT substr({name}, 1, 10)"
        others.append(f"{name} IS NOT NULL AND ({other})")
    query = text(f'SELECT {", ".join(names)} FROM "{table.name}" WHERE {" OR ".join(others)}')
    yield from connection.execute(query.execution_options(yield_per=_AT_ONCE)).mappings()


def _undecoded(connection: Connection, table: Table) -> Iterator[Problem]:
    """Yield the texts whose bytes are no UTF-8; times and references have their own checks.

    SQLite puts the texts of many rows together. To fetch each takes no longer, but keeps Python from what it
    looks at meanwhile: half a second of a check of 100,000 answers.
    """
    texts = [one.name for one in table.c if _kept_as(one)[0] == "text" and not _is_told_otherwise(one)]
    if not texts or not table.dialect_options["sqlite"]["with_rowid"]:
        return
    keys = [one.name for one in table.primary_key]
    each = ", ".join(f'CAST("{name}" AS BLOB) AS "{name}"' for name in dict.fromkeys((*keys, *texts)))
    rows = text(f'SELECT {each} FROM "{table.name}" WHERE rowid > :first AND rowid <= :last ORDER BY rowid')
    for first, last, together in _texts_together(connection, table.name, texts):
        if _is_utf_8(together):
            continue
        for row in connection.execute(rows, {"first": first, "last": last}).mappings():
            key = row_key({name: row[name].decode("utf-8", "replace") for name in keys}, table)
            for name in texts:
                if row[name] is not None and not _is_utf_8(row[name]):
                    yield Problem(table.name, key, f"the bytes of its {name} are no UTF-8.")


def _texts_together(
    connection: Connection, table: str, names: Iterable[str]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield the bytes of texts of some rows at a time: behind which row these begin, and their last."""
    joined = " || ' ' || ".join(f"coalesce(\"{name}\", '')" for name in names)
    some = (
        f'SELECT rowid AS place, {joined} AS texts FROM "{table}" '
        "WHERE rowid > :first ORDER BY rowid LIMIT :n"
    )
    query = text(f"SELECT max(place), CAST(group_concat(texts, ' ') AS BLOB) FROM ({some})")
    first, rows = -1, 10
    while True:
        last, together = connection.execute(query, {"first": first, "n": rows}).one()
        if last is None:
            return
        yield first, last, together
        first, rows = last, min(1000, max(1, rows * _TOGETHER // max(1, len(together))))


def _is_told_otherwise(column: Column[Any]) -> bool:
    return bool(column.foreign_keys) or isinstance(column.type, UtcDateTime)


def _kept_as(column: Column[Any]) -> tuple[str, ...]:
    """Return the types that SQLite may report for the values of a column."""
    if isinstance(column.type, LargeBinary):
        return ("blob",)
    if isinstance(column.type, Integer | Boolean):
        return ("integer",)
    if isinstance(column.type, Float):
        return ("real", "integer")
    # For a single number SQLite stores the number and not its text.
    return ("text", "integer", "real") if isinstance(column.type, JSON) else ("text",)


def _is_json(value: Any) -> bool:
    return not isinstance(value, str) or value == "null" or json_or_none(value) is not None


def _is_time(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_utf_8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
