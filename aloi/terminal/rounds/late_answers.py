"""Answers that came too late: `aloi round late`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, listed, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.queries import ListLateRequest
from aloi.workbench.requests.rounds import LeaveLateRequest, TakeLateRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("late", cls=Group)
def late() -> None:
    """Accept or reject answers that arrived after the round was closed or the item was reassigned."""


@late.command("list")
@request_options(ListLateRequest)
@with_store
def list_(store: Store, request: ListLateRequest) -> Answer:
    """List the late answers of a round: annotator, time, reason, and the current answer."""
    from aloi.workbench.rounds.late_answers import late_answers

    rows = [
        {
            "id": late_answer.event_id,
            "item_id": late_answer.item.id,
            "annotator": late_answer.pseudonym,
            "at": late_answer.late.answer.created_at,
            "why": late_answer.late.why,
            "answer": late_answer.described,
            "stands": late_answer.stands,
            "decision": late_answer.late.decision,
            "value": late_answer.late.answer.value,
            "flag": late_answer.late.answer.flag,
            "note": late_answer.late.answer.comment,
        }
        for late_answer in late_answers(store, request.campaign, request.round, decided=request.decided)
    ]
    plain = [
        {**row, "id": str(row["id"])[:8], "at": f"{row['at']:%Y-%m-%d %H:%M}", "stands": row["stands"] or "-",
         "decision": row["decision"] or "-"}
        for row in rows
    ]  # fmt: skip
    names = ("id", "item_id", "annotator", "at", "why", "answer", "stands", "decision")
    return Answer(rows, listed(plain, *names) if rows else ["no late answer"])


@late.command("take")
@request_options(TakeLateRequest)
@with_store
def take_(store: Store, request: TakeLateRequest) -> Answer:
    """Accept late answers: those with these ids (or unique beginnings), or all."""
    from aloi.workbench.rounds.late_answers import take

    return stated({"taken": take(store, request, now())})


@late.command("leave")
@request_options(LeaveLateRequest)
@with_store
def leave_(store: Store, request: LeaveLateRequest) -> Answer:
    """Reject late answers; they stay in the log and can still be accepted."""
    from aloi.workbench.rounds.late_answers import leave

    return stated({"left": leave(store, request, now())})
