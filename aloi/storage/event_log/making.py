"""Chains rebuilt from rows: for stores and archives without a log, and if ids have changed.

The first entry of a rebuilt chain says that it was rebuilt. Next in the chain of a round are its opening and
the events of its rows by time: undated ones first, then by item, annotator, occasion, revision. If these do
not lead to the current state of an assignment, one more entry records that state. The chain of a campaign or
of the store has the events of its rows by time. The same rows give the same chain.

Unknown in a rebuilt chain are the reasons of earlier skips, and when and by whom a round was opened or
closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, or_, select

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.event_log.entries import STORE, EventKind, Head, LogEntry, last_of, record, rows_after
from aloi.storage.event_log.replaying import OPEN, SKIPPED, SUBMITTED, AssignmentState, ReplayKey, stand_after
from aloi.storage.event_log.row_hashes import (
    ACTS,
    ANSWERS,
    CORRECTIONS,
    DECIDED,
    DECISIONS,
    EXPORTS,
    LATE,
    OF_CAMPAIGNS,
    OPENING,
    Covered,
    opening,
    read_rows,
    read_time,
)
from aloi.storage.rows import in_parts

_RULE = 1
_ACTS = (EventKind.SKIP, EventKind.UNDO)
_A = t.assignments.c
_R = t.rounds.c
_Sorted: TypeAlias = tuple[tuple[Any, ...], LogEntry]


def make_all(connection: Connection, why: Mapping[str, Json]) -> None:
    """Build the chain of every round, every campaign and the store; `why` is in their first entries."""
    for round_id in connection.execute(select(_R.id).order_by(_R.id)).scalars().all():
        make_round(connection, round_id, why)
    campaigns = select(t.campaigns.c.id).order_by(t.campaigns.c.id)
    for campaign_id in connection.execute(campaigns).scalars().all():
        make_campaign(connection, campaign_id, why)
    of_store = [
        each
        for rank, covered in enumerate((CORRECTIONS, EXPORTS))
        for each in _of_table(connection, covered, rank)
    ]
    _make(connection, STORE, [event for _, event in sorted(of_store, key=itemgetter(0))], why)


def make_round(connection: Connection, round_id: str, why: Mapping[str, Json]) -> None:
    """Build the chain of a round."""
    columns = [_R[name] for name in (*OPENING, "status")]
    row = connection.execute(select(*columns).where(_R.id == round_id)).mappings().one()
    opened = LogEntry(EventKind.OPENED, details=opening(row))
    events = [event for _, event in sorted(_history(connection, round_id), key=itemgetter(0))]
    _make(connection, round_id, [opened, *_standing(connection, round_id, events)], why)


def make_campaign(connection: Connection, campaign_id: str, why: Mapping[str, Json]) -> None:
    """Build the chain of a campaign."""
    rows = [
        each
        for rank, covered in enumerate(OF_CAMPAIGNS)
        for each in _of_table(connection, covered, rank, covered.table.c.campaign_id == campaign_id)
    ]
    _make(connection, campaign_id, [event for _, event in sorted(rows, key=itemgetter(0))], why)


def record_corrections(connection: Connection, after: int) -> None:
    """Record the corrections after a number, imported with an archive, in the log of the store."""
    rows = sorted(_of_table(connection, CORRECTIONS, 0, t.corrections.c.number > after), key=itemgetter(0))
    record(connection, STORE, *(event for _, event in rows))


def make_anew(connection: Connection, why: Mapping[str, Json]) -> None:
    """Rebuild all chains, in place of those that are no longer valid."""
    connection.execute(delete(t.event_log))
    make_all(connection, why)


def _make(connection: Connection, chain: str, events: Sequence[LogEntry], why: Mapping[str, Json]) -> None:
    if not events:
        return
    first = LogEntry(EventKind.CHAIN_MADE, details={"rule": _RULE, **why})
    head = last_of(connection, chain)
    for part in in_parts([first, *events]):
        rows = rows_after(head, chain, part)
        connection.execute(insert(t.event_log), rows)
        head = Head(rows[-1]["number"], rows[-1]["hash"])


def _of_table(connection: Connection, covered: Covered, rank: int, *where: Any) -> Iterable[_Sorted]:
    """Yield an event for each row of a table, with its sort key."""
    for row in covered.read_named(connection, *where):
        content = covered.hash_read(row.values())
        ref = covered.ref_of(row, content)
        by = row.get("by") or (" ".join(row["adjudicators"]) if "adjudicators" in row else None)
        at = row["created_at"]
        key = (str(at or ""), rank, *(str(row[name]).zfill(9) for name in covered.ref), content)
        item = row.get("item_id")
        yield key, LogEntry(covered.kinds[0], _time(at), by, item, ref=ref, content=content)


def _history(connection: Connection, round_id: str) -> Iterable[_Sorted]:
    """Yield the events of the rows of a round, each with its sort key."""
    late = t.late_answers.c
    act_rows = read_rows(connection, t.events, ACTS, t.events.c.round_id == round_id)
    acts = {row["event_id"]: row for row in act_rows if row["kind"] in _ACTS}
    decided_rows = read_rows(
        connection, t.late_answers, DECIDED, late.round_id == round_id, late.decision.is_not(None)
    )
    decided = {row["event_id"]: row for row in decided_rows}
    for row in ANSWERS.read_named(connection, t.answers.c.round_id == round_id):
        ref, at, by, kind = row["event_id"], row["created_at"], None, EventKind.ANSWER
        if ref in acts:
            act = acts.pop(ref)
            kind, at = EventKind(act["kind"]), act["created_at"]
        elif ref in decided:
            decision = decided.pop(ref)
            kind, at, by = EventKind.LATE_TAKEN, decision["decided_at"], decision["decided_by"]
        yield _event(kind, at, by, row, ref, row["revision"], ANSWERS.hash_read(row.values()))
    for ref, row in acts.items():
        yield _event(EventKind(row["kind"]), row["created_at"], None, row, ref)
    for ref, row in decided.items():
        yield _event(EventKind.LATE_LEFT, row["decided_at"], row["decided_by"], row, ref)
    for row in LATE.read_named(connection, late.round_id == round_id):
        yield _event(
            EventKind.LATE, row["created_at"], None, row, row["event_id"], 0, LATE.hash_read(row.values())
        )
    for key, event in _of_table(connection, DECISIONS, 2, t.adjudications.c.round_id == round_id):
        yield (key[0], 2, *key[2:4], 0, 0, key[4]), event


def _event(
    kind: EventKind,
    at: str | None,
    by: str | None,
    row: Mapping[Any, Any],
    ref: str,
    revision: int = 0,
    content: str | None = None,
) -> _Sorted:
    assignment = (row["item_id"], row["annotator_id"], row["occasion"])
    rank = 0 if kind is EventKind.LATE else 1
    return (str(at or ""), rank, *assignment, revision, ref), LogEntry(
        kind, _time(at), by, *assignment, ref, content=content
    )


def _standing(connection: Connection, round_id: str, events: list[LogEntry]) -> list[LogEntry]:
    """Return the events that lead from those of a round to the current state of each assignment."""
    columns = (_A.item_id, _A.annotator_id, _A.occasion, _A.status, _A.acts, _A.skip_reason, _A.skip_note)
    acted = or_(_A.status.in_((SUBMITTED, SKIPPED)), _A.acts > 0)
    stands: dict[ReplayKey, AssignmentState] = {}
    for row in connection.execute(select(*columns).where(_A.round_id == round_id, acted)):
        status = row.status if row.status in (SUBMITTED, SKIPPED) else OPEN
        stands[row.item_id, row.annotator_id, row.occasion] = AssignmentState(
            status, row.acts, row.skip_reason, row.skip_note
        )
    last: dict[ReplayKey, int] = {}
    for number, event in enumerate(events):
        if stand_after(event.kind, None, {}) is not None:
            last[str(event.item_id), str(event.annotator_id), int(event.occasion or 0)] = number
    for assignment in sorted({*stands, *last}):
        state = stands.get(assignment, AssignmentState(OPEN, 0))
        details: dict[str, Json] = {"reason": state.reason, "note": state.note}
        details = details if state.status == SKIPPED else {}
        its = events[last[assignment]] if assignment in last else None
        after = None if its is None else stand_after(its.kind, None, {})
        if its is not None and after is not None and after.status == state.status:
            events[last[assignment]] = replace(its, acts=state.acts, details=details or None)
        else:
            state_details: Json = {"status": state.status, **details}
            events.append(
                LogEntry(EventKind.STANDING, None, None, *assignment, acts=state.acts, details=state_details)
            )
    return events


def _time(at: str | None) -> datetime | None:
    """Return the time of an event; an invalid time is left to the check of its row."""
    text = read_time(at)
    with suppress(TypeError, ValueError):
        return datetime.fromisoformat(text)
    return None
