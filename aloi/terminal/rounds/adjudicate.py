"""Decisions on disagreements: `aloi adjudicate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Command, now, stated, with_store_of_deciders
from aloi.terminal.options import request_options
from aloi.workbench.requests.rounds import DecisionsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command(cls=Command, short_help="Import decisions on disagreements.")
@request_options(DecisionsRequest)
@with_store_of_deciders
def adjudicate(store: Store, request: DecisionsRequest) -> Answer:
    """Import TABLE: `item_id, value, why, adjudicator`; all of it or nothing.

    Importing the same table again changes nothing.
    """
    from aloi.workbench.rounds.adjudicating import import_decisions, queue

    done = import_decisions(store, request, now())
    left = len(queue(store, request.campaign, request.round).disputes)
    return stated({"decided": done.new, "known": done.unchanged, "left": left})
