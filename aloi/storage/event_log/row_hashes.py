"""The rows that the event log covers, and the hash of each, computed when stored and again when read.

Columns are named here and not taken from the tables: one that is added later is not covered.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    ColumnElement,
    Connection,
    Float,
    Integer,
    Table,
    Text,
    cast,
    select,
    type_coerce,
)

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.columns import UtcDateTime, kept_json
from aloi.storage.event_log.entries import STORE, EventKind, LogEntry, canonical, moment, record
from aloi.storage.rows import streamed

_FULL_LENGTH = len("2026-01-31 12:00:00.123456")
_SHORT = 200  # characters of a value that is likely to come again


@dataclass(frozen=True, slots=True)
class Covered:
    """The rows of a table that entries cover.

    Parameters
    ----------
    of : str
        The column that selects the chain; empty for the chain of the store.
    columns : tuple of str
        The columns that the hash of a row covers.
    ref : tuple of str
        The columns in `LogEntry.ref`, separated by `/`; none if it is the hash itself.
    kinds : tuple of EventKind
        The kinds of entries that have the hash.
    """

    table: Table
    of: str
    columns: tuple[str, ...]
    ref: tuple[str, ...]
    kinds: tuple[EventKind, ...]

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.table.name

    def hash(self, row: Mapping[str, Any]) -> str:
        """Return the hash of a row as it goes into the table."""
        return _hash([self.name, *(form(row[name]) for name, form in _FORMS[self.kinds])])

    def hash_read(self, values: Iterable[Any]) -> str:
        """Return the hash of the values of a row that `read` gave."""
        return _hash([self.name, *values])

    def ref_of(self, row: Mapping[str, Any], content: str) -> str:
        """Return the reference to a row in its entry."""
        return "/".join(str(row[name]) for name in self.ref) if self.ref else content

    def record(self, connection: Connection, row: Mapping[str, Any], by: str | None = None) -> None:
        """Put a row that was just stored into the log."""
        content = self.hash(row)
        ref = self.ref_of(row, content)
        event = LogEntry(self.kinds[0], row["created_at"], by, row.get("item_id"), ref=ref, content=content)
        record(connection, row[self.of] if self.of else STORE, event)

    def record_standing(self, connection: Connection, its_id: str, at: datetime | None) -> None:
        """Record the row of an id, if there is one, in the log of the store."""
        columns = [self.table.c[name] for name in self.columns]
        row = connection.execute(select(*columns).where(self.table.c.id == its_id)).mappings().first()
        if row is not None:
            content = self.hash(dict(row))
            record(connection, STORE, LogEntry(self.kinds[0], at, ref=its_id, content=content))

    def read(self, connection: Connection, *where: ColumnElement[bool]) -> Iterator[list[Any]]:
        """Yield the covered columns of rows in the form of hashes; unreadable values stay as stored."""
        return read_values(connection, self.table, self.columns, *where)

    def read_named(self, connection: Connection, *where: ColumnElement[bool]) -> Iterator[dict[str, Any]]:
        """Yield the rows of `read` by the names of the columns."""
        return read_rows(connection, self.table, self.columns, *where)


def read_rows(
    connection: Connection,
    table: Table,
    names: Sequence[str],
    *where: ColumnElement[bool],
    by: Sequence[ColumnElement[Any]] = (),
) -> Iterator[dict[str, Any]]:
    """Yield columns of rows in the form of hashes, sorted by some; unreadable values stay as stored."""
    for values in read_values(connection, table, names, *where, by=by):
        yield dict(zip(names, values, strict=True))


def read_values(
    connection: Connection,
    table: Table,
    names: Sequence[str],
    *where: ColumnElement[bool],
    by: Sequence[ColumnElement[Any]] = (),
) -> Iterator[list[Any]]:
    """Yield the rows of `read_rows` without names, for checks of hundreds of thousands of rows."""
    kinds = [table.c[name].type for name in names]
    sqlite = connection.dialect.name == "sqlite"
    columns = [_readable(table, name, kind, sqlite=sqlite) for name, kind in zip(names, kinds, strict=True)]
    query = select(*columns).where(*where).order_by(*by)
    readers = [(place, read) for place, kind in enumerate(kinds) if (read := _reader(kind)) is not None]
    for row in streamed(connection, query):
        values = [*row]
        for index, read in readers:
            values[index] = read(values[index])
        yield values


def _hash(value: list[Any]) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def _as_is(value: Any) -> Any:
    return value


def _number(value: Any) -> Any:
    return None if value is None else float(value)


def _flag(value: Any) -> Any:
    return None if value is None else int(value)


def _json(value: Any) -> Any:
    """Return a JSON value in the form of hashes; single whole numbers have all digits."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _form(kind: Any) -> Callable[[Any], Any]:
    """Return the function that converts a value of a column to the form of hashes."""
    if isinstance(kind, JSON):
        return lambda value: _json(kept_json(value))
    if isinstance(kind, UtcDateTime):
        return moment
    if isinstance(kind, Boolean):
        return _flag
    return _number if isinstance(kind, Float) else _as_is


def _readable(table: Table, name: str, kind: Any, *, sqlite: bool) -> Any:
    """Return a column in a form that no changed byte keeps from being read."""
    column = table.c[name]
    if not isinstance(kind, Boolean | JSON | UtcDateTime):
        return column
    plain = Integer if isinstance(kind, Boolean) else Text
    # SQLite returns the stored value: a cast to text would lose digits of a number and hide bytes.
    return (type_coerce if sqlite else cast)(column, plain).label(name)


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    if isinstance(kind, JSON):
        return read_json
    return read_time if isinstance(kind, UtcDateTime) else None


