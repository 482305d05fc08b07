"""More work of a round, and work taken from somebody: `aloi round extend`, `aloi people withdraw`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, stated, with_store
from aloi.terminal.corrections.log import PREVIEW, corrected, ground
from aloi.terminal.options import request_options
from aloi.workbench.requests.corrections import WithdrawRequest
from aloi.workbench.requests.rounds import ExtendRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("extend", cls=Command)
@request_options(ExtendRequest)
@PREVIEW
@with_store
def extend(store: Store, request: ExtendRequest, preview: bool) -> Answer:
    """Give an open round more items, or want more answers to each."""
    from aloi.workbench.corrections.extension import extend_round, extension_effect

    if preview:
        of, items = (request.campaign, request.round), request.items
        return stated(to_json(extension_effect(store, *of, items=items, overlap=request.overlap)))
    return corrected(extend_round(store, request, now()))


@click.command("withdraw", cls=Command)
@request_options(WithdrawRequest)
@PREVIEW
@with_store
def withdraw(store: Store, request: WithdrawRequest, preview: bool) -> Answer:
    """Take PERSON out of a campaign's open rounds; their answers stay, under their pseudonym."""
    from aloi.workbench.corrections import withdrawal

    of = request.campaign, request.person
    if preview:
        return stated(to_json(withdrawal.withdrawal_effect(store, *of)))
    return corrected(withdrawal.withdraw(store, *of, ground(request), replacement=request.to))
