"""`aloi campaign archive`: a complete campaign in one file, for `aloi import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import OUT, Answer, Command, now, show_progress, stated, with_store
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.releases import ArchiveRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command(cls=Command)
@request_options(ArchiveRequest)
@click.option(
    "--out",
    type=OUT,
    required=True,
    cls=TerminalOption,
    help="File to write; an existing file is not replaced.",
    reason="Jobs write into the data folder.",
)
@with_store
def archive(store: Store, request: ArchiveRequest, out: Path) -> Answer:
    """Write CAMPAIGN (id or name) into one file: texts, answers with every revision, gold, releases.

    It contains the pseudonyms of people, and no passwords. `aloi import FILE` creates an identical campaign,
    in this or another store. The same campaign gives the same bytes.
    """
    from aloi.workbench.store.archiving import archive_campaign

    archive_ = archive_campaign(store, request, out, now=now(), progress=show_progress())
    document = {"file": str(archive_.path), "bytes": archive_.size, **to_json(archive_.head, "format")}
    document["terminologies"] = [
        {name: terminology[name] for name in ("name", "licence")} for terminology in document["terminologies"]
    ]
    shown = ("file", "bytes", "campaign", "checksum")
    answer = stated({**document, **document["counts"]}, *shown, *document["counts"])
    return Answer(document, answer.lines)
