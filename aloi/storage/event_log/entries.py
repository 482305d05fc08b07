"""One entry of the event log, and how it is appended to its chain.

An entry has the kind of an event, its time, the person and the object. The data stored by the event are in a
row of a table; the entry has the hash of that row. The hash of the entry covers all of it and the previous
hash. Nothing in this module may change: existing chains would become invalid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from aloi.annotation.model import Assignment, AssignmentKey
from aloi.base.records import to_row
from aloi.corpora.identity import kept_encoder
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.driver.outbox import note_entries
from aloi.storage.driver.prepared_statements import PreparedStatement

STORE = "store"  # the chain of what belongs to no round and no campaign
_L = t.event_log.c
_ADD = PreparedStatement(insert(t.event_log))
_LAST = PreparedStatement(
    select(_L.number, _L.hash).where(_L.chain == bindparam("its_chain")).order_by(_L.number.desc()).limit(1)
)


def _of_bytes(value: object) -> Json:
    """Return the JSON form of bytes: a changed bit turns a text into bytes, and its hash must differ."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    raise TypeError(f"{type(value).__name__} is no JSON")


# As `canonical_json`, but it takes whatever a store may hold: half surrogate pairs and NaN of older ones.
_encoded = kept_encoder(
    json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, default=_of_bytes)
)


class EventKind(StrEnum):
    """The kind of an event."""

    CHAIN_MADE = "made"  # the chain was made of rows that were there before it
    OPENED = "opened"
    STATUS = "status"
    ANSWER = "answer"
    SKIP = "skip"
    UNDO = "undo"
    IMPORT = "import"
    IMPORT_SKIP = "import skip"
    LATE = "late"
    LATE_TAKEN = "late taken"
    LATE_LEFT = "late left"
    DECISION = "decision"
    ASKED_AGAIN = "asked again"
    COUNTS_AGAIN = "counts again"
    LET_GO = "let go"  # an item with an answer, skipped for somebody who left
    WITHDRAWN = "gone"  # an item without, which is theirs no more
    STANDING = "standing"  # the state of an assignment when its chain was built
    GUIDELINE = "guideline"
    SCHEMA = "schema"
    CLEANING = "cleaning"
    GOLD = "gold"
    GOLD_VALUES = "gold values"  # of the gold before it
    RELEASE = "release"
    CORRECTION = "correction"
    ARRIVED = "arrived"
    DELETED = "deleted"
    TERMS = "terms"  # of a corpus: its licence, its source, whether it is restricted
    ACCOUNT = "account"  # of a person: the role, and whether it is switched off
    EXPORT = "export"  # texts of a restricted corpus were given on
    REWRITTEN = "rewritten"  # a name in a row was written over: `details` says in a row of which kind


