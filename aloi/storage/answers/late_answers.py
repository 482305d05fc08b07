"""Concurrent work: late answers, and pages shown before the last answer was given."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, RowMapping, func, insert, select, update

from aloi.annotation.model import Annotation, Assignment, AssignmentKey, Status
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.offers import add_assignments
from aloi.storage.changes import note_change
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.event_log.entries import EventKind, LogEntry, about, record
from aloi.storage.event_log.row_hashes import ANSWERS, LATE
from aloi.storage.model import LateAnswer
from aloi.storage.rows import annotation_columns, in_parts, read_annotation, read_key

Why = Literal["lease", "full", "closed"]

_L = t.late_answers.c
_FIRST = 1


class AnswerLate(AloiError):
    """An answer came too late to count; it is stored for a manager, who accepts or rejects it."""


class ChangedMeanwhile(AloiError):
    """The assignment `key` has changed since the annotator's page was shown."""

    key: AssignmentKey


def changed_meanwhile(key: AssignmentKey) -> ChangedMeanwhile:
    """Return the error that names an assignment."""
    error = ChangedMeanwhile("storage.changed-meanwhile")
    error.key = key
    return error


class LateAnswers(StorePart):
    """Late answers, and the decision of a manager about each."""

    def of_round(self, round_id: str) -> list[LateAnswer]:
        """Return the late answers of a round, the first to come first."""
        query = select(t.late_answers).where(_L.round_id == round_id).order_by(_L.created_at, _L.event_id)
        return [_read(row) for row in self._database.rows(query)]

    def waiting(self, round_ids: Sequence[str]) -> dict[str, int]:
        """Return how many late answers of each round await a decision, by id, for rounds that have any."""
        by_round: dict[str, int] = {}
        with self._database.read() as connection:
            for part in in_parts(round_ids):
                query = select(_L.round_id, func.count()).where(_L.round_id.in_(part), _L.decision.is_(None))
                for round_id, count in connection.execute(query.group_by(_L.round_id)):
                    by_round[round_id] = count
        return by_round

    def take(self, round_id: str, event_ids: Sequence[str], by: str | None, now: datetime) -> int:
        """Return how many late answers now count: as the next revision, with their own time and event id.

        Those taken before change nothing. An item that had all its answers wants one more.

        Raises
        ------
        AloiError
            An event that brought no late answer to this round; then none is taken.
        """
        with self._database.write(turn=None) as connection, as_kept():
            q.lock_round(connection, round_id)
            fresh = [one for one in _named(connection, round_id, event_ids) if one["decision"] != "taken"]
            for row in fresh:
                _count(connection, row, by, now)
            _decide(connection, fresh, "taken", by, now)
            note_change(connection, round_id, answers=len(fresh))
        return len(fresh)

    def leave(self, round_id: str, event_ids: Sequence[str], by: str | None, now: datetime) -> int:
        """Return how many late answers are now rejected; they stay on record and can be accepted later.

        Raises
        ------
        AloiError
            An event that brought no late answer to this round, or one that was taken.
        """
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, round_id)
            rows = _named(connection, round_id, event_ids)
            accepted = [row["event_id"] for row in rows if row["decision"] == "taken"]
            if accepted:
                raise AloiError(
                    "aloi.value",
                    name=Term("the-late-answer-events", events=accepted),
                    value=Term("accepted-already"),
                    expected=Term("late-answers"),
                    todo=Term("leave-it-as-it-is-an-adjudicator"),
                )
            fresh = [row for row in rows if row["decision"] is None]
            _decide(connection, fresh, "left", by, now)
            left = [
                LogEntry(EventKind.LATE_LEFT, now, by, **about(read_key(row)), ref=row["event_id"])
                for row in fresh
            ]
            record(connection, round_id, *left)
            note_change(connection, round_id)
        return len(fresh)


