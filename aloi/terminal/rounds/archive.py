"""`aloi campaign archive`: a complete campaign in one file, for `aloi import`."""

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
@click.option("--out", type=OUT, required=True, help="File to write; an existing file is not replaced.")
@click.option("--names", is_flag=True, help="Include the names of people, not only their pseudonyms.")
@click.option("--reason", default="", help="Reason for sharing the texts of a restricted corpus.")
@with_store
def archive(store: Store, campaign_: str, out: Path, names: bool, reason: str) -> Answer:
    """Write CAMPAIGN (id or name) into one file: texts, answers with every revision, gold, releases.

    It contains the pseudonyms of people, and no passwords. `aloi import FILE` creates an identical campaign,
    in this or another store. The same campaign gives the same bytes.
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
