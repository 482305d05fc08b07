"""From file to file, without a store: `aloi segment`, `aloi mine`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import RAW, SHEET, Answer, Command, facts, show_progress, table
from aloi.terminal.options import request_options
from aloi.workbench.requests.candidates import MineFileRequest, MineRequest
from aloi.workbench.requests.texts import SegmentFileRequest

if TYPE_CHECKING:
    from aloi.workbench.candidates.pairs import MineReport


@click.command(cls=Command, short_help="Split texts into sentences, from file to file.")
@request_options(SegmentFileRequest)
@RAW
@SHEET
def segment(request: SegmentFileRequest) -> Answer:
    """Split TEXTS into sentences: a folder or zip of .txt, or a table with `id` and `text`."""
    from aloi.workbench.files.sentences import segment_file

    counts = segment_file(request, show_progress())
    document = to_json(counts, out=str(request.out))
    return Answer(document, facts(**{**document, "by_plain_rules": counts.by_plain_rules or None}))


@click.command(cls=Command, short_help="Find candidate pairs, from file to file.")
@request_options(MineFileRequest)
@RAW
@SHEET
def mine(request: MineFileRequest) -> Answer:
    """Find candidate pairs in a table with `id` and `text` (and perhaps `document_id`)."""
    from aloi.workbench.files.candidate_pairs import mine_file

    return mined(mine_file(request, show_progress(), before=tell_memory), request, request.out)


def tell_memory(needed: object) -> None:
    """Say on standard error, before a run starts, how much memory it needs."""
    click.echo(f"memory: about {needed}", err=True)


def mined(report: MineReport, request: MineFileRequest | MineRequest, out: Path) -> Answer:
    """Return what a command that mined answers."""
    from aloi.workbench.candidates.pairs import spec_of

    extra = ("encoder", "method", "recall", "engine")
    counts = to_json(report, "histogram", *extra)
    by = {name: value for name in extra if (value := getattr(report, name)) not in ("", None)}
    bins = [to_json(one) for one in report.histogram]
    document = {
        **counts,
        **by,
        "histogram": bins,
        "miner": request.miner,
        "parameters": spec_of(request).parameters(),
        "out": str(out),
    }
    rows = [(f"{one['low']:g}-{one['high']:g}", one["count"]) for one in bins]
    return Answer(
        document,
        [
            *facts(**{**counts, **by, "empty": report.empty or None, "out": out}),
            *table(("score", "pairs"), rows),
        ],
    )
