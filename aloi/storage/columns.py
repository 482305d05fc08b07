"""Column types and definitions, several columns by name as keys, and texts folded for a search."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Dialect,
    ForeignKey,
    String,
    TypeDecorator,
    func,
    literal_column,
)

from aloi.base.errors import AloiError


class UtcDateTime(TypeDecorator[datetime]):
    """A time stored as UTC and read with its time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as stored; raise an error for a naive one."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an aware time was expected")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as read, aware."""
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


ID = String(64)
_LARGE = 2.0**63  # integers of SQLite are smaller


def kept_json(value: Any) -> Any:
    """Return a JSON value in the form in which every database returns it.

    If the value is a single number, SQLite stores the number and not its text: 4.0 is read as 4. Within a
    list or an object nothing changes.
    """
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < _LARGE else value


# How JSON writes what no database keeps as a character: NUL, and halves of surrogate pairs. Whole pairs and
# all else behind a backslash are read past.
_ESCAPES = re.compile(r"\\(?:ud[89ab]..\\ud[c-f]..|u(0000|d[89a-f]..)|.)")
_AS_KEPT: ContextVar[bool] = ContextVar("as_kept", default=False)


@contextmanager
def as_kept() -> Iterator[None]:
    """Let JSON be stored with any characters, as older versions did, for data made of their rows.

    In columns of JSON every database bears them; it is what people give that is refused.
    """
    before = _AS_KEPT.set(True)
    try:
        yield
    finally:
        _AS_KEPT.reset(before)


def to_json_text(value: Any) -> str:
    """Return the text of a value in a column of JSON, the same for every database.

    Raises
    ------
    AloiError
        NUL, which a server cannot look into, or half of a surrogate pair, as in columns of text.
    """
    json_text = json.dumps(kept_json(value))
    if ("\\u0000" in json_text or "\\ud" in json_text) and not _AS_KEPT.get():
        for read in _ESCAPES.finditer(json_text):
            if read[1]:
                raise AloiError("storage.character-not-kept", character=f"U+{read[1].upper()}")
    return json_text


def _columns(kinds: dict[str, Any], **options: Any) -> list[Column[Any]]:
    """Return columns by name, each of a type or a reference to another table's `id`, in this order."""
    return [
        Column(name, ID, ForeignKey(kind), **options)
        if isinstance(kind, str)
        else Column(name, kind, **options)
        for name, kind in kinds.items()
    ]


def key(**kinds: Any) -> list[Column[Any]]:
    """Return the columns by which a row is known."""
    return _columns(kinds, primary_key=True)


def needed(**kinds: Any) -> list[Column[Any]]:
    """Return columns that every row fills."""
    return _columns(kinds, nullable=False)


def optional(**kinds: Any) -> list[Column[Any]]:
    """Return columns that a row may leave empty."""
    return _columns(kinds)


_ACCENTS = "[\u0300-\u036f]"
_FOLDED = "aloi_folded"


def folded(text: str) -> str:
    """Return a text without capitals and accents; it may have another length."""
    if text.isascii():
        return text.lower()
    return re.sub(_ACCENTS, "", unicodedata.normalize("NFD", text)).lower()


def teach(connection: Any) -> None:
    """Make a new connection to SQLite know `folded`; PostgreSQL has all it takes."""
    connection.create_function(_FOLDED, 1, folded, deterministic=True)


def folded_column(connection: Connection, column: Any) -> Any:
    """Return the expression that a query compares in place of a text column, never NULL."""
    if connection.dialect.name == "sqlite":
        return getattr(func, _FOLDED)(column)
    parted = func.normalize(column, literal_column("NFD"))
    return func.lower(func.regexp_replace(parted, _ACCENTS, "", "g"))
