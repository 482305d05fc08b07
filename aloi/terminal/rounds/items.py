"""The items of a campaign: `aloi items`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import (
    Answer,
    Command,
    data_folder,
    listed,
    now,
    show_progress,
    with_store_of_deciders,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.items import ItemsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_LONGEST = 60  # characters of a text in a line


@click.command(cls=Command, short_help="List the items of a campaign with their answers.")
@request_options(ItemsRequest)
@with_store_of_deciders
def items(store: Store, request: ItemsRequest) -> Answer:
    """List the items of CAMPAIGN (id or name) with their answers, gap, gold and split."""
    from aloi.workbench.cache.base import Context
    from aloi.workbench.cache.items import ListItems, items_window
    from aloi.workbench.cache.results import compute

    context = Context(store, data_folder(), show_progress())
    compute(context, ListItems(store.campaigns.get(request.campaign).id), now())
    window = items_window(request, context)
    rows = [] if window is None else [dict(row) for row in window.rows]
    plain = [
        {
            "item": row["item"],
            "text": " | ".join("".join(part for part, _ in text) for text in row["texts"])[:_LONGEST],
            "answers": "  ".join(f"{name}: {answer}" for name, answer, _ in row["answers"]),
            "gap": "-" if row["gap"] is None else f"{row['gap']:g}",
            "gold": row["gold"] or "-",
            "split": row["split"] or "-",
        }
        for row in rows
    ]
    document = {"total": 0 if window is None else window.total, "items": rows}
    return Answer(document, listed(plain, "item", "text", "answers", "gap", "gold", "split"))
