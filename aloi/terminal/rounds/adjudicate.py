"""Decisions on disagreements: `aloi adjudicate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import IN, NORMALISE, Answer, Command, now, stated, with_store_of_deciders
from aloi.terminal.rounds.rounds import of_round

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command(cls=Command, short_help="Import decisions on disagreements.")
@click.argument("table", type=IN)
@of_round
@NORMALISE
@with_store_of_deciders
def adjudicate(store: Store, table: Path, campaign: str, number: int, normalise: tuple[str, ...]) -> Answer:
    """Import TABLE: `item_id, value, why, adjudicator`; all of it or nothing.

    Importing the same table again changes nothing.
    """
    from aloi.workbench.rounds.adjudicating import import_decisions, queue

    done = import_decisions(store, table, campaign, number, now(), normalise=normalise)
    return stated(
        {"decided": done.new, "known": done.unchanged, "left": len(queue(store, campaign, number).disputes)}
    )
