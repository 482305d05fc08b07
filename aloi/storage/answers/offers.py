"""Offers of items to annotators: leases, and the counts of answers that leases use and free."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from aloi.annotation.model import Assignment, AssignmentKey, SkipReason, Status
from aloi.base.errors import AloiError
from aloi.base.records import to_row
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.event_log.entries import EventKind, LogEntry, about, record
from aloi.storage.members import let_in
from aloi.storage.rows import assignment_columns, insert_rows, read_key

_A = t.assignments.c
_FIRST = 1


def lease_next(
    connection: Connection, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
) -> Any:
    """Return the row of the current assignment of an annotator, leased; None if no item may be offered.

    An assignment that was already leased keeps the end of its lease until `hold` is called. `behind` is the
    row of the next assignment leased to them, None if there is none.
    """
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    rows = q.HELD_IN_ROUND.rows(connection, mine)
    if not rows or rows[0]["round_status"] != Status.OPEN.value:
        return None
    row: Any = rows[0]
    behind = rows[1] if len(rows) > 1 else None
    done, cap = row["done"], row["cap"]
    until = now + timedelta(seconds=lease_seconds)
    if row["item_id"] is None:
        row = q.next_offered(connection, round_id, annotator_id, cap)
        if row is None and release_expired(connection, round_id, now):
            row = q.next_offered(connection, round_id, annotator_id, cap)
        if row is None:
            return None
        if row["occasion"] == _FIRST:
            take(connection, round_id, row["item_id"])
        q.LEASE.run(connection, {**q.its(read_key(row)), "until": until})
    leased = {"status": "leased", "lease_expires": until}
    return {**row, **leased, "done": done, "cap": cap, "behind": behind}


def hold(connection: Connection, row: Any, until: datetime) -> None:
    """Lease an assignment to an annotator, and extend for as long their other leases in the round."""
    q.LEASE_AND_RENEW.run(connection, {**q.its(read_key(row)), "until": until})


def release_expired(connection: Connection, round_id: str, now: datetime) -> bool:
    """Put leases that ran out back to pending and free their places; return whether there were any."""
    expired = q.EXPIRED.rows(connection, {"its_round_id": round_id, "now": now})
    for row in expired:
        if row["occasion"] == _FIRST:
            give_back(connection, round_id, row["item_id"])
        change(connection, read_key(row), status="pending", lease_expires=None)
    return bool(expired)


def leased_rows(connection: Connection, round_id: str, annotator_id: str) -> Sequence[Row]:
    """Return the assignments leased to an annotator now, in order."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    return q.LEASED.rows(connection, mine)


def take(connection: Connection, round_id: str, item_id: str) -> None:
    """Take a place of an item, or raise AloiError when others have them all."""
    if not has_taken(connection, round_id, item_id):
        raise AloiError(
            "aloi.value",
            name=Term("this-item"),
            value=Term("given-to-others"),
            expected=Term("item-that-still"),
            todo=Term("continue-with-the-next"),
        )


def has_taken(connection: Connection, round_id: str, item_id: str) -> bool:
    """Take a place of an item; return whether one was left. Attention items have no places."""
    its = {"its_round_id": round_id, "its_item_id": item_id}
    return bool(q.TAKE_FREE.run(connection, its)) or q.ROUND_ITEM.first(connection, its) is None


def give_back(connection: Connection, round_id: str, item_id: str) -> None:
    """Free the count of an item that a lease or an answer used."""
    q.GIVE_BACK.run(connection, {"its_round_id": round_id, "its_item_id": item_id})


def change(connection: Connection, key: AssignmentKey, **values: object) -> None:
    """Change columns of an assignment."""
    its_own = (_A[name] == value for name, value in to_row(key).items())
    connection.execute(update(t.assignments).where(*its_own).values(**values))


