"""Values that are not of their column: of another type, or no JSON where that belongs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Connection, Float, Integer, LargeBinary, RowMapping, Table, text

from storage import tables as t
from storage.model import Problem

# The hash of a row covers all of these: it differs where one of them is another. They are the most rows of a
# store by far, and need to be looked at only then.
HASHED = (t.answers, t.event_log)
OTHERS = tuple(one for one in t.metadata.sorted_tables if one not in HASHED)
_AT_ONCE = 50  # rows fetched together
# What SQLite calls the types of values, and what people do.
_WORDS = {"blob": "bytes", "text": "a text", "integer": "a whole number", "real": "a number"}


def find_broken_values(connection: Connection, tables: Iterable[Table]) -> Iterator[Problem]:
    """Yield the values of some tables that are not of their columns; a server keeps no such.

    SQLite keeps the type beside each value: one changed bit makes bytes of a text, or a text of a number, and
    its own check says nothing of that, nor of what should be JSON.
    """
    for table in tables if connection.dialect.name == "sqlite" else ():
        for row in _doubtful(connection, table):
            for column in table.c:
                name, kept = column.name, _kept_as(column)
                its, value = row[f"type of {name}"], row[name]
                key = row_key(row, table)
                if its not in (*kept, "null"):
                    what = f"its {name} is {_WORDS[its]}, where {_WORDS[kept[0]]} belongs."
                    yield Problem(table.name, key, what)
                elif isinstance(column.type, JSON) and not _is_json(value):
                    yield Problem(table.name, key, f"its {name} cannot be read.")


def row_key(row: Mapping[Any, Any], table: Table) -> str:
    """Return the id of a row; an answer that is part of the key of its cleaning is a text."""
    return "/".join(str(row[column.name]) for column in table.primary_key if column.name != "answer")


def json_or_none(value: Any) -> Any:
    """Return the value of JSON; None for none, and for what is no JSON."""
    try:
        return None if value is None else json.loads(value)
    except (TypeError, ValueError):
        return None


def _doubtful(connection: Connection, table: Table) -> Iterator[RowMapping]:
    """Yield the rows with a value of another type, or with one that may be no JSON, and all types of these.

    What SQLite takes for JSON Python reads too, but for what stands behind a NUL.
    """
    names, others = [], []
    for column in table.c:
        name = f'"{column.name}"'
        names.append(f'{name}, typeof({name}) AS "type of {column.name}"')
        # Twice as fast as to look for each type in a list.
        other = " AND ".join(f"typeof({name}) != '{one}'" for one in _kept_as(column))
        if isinstance(column.type, JSON):
            other += f" OR json_valid(CAST({name} AS TEXT)) = 0 OR instr({name}, char(0)) > 0"
        others.append(f"{name} IS NOT NULL AND ({other})")
    query = text(f'SELECT {", ".join(names)} FROM "{table.name}" WHERE {" OR ".join(others)}')
    yield from connection.execute(query.execution_options(yield_per=_AT_ONCE)).mappings()


def _kept_as(column: Column[Any]) -> tuple[str, ...]:
    """Return what SQLite may call the type of a column's values."""
    if isinstance(column.type, LargeBinary):
        return ("blob",)
    if isinstance(column.type, Integer | Boolean):
        return ("integer",)
    if isinstance(column.type, Float):
        return ("real", "integer")
    # Of a number that stands by itself SQLite keeps the number and not its text.
    return ("text", "integer", "real") if isinstance(column.type, JSON) else ("text",)


def _is_json(value: Any) -> bool:
    return not isinstance(value, str) or value == "null" or json_or_none(value) is not None
