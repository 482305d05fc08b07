"""More work of a round, and work taken from somebody: `aloi round extend`, `aloi people withdraw`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, stated, with_store
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import request_options
from aloi.workbench.requests.corrections import WithdrawRequest
from aloi.workbench.requests.rounds import ExtendRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("extend", cls=Command)
@request_options(ExtendRequest)
@with_store
def extend(store: Store, request: ExtendRequest) -> Answer:
    """Give an open round more items, or want more answers to each."""
    from aloi.workbench.corrections.extension import extend_round, extension_effect

    if request.preview:
        return stated(to_json(extension_effect(store, request)))
    return corrected(extend_round(store, request, now()))


@click.command("withdraw", cls=Command)
@request_options(WithdrawRequest)
@with_store
def withdraw(store: Store, request: WithdrawRequest) -> Answer:
    """Take PERSON out of a campaign's open rounds; their answers stay, under their pseudonym."""
    from aloi.workbench.corrections import withdrawal

    if request.preview:
        return stated(to_json(withdrawal.withdrawal_effect(store, request)))
    return corrected(withdrawal.withdraw(store, request, now()))
