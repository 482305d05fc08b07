"""Crowds: `aloi crowd`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import RAW, Answer, Group, listed, now, stated, with_store
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.crowds import (
    CloseCrowdRequest,
    CrowdRequest,
    CrowdStatusRequest,
    ExportCrowdRequest,
    ForgetCrowdRequest,
    ListCrowdsRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = (
    "round", "places", "free", "started", "finished", "screened_out", "timed_out", "median_minutes",
    "left_out", "closed",
)  # fmt: skip
_OF_PERSON = ("participant", "pseudonym", "status", "minutes", "attention", "failures")


@click.group(cls=Group)
def crowd() -> None:
    """Let people annotate who come by a link of a platform: open, list, status, close, export, forget."""


@crowd.command("open")
@request_options(CrowdRequest)
@with_store
def open_(store: Store, request: CrowdRequest) -> Answer:
    """Open a round for people who come by a link, and print the link without the address of the server."""
    from aloi.workbench.crowds.opening import describe_crowd, open_crowd

    state = open_crowd(store, request, by=None, now=now())
    return stated(describe_crowd(state), "round", "link", "places", "items", "answers_per_item")


@crowd.command("list")
@request_options(ListCrowdsRequest)
@with_store
def list_(store: Store, request: ListCrowdsRequest) -> Answer:
    """List the crowds of a campaign with their links and the counts of their participants."""
    from aloi.workbench.crowds.opening import describe_crowd, list_crowds

    rows = [describe_crowd(state) for state in list_crowds(store, request, now())]
    return Answer({"crowds": rows}, listed(rows, *_SHOWN, "link"))


@crowd.command("status")
@request_options(CrowdStatusRequest)
@with_store
def status(store: Store, request: CrowdStatusRequest) -> Answer:
    """Count the participants of a crowd by their state, with the median of the minutes."""
    from aloi.workbench.crowds.opening import crowd_status, describe_crowd

    return stated(describe_crowd(crowd_status(store, request, now())), *_SHOWN, "link")


@crowd.command("close")
@request_options(CloseCrowdRequest)
@with_store
def close(store: Store, request: CloseCrowdRequest) -> Answer:
    """Let nobody new in; participants who started may finish."""
    from aloi.workbench.crowds.opening import close_crowd, describe_crowd

    return stated(describe_crowd(close_crowd(store, request, now())), *_SHOWN)


@crowd.command("export")
@request_options(ExportCrowdRequest)
@output_option("Table to write (default: lines on standard output).", "--out")
@RAW
@with_store
def export(store: Store, request: ExportCrowdRequest, out: Path | None) -> Answer:
    """List the participants with their ids, pseudonyms, status, minutes and attention items."""
    from aloi.workbench.crowds.opening import export_crowd, write_participants

    rows = export_crowd(store, request, now())
    if out is None:
        return Answer({"participants": rows}, listed(rows, *_OF_PERSON))
    write_participants(out, rows)
    return stated({"participants": len(rows), "file": str(out)}, "participants", "file")


@crowd.command("forget")
@request_options(ForgetCrowdRequest)
@with_store
def forget(store: Store, request: ForgetCrowdRequest) -> Answer:
    """Delete the ids of the platform, when everybody is paid; answers and pseudonyms stay."""
    from aloi.workbench.crowds.opening import forget_crowd

    return stated({"count": forget_crowd(store, request)}, "count")
