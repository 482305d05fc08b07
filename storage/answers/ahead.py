"""The item after the one before an annotator: theirs already, so that it can be shown without a wait."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from annotation.model import Assignment
from storage.answers import statements as q
from storage.answers.counts import last_value, saved_at
from storage.model import Act, DeskState
from storage.rows import read_assignment, read_key

_FIRST = 1


def hold_ahead(
    connection: Connection, before: Any, cap: int | None, until: datetime, state: DeskState
) -> tuple[Assignment, DeskState] | None:
    """Return what comes after the item before an annotator, held for them as well; None when nothing does.

    It takes a place of its item like any other that is held: nobody is shown an item that others have
    in full. It stands behind the item before, so that a reload shows the two in the same order; what got
    free at an earlier place comes later, as the item before.

    Parameters
    ----------
    before : row
        The assignment before the annotator.
    cap : int or None
        How many items of the round somebody may be given at most.
    until : datetime
        When both leases end.
    state : DeskState
        What goes with the screen of the item before.
    """
    mine = {
        "its_round_id": before["round_id"],
        "its_annotator_id": before["annotator_id"],
        "after": before["position"],
    }
    full = cap is not None and connection.execute(q.COUNT_TAKEN, mine).scalar_one() >= cap
    row = connection.execute(q.AHEAD_REPEAT if full else q.AHEAD, mine).mappings().first()
    if row is None:
        return None
    key, answered = read_key(row), read_key(before)
    if row["status"] == "pending" and row["occasion"] == _FIRST:
        connection.execute(q.TAKE_FREE, {"its_round_id": key.round_id, "its_item_id": key.item_id})
    connection.execute(q.LEASE, {**q.its(key), "until": until})
    held: Any = {**row, "status": "leased", "lease_expires": until}
    return read_assignment(held), DeskState(
        last_value(connection, row), row["draft"], row["flag"], row["comment"], state.done + 1, state.total,
        row["acts"], saved_at(row), Act(answered, before["acts"] + 1),
    )  # fmt: skip
