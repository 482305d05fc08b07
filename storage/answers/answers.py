"""Assignments and annotations: what is offered to whom, and every answer given, for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, MappingResult, RowMapping, and_, func, insert, select, update

from aloi.errors import AloiError
from aloi.records import to_row
from annotation.model import Annotation, Assignment, AssignmentKey, Round, Status
from corpora.model import Json
from storage import tables as t
from storage.answers import statements as q
from storage.answers.ahead import hold_ahead
from storage.answers.counts import count_coverage, count_progress, count_waiting, desk_state
from storage.answers.imports import keep_answers
from storage.database import StorePart
from storage.model import DeskState, ItemCoverage, Progress
from storage.rows import annotation_columns, read_annotation, read_assignment, read_key

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_FIRST = 1
_UNDO_LEASE = timedelta(minutes=30)


class Answers(StorePart):
    """What annotators were given and what they answered. Nothing is overwritten."""

    def lease_next(
        self, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
    ) -> Assignment | None:
        """Return the item before an annotator, held for them; None when nothing may be offered.

        An item they hold already comes back. Otherwise their first pending one that still wants answers
        is taken, in the same transaction as its count, so that no item gets more than it wants.
        """
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            row = _lease_next(connection, round_id, annotator_id, now, lease_seconds)
            return None if row is None else read_assignment(row)

    def next_turn(
        self, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
    ) -> tuple[Assignment, DeskState] | None:
        """Return what `lease_next` gives and what goes with its screen, in one transaction.

        What comes after it is held for the annotator as well, see `DeskState.ahead`.
        """
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            return _next_turn(connection, round_id, annotator_id, now, lease_seconds)

    def submit(
        self,
        key: AssignmentKey,
        event_id: str,
        value: Json,
        *,
        seconds: float | None,
        flag: bool,
        comment: str,
        shown: dict[str, Json],
        guideline_version: int | None,
        now: datetime,
    ) -> Annotation:
        """Return the answer as kept; a repeated event id returns the first one, whatever it says.

        An answer to an item answered before is its next revision.

        Raises
        ------
        AloiError
            The round is closed, the item is not this annotator's, or it was given to others meanwhile.
        """
        annotation = Annotation(
            key, 1, event_id, value, flag, comment, seconds, guideline_version, now, shown
        )  # fmt: skip
        with self._database.write() as connection:
            q.lock_round(connection, key.round_id)
            return _submit(connection, annotation)

    def submit_and_go_on(
        self, annotation: Annotation, lease_seconds: int, known_total: int | None = None
    ) -> tuple[Assignment, DeskState] | None:
        """Return the next turn after an answer is kept: `submit` and `next_turn` in one transaction.

        The revision is set by the store, whatever `annotation` says. With `known_total`, the total last
        shown, the total is counted anew now and then only.
        """
        key, now = annotation.key, annotation.created_at
        if now is None:
            raise ValueError("an answer given here has a date")
        with self._database.write() as connection:
            q.lock_round(connection, key.round_id)
            _submit(connection, annotation)
            return _next_turn(connection, key.round_id, key.annotator_id, now, lease_seconds, known_total)

    def skip(self, key: AssignmentKey, event_id: str, reason: str, *, now: datetime) -> None:
        """Put an item aside for a reason, so that somebody else may answer it.

        An answer given before is taken back by a revision without value.
        """
        with self._database.write() as connection:
            q.lock_round(connection, key.round_id)
            if _seen(connection, event_id):
                return
            row = _assignment(connection, key)
            if row["status"] in ("leased", "submitted") and key.occasion == _FIRST:
                _give_back(connection, key.round_id, key.item_id)
            if row["status"] == "submitted":
                _withdraw(connection, key, event_id, now)
            _set(connection, key, status="skipped", skip_reason=reason, lease_expires=None, acted_at=now)
            _remember(connection, event_id, "skip", key, now)

    def mark(
        self, key: AssignmentKey, *, flag: bool | None = None, comment: str | None = None, draft: Json = None
    ) -> None:
        """Keep a flag, a note or work under way at once, before any answer."""
        given = (("flag", flag), ("comment", comment), ("draft", draft))
        values = {name: value for name, value in given if value is not None}
        if not values:
            return
        with self._database.write() as connection:
            _assignment(connection, key)
            _set(connection, key, **values)

    def undo(self, round_id: str, annotator_id: str, event_id: str, now: datetime) -> Assignment | None:
        """Return the last item an annotator answered or skipped, before them again; None without one.

        The answer is taken back by a revision without value; the item they held waits its turn again.
        """
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            if _seen(connection, event_id):
                held = _held(connection, round_id, annotator_id).first()
                return None if held is None else read_assignment(held)
            done = _is_own(round_id, annotator_id) & _A.status.in_(("submitted", "skipped"))
            query = (
                select(t.assignments).where(done).order_by(_A.acted_at.desc(), _A.position.desc()).limit(1)
            )
            row = connection.execute(query).mappings().first()
            if row is None:
                return None
            key = read_assignment(row).key
            _require_open(connection, round_id)
            for held in _held(connection, round_id, annotator_id).all():
                if held["occasion"] == _FIRST:
                    _give_back(connection, round_id, held["item_id"])
                _set(connection, read_assignment(held).key, status="pending", lease_expires=None)
            if row["status"] == "submitted":
                _withdraw(connection, key, event_id, now)
            elif key.occasion == _FIRST:
                _take(connection, key.round_id, key.item_id)
            again = {"status": "leased", "skip_reason": None, "lease_expires": now + _UNDO_LEASE}
            _set(connection, key, **again)
            _remember(connection, event_id, "undo", key, now)
            return read_assignment(_changed(row, **again))

    def latest(self, round_id: str) -> list[Annotation]:
        """Return the answer that counts for each answered assignment, by item, annotator, occasion."""
        with self._database.read() as connection:
            return _latest(connection, _N.round_id == round_id)

    def revisions(self, round_id: str) -> list[Annotation]:
        """Return every revision of every answer of a round, by item, annotator, occasion, revision."""
        query = (
            select(t.answers)
            .where(_N.round_id == round_id)
            .order_by(_N.item_id, _N.annotator_id, _N.occasion, _N.revision)
        )
        return [read_annotation(row) for row in self._database.rows(query)]

    def history(self, key: AssignmentKey) -> list[Annotation]:
        """Return the revisions of one assignment's answer."""
        mine = [_N[name] == value for name, value in to_row(key).items()]
        query = select(t.answers).where(*mine).order_by(_N.revision)
        return [read_annotation(row) for row in self._database.rows(query)]

    def own(self, round_id: str, annotator_id: str) -> list[tuple[Assignment, Annotation | None]]:
        """Return what an annotator answered or skipped in a round, newest first."""
        done = _is_own(round_id, annotator_id) & _A.status.in_(("submitted", "skipped"))
        query = select(t.assignments).where(done).order_by(_A.acted_at.desc(), _A.position.desc())
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
            mine = and_(_N.round_id == round_id, _N.annotator_id == annotator_id)
            answers = {one.key: one for one in _latest(connection, mine)}
        return [(one, answers.get(one.key)) for one in map(read_assignment, rows)]

    def assignments(self, round_id: str) -> list[Assignment]:
        """Return every assignment of a round, by annotator then position."""
        query = select(t.assignments).where(_A.round_id == round_id).order_by(_A.annotator_id, _A.position)
        return [read_assignment(row) for row in self._database.rows(query)]

    def desk_state(self, key: AssignmentKey) -> DeskState:
        """Return the drafts, the last answer and the progress that go with an assignment's screen."""
        with self._database.read() as connection:
            return desk_state(connection, connection.execute(q.ASSIGNMENT, q.its(key)).mappings().one())

    def progress(self, round_id: str) -> list[Progress]:
        """Return how far each annotator of a round is."""
        with self._database.read() as connection:
            return count_progress(connection, round_id)

    def coverage(self, round_id: str) -> list[ItemCoverage]:
        """Return how far each item of a round is."""
        with self._database.read() as connection:
            return count_coverage(connection, round_id)

    def waiting(self, annotator_id: str) -> list[tuple[Round, int]]:
        """Return the open rounds of open campaigns an annotator is in, with how many items wait for them."""
        with self._database.read() as connection:
            return count_waiting(connection, annotator_id)

    def import_answers(self, round_id: str, annotations: Sequence[Annotation]) -> int:
        """Return how many answers were new; all are kept or none. Known event ids change nothing.

        Raises
        ------
        AloiError
            A closed round, an item or annotator unknown to it, or more answers than an item wants.
        """
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            _require_open(connection, round_id)
            return keep_answers(connection, round_id, annotations)


