"""The event log as a part of the store: its heads, and its check by entry and against the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, or_, select, union_all
from sqlalchemy.sql.expression import literal

from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import STORE, ReadEntry, canonical, last_of
from aloi.storage.event_log.replaying import (
    OPEN,
    SKIPPED,
    SUBMITTED,
    AssignmentState,
    Decided,
    Replay,
    ReplayKey,
    plain_stand,
)
from aloi.storage.event_log.row_hashes import (
    ACCOUNTS,
    ACTS,
    CORRECTIONS,
    DECIDED,
    EXPORTS,
    GOLD_VALUES,
    OF_CAMPAIGNS,
    OF_ROUNDS,
    OPENING,
    TERMS,
    Covered,
    read_rows,
    read_values,
)
from aloi.storage.model import Problem

_L = t.event_log.c
_LOG = t.event_log.name
_NOTHING = AssignmentState(OPEN, 0)  # of an assignment that nobody acted on
_ELSEWHERE = "is not in the state that the event log leads to."
_STANDS = ("item_id", "annotator_id", "occasion", "status", "acts", "skip_reason", "skip_note")


def find_log_problems(connection: Connection, chains: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield the problems of the log, and its differences from tables; of some chains or all."""
    rounds = [*connection.execute(select(t.rounds.c.id).order_by(t.rounds.c.id)).scalars()]
    campaigns = [*connection.execute(select(t.campaigns.c.id).order_by(t.campaigns.c.id)).scalars()]
    reconstructed: set[str] = set()
    for round_id in rounds:
        if chains is None or round_id in chains:
            replay = yield from _verified(connection, round_id)
            yield from _round(connection, round_id, replay)
            if replay.reconstructed:
                reconstructed.add(round_id)
    for campaign_id in campaigns:
        if chains is None or campaign_id in chains:
            replay = yield from _verified(connection, campaign_id)
            for covered in OF_CAMPAIGNS:
                its = covered.table.c.campaign_id == campaign_id
                yield from _rows(connection, covered, campaign_id, replay, its)
            its = GOLD_VALUES.table.c.campaign_id == campaign_id
            yield from _rows(connection, GOLD_VALUES, campaign_id, replay, its, told_alone=True)
            yield from _quotes(connection, campaign_id, reconstructed)
    if chains is None:
        replay = yield from _verified(connection, STORE)
        yield from _rows(connection, CORRECTIONS, STORE, replay)
        for covered in (EXPORTS, TERMS, ACCOUNTS):
            yield from _rows(connection, covered, STORE, replay, told_alone=True)
        known_chains = {*rounds, *campaigns, STORE}
        for chain in sorted({*connection.execute(select(_L.chain).distinct()).scalars()} - known_chains):
            yield Problem(_LOG, chain, "tells of a round or a campaign that is not there.")


def replay_of(connection: Connection, chain: str) -> Replay:
    """Return the replay of a chain, whether it is intact or not."""
    replay = Replay()
    for entry in _entries(connection, chain):
        replay.take(entry)
    return replay


def _entries(connection: Connection, chain: str) -> Iterator[ReadEntry]:
    rows = read_values(connection, t.event_log, ReadEntry._fields, _L.chain == chain, by=(_L.number,))
    return map(ReadEntry._make, rows)


def _verified(connection: Connection, chain: str) -> Generator[Problem, None, Replay]:
    """Yield the invalid entries of a chain, and return its replay.

    The previous hash of an entry may be the stored or the recomputed hash of the entry before it. This way,
    if two entries do not match, the changed one is named.
    """
    replay = Replay()
    number, before, should = 0, "", ""
    for entry in _entries(connection, chain):
        number += 1
        expected_hash = entry.made_hash(before)
        if entry.number != number:
            problem = f"is at the position of event {number} of its chain."
            yield Problem(_LOG, f"{chain}/{entry.number}", problem)
            number, before, should = entry.number, entry.hash, entry.hash
        elif entry.hash == expected_hash or (should != before and entry.hash == entry.made_hash(should)):
            before = should = entry.hash
        else:
            problem = "is not what was recorded: its hash is not that of its content."
            yield Problem(_LOG, f"{chain}/{number}", problem)
            before, should = str(entry.hash), expected_hash
        replay.take(entry)
    return replay


