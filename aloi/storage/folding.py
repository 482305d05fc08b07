"""Text as it is searched: without capitals and accents, by the same rule on every database."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from sqlalchemy import Connection, func, literal_column

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
