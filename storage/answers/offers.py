"""What is offered to whom: leases, and the places of items that they take and free."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, MappingResult, update

from aloi.errors import AloiError
from aloi.records import to_row
from annotation.model import AssignmentKey, Status
from storage import tables as t
from storage.answers import statements as q
from storage.rows import read_key

_A = t.assignments.c
_FIRST = 1


def lease_next(
    connection: Connection, round_id: str, annotator_id: str, now: datetime, lease_seconds: int
) -> Any:
    """Return the row of the assignment before an annotator, leased; None when nothing may be offered."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    row = connection.execute(q.HELD_IN_ROUND, mine).mappings().first()
    if row is None or row["round_status"] != Status.OPEN.value:
        return None
    done, cap = row["done"], row["cap"]
    if row["item_id"] is None:
        row = q.next_offered(connection, round_id, annotator_id, cap)
        if row is None and release_expired(connection, round_id, now):
            row = q.next_offered(connection, round_id, annotator_id, cap)
        if row is None:
            return None
        if row["occasion"] == _FIRST:
            take(connection, round_id, row["item_id"])
    until = now + timedelta(seconds=lease_seconds)
    connection.execute(q.LEASE, {**q.its(read_key(row)), "until": until})
    return {**row, "status": "leased", "lease_expires": until, "done": done, "cap": cap}


def release_expired(connection: Connection, round_id: str, now: datetime) -> bool:
    """Put leases that ran out back to pending and free their places; return whether there were any."""
    expired = connection.execute(q.EXPIRED, {"its_round_id": round_id, "now": now}).mappings().all()
    for row in expired:
        if row["occasion"] == _FIRST:
            give_back(connection, round_id, row["item_id"])
        change(connection, read_key(row), status="pending", lease_expires=None)
    return bool(expired)


def held(connection: Connection, round_id: str, annotator_id: str) -> MappingResult:
    """Return the assignments somebody holds now, in their order."""
    mine = {"its_round_id": round_id, "its_annotator_id": annotator_id}
    return connection.execute(q.HELD, mine).mappings()


def take(connection: Connection, round_id: str, item_id: str) -> None:
    """Take a place of an item, or raise AloiError when others have them all."""
    if not has_taken(connection, round_id, item_id):
        raise AloiError("storage.item-given-others-meanwhile-all")


def has_taken(connection: Connection, round_id: str, item_id: str) -> bool:
    """Take a place of an item if one is left; return whether there was one."""
    return bool(connection.execute(q.TAKE_FREE, {"its_round_id": round_id, "its_item_id": item_id}).rowcount)


def give_back(connection: Connection, round_id: str, item_id: str) -> None:
    """Free the place somebody held or answered in."""
    connection.execute(q.GIVE_BACK, {"its_round_id": round_id, "its_item_id": item_id})


def change(connection: Connection, key: AssignmentKey, **values: object) -> None:
    """Change columns of an assignment."""
    its_own = (_A[name] == value for name, value in to_row(key).items())
    connection.execute(update(t.assignments).where(*its_own).values(**values))
