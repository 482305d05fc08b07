"""`aloi release push`: a release on the Hugging Face Hub."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, show_progress, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command(cls=Command)
@click.argument("release_", metavar="RELEASE")
@click.argument("repository", metavar="OWNER/NAME")
@click.option("--private", is_flag=True, help="Create a new repository as private.")
@click.option("--reason", default="", help="Reason for sharing the texts of a restricted corpus.")
@click.option("--comments", is_flag=True, help="Include the comments of annotators.")
@with_store
def push(store: Store, release_: str, repository: str, private: bool, reason: str, comments: bool) -> Answer:
    """Upload RELEASE to the Hugging Face Hub, as one commit of its folder, and print its address.

    The token is read from HF_TOKEN, or typed without echo; it is not stored. HF_ENDPOINT names another Hub.
    A release without release checks is refused.
    """
    from aloi.workbench.releases import pushing

    typed = ""
    if not os.environ.get(pushing.TOKEN) and sys.stdin.isatty():
        typed = click.prompt("Token of the Hub", hide_input=True, err=True)
    done = pushing.push(
        store,
        release_,
        repository,
        pushing.HubAccount.of(os.environ, typed),
        now(),
        private=private,
        reason=reason,
        comments=comments,
        progress=show_progress(),
    )
    return stated(to_json(done))