def late_reason(connection: Connection, key: AssignmentKey, event_id: str, row: Row | None) -> Why | None:
    """Return why an answer came too late; None if it came in time as far as its assignment shows.

    Parameters
    ----------
    row : mapping or None
        The row of LOCKED_FOR_ANSWER; None if the item is not, or no longer, assigned to this annotator.

    Raises
    ------
    AloiError
        The item or the annotator is not in this round: the answer belongs to no assignment.
    """
    before: Why | None
    if row is not None:
        before = row["late"]
        return before or (None if row["round_status"] == Status.OPEN.value else "closed")
    before = q.LATE.value(connection, {"event_id": event_id})
    if before is None and q.IN_ROUND.first(connection, q.its(key)) is None:
        raise not_assigned()
    return before or "lease"


def not_assigned() -> AloiError:
    """Return the error for an answer to an item that was never assigned to the annotator."""
    return AloiError(
        "aloi.value",
        name=Term("this-item"),
        value=Term("not-among-yours"),
        expected=Term("an-item-assigned"),
        todo=Term("reload-the-page"),
    )


def keep_late(connection: Connection, annotation: Annotation, why: Why) -> AnswerLate:
    """Return the message to the annotator about an answer that is now stored as late, permanently."""
    if q.LATE.first(connection, {"event_id": annotation.event_id}) is None:
        columns = annotation_columns(annotation)
        del columns["revision"]
        columns["why"] = why
        connection.execute(insert(t.late_answers), columns)
        entry = LogEntry(
            EventKind.LATE,
            annotation.created_at,
            **about(annotation.key),
            ref=annotation.event_id,
            content=LATE.hash(columns),
        )
        record(connection, annotation.key.round_id, entry)
    return AnswerLate("storage.answer-late", why=why)


def _named(connection: Connection, round_id: str, event_ids: Sequence[str]) -> list[RowMapping]:
    """Return the late answers of these events, the first to come first."""
    query = (
        select(t.late_answers)
        .where(_L.round_id == round_id, _L.event_id.in_(event_ids))
        .order_by(_L.created_at, _L.event_id)
        .with_for_update()
    )
    rows = list(connection.execute(query).mappings())
    strange = set(event_ids) - {row["event_id"] for row in rows}
    if strange:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-late-answer"),
            name=", ".join(map(str, sorted(strange))),
            todo=Term("list-them"),
        )
    return rows


def _count(connection: Connection, row: RowMapping, by: str | None, now: datetime) -> None:
    """Make a late answer the next revision of its assignment, which is created if it no longer exists."""
    key, its = read_key(row), q.its(read_key(row))
    add_assignments(connection, key.round_id, [(key.annotator_id, [Assignment(key, 0)])])
    assignment = q.LOCKED_ASSIGNMENT.row(connection, its)
    if key.occasion == _FIRST and assignment["status"] not in ("leased", "submitted"):
        q.TAKE_MORE.run(connection, its)
    revision = q.LAST_REVISION.value(connection, its) + 1
    answer = _read(row, revision).answer
    columns = annotation_columns(answer)
    q.ADD_ANSWER.run(connection, columns)
    q.SUBMIT.run(
        connection,
        {**its, "new_flag": answer.flag, "new_comment": answer.comment, "now": answer.created_at},
    )
    entry = LogEntry(
        EventKind.LATE_TAKEN,
        now,
        by,
        **about(key),
        ref=answer.event_id,
        acts=assignment["acts"] + 1,
        content=ANSWERS.hash(columns),
    )
    record(connection, key.round_id, entry)


def _decide(
    connection: Connection, rows: Sequence[RowMapping], decision: str, by: str | None, now: datetime
) -> None:
    for row in rows:
        statement = update(t.late_answers).where(_L.event_id == row["event_id"])
        connection.execute(statement.values(decision=decision, decided_by=by, decided_at=now))


def _read(row: RowMapping, revision: int = 0) -> LateAnswer:
    answer = read_annotation({**row, "revision": revision})
    return LateAnswer(answer, *(row[name] for name in ("why", "decision", "decided_by", "decided_at")))
