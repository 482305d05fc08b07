"""`aloi release push`: a release on the Hugging Face Hub."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, show_progress, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.releases import PushRequest

if TYPE_CHECKING:
    from aloi.workbench.releases.pushing import HubAccount
    from aloi.workbench.store.opening import Store


@click.command(cls=Command)
@request_options(PushRequest)
@with_store
def push(store: Store, request: PushRequest) -> Answer:
    """Upload RELEASE to the Hugging Face Hub, as one commit of its folder, and print its address.

    The token is read from HF_TOKEN, or typed without echo; it is not stored. HF_ENDPOINT names another Hub.
    A release without release checks is refused.
    """
    from aloi.workbench.releases import pushing

    done = pushing.push(store, request, hub_account(), now=now(), progress=show_progress())
    return stated(to_json(done))


def hub_account() -> HubAccount:
    """Return the account of the environment, or ask for its token without echo."""
    from aloi.workbench.releases import pushing

    typed = ""
    if not os.environ.get(pushing.TOKEN) and sys.stdin.isatty():
        typed = click.prompt("Token of the Hub", hide_input=True, err=True)
    return pushing.HubAccount.of(os.environ, typed)
