"""`aloi campaign archive`: a whole campaign in one file, which `aloi import` takes back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import OUT, Answer, Command, now, show_progress, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command(cls=Command)
@click.argument("campaign_", metavar="CAMPAIGN")
@click.option("--out", type=OUT, required=True, help="File to write; nothing that is there is replaced.")
@click.option("--names", is_flag=True, help="Also people's names, not their pseudonyms alone.")
@click.option("--reason", default="", help="Why texts of a restricted corpus are given on.")
@with_store
def archive(store: Store, campaign_: str, out: Path, names: bool, reason: str) -> Answer:
    """Write CAMPAIGN (id or name) whole into one file: texts, answers with every revision, gold, releases.

    People stand in it by their pseudonyms, without passwords. `aloi import FILE` makes an identical campaign
    of it, here or in another store. The same campaign gives the same bytes.
    """
    from aloi.workbench.store.archiving import archive_campaign

    archive_ = archive_campaign(
        store, campaign_, out, now(), names=names, reason=reason, progress=show_progress()
    )
    document = {"file": str(archive_.path), "bytes": archive_.size, **to_json(archive_.head, "format")}
    document["terminologies"] = [
        {name: terminology[name] for name in ("name", "licence")} for terminology in document["terminologies"]
    ]
    shown = ("file", "bytes", "campaign", "checksum")
    answer = stated({**document, **document["counts"]}, *shown, *document["counts"])
    return Answer(document, answer.lines)