def _rows(
    connection: Connection,
    covered: Covered,
    chain: str,
    replay: Replay,
    *where: Any,
    told_alone: bool = False,
) -> Iterator[Problem]:
    """Yield the rows that differ from the log, those that the log does not have, and those that are missing.

    With `told_alone` nothing is said of rows that it does not know.
    """
    recorded_rows = replay.content_of(covered.kinds)
    places = [covered.columns.index(name) for name in covered.ref]
    for values in covered.read(connection, *where):
        content = covered.hash_read(values)
        ref = "/".join([str(values[place]) for place in places]) if places else content
        number, recorded = recorded_rows.pop(ref, (0, None))
        if recorded == content or (told_alone and recorded is None):
            continue
        row = dict(zip(covered.columns, values, strict=True))
        its_id = "/".join(str(row.get(one.name)) for one in covered.table.primary_key if one.name != "answer")
        problem = f"is not what was recorded: its content differs from event {chain}/{number}."
        yield Problem(covered.name, its_id, problem if recorded else "is not in the event log.")
    for number, _ in recorded_rows.values():
        yield Problem(_LOG, f"{chain}/{number}", f"tells of a row of {covered.name} that is gone or changed.")


def _round(connection: Connection, round_id: str, replay: Replay) -> Iterator[Problem]:
    """Yield the differences between the tables of a round and its chain."""
    r = t.rounds.c
    columns = [r[name] for name in (*OPENING, "status")]
    row = connection.execute(select(*columns).where(r.id == round_id)).mappings().first()
    if row is None:  # the bytes of its id are no UTF-8, which is reported as such
        return
    opening = {name: replay.opening.get(name) for name in OPENING}
    if opening != {name: row[name] for name in OPENING} or replay.status != row["status"]:
        yield Problem("rounds", round_id, "is not what the event log tells of it.")
    for covered in OF_ROUNDS:
        yield from _rows(connection, covered, round_id, replay, covered.table.c.round_id == round_id)
    yield from _acts(connection, round_id, replay)
    yield from _decisions(connection, round_id, replay)
    yield from _stands(connection, round_id, replay)


def _acts(connection: Connection, round_id: str, replay: Replay) -> Iterator[Problem]:
    recorded_acts = dict(replay.events)
    for row in read_rows(connection, t.events, ACTS, t.events.c.round_id == round_id):
        number, *recorded = recorded_acts.pop(row["event_id"], (0, None))
        assignment = (row["item_id"], row["annotator_id"], row["occasion"])
        if recorded != [row["kind"], assignment, row["created_at"]]:
            yield Problem("events", row["event_id"], f"is not what event {round_id}/{number} tells.")
    for number, *_ in recorded_acts.values():
        yield Problem(_LOG, f"{round_id}/{number}", "tells of a row of events that is gone.")


def _decisions(connection: Connection, round_id: str, replay: Replay) -> Iterator[Problem]:
    recorded_decisions = dict(replay.late)
    late = t.late_answers.c
    for row in read_rows(
        connection, t.late_answers, DECIDED, late.round_id == round_id, late.decision.is_not(None)
    ):
        if recorded_decisions.pop(row["event_id"], None) != Decided(
            row["decision"], row["decided_by"], row["decided_at"]
        ):
            yield Problem("late_answers", row["event_id"], "was not decided on as the event log tells.")
    for event_id in recorded_decisions:
        yield Problem("late_answers", event_id, "was decided on, as the event log tells.")


def _stands(connection: Connection, round_id: str, replay: Replay) -> Iterator[Problem]:
    recorded_states = dict(replay.standings)
    a = t.assignments.c
    acted = or_(a.status.in_((SUBMITTED, SKIPPED)), a.acts.is_distinct_from(0))  # the others are not reported
    for assignment, state in _standing(connection, round_id, acted):
        if recorded_states.pop(assignment, _NOTHING) != state:
            yield Problem("assignments", _id(round_id, assignment), _ELSEWHERE)
    recorded_states = {place: stand for place, stand in recorded_states.items() if stand != _NOTHING}
    for assignment, _ in _standing(connection, round_id) if recorded_states else ():
        if recorded_states.pop(assignment, None) is not None:
            yield Problem("assignments", _id(round_id, assignment), _ELSEWHERE)
    for assignment, state in recorded_states.items():
        if state.status != OPEN:
            yield Problem("assignments", _id(round_id, assignment), "is gone, and the event log tells of it.")