def _latest(connection: Connection, condition: Any) -> list[Annotation]:
    """Return the last revision of each answered assignment whose answers meet a condition."""
    names = ("round_id", "item_id", "annotator_id", "occasion")
    key = [_N[name] for name in names]
    last = select(*key, func.max(_N.revision).label("revision")).where(condition).group_by(*key).subquery()
    query = (
        select(t.answers)
        .join(last, and_(*(last.c[name] == _N[name] for name in (*names, "revision"))))
        .join(t.assignments, and_(*(_A[name] == _N[name] for name in names)))
        .join(t.round_items, and_(_I.round_id == _N.round_id, _I.item_id == _N.item_id))
        .where(_A.status == "submitted")
        .order_by(_I.place, _N.annotator_id, _N.occasion)
    )
    return [read_annotation(row) for row in connection.execute(query).mappings()]


def _require_open(connection: Connection, round_id: str) -> None:
    status = connection.execute(q.ROUND_STATUS, {"its_round_id": round_id}).scalar()
    if status != Status.OPEN.value:
        raise _closed()


def _closed() -> AloiError:
    return AloiError("storage.round-closed")


def _is_own(round_id: str, annotator_id: str) -> Any:
    return and_(_A.round_id == round_id, _A.annotator_id == annotator_id)


