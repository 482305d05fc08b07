"""Progress and coverage of a round, counted from its assignments."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from datetime import datetime
from typing import NoReturn

from sqlalchemy import Connection, select

from aloi.annotation.model import Round
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.campaigns import read_rounds
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.model import Act, DeskState, ItemCoverage, Progress
from aloi.storage.rows import read_key

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_ASSIGNED = ("leased", "submitted")
_FEW = 10
_OFTEN = 10  # answers between two counts, at most a twentieth of the pending items
_PART = 20


def desk_state(
    connection: Connection, row: Row, known_total: int | None = None, last: Act | None = None
) -> DeskState:
    """Return the state of the annotation page for the row of an assignment, with its rank in `done`.

    Counting pending items reads all assignments of the person in the round. With `known_total`, the total
    last shown, they are counted only now and then: more seldom if many are left, and always for the last ten.
    `last` is the last act of the person, if known.
    """
    key = read_key(row)
    value = last_value(connection, row)
    done = row["done"]
    total = known_total
    left = 0 if total is None else total - done
    if total is None or left <= _FEW or done % _pause(left) == 0:
        total = done + _waiting(*_own_tally(connection, key.round_id, key.annotator_id))
    return DeskState(
        value, row["draft"], row["flag"], row["comment"], done, total, row["acts"], saved_at(row),
        last or (last_act(connection, key.round_id, key.annotator_id) if done else None),
    )  # fmt: skip


def _pause(left: int) -> int:
    """Return how many answers lie between two counts: the same over a long stretch, for `done` to meet it."""
    return _OFTEN << max(0, (left // (_OFTEN * _PART)).bit_length() - 1)


def saved_at(row: Row) -> datetime | None:
    """Return when the answer, the draft or the note of an assignment was kept last; None before the first."""
    return max(filter(None, (row["acted_at"], row["draft_at"])), default=None)


def last_act(connection: Connection, round_id: str, annotator_id: str) -> Act | None:
    """Return the last answer or skip of an annotator in a round; None if there is none."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    row = q.LAST_ACT.first(connection, mine)
    return None if row is None else Act(read_key(row), row["acts"])


def last_value(connection: Connection, row: Row) -> Json:
    """Return the last answer to an assignment, even if it was withdrawn; None if there was none."""
    if row["acted_at"] is None:  # only what was acted on has an answer
        return None
    answers = q.VALUES.rows(connection, q.its(read_key(row)))
    return next((one["value"] for one in answers if one["value"] is not None), None)


def count_progress(connection: Connection, round_id: str) -> list[Progress]:
    """Return how far each annotator of a round is, in the order they joined."""
    r = t.round_annotators.c
    people = connection.execute(
        select(r.annotator_id).where(r.round_id == round_id).order_by(r.place)
    ).scalars()
    flagged = Counter(
        connection.execute(select(_A.annotator_id).where(_A.round_id == round_id, _A.flag)).scalars()
    )
    seconds = defaultdict(list)
    timed = select(_N.annotator_id, _N.seconds).where(_N.round_id == round_id, _N.seconds.is_not(None))
    for annotator, value in connection.execute(timed):
        seconds[annotator].append(value)
    progress = []
    for person in people.all():
        tally, cap = _own_tally(connection, round_id, person)
        median = statistics.median(seconds[person]) if seconds[person] else None
        progress.append(
            Progress(
                person,
                tally["submitted"],
                tally["skipped"],
                tally["leased"],
                _waiting(tally, cap),
                flagged[person],
                median,
            )
        )
    return progress


def count_coverage(connection: Connection, round_id: str) -> list[ItemCoverage]:
    """Return how far each item of a round is, in the order of the round."""
    status, cap = connection.execute(
        select(t.rounds.c.status, t.rounds.c.cap).where(t.rounds.c.id == round_id)
    ).first() or _unknown_round(round_id)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    pending: dict[str, set[str]] = defaultdict(set)
    load: Counter[str] = Counter()
    rows = select(_A.item_id, _A.annotator_id, _A.status).where(_A.round_id == round_id, _A.occasion == 1)
    for item, person, state in connection.execute(rows):
        counts[item][state] += 1
        load[person] += state in _ASSIGNED
        if state == "pending":
            pending[item].add(person)
    free = {person for people in pending.values() for person in people if cap is None or load[person] < cap}
    query = select(_I.item_id, _I.wanted, _I.taken).where(_I.round_id == round_id).order_by(_I.place)
    return [
        ItemCoverage(
            item,
            required,
            assigned,
            counts[item]["submitted"],
            counts[item]["skipped"],
            status == "open"
            and (counts[item]["leased"] > 0 or (assigned < required and bool(pending[item] & free))),
        )
        for item, required, assigned in connection.execute(query)
    ]


def _unknown_round(round_id: str) -> NoReturn:
    raise AloiError("aloi.not-found", kind=Term("the-round"), name=repr(round_id))


def count_waiting(connection: Connection, annotator_id: str) -> list[tuple[Round, int]]:
    """Return the open rounds of open campaigns somebody is in, with how many items wait for them."""
    r = t.round_annotators.c
    query = (
        select(t.rounds.c.id)
        .join(t.round_annotators, r.round_id == t.rounds.c.id)
        .join(t.campaigns, t.campaigns.c.id == t.rounds.c.campaign_id)
        .where(r.annotator_id == annotator_id, t.rounds.c.status == "open", t.campaigns.c.status == "open")
        .order_by(t.campaigns.c.place, t.rounds.c.number)
    )
    waiting = []
    for round_id in connection.execute(query).scalars().all():
        tally, cap = _own_tally(connection, round_id, annotator_id)
        count = _waiting(tally, cap)
        if count:
            waiting.append((read_rounds(connection, t.rounds.c.id == round_id, with_items=False)[0], count))
    return waiting


def count_left(connection: Connection, round_id: str, annotator_id: str) -> int:
    """Return how many items of a round may be offered to an annotator, including the leased one."""
    return _waiting(*_own_tally(connection, round_id, annotator_id))


def _own_tally(connection: Connection, round_id: str, annotator_id: str) -> tuple[Counter[str], int | None]:
    """Return how many of an annotator's assignments are in each state, and the round's cap.

    Pending ones count as `offered` (the item needs answers), `repeat` or `full`; `first` counts leased or
    answered ones that are no repeat.
    """
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    tally: Counter[str] = Counter()
    rows = q.TALLY.rows(connection, mine)
    for row in rows:
        tally[row["state"]] += row["count"]
        tally["first"] += row["taken"]
    return tally, rows[0]["cap"] if rows else None


def _waiting(tally: Counter[str], cap: int | None) -> int:
    """Return how many items may be offered to an annotator, including the leased one."""
    offered = tally["offered"] if cap is None else min(tally["offered"], max(0, cap - tally["first"]))
    repeats = min(tally["repeat"], tally["first"] + offered)
    return tally["leased"] + offered + repeats