def join(connection: Connection, round_id: str, annotator_id: str, position: int) -> None:
    """Make somebody one of the annotators of a round, and a member of its campaign."""
    connection.execute(
        insert(t.round_annotators), {"round_id": round_id, "annotator_id": annotator_id, "place": position}
    )
    of_round = select(t.rounds.c.campaign_id).where(t.rounds.c.id == round_id)
    let_in(connection, connection.execute(of_round).scalar_one(), [annotator_id])


def add_assignments(
    connection: Connection, round_id: str, by_person: Sequence[tuple[str, Sequence[Assignment]]]
) -> int:
    """Return how many assignments are new; people, each named once, who are not in the round yet join it."""
    r, a = t.round_annotators.c, t.assignments.c
    inside = list(connection.execute(select(r.annotator_id).where(r.round_id == round_id)).scalars())
    rows = []
    for annotator, assignments in by_person:
        if annotator not in inside:
            join(connection, round_id, annotator, len(inside))
            inside.append(annotator)
        assigned = connection.execute(
            select(a.item_id, a.occasion).where(a.round_id == round_id, a.annotator_id == annotator)
        )
        assigned_keys = {(row.item_id, row.occasion) for row in assigned}
        after = connection.execute(
            select(func.coalesce(func.max(a.position) + 1, 0)).where(
                a.round_id == round_id, a.annotator_id == annotator
            )
        ).scalar_one()
        rows += [
            {**assignment_columns(assignment), "position": after + assignment.position}
            for assignment in assignments
            if (assignment.key.item_id, assignment.key.occasion) not in assigned_keys
        ]
    if rows:
        insert_rows(connection, t.assignments, rows)
    return len(rows)


def let_go(connection: Connection, round_id: str, mine: Any, now: datetime | None) -> None:
    """Delete pending assignments; one with an answer, withdrawn or requested again, is skipped instead."""
    a, n = t.assignments.c, t.answers.c
    names = ("round_id", "item_id", "annotator_id", "occasion")
    answered = select(n.item_id).where(*(n[name] == a[name] for name in names)).exists()
    skipped = {
        "status": "skipped",
        "skip_reason": SkipReason.OTHER.value,
        "lease_expires": None,
        "draft": None,
    }
    reason: Json = {"reason": SkipReason.OTHER.value, "note": None}
    acted = select(t.assignments, answered.label("answered")).where(mine, or_(answered, a.acts > 0))
    done = []
    for row in connection.execute(acted).mappings().all():
        kind = EventKind.LET_GO if row["answered"] else EventKind.WITHDRAWN
        entry_values = {"acts": row["acts"], "details": reason if row["answered"] else None}
        done.append(LogEntry(kind, now, **about(read_key(row)), **entry_values))
    record(connection, round_id, *done)
    connection.execute(update(t.assignments).where(mine, answered).values(**skipped, skip_note=None))
    connection.execute(delete(t.assignments).where(mine))


def lower_wanted(connection: Connection, round_id: str) -> None:
    """Lower the answers needed of an item to what its remaining annotators can give.

    A crowd has no remaining annotators: others may come.
    """
    its_crowd = select(t.crowds.c.round_id).where(t.crowds.c.round_id == round_id)
    if connection.execute(its_crowd).first() is not None:
        return
    i, a = t.round_items.c, t.assignments.c
    possible = (
        select(func.count())
        .where(a.round_id == i.round_id, a.item_id == i.item_id, a.occasion == 1, a.status != "skipped")
        .scalar_subquery()
    )
    connection.execute(
        update(t.round_items).where(i.round_id == round_id, i.wanted > possible).values(wanted=possible)
    )


def attention_items(connection: Connection, campaign_id: str) -> set[str]:
    """Return the attention items of the crowds of a campaign."""
    r, c = t.rounds.c, t.crowds.c
    query = select(c.attention).join(t.rounds, r.id == c.round_id).where(r.campaign_id == campaign_id)
    return {item_id for attention in connection.execute(query).scalars() for item_id in attention}