def _standing(
    connection: Connection, round_id: str, *where: ColumnElement[bool]
) -> Iterator[tuple[ReplayKey, AssignmentState]]:
    """Yield the assignments of a round with their states."""
    rows = read_values(connection, t.assignments, _STANDS, t.assignments.c.round_id == round_id, *where)
    for item_id, annotator_id, occasion, status, acts, reason, note in rows:
        yield (item_id, annotator_id, occasion), _assignment_state(status, acts, reason, note)


def _assignment_state(status: Any, acts: Any, reason: Any, note: Any) -> AssignmentState:
    if status == SKIPPED:
        return AssignmentState(SKIPPED, acts, reason, note)
    return plain_stand(SUBMITTED if status == SUBMITTED else OPEN, acts)


def _id(round_id: str, assignment: tuple[Any, ...]) -> str:
    return "/".join(map(str, (round_id, *assignment)))


def _quotes(connection: Connection, campaign_id: str, reconstructed: Collection[str]) -> Iterator[Problem]:
    """Yield the releases that quote an entry missing from the log; chains rebuilt since are excluded."""
    r, rel = t.rounds.c, t.releases.c
    numbered = connection.execute(select(r.number, r.id).where(r.campaign_id == campaign_id))
    ids = {row.number: row.id for row in numbered}
    names = ("id", "manifest")
    for row in read_rows(connection, t.releases, names, rel.campaign_id == campaign_id, by=(rel.place,)):
        quoted = row["manifest"].get("event_log") if isinstance(row["manifest"], dict) else None
        try:
            heads = [
                (ids.get(entry["round"], ""), int(entry["events"]), str(entry["head"]))
                for entry in (quoted["rounds"] if isinstance(quoted, dict) else ())
            ]
        except (KeyError, TypeError, ValueError):
            yield Problem("releases", row["id"], "does not say which events of the log it quotes.")
            continue
        for chain, number, head in heads:
            its = select(_L.hash).where(_L.chain == chain, _L.number == number)
            if chain not in reconstructed and connection.execute(its).scalar() != head:
                problem = f"quotes event {chain}/{number}, which is not the one in the event log."
                yield Problem("releases", row["id"], problem)


@dataclass(frozen=True, slots=True)
class LogHead:
    """The number of events of a log, and one hash over the heads of its chains in the order of their ids."""

    events: int
    head: str


class EventLog(StorePart):
    """The events, entry by entry; each part of the store writes its own with its data."""

    def head(self) -> LogHead:
        """Return the head of the store's log."""
        with self._database.read() as connection:
            return head_of(connection)

    def heads(self, chains: Sequence[str]) -> dict[str, LogHead]:
        """Return the last event of chains, such as those of rounds, by their ids."""
        with self._database.read() as connection:
            return {one: LogHead(*last_of(connection, one)) for one in chains}

    def replay(self, round_id: str) -> Replay:
        """Return the state that follows from the log of a round."""
        with self._database.read() as connection:
            return replay_of(connection, round_id)


def head_of(connection: Connection) -> LogHead:
    """Return the head of a store's log from the last entry of each chain, without reading the others."""
    chains = union_all(
        select(t.rounds.c.id.label("id")), select(t.campaigns.c.id), select(literal(STORE))
    ).subquery()
    log = t.event_log.alias("log").c
    last = select(func.max(log.number)).where(log.chain == chains.c.id).scalar_subquery()
    query = select(_L.chain, _L.number, _L.hash).join(chains, (_L.chain == chains.c.id) & (_L.number == last))
    return head_over({chain: LogHead(number, its) for chain, number, its in connection.execute(query)})


def head_over(heads: Mapping[str, LogHead]) -> LogHead:
    """Return the one head of several chains, by their ids."""
    chain_heads = [[chain, one.events, one.head] for chain, one in sorted(heads.items())]
    return LogHead(
        sum(one.events for one in heads.values()), hashlib.sha256(canonical(chain_heads)).hexdigest()
    )
