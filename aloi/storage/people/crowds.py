"""Crowds: rounds whose annotators come by a link, their places, and the ids of a platform."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from aloi.annotation.model import Assignment, AssignmentKey, Role, SkipReason, Work
from aloi.base.records import from_json, to_json, to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers.offers import (
    add_assignments,
    attention_items,
    change,
    give_back,
    let_go,
    release_expired,
    take,
)
from aloi.storage.answers.statements import lock_round
from aloi.storage.answers.submission import skip
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.people.people import free_pseudonym, insert_person
from aloi.storage.rows import read_key

SCREENED_OUT = "screened out"  # the note of the skips that withdraw the answers
_PREFIX = "P"
_FIRST = 1
_A, _C, _P, _N, _I = t.assignments.c, t.crowds.c, t.participants.c, t.answers.c, t.round_items.c


class ParticipantStatus(StrEnum):
    """The state of a participant; a place is taken by those who started or finished."""

    STARTED = "started"
    FINISHED = "finished"
    SCREENED_OUT = "screened_out"
    TIMED_OUT = "timed_out"


_TAKES_PLACE = (ParticipantStatus.STARTED.value, ParticipantStatus.FINISHED.value)


@dataclass(frozen=True, slots=True)
class CrowdSettings:
    """The settings of a crowd.

    Parameters
    ----------
    parameters : tuple of str
        The names of the ids in the link: participant, study, session.
    closes : date or None
        The last day, in UTC, on which people may start.
    """

    items_per_person: int
    places: int
    allowed_failures: int
    parameters: tuple[str, str, str]
    completion_code: str | None
    completion_url: str | None
    screened_out_code: str | None
    return_url: str | None
    consent: str
    closes: date | None
    seed: int


@dataclass(frozen=True, slots=True)
class Crowd:
    """A round whose annotators come by a link; `attention` has the accepted answers by item."""

    round_id: str
    token: str
    settings: CrowdSettings
    attention: Mapping[str, Json]
    closed: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class VisitorIds:
    """The ids of a link; `participant_hash` is a keyed hash by which a participant is recognised."""

    participant: str
    study: str
    session: str
    participant_hash: str


@dataclass(frozen=True, slots=True)
class Participant:
    """A person who came by the link of a crowd; the ids are None once a manager deleted them.

    `sessions` counts the sessions of the platform in which the person came.
    """

    person_id: str
    round_id: str
    participant: str | None
    study: str | None
    session: str | None
    sessions: int
    status: ParticipantStatus
    started_at: datetime
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ParticipantRow:
    """A participant with counts: answers that count, skips, attention items answered and failed.

    `left_out` counts the answers that were withdrawn when the person was screened out.
    """

    participant: Participant
    pseudonym: str
    answers: int
    skips: int
    attention: int
    failures: int
    left_out: int


class Crowds(StorePart):
    """Crowds and their participants. Ids of a platform are in no other table, no log and no archive."""

    def add(self, crowd: Crowd) -> None:
        """Store a new crowd."""
        with self._database.write() as connection:
            row = to_row(crowd, settings=to_json(crowd.settings), attention=dict(crowd.attention))
            connection.execute(insert(t.crowds), row)

    def of_round(self, round_id: str) -> Crowd | None:
        """Return the crowd of a round; None if its annotators have accounts."""
        return self._crowd(_C.round_id == round_id)

    def with_token(self, token: str) -> Crowd | None:
        """Return the crowd of a link."""
        return self._crowd(_C.token == token)

    def of_campaign(self, campaign_id: str) -> Sequence[Crowd]:
        """Return the crowds of a campaign by the number of the round."""
        r = t.rounds.c
        query = select(t.crowds).join(t.rounds, r.id == _C.round_id).where(r.campaign_id == campaign_id)
        return [from_json(Crowd, row) for row in self._database.rows(query.order_by(r.number))]

    def attention_items(self, campaign_id: str) -> set[str]:
        """Return the attention items of the crowds of a campaign, which are items of no round."""
        with self._database.read() as connection:
            return attention_items(connection, campaign_id)

    def set_closed(self, round_id: str) -> None:
        """Let nobody new in; those who started may finish."""
        with self._database.write() as connection:
            connection.execute(update(t.crowds).where(_C.round_id == round_id).values(closed=True))

    def forget_ids(self, round_id: str) -> int:
        """Delete the ids of participants and return their number; the keyed hash still recognises them."""
        its = and_(_P.round_id == round_id, _P.participant.is_not(None))
        no_ids = {"participant": None, "study": None, "session": None}
        with self._database.write() as connection:
            return connection.execute(update(t.participants).where(its).values(**no_ids)).rowcount

    def participant(self, person_id: str) -> Participant | None:
        """Return the participant of that id; None for people with accounts."""
        with self._database.read() as connection:
            return _participant(connection, _P.person_id == person_id)

    def arrived(self, round_id: str, participant_hash: str) -> Participant | None:
        """Return a participant who came before."""
        with self._database.read() as connection:
            return _participant(
                connection, and_(_P.round_id == round_id, _P.participant_hash == participant_hash)
            )

    def free_places(self, crowd: Crowd, now: datetime) -> int:
        """Return how many places are free, after those of people without an answer for long are freed."""
        with self._database.write() as connection:
            lock_round(connection, crowd.round_id)
            _time_out(connection, crowd.round_id, now)
            return crowd.settings.places - _count_taken(connection, crowd.round_id)

    def admit(
        self, crowd: Crowd, arrival: VisitorIds, now: datetime, lease_seconds: int
    ) -> Participant | None:
        """Return the participant of a link, with a place and leased items; None if no place is free.

        A participant who came before keeps their items, or their end. After a time-out they get a place
        again if one is free.
        """
        its = and_(_P.round_id == crowd.round_id, _P.participant_hash == arrival.participant_hash)
        with self._database.write() as connection:
            lock_round(connection, crowd.round_id)
            _time_out(connection, crowd.round_id, now)
            before = _participant(connection, its)
            if before is not None:
                _note_session(connection, before, arrival)
                if before.status is not ParticipantStatus.TIMED_OUT:
                    return before
            if _count_taken(connection, crowd.round_id) >= crowd.settings.places:
                return None
            person_id = None if before is None else before.person_id
            drawn = _draw(connection, crowd, person_id, arrival.participant_hash)
            if not drawn:
                return None
            if person_id is None:
                pseudonym = free_pseudonym(connection, Role.ANNOTATOR, _PREFIX)
                person_id = insert_person(connection, pseudonym, Role.ANNOTATOR, now, "", None, pseudonym).id
                row = to_row(arrival, person_id=person_id, round_id=crowd.round_id, sessions=1,
                             status=ParticipantStatus.STARTED.value, started_at=now)  # fmt: skip
                connection.execute(insert(t.participants), row)
            else:
                _set(connection, person_id, status=ParticipantStatus.STARTED.value, ended_at=None)
            _lease(connection, crowd, person_id, drawn, now + timedelta(seconds=lease_seconds))
            return _participant(connection, its)

    def settle(self, crowd: Crowd, person_id: str, now: datetime) -> Participant:
        """Return a participant after a look at their answers: they may be screened out, or have finished.

        The answers of a participant who is screened out are withdrawn, and their items go to others.
        """
        its = _P.person_id == person_id
        with self._database.write() as connection:
            lock_round(connection, crowd.round_id)
            _time_out(connection, crowd.round_id, now)
            participant = _participant(connection, its)
            if participant is not None and participant.status is ParticipantStatus.STARTED:
                counts = _attention_counts(connection, crowd).get(person_id, (0, 0))
                if counts[1] > crowd.settings.allowed_failures:
                    _screen_out(connection, crowd, person_id, now)
                elif not _open_assignments(connection, crowd.round_id, person_id):
                    _set(connection, person_id, status=ParticipantStatus.FINISHED.value, ended_at=now)
                participant = _participant(connection, its)
        if participant is None:
            raise ValueError("only participants are settled")
        return participant

    def participants(self, crowd: Crowd) -> list[ParticipantRow]:
        """Return the participants of a crowd with their counts, in the order in which they started."""
        people = select(t.participants, t.people.c.pseudonym).join(t.people, t.people.c.id == _P.person_id)
        left_out = and_(_A.status == "skipped", _A.skip_note == SCREENED_OUT)
        counted = (
            select(_A.annotator_id, _A.status, left_out.label("left_out"), func.count())
            .join(t.round_items, and_(_I.round_id == _A.round_id, _I.item_id == _A.item_id))
            .where(_A.round_id == crowd.round_id)
            .group_by(_A.annotator_id, _A.status, left_out)
        )
        with self._database.snapshot() as connection:
            rows = connection.execute(
                people.where(_P.round_id == crowd.round_id).order_by(_P.started_at, _P.person_id)
            )
            by_person: dict[str, dict[tuple[str, bool], int]] = {}
            people_rows = [dict(row) for row in rows.mappings()]
            for person_id, status, is_left_out, count in connection.execute(counted):
                by_person.setdefault(person_id, {})[status, bool(is_left_out)] = count
            attention = _attention_counts(connection, crowd)
        return [
            ParticipantRow(
                _read(row),
                row["pseudonym"],
                (counts := by_person.get(row["person_id"], {})).get(("submitted", False), 0),
                counts.get(("skipped", False), 0),
                *attention.get(row["person_id"], (0, 0)),
                counts.get(("skipped", True), 0),
            )
            for row in people_rows
        ]

    def _crowd(self, its: Any) -> Crowd | None:
        rows = self._database.rows(select(t.crowds).where(its))
        return next((from_json(Crowd, row) for row in rows), None)


def _read(row: Mapping[Any, Any]) -> Participant:
    return from_json(Participant, {**row})


def _participant(connection: Connection, its: Any) -> Participant | None:
    row = connection.execute(select(t.participants).where(its)).mappings().first()
    return None if row is None else _read(row)


def _set(connection: Connection, person_id: str, **values: object) -> None:
    connection.execute(update(t.participants).where(_P.person_id == person_id).values(**values))


def _note_session(connection: Connection, before: Participant, arrival: VisitorIds) -> None:
    """Count another session of a participant, with its ids unless they were deleted."""
    if before.participant is not None and arrival.session and arrival.session != before.session:
        ids = {"study": arrival.study, "session": arrival.session}
        _set(connection, before.person_id, sessions=before.sessions + 1, **ids)


def _count_taken(connection: Connection, round_id: str) -> int:
    query = select(func.count()).where(_P.round_id == round_id, _P.status.in_(_TAKES_PLACE))
    return int(connection.execute(query).scalar_one())


def _draw(
    connection: Connection, crowd: Crowd, person_id: str | None, participant_hash: str
) -> list[tuple[str, bool]]:
    """Return the items of a participant in their order, each with whether it is of the round.

    The items that need most answers come first, so that the last participants find as many as the first.
    """
    seed = crowd.settings.seed
    mine = and_(_A.round_id == crowd.round_id, _A.annotator_id == person_id)
    assigned = set(connection.execute(select(_A.item_id).where(mine)).scalars())
    left = crowd.settings.items_per_person - len(assigned - crowd.attention.keys())
    query = select(_I.item_id, (_I.wanted - _I.taken).label("left"))
    rows = connection.execute(query.where(_I.round_id == crowd.round_id, _I.taken < _I.wanted)).all()
    free = [row for row in rows if row.item_id not in assigned]
    free.sort(key=lambda row: (-row.left, _shuffled(seed, participant_hash, row.item_id)))
    drawn = [(row.item_id, True) for row in free[: max(0, left)]]
    if not drawn and not assigned:
        return []
    drawn += [(item_id, False) for item_id in crowd.attention if item_id not in assigned]
    return sorted(drawn, key=lambda pair: _shuffled(seed, "position", participant_hash, pair[0]))


def _shuffled(*parts: object) -> bytes:
    return hashlib.sha256("|".join(map(str, parts)).encode()).digest()


def _lease(
    connection: Connection,
    crowd: Crowd,
    person_id: str,
    drawn: Iterable[tuple[str, bool]],
    until: datetime,
) -> None:
    """Lease items to a participant, who holds their places until then."""
    assignments = []
    for position, (item_id, is_of_round) in enumerate(drawn):
        if is_of_round:
            take(connection, crowd.round_id, item_id)
        key = AssignmentKey(crowd.round_id, item_id, person_id, _FIRST)
        assignments.append(Assignment(key, position, Work.LEASED, lease_expires=until))
    add_assignments(connection, crowd.round_id, [(person_id, assignments)])
    note_change(connection, crowd.round_id)


def _time_out(connection: Connection, round_id: str, now: datetime) -> None:
    """End the time of participants whose leases ran out; their other items and their places are free."""
    release_expired(connection, round_id, now)
    pending = (
        select(_A.annotator_id)
        .join(t.participants, _P.person_id == _A.annotator_id)
        .where(_A.round_id == round_id, _A.status == "pending", _P.status == ParticipantStatus.STARTED.value)
        .distinct()
    )
    for person_id in connection.execute(pending).scalars().all():
        mine = and_(_A.round_id == round_id, _A.annotator_id == person_id)
        _let_go(connection, round_id, mine, now)
        _set(connection, person_id, status=ParticipantStatus.TIMED_OUT.value, ended_at=now)


def _let_go(connection: Connection, round_id: str, mine: Any, now: datetime) -> None:
    """End the assignments of a participant that are neither answered nor skipped."""
    leased = select(t.assignments).where(mine, _A.status == "leased")
    for row in connection.execute(leased).mappings().all():
        give_back(connection, round_id, row["item_id"])
        change(connection, read_key(row), status="pending", lease_expires=None)
    let_go(connection, round_id, and_(mine, _A.status == "pending"), now)
    note_change(connection, round_id)


def _screen_out(connection: Connection, crowd: Crowd, person_id: str, now: datetime) -> None:
    mine = and_(_A.round_id == crowd.round_id, _A.annotator_id == person_id)
    _let_go(connection, crowd.round_id, mine, now)
    for row in (
        connection.execute(select(t.assignments).where(mine, _A.status == "submitted")).mappings().all()
    ):
        if row["item_id"] not in crowd.attention:
            skip(connection, row, uuid.uuid4().hex, SkipReason.OTHER, SCREENED_OUT, now)  # type: ignore[arg-type]
    _set(connection, person_id, status=ParticipantStatus.SCREENED_OUT.value, ended_at=now)


def _open_assignments(connection: Connection, round_id: str, person_id: str) -> bool:
    mine = and_(_A.round_id == round_id, _A.annotator_id == person_id, _A.status.in_(("pending", "leased")))
    return connection.execute(select(_A.item_id).where(mine).limit(1)).first() is not None


def _attention_counts(connection: Connection, crowd: Crowd) -> dict[str, tuple[int, int]]:
    """Return how many attention items each participant answered or skipped, and how many they failed."""
    if not crowd.attention:
        return {}
    its = and_(_A.round_id == crowd.round_id, _A.item_id.in_(list(crowd.attention)))
    same = and_(
        *(_A[name] == _N[name] for name in ("round_id", "item_id", "annotator_id", "occasion")),
        _A.status == "submitted",
    )
    query = (
        select(_A.annotator_id, _A.item_id, _A.status, _N.value)
        .outerjoin(t.answers, same)
        .where(its, _A.status.in_(("submitted", "skipped")))
        .order_by(_N.revision)
    )
    last: dict[tuple[str, str], bool] = {}
    for person_id, item_id, status, value in connection.execute(query):
        accepted = crowd.attention[item_id]
        last[person_id, item_id] = status == "submitted" and value in accepted  # type: ignore[operator]
    counts: dict[str, tuple[int, int]] = {}
    for (person_id, _), is_right in last.items():
        answered, failed = counts.get(person_id, (0, 0))
        counts[person_id] = (answered + 1, failed + (not is_right))
    return counts