# Acts by a person that neither the row nor an assignment names.
_OF_MANAGERS = frozenset(
    {
        EventKind.OPENED,
        EventKind.STATUS,
        EventKind.IMPORT,
        EventKind.IMPORT_SKIP,
        EventKind.LET_GO,
        EventKind.WITHDRAWN,
        EventKind.GUIDELINE,
        EventKind.SCHEMA,
        EventKind.GOLD,
        EventKind.GOLD_VALUES,
        EventKind.RELEASE,
        EventKind.ARRIVED,
        EventKind.DELETED,
        EventKind.TERMS,
        EventKind.ACCOUNT,
        EventKind.EXPORT,
        EventKind.REWRITTEN,
    }
)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry to be written, or one that was read.

    Parameters
    ----------
    by : str or None
        Id or pseudonym of the person who acted, if given and different from `annotator_id`.
    item_id, annotator_id, occasion
        The assignment it is about, or the item alone.
    ref : str or None
        The row with the stored data: an event id, the number of a version.
    acts : int or None
        How often the assignment was acted on, this time included; None if later entries say so.
    details : Json
        Data that no other row has, such as the reason of a skip.
    content : str or None
        The hash of the row with the stored data.
    """

    kind: EventKind
    at: datetime | None = None
    by: str | None = None
    item_id: str | None = None
    annotator_id: str | None = None
    occasion: int | None = None
    ref: str | None = None
    acts: int | None = None
    details: Json = None
    content: str | None = None


class ReadEntry(NamedTuple):
    """An entry as it was read, with any content; its time and its details in the form of hashes."""

    chain: Any
    number: Any
    kind: Any
    at: Any
    by: Any
    item_id: Any
    annotator_id: Any
    occasion: Any
    ref: Any
    acts: Any
    details: Any
    content: Any
    hash: Any

    def made_hash(self, before: str) -> str:
        """Return the expected hash after that of the previous entry."""
        return _hash(before, self[:-1])


class Head(NamedTuple):
    """The last entry of a chain: its number, 0 if there is none, and its hash."""

    number: int
    hash: str


def canonical(value: object) -> bytes:
    """Return the canonical text of a value for hashes."""
    return _encoded(value).encode()


def moment(at: datetime | None) -> str | None:
    """Return a time as hashes cover it."""
    return None if at is None else at.astimezone(UTC).isoformat()


def about(key: AssignmentKey) -> dict[str, Any]:
    """Return the fields of an event that name an assignment."""
    return {"item_id": key.item_id, "annotator_id": key.annotator_id, "occasion": key.occasion}


def skipped_for(assignment: Assignment) -> Json:
    """Return the reason and the note of a skip, as the details of its event."""
    return {"reason": assignment.skip_reason and assignment.skip_reason.value, "note": assignment.skip_note}


def entry_hash(before: str, row: Mapping[str, Any], at: str | None) -> str:
    """Return the hash of an entry behind the hash of the one before it; `at` is the `moment` of the row."""
    content = (
        row["chain"],
        row["number"],
        row["kind"],
        at,
        row["by"],
        row["item_id"],
        row["annotator_id"],
        row["occasion"],
        row["ref"],
        row["acts"],
        row["details"],
        row["content"],
    )
    return _hash(before, content)


def _hash(before: str, content: Sequence[Any]) -> str:
    return hashlib.sha256(before.encode() + canonical(content)).hexdigest()


def last_of(connection: Connection, chain: str) -> Head:
    """Return the last entry of a chain."""
    row = _LAST.first(connection, {"its_chain": chain})
    return Head(0, "") if row is None else Head(row["number"], row["hash"])


def record(connection: Connection, chain: str, *events: LogEntry, after: Head | None = None) -> None:
    """Append events to a chain, within the transaction that makes the changes.

    For a chain of a round its row is locked, for all other chains the turn of the store is taken. Two
    transactions cannot follow the same entry; the key of the table would also prevent the second.

    Parameters
    ----------
    after : Head or None
        The last entry, if known.
    """
    if events:
        by = who_acts()
        if by is not None:
            events = tuple(_by(one, by) for one in events)
        rows = rows_after(last_of(connection, chain) if after is None else after, chain, events)
        if len(rows) > 1:
            connection.execute(_ADD.statement, rows)
        else:
            _ADD.run(connection, rows[0])
        note_entries(connection, chain, events)


def _by(event: LogEntry, pseudonym: str) -> LogEntry:
    return replace(event, by=pseudonym) if event.by is None and event.kind in _OF_MANAGERS else event


def rows_after(after: Head, chain: str, events: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Return the rows of events behind the last entry of a chain."""
    number, before = after
    rows = []
    for event in events:
        number += 1
        row = to_row(event, chain=chain, number=number)
        before = row["hash"] = entry_hash(before, row, moment(event.at))
        rows.append(row)
    return rows


_ACTOR: ContextVar[str | None] = ContextVar("actor", default=None)


def act_as(pseudonym: str | None) -> None:
    """Let this thread act as a person from now on; None for nobody."""
    _ACTOR.set(pseudonym)


@contextmanager
def acting(pseudonym: str) -> Iterator[None]:
    """Let this thread act as a person within the block."""
    before = _ACTOR.set(pseudonym)
    try:
        yield
    finally:
        _ACTOR.reset(before)


def who_acts() -> str | None:
    """Return the pseudonym of the person that this thread acts as."""
    return _ACTOR.get()
