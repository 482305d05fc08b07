"""Assignments and annotations: the items offered to annotators, and every answer, permanently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, func, select

from aloi.annotation.model import Annotation, Assignment, AssignmentKey, Round, SkipReason, Status, Work
from aloi.base.errors import AloiError
from aloi.base.records import to_row
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.cache import AnswerCache, counting_among
from aloi.storage.answers.counts import count_coverage, count_progress, count_waiting, desk_state, last_act
from aloi.storage.answers.imports import keep_answers
from aloi.storage.answers.late_answers import AnswerLate, changed_meanwhile, not_assigned
from aloi.storage.answers.lookahead import hold_ahead
from aloi.storage.answers.offers import change, give_back, hold, lease_next, leased_rows, take
from aloi.storage.answers.submission import is_stale, remember, seen, skip, submit, withdraw
from aloi.storage.changes import note_change
from aloi.storage.database import Database, StorePart
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.event_log.entries import EventKind, LogEntry, about
from aloi.storage.model import Act, DeskState, ItemCoverage, Progress, Standing
from aloi.storage.rows import read_annotation, read_annotations, read_assignment

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_FIRST = 1
_NO_SKIP = {"skip_reason": None, "skip_note": None}
_UNDO_LEASE = timedelta(minutes=30)


class Answers(StorePart):
    """The assignments of annotators and their answers. Nothing is overwritten."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._cache = AnswerCache()

    def keep_none(self) -> None:
        """Keep no answers of rounds in memory: for a process that reads whole rounds seldom or never."""
        self._cache = AnswerCache(0)

    def lease_next(
        self, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
    ) -> Assignment | None:
        """Return the current item of an annotator, leased to them; None if no item may be offered.

        An item already leased to them is returned again. Otherwise their first pending item that needs
        answers is leased. Lease and count are one transaction, so that no item gets more answers than it
        needs.
        """
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, round_id)
            row = lease_next(connection, round_id, annotator_id, now, lease_seconds)
            if row is None:
                return None
            hold(connection, row, row["lease_expires"])
            return read_assignment(row)

    def next_turn(
        self, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
    ) -> tuple[Assignment, DeskState] | None:
        """Return the assignment of `lease_next` with the state of its page, in one transaction.

        The assignment after it is leased to the annotator as well, see `DeskState.ahead`.
        """
        with self._database.write(turn=None) as connection:
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
        based_on: int | None = None,
    ) -> Annotation:
        """Return the answer as stored; a repeated event id returns the first one, whatever its value.

        An answer to an item answered before is its next revision. `based_on` is the revision of the state
        that was shown (`DeskState`); None replaces any current answer.

        Raises
        ------
        AnswerLate
            The round is closed, or the item was reassigned meanwhile: the answer is stored as late.
        ChangedMeanwhile
            Another answer or skip was stored since the page was shown: nothing is stored.
        AloiError
            The item or the annotator is not in the round.
        """
        annotation = Annotation(
            key, 1, event_id, value, flag, comment, seconds, guideline_version, now, shown
        )
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, key.round_id)
            result = submit(connection, annotation, based_on)
        if isinstance(result, AnswerLate):
            raise result
        return result[0]

    def submit_and_go_on(
        self,
        annotation: Annotation,
        lease_seconds: int,
        known_total: int | None = None,
        based_on: int | None = None,
        schema: int | None = None,
    ) -> tuple[Assignment, DeskState] | None:
        """Return the next turn after an answer is kept: `submit` and `next_turn` in one transaction.

        The revision is set by the store, whatever `annotation` says. With `known_total`, the total last
        shown, the total is counted anew now and then only. It raises what `submit` raises, and SchemaChanged
        where another version of the schema is in force than `schema`.
        """
        key, now = annotation.key, annotation.created_at
        if now is None:
            raise ValueError("an answer given here has a date")
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, key.round_id)
            result = submit(connection, annotation, based_on, schema)
            if not isinstance(result, AnswerLate):
                turn_values = (key.round_id, key.annotator_id, now, lease_seconds, known_total)
                return _next_turn(connection, *turn_values, last=result[1])
        raise result

    def skip(
        self,
        key: AssignmentKey,
        event_id: str,
        reason: SkipReason,
        note: str = "",
        *,
        now: datetime,
        flag: bool | None = None,
        comment: str | None = None,
        based_on: int | None = None,
    ) -> None:
        """Skip an item for a reason, with an optional note, so that another annotator may answer it.

        An earlier answer is withdrawn by a revision without value. The errors are those of `submit`, but a
        skip is never late: in a closed round, or of a reassigned item, it is an error.
        """
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, key.round_id)
            if seen(connection, event_id):
                return
            row = _assignment(connection, key)
            if row["status"] == "submitted" and is_stale(row, based_on):
                raise changed_meanwhile(key)
            marks = {"flag": flag, "comment": comment}
            changed_marks = {name: value for name, value in marks.items() if value is not None}
            skip(connection, row, event_id, reason, note, now, **changed_marks)

    def mark(
        self,
        key: AssignmentKey,
        *,
        flag: bool | None = None,
        comment: str | None = None,
        draft: Json = None,
        at: datetime | None = None,
    ) -> None:
        """Store a flag, a note or a draft at once, before any answer; `at` is the time of the change."""
        marks = (("flag", flag), ("comment", comment), ("draft", draft), ("draft_at", at))
        values = {name: value for name, value in marks if value is not None}
        if not values:
            return
        with self._database.write(turn=None) as connection:
            if flag is not None:  # of two rows the round comes first, as in all that changes more than one
                q.lock_round(connection, key.round_id)
            _assignment(connection, key)
            change(connection, key, **values)
            if flag is not None:  # drafts change nothing that is counted
                note_change(connection, key.round_id)

    def undo(
        self,
        round_id: str,
        annotator_id: str,
        event_id: str,
        now: datetime,
        last: Act | None = None,
        *,
        keep_leases: bool = False,
    ) -> Assignment | None:
        """Return the item an annotator answered or skipped last, offered again; None if there is none.

        The answer is withdrawn by a revision without value. Without `keep_leases`, items leased to them
        become pending. `last` is the last act that the page showed; None undoes the last act in any case.

        Raises
        ------
        ChangedMeanwhile
            Another act came since: the error names its assignment, and nothing is withdrawn.
        AloiError
            The round is closed, or the skipped item was reassigned.
        """
        with self._database.write(turn=None) as connection:
            q.lock_round(connection, round_id)
            if seen(connection, event_id):
                mine = next(iter(leased_rows(connection, round_id, annotator_id)), None)
                return None if mine is None else read_assignment(mine)
            its = {"its_round_id": round_id, "its_annotator_id": annotator_id}
            row = q.LAST_ACT.first(connection, its)
            if row is None:
                return None
            key = read_assignment(row).key
            _require_open(connection, round_id)
            if last is not None and last != Act(key, row["acts"]):
                raise changed_meanwhile(key)
            for mine in () if keep_leases else leased_rows(connection, round_id, annotator_id):
                if mine["occasion"] == _FIRST:
                    give_back(connection, round_id, mine["item_id"])
                change(connection, read_assignment(mine).key, status="pending", lease_expires=None)
            withdrawn = withdraw(connection, key, event_id, now) if row["status"] == "submitted" else None
            if withdrawn is None and key.occasion == _FIRST:
                take(connection, key.round_id, key.item_id)
            again = {"status": "leased", "lease_expires": now + _UNDO_LEASE, **_NO_SKIP}
            change(connection, key, **again, acts=_A.acts + 1)
            done = LogEntry(
                EventKind.UNDO, now, **about(key), ref=event_id, acts=row["acts"] + 1, content=withdrawn
            )
            remember(connection, done, round_id)
            note_change(connection, round_id, answers=1)
            return read_assignment({**row, **again})

    def last_act(self, round_id: str, annotator_id: str) -> Act | None:
        """Return the last answer or skip of an annotator in a round; None if there is none."""
        with self._database.read() as connection:
            return last_act(connection, round_id, annotator_id)

    def standing(self, key: AssignmentKey) -> Standing:
        """Return the current state of an assignment: its answer, a skip, or neither."""
        with self._database.read() as connection:
            row = q.ASSIGNMENT.row(connection, q.its(key))
            last_answer = q.LAST_ANSWER.first(connection, q.its(key))
        answer = (
            read_annotation(last_answer) if last_answer is not None and row["status"] == "submitted" else None
        )
        return Standing(answer, row["status"] == "skipped", row["acts"], row["acted_at"])

    def latest(self, round_id: str, item_id: str | None = None) -> list[Annotation]:
        """Return the answer that counts for each answered assignment, by item, annotator, occasion.

        `item_id` asks for those to one item. Of a round that was read before, what changed since is read.
        """
        with self._database.read() as connection:
            # The data of a running transaction may be rolled back: they are not cached.
            if item_id is None and not self._database.in_transaction:
                return self._cache.latest(connection, round_id)
            its = _N.round_id == round_id
            return _latest(connection, its if item_id is None else and_(its, _N.item_id == item_id))

    def latest_among(self, round_id: str, revisions: Iterable[Annotation]) -> list[Annotation]:
        """Return the result of `latest` from all revisions of a round that were read already."""
        with self._database.read() as connection:
            return counting_among(connection, round_id, revisions)

    def latest_of(self, annotator_id: str, round_id: str) -> list[Annotation]:
        """Return a person's answers in a round that count, by item and occasion."""
        with self._database.read() as connection:
            return _latest(connection, and_(_N.round_id == round_id, _N.annotator_id == annotator_id))

    def is_open_again(self, round_id: str, item_id: str) -> bool:
        """Return whether an answer or a skip of an item in an open round was withdrawn or reopened."""
        query = (
            select(_A.item_id)
            .join(t.rounds, t.rounds.c.id == _A.round_id)
            .where(_A.round_id == round_id, _A.item_id == item_id, _A.occasion == _FIRST, _A.acts > 0)
            .where(_A.status.in_(("pending", "leased")), t.rounds.c.status == Status.OPEN.value)
            .limit(1)
        )
        with self._database.read() as connection:
            return connection.execute(query).first() is not None

    def any_answer(self, round_id: str) -> bool:
        """Return whether a round has an answer that counts."""
        query = select(_A.item_id).where(_A.round_id == round_id, _A.status == "submitted").limit(1)
        with self._database.read() as connection:
            return connection.execute(query).first() is not None

    def revisions(self, round_id: str) -> list[Annotation]:
        """Return every revision of every answer of a round, by item, annotator, occasion, revision."""
        query = (
            select(t.answers)
            .where(_N.round_id == round_id, q.OF_ROUND)
            .order_by(_N.item_id, _N.annotator_id, _N.occasion, _N.revision)
        )
        with self._database.read() as connection:
            return [*read_annotations(connection, query)]

    def history(self, key: AssignmentKey) -> list[Annotation]:
        """Return the revisions of one assignment's answer."""
        mine = [_N[name] == value for name, value in to_row(key).items()]
        query = select(t.answers).where(*mine).order_by(_N.revision)
        return [read_annotation(row) for row in self._database.rows(query)]

    def assignments(self, round_id: str, status: Work | None = None) -> list[Assignment]:
        """Return the assignments of a round, or those of one status, by annotator then position."""
        query = select(t.assignments).where(_A.round_id == round_id).order_by(_A.annotator_id, _A.position)
        if status is not None:
            query = query.where(_A.status == status.value)
        return [read_assignment(row) for row in self._database.rows(query)]

    def desk_state(self, key: AssignmentKey) -> DeskState:
        """Return the drafts, the last answer and the progress that go with an assignment's screen."""
        with self._database.read() as connection:
            return desk_state(connection, q.ASSIGNMENT.row(connection, q.its(key)))

    def progress(self, round_id: str) -> list[Progress]:
        """Return how far each annotator of a round is."""
        with self._database.read() as connection:
            return count_progress(connection, round_id)

    def coverage(self, round_id: str) -> list[ItemCoverage]:
        """Return how far each item of a round is."""
        with self._database.read() as connection:
            return count_coverage(connection, round_id)

    def waiting(self, annotator_id: str) -> list[tuple[Round, int]]:
        """Return the open rounds of open campaigns an annotator is in, with their pending items counted."""
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
            new = keep_answers(connection, round_id, annotations)
            if new:
                note_change(connection, round_id, answers=new)
        return new


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
    status = q.ROUND_STATUS.value(connection, {"its_round_id": round_id})
    if status != Status.OPEN.value:
        raise _closed()


def _closed() -> AloiError:
    return AloiError("aloi.closed", name=Term("this-round"), expected=Term("an-open-round"))


def _next_turn(
    connection: Connection,
    round_id: str,
    annotator_id: str,
    now: datetime,
    lease_seconds: int,
    known_total: int | None = None,
    last: Act | None = None,
) -> tuple[Assignment, DeskState] | None:
    row = lease_next(connection, round_id, annotator_id, now, lease_seconds)
    if row is None:
        return None
    state = desk_state(connection, row, known_total, last)
    ahead = hold_ahead(connection, row, state)
    return read_assignment(row), replace(state, ahead=ahead)


def _assignment(connection: Connection, key: AssignmentKey) -> Row:
    """Return an annotator's assignment of an open round, or raise AloiError."""
    return _opened(q.LOCKED_ASSIGNMENT.first(connection, q.its(key)))


def _opened(row: Row | None) -> Row:
    """Return the row of an assignment of an open round, or raise AloiError."""
    if row is None:
        raise not_assigned()
    if row["round_status"] != Status.OPEN.value:
        raise _closed()
    return row
