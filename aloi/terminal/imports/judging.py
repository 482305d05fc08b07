"""Substitutes to judge: `aloi judging`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import SHEET, Answer, Group, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.candidates import JudgedRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("judging", cls=Group)
def judging() -> None:
    """Make candidates of words you have, to have them judged."""


@judging.command("candidates")
@request_options(JudgedRequest)
@SHEET
@with_store
def candidates(store: Store, request: JudgedRequest) -> Answer:
    """Store candidates: of a table with target and substitute (or neighbour), or of a gold.

    Open a round of a campaign of the task judging on the same corpus to have them judged.
    """
    from aloi.workbench.candidates.substitutes import judged_candidates

    added = judged_candidates(store, request, now())
    counts = {name: getattr(added, name) for name in ("candidates", "new", "without_target")}
    return stated({"corpus": added.corpus.name, **counts})
