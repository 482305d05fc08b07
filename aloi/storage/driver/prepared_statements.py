"""Statements of frequent operations, compiled once and given to SQLite's driver directly.

SQLAlchemy looks up what it compiled, and makes parameters and a result, each time a statement runs. With a
database in the same process that takes twice as long as what the database does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Dialect

from aloi.storage.driver.errors import refuse_nul

Row: TypeAlias = Mapping[str, Any]
_Change: TypeAlias = Callable[[Any], Any] | None


class _Compiled(NamedTuple):
    """A statement in the SQL of SQLite.

    `places` has the name, the form and the fixed value of each parameter, `forms` how each column is read.
    """

    text: str
    places: Sequence[tuple[str, _Change, Any]]
    forms: Sequence[_Change]


class PreparedStatement:
    """A statement whose rows are read by column names, which must be unique."""

    def __init__(self, statement: Any) -> None:
        self.statement = statement
        self._compiled: dict[tuple[str, ...], _Compiled] = {}

    def rows(self, connection: Connection, values: Row) -> Sequence[Row]:
        """Return every row that it gives."""
        if connection.dialect.name != "sqlite":
            return [dict(row) for row in connection.execute(self.statement, values).mappings()]
        compiled = self._compiled_for(connection, values)
        cursor = _sent(connection, compiled, values)
        names = [one[0] for one in cursor.description]
        return [
            {
                name: value if form is None else form(value)
                for name, value, form in zip(names, row, compiled.forms, strict=True)
            }
            for row in cursor.fetchall()
        ]

    def first(self, connection: Connection, values: Row) -> Row | None:
        """Return its first row; None if it has none."""
        return next(iter(self.rows(connection, values)), None)

    def row(self, connection: Connection, values: Row) -> Row:
        """Return its row, which is there."""
        [row] = self.rows(connection, values)
        return row

    def value(self, connection: Connection, values: Row) -> Any:
        """Return the first column of its first row; None if it has none."""
        row = self.first(connection, values)
        return None if row is None else next(iter(row.values()))

    def run(self, connection: Connection, values: Row) -> int:
        """Run a statement without rows, and return the number of rows changed."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self.statement, values).rowcount
        return _sent(connection, self._compiled_for(connection, values), values).rowcount

    def _compiled_for(self, connection: Connection, values: Row) -> _Compiled:
        names = (*values,)
        compiled = self._compiled.get(names)
        if compiled is None:
            compiled = self._compiled[names] = _compile(self.statement, names, connection.dialect)
        return compiled


def _compile(statement: Any, names: Sequence[str], dialect: Dialect) -> _Compiled:
    compiled = statement.compile(dialect=dialect, column_keys=names)
    expanded = compiled.construct_expanded_state(dict.fromkeys(names), escape_names=False)
    forms = {name: _bound(one.type, dialect) for name, one in compiled.binds.items()} | expanded.processors
    places = [(name, forms.get(name), expanded.parameters.get(name)) for name in expanded.positiontup or ()]
    columns = getattr(statement, "selected_columns", ())
    return _Compiled(expanded.statement, places, [_read(one.type, dialect) for one in columns])


def _bound(kind: Any, dialect: Dialect) -> _Change:
    form: _Change = kind.dialect_impl(dialect).bind_processor(dialect)
    return form


def _read(kind: Any, dialect: Dialect) -> _Change:
    form: _Change = kind.dialect_impl(dialect).result_processor(dialect, None)
    return form


def _sent(connection: Connection, compiled: _Compiled, values: Row) -> sqlite3.Cursor:
    parameters = []
    for name, form, fixed in compiled.places:
        value = values.get(name, fixed)
        parameters.append(value if form is None else form(value))
    refuse_nul(parameters)
    driver: Any = connection.connection.driver_connection
    cursor: sqlite3.Cursor = driver.execute(compiled.text, parameters)
    return cursor
