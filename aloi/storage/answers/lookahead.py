"""The item after the one before an annotator: theirs already, so that it can be shown without a wait."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from aloi.annotation.model import Assignment
from aloi.storage.answers import statements as q
from aloi.storage.answers.counts import last_value, saved_at
from aloi.storage.answers.offers import hold, take
from aloi.storage.driver.prepared_statements import Row
from aloi.storage.model import Act, DeskState
from aloi.storage.rows import read_assignment, read_key

_FIRST = 1


def hold_ahead(connection: Connection, before: Any, state: DeskState) -> tuple[Assignment, DeskState] | None:
    """Return what comes after the item before an annotator, held for them as well; None when nothing does.

    It takes a place of its item like any other that is held: nobody is shown an item that others have
    in full. It stands behind the item before, so that a reload shows the two in the same order; what got
    free at an earlier place comes later, as the item before.

    Parameters
    ----------
    before : row
        The assignment before the annotator, as `lease_next` returns it; both leases end with it.
    state : DeskState
        What goes with the screen of the item before.
    """
    until, row = before["lease_expires"], before["behind"]
    if row is None:
        row = _next(connection, before)
        if row is not None and row["occasion"] == _FIRST:
            take(connection, row["round_id"], row["item_id"])
    hold(connection, before if row is None else row, until)
    if row is None:
        return None
    answered = read_key(before)
    leased: Any = {**row, "status": "leased", "lease_expires": until}
    return read_assignment(leased), DeskState(
        last_value(connection, row), row["draft"], row["flag"], row["comment"], state.done + 1, state.total,
        row["acts"], saved_at(row), Act(answered, before["acts"] + 1),
    )  # fmt: skip


def _next(connection: Connection, before: Any) -> Row | None:
    """Return the first pending assignment behind another that may be offered."""
    mine = {
        "its_round_id": before["round_id"],
        "its_annotator_id": before["annotator_id"],
        "after": before["position"],
    }
    cap = before["cap"]
    full = cap is not None and q.COUNT_TAKEN.value(connection, mine) >= cap
    return (q.AHEAD_REPEAT if full else q.AHEAD).first(connection, mine)
