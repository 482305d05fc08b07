"""Substitutes to judge: `aloi judging`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import IN, SHEET, Answer, Group, now, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("judging", cls=Group)
def judging() -> None:
    """Make candidates of words you have, to have them judged."""


@judging.command("candidates")
@click.argument("substitutes", type=IN, required=False)
@click.option("--corpus", help="Corpus whose targets the substitutes of the table stand for.")
@click.option("--gold", metavar="CAMPAIGN", help="Take the substitutes of this campaign's last gold.")
@click.option("--top", type=click.IntRange(min=1), help="First substitutes kept of each word of the table.")
@SHEET
@with_store
def candidates(
    store: Store, substitutes: Path | None, corpus: str | None, gold: str | None, top: int | None
) -> Answer:
    """Store candidates: of a table with target and substitute (or neighbour), or of a gold.

    Open a round of a campaign of the task judging on the same corpus to have them judged.
    """
    from aloi.workbench.candidates.substitutes import candidates_of_gold, candidates_of_table

    if gold is not None and substitutes is None and corpus is None:
        added = candidates_of_gold(store, gold, now())
    elif gold is None and substitutes is not None and corpus is not None:
        added = candidates_of_table(store, corpus, substitutes, now(), top=top)
    else:
        raise AloiError("terminal.substitutes-come-neither-from")
    counts = {name: getattr(added, name) for name in ("candidates", "new", "without_target")}
    return stated({"corpus": added.corpus.name, **counts})