def _held(connection: Connection, round_id: str, annotator_id: str) -> MappingResult:
    """Return the assignments somebody holds now, in their order."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    return connection.execute(q.HELD, mine).mappings()


def _lease_next(
    connection: Connection, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
) -> Any:
    """Return the row of the assignment before an annotator, leased; None when nothing may be offered."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    row = connection.execute(q.HELD_IN_ROUND, mine).mappings().first()
    if row is None or row["round_status"] != Status.OPEN.value:
        return None
    done, cap = row["done"], row["cap"]
    if row["item_id"] is None:
        row = _offer(connection, round_id, annotator_id, cap)
        if row is None and _release_expired(connection, round_id, now):
            row = _offer(connection, round_id, annotator_id, cap)
        if row is None:
            return None
        if row["occasion"] == _FIRST:
            _take(connection, round_id, row["item_id"])
    until = now + timedelta(seconds=lease_seconds)
    connection.execute(q.LEASE, {**q.its(read_key(row)), "until": until})
    return _changed(row, status="leased", lease_expires=until, done=done, cap=cap)


def _next_turn(
    connection: Connection,
    round_id: str,
    annotator_id: str,
    now: datetime,
    lease_seconds: int,
    known_total: int | None = None,
) -> tuple[Assignment, DeskState] | None:
    row = _lease_next(connection, round_id, annotator_id, now, lease_seconds)
    if row is None:
        return None
    state = desk_state(connection, row, known_total)
    ahead = hold_ahead(connection, row, row["cap"], row["lease_expires"], state)
    return read_assignment(row), replace(state, ahead=ahead)


