"""The item after the current one of an annotator, leased in advance so that it can be shown without delay."""

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
    """Return the assignment after the current one, leased to the same annotator; None if there is none.

    It counts as an answer of its item like any other lease: nobody is shown an item that needs no more
    answers. Its position is after the current item, so that a reload shows the two in the same order. Items
    that became free at earlier positions follow later, as current items.

    Parameters
    ----------
    before : row
        The current assignment, as `lease_next` returns it; both leases end with it.
    state : DeskState
        The state of the annotation page of the current item.
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
    """Return the first pending assignment after another one that may be offered."""
    mine = {
        "its_round_id": before["round_id"],
        "its_annotator_id": before["annotator_id"],
        "after": before["position"],
    }
    cap = before["cap"]
    full = cap is not None and q.COUNT_TAKEN.value(connection, mine) >= cap
    return (q.AHEAD_REPEAT if full else q.AHEAD).first(connection, mine)
