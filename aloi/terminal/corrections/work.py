"""More work of a round, and work taken from somebody: `aloi round extend`, `aloi people withdraw`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import OF_CAMPAIGN, Answer, Command, stated, with_store
from aloi.terminal.corrections.log import GROUND, corrected, ground
from aloi.terminal.rounds.rounds import of_round

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("extend", cls=Command)
@of_round
@click.option("--items", default=0, show_default=True, help="Number of unused items to add.")
@click.option("--overlap", type=int, help="New number of annotators per item.")
@GROUND
@click.option("--preview", is_flag=True, help="Only show what would be requested.")
@with_store
def extend(
    store: Store,
    campaign: str,
    number: int,
    items: int,
    overlap: int | None,
    why: str,
    by: str,
    preview: bool,
) -> Answer:
    """Give an open round more items, or want more answers to each."""
    from aloi.workbench.corrections.extension import extend_round, extension_effect

    if preview:
        return stated(to_json(extension_effect(store, campaign, number, items=items, overlap=overlap)))
    return corrected(extend_round(store, campaign, number, ground(why, by), items=items, overlap=overlap))


@click.command("withdraw", cls=Command)
@click.argument("person")
@OF_CAMPAIGN
@click.option("--to", "replacement", help="Person who gets their items (default: the items are released).")
@GROUND
@click.option("--preview", is_flag=True, help="Only show what would be released.")
@with_store
def withdraw(
    store: Store, person: str, campaign: str, replacement: str | None, why: str, by: str, preview: bool
) -> Answer:
    """Take PERSON out of a campaign's open rounds; their answers stay, under their pseudonym."""
    from aloi.workbench.corrections import withdrawal

    if preview:
        return stated(to_json(withdrawal.withdrawal_effect(store, campaign, person)))
    return corrected(withdrawal.withdraw(store, campaign, person, ground(why, by), replacement=replacement))
