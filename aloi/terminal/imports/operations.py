"""Annotated operations of simplification: `aloi operations import`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    Answer,
    Group,
    facts,
    now,
    with_store,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import OperationsImportRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = 10  # notes that are printed


@click.group("operations", cls=Group)
def operations() -> None:
    """Count annotated operations, cut a corpus by them, and see what SARI sees of them."""


@operations.command("import")
@request_options(OperationsImportRequest)
@with_store
def import_(store: Store, request: OperationsImportRequest) -> Answer:
    """Import YAWAT files as pairs and submitted answers of a round; all of them or nothing.

    A new campaign is created with a corpus of these texts. This needs --language, --licence and all files
    of the corpus in one command. Labels outside the typology are added to its schema and reported.
    Importing the same files into the same round again changes nothing.
    """
    from aloi.workbench.imports.single_kinds import import_operations

    done: Any = import_operations(store, request, now())
    (number_,) = (round_.number for round_ in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "campaign_id": done.campaign.id, "round": number_,
        "pairs": done.answers, "new_pairs": done.new_items, "new": done.new, "known": done.already_stored,
        "notes": done.counts["notes"],
    }  # fmt: skip
    lines = {name: value for name, value in document.items() if name != "notes"}
    return Answer(document, [*facts(**lines, notes=len(document["notes"])), *document["notes"][:_SHOWN]])