def _submit(connection: Connection, given: Annotation) -> Annotation:
    """Return the answer as kept; one whose event is known is kept already."""
    key = given.key
    event = {"event_id": given.event_id}
    row = connection.execute(q.LOCKED_FOR_ANSWER, {**q.its(key), **event}).mappings().first()
    if row is not None and row["is_known"]:
        return read_annotation(connection.execute(q.ANSWER_OF_EVENT, event).mappings().one())
    row = _opened(row)
    if row["status"] in ("pending", "skipped") and key.occasion == _FIRST:
        _take(connection, key.round_id, key.item_id)
    # Only what was acted on before can have an answer.
    kept = replace(given, revision=_next_revision(connection, key) if row["acted_at"] else 1)
    connection.execute(q.ADD_ANSWER, annotation_columns(kept))
    done = {"new_flag": kept.flag, "new_comment": kept.comment, "now": kept.created_at}
    connection.execute(q.SUBMIT, {**q.its(key), **done})
    return kept


def _changed(row: RowMapping, **values: object) -> Any:
    return {**row, **values}


def _release_expired(connection: Connection, round_id: str, now: datetime) -> bool:
    """Put leases that ran out back to pending and free their places; return whether there were any."""
    expired = connection.execute(q.EXPIRED, {"its_round_id": round_id, "now": now}).mappings().all()
    for row in expired:
        if row["occasion"] == _FIRST:
            _give_back(connection, round_id, row["item_id"])
        _set(connection, read_key(row), status="pending", lease_expires=None)
    return bool(expired)


def _offer(connection: Connection, round_id: str, annotator_id: str, cap: int | None) -> RowMapping | None:
    """Return the first pending assignment that may be offered to an annotator."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    full = cap is not None and connection.execute(q.COUNT_TAKEN, mine).scalar_one() >= cap
    return connection.execute(q.NEXT_REPEAT if full else q.NEXT, mine).mappings().first()


def _take(connection: Connection, round_id: str, item_id: str) -> None:
    """Take a place of an item, or raise AloiError when others have them all."""
    taken = connection.execute(q.TAKE_FREE, {"its_round_id": round_id, "its_item_id": item_id})
    if not taken.rowcount:
        raise AloiError("storage.item-given-others-meanwhile-all")


def _give_back(connection: Connection, round_id: str, item_id: str) -> None:
    """Free the place somebody held or answered in."""
    connection.execute(q.GIVE_BACK, {"its_round_id": round_id, "its_item_id": item_id})


def _assignment(connection: Connection, key: AssignmentKey) -> RowMapping:
    """Return an annotator's assignment of an open round, or raise AloiError."""
    return _opened(connection.execute(q.LOCKED_ASSIGNMENT, q.its(key)).mappings().first())


def _opened(row: RowMapping | None) -> RowMapping:
    """Return the row of an assignment of an open round, or raise AloiError."""
    if row is None:
        raise AloiError("storage.item-not-among-yours-round")
    if row["round_status"] != Status.OPEN.value:
        raise _closed()
    return row


def _where(key: AssignmentKey) -> list[Any]:
    return [_A[name] == value for name, value in to_row(key).items()]


def _set(connection: Connection, key: AssignmentKey, **values: object) -> None:
    connection.execute(update(t.assignments).where(*_where(key)).values(**values))


def _next_revision(connection: Connection, key: AssignmentKey) -> int:
    return int(connection.execute(q.LAST_REVISION, q.its(key)).scalar_one()) + 1


def _withdraw(connection: Connection, key: AssignmentKey, event_id: str, now: datetime) -> None:
    """Append a revision that takes the answer back."""
    revision = _next_revision(connection, key)
    taken_back = Annotation(key, revision, event_id, None, False, "", None, None, now)
    connection.execute(q.ADD_ANSWER, annotation_columns(taken_back))


def _seen(connection: Connection, event_id: str) -> bool:
    """Return whether a skip or an undo came before."""
    query = select(t.events.c.event_id).where(t.events.c.event_id == event_id)
    return connection.execute(query).first() is not None


def _remember(connection: Connection, event_id: str, kind: str, key: AssignmentKey, now: datetime) -> None:
    row = {"event_id": event_id, "kind": kind, "created_at": now, **to_row(key)}
    connection.execute(insert(t.events), row)