def read_json(stored: Any) -> Any:
    """Return the JSON value, which must not be changed; a text that is not JSON stays as stored."""
    if stored is None:
        return None
    if not isinstance(stored, str):
        return _json(stored)  # SQLite returns a single number as one
    try:
        return _json_of_few(stored) if len(stored) < _SHORT else _json(json.loads(stored))
    except ValueError:
        return stored


@lru_cache(1000)
def _json_of_few(stored: str) -> Any:
    """Return the value of a short text of JSON, of which answers have few: they are read once."""
    return _json(json.loads(stored))


def read_time(stored: Any) -> Any:
    """Return a time in the form of hashes; a text that is no time stays as stored."""
    try:
        at = datetime.fromisoformat(stored)
        if len(stored) == _FULL_LENGTH:  # as SQLite has it, and it takes twice as long to spell it anew
            return f"{stored[:10]}T{stored[11:] if at.microsecond else stored[11:19]}+00:00"
    except (TypeError, ValueError):
        return stored
    return f"{at.isoformat()}+00:00" if at.tzinfo is None else at.replace(tzinfo=UTC).isoformat()


_KEY = ("round_id", "item_id", "annotator_id", "occasion")
_ANSWER_FIELDS = ("value", "flag", "comment", "seconds", "guideline_version", "shown")
ANSWERS = Covered(
    t.answers,
    "round_id",
    (*_KEY, "revision", "event_id", *_ANSWER_FIELDS, "created_at"),
    ("event_id",),
    (EventKind.ANSWER, EventKind.IMPORT, EventKind.SKIP, EventKind.UNDO, EventKind.LATE_TAKEN),
)
LATE = Covered(
    t.late_answers,
    "round_id",
    ("event_id", *_KEY, *_ANSWER_FIELDS, "why", "created_at"),
    ("event_id",),
    (EventKind.LATE,),
)
DECISIONS = Covered(
    t.adjudications,
    "round_id",
    (
        "round_id",
        "item_id",
        "revision",
        "adjudicators",
        "value",
        "why",
        "considered",
        "created_at",
        "schema_version",
    ),
    ("item_id", "revision"),
    (EventKind.DECISION,),
)
GUIDELINES = Covered(
    t.guidelines,
    "campaign_id",
    ("campaign_id", "version", "text", "why_changed", "created_at"),
    ("version",),
    (EventKind.GUIDELINE,),
)
SCHEMAS = Covered(
    t.schemas,
    "campaign_id",
    ("campaign_id", "version", "settings", "mappings", "why_changed", "created_at"),
    ("version",),
    (EventKind.SCHEMA,),
)
# Typed text is part of the key of these: the log does not repeat it.
CLEANINGS = Covered(
    t.cleanings,
    "campaign_id",
    ("campaign_id", "item_id", "answer", "revision", "category", "result", "by", "why", "created_at"),
    (),
    (EventKind.CLEANING,),
)
# The id of a gold covers its items, the manifest of a release is covered by its checksum.
GOLDS = Covered(
    t.golds, "campaign_id", ("id", "campaign_id", "rule", "created_at"), ("id",), (EventKind.GOLD,)
)
# All of a gold; its id covers a part. Golds older than these entries have none, and need none.
GOLD_VALUES = Covered(
    t.golds,
    "campaign_id",
    ("id", "rounds", "items", "models", "cleaned", "excluded", "schema_version"),
    ("id",),
    (EventKind.GOLD_VALUES,),
)
RELEASES = Covered(
    t.releases,
    "campaign_id",
    ("id", "campaign_id", "version", "checksum", "manifest_checksum", "created_at"),
    ("id",),
    (EventKind.RELEASE,),
)
CORRECTIONS = Covered(
    t.corrections,
    "",
    (
        "number",
        "kind",
        "corpus_id",
        "campaign_id",
        "round_id",
        "person_id",
        "details",
        "why",
        "by",
        "created_at",
    ),
    ("number",),
    (EventKind.CORRECTION,),
)
# Rows older than these entries have none, and need none.
EXPORTS = Covered(
    t.exports, "", ("id", "corpus_id", "what", "reason", "created_at"), ("id",), (EventKind.EXPORT,)
)
# Rows that change: the last entry of one has its content. A row older than these entries has none.
TERMS = Covered(t.corpora, "", ("id", "licence", "source", "restricted"), ("id",), (EventKind.TERMS,))
ACCOUNTS = Covered(t.people, "", ("id", "role", "disabled"), ("id",), (EventKind.ACCOUNT,))
# Columns of skips and undos, and of decisions about late answers: entries hold all of these themselves.
ACTS = ("event_id", "kind", "item_id", "annotator_id", "occasion", "created_at")
DECIDED = ("event_id", "item_id", "annotator_id", "occasion", "decision", "decided_by", "decided_at")
# The constant part of a round, as it was opened.
OPENING = ("campaign_id", "number", "purpose", "guideline_version", "seed")
OF_ROUNDS = (ANSWERS, LATE, DECISIONS)
OF_CAMPAIGNS = (GUIDELINES, SCHEMAS, CLEANINGS, GOLDS, RELEASES)
_ALL = (*OF_ROUNDS, *OF_CAMPAIGNS, GOLD_VALUES, CORRECTIONS, EXPORTS, TERMS, ACCOUNTS)
_FORMS = {one.kinds: [(name, _form(one.table.c[name].type)) for name in one.columns] for one in _ALL}


def opening(row: Mapping[Any, Any]) -> Json:
    """Return the details of the first event of a round, as in its row."""
    return {name: row[name] for name in (*OPENING, "status")}
