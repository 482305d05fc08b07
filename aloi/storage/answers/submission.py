"""Storing one answer: already known, in time, late, or given on an outdated page."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, insert, select

from aloi.annotation.model import Annotation, AssignmentKey, SkipReason
from aloi.base.errors import AloiError
from aloi.base.records import to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.late_answers import AnswerLate, changed_meanwhile, keep_late, late_reason
from aloi.storage.answers.offers import change, give_back, has_taken
from aloi.storage.changes import note_change
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.event_log.entries import EventKind, Head, LogEntry, about, record
from aloi.storage.event_log.row_hashes import ANSWERS
from aloi.storage.model import Act
from aloi.storage.rows import annotation_columns, read_annotation, read_key

_FIRST = 1


class SchemaChanged(AloiError):
    """The schema in force is of another version than the one with which an answer was checked."""


def submit(
    connection: Connection, annotation: Annotation, based_on: int | None, schema: int | None = None
) -> tuple[Annotation, Act | None] | AnswerLate:
    """Return the answer as stored, with the act that an undo would revert if it is this; or why it is late.

    An answer with a known event, or equal to the current answer, is already stored. `schema` is the version
    with which it was checked: if that is not in force, SchemaChanged is raised and nothing is stored.
    """
    key = annotation.key
    event = {"event_id": annotation.event_id}
    row = q.LOCKED_FOR_ANSWER.first(connection, {**q.its(key), **event})
    if row is not None and row["is_known"]:
        return read_annotation(q.ANSWER_OF_EVENT.row(connection, event)), None
    if row is not None and schema not in (None, row["schema_version"]):
        raise SchemaChanged("storage.schema-changed")
    why = late_reason(connection, key, annotation.event_id, row)
    if why is not None or row is None:
        return keep_late(connection, annotation, why or "lease")
    if is_stale(row, based_on):
        standing = q.LAST_ANSWER.first(connection, q.its(key))
        same = standing is not None and row["status"] == "submitted" and _says_the_same(standing, annotation)
        if standing is None or not same:
            raise changed_meanwhile(key)
        return read_annotation(standing), None
    wants_place = row["status"] in ("pending", "skipped") and key.occasion == _FIRST
    if wants_place and not has_taken(connection, key.round_id, key.item_id):
        return keep_late(connection, annotation, "full")
    # Only what was acted on before can have an answer.
    acted = row["acts"] or row["acted_at"]
    stored = replace(annotation, revision=_next_revision(connection, key) if acted else 1)
    columns = annotation_columns(stored)
    q.ADD_ANSWER.run(connection, columns)
    answered = LogEntry(
        EventKind.ANSWER,
        stored.created_at,
        **about(key),
        ref=stored.event_id,
        acts=row["acts"] + 1,
        content=ANSWERS.hash(columns),
    )
    last = Head(row["log_number"] or 0, row["log_hash"] or "")
    record(connection, key.round_id, answered, after=last)
    done = {"new_flag": stored.flag, "new_comment": stored.comment, "now": stored.created_at}
    q.SUBMIT.run(connection, {**q.its(key), **done})
    note_change(connection, key.round_id, answers=1)
    return stored, Act(key, row["acts"] + 1)


def is_stale(row: Row, based_on: int | None) -> bool:
    """Return whether the page did not show the current answer or skip; a withdrawn answer is not current."""
    return based_on not in (None, row["acts"]) and row["status"] in ("submitted", "skipped")


def _says_the_same(standing: Row, annotation: Annotation) -> bool:
    content = (annotation.value, annotation.flag, annotation.comment)
    return (standing["value"], standing["flag"], standing["comment"]) == content


def _next_revision(connection: Connection, key: AssignmentKey) -> int:
    return int(q.LAST_REVISION.value(connection, q.its(key))) + 1


def withdraw(connection: Connection, key: AssignmentKey, event_id: str, now: datetime) -> str:
    """Append a revision that withdraws the answer, and return its hash for the event log."""
    revision = _next_revision(connection, key)
    taken_back = Annotation(key, revision, event_id, None, False, "", None, None, now)
    columns = annotation_columns(taken_back)
    q.ADD_ANSWER.run(connection, columns)
    return ANSWERS.hash(columns)


def seen(connection: Connection, event_id: str) -> bool:
    """Return whether a skip or an undo came before."""
    query = select(t.events.c.event_id).where(t.events.c.event_id == event_id)
    return connection.execute(query).first() is not None


def remember(connection: Connection, done: LogEntry, round_id: str) -> None:
    """Store a skip or an undo, so that a repeated request is recognised, and add it to the log."""
    columns = ("at", "by", "ref", "acts", "details", "content")
    row = to_row(done, *columns, event_id=done.ref, round_id=round_id, created_at=done.at)
    connection.execute(insert(t.events), row)
    record(connection, round_id, done)


def skip(
    connection: Connection,
    row: Row,
    event_id: str,
    reason: SkipReason,
    note: str,
    now: datetime,
    **marks: object,
) -> None:
    """Skip the assignment of a row, so that others may answer the item; an answer is withdrawn."""
    key = read_key(row)
    if row["status"] in ("leased", "submitted") and key.occasion == _FIRST:
        give_back(connection, key.round_id, key.item_id)
    withdrawn = withdraw(connection, key, event_id, now) if row["status"] == "submitted" else None
    acts = row["acts"] + 1
    skipped = {"status": "skipped", "skip_reason": reason.value, "skip_note": note or None}
    change(connection, key, **skipped, lease_expires=None, acted_at=now, acts=acts, **marks)
    details: Json = {"reason": reason.value, "note": note or None}
    done = LogEntry(
        EventKind.SKIP, now, **about(key), ref=event_id, acts=acts, details=details, content=withdrawn
    )
    remember(connection, done, key.round_id)
    note_change(connection, key.round_id, answers=1)
