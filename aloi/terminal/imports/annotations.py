"""Answers from a table and into one: `aloi annotations`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import (
    OUT,
    RAW,
    SHEET,
    Answer,
    Group,
    now,
    stated,
    with_store,
    with_store_of_deciders,
)
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.rounds import ExportAnswersRequest, ImportAnswersRequest, ReopenRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("annotations", cls=Group)
def annotations_() -> None:
    """Import and export answers."""


@annotations_.command("import")
@request_options(ImportAnswersRequest)
@SHEET
@with_store
def import_(store: Store, request: ImportAnswersRequest) -> Answer:
    """Import TABLE: `item_id, annotator, value`, or one column an annotator; all of it or nothing.

    Items are identified by item_id, by source_id (their id in the imported file), or by their texts.
    Other names of columns are guessed, or named by --columns.
    The column item_id may also contain the id of the imported file. If the round is the next one of the
    campaign, it is opened with the items of the table. Importing the same table again changes nothing.
    """
    from aloi.workbench.imports.single_kinds import import_answers

    done = import_answers(store, request, now())
    (round_,) = done.rounds.values()
    return stated(
        {
            "round": round_.number, "round_id": round_.id, "new": done.new, "known": done.already_stored,
            "refused": [], "annotators": done.annotators,
        }
    )  # fmt: skip


@annotations_.command("reopen")
@request_options(ReopenRequest)
@with_store_of_deciders
def reopen(store: Store, request: ReopenRequest) -> Answer:
    """Ask an annotator to answer an item again, with a message that they see there.

    The answer stays as a revision and no longer counts. The next answer is the next revision.
    """
    from aloi.workbench.corrections import reopening

    return corrected(reopening.reopen(store, request, now()))


@annotations_.command("export")
@request_options(ExportAnswersRequest)
@click.option(
    "--out", cls=TerminalOption, type=OUT, required=True, reason="Jobs write into the data folder.",
    help="Table to write: .tsv, .csv, .xlsx, .jsonl or .parquet.",
)  # fmt: skip
@RAW
@with_store
def export(store: Store, request: ExportAnswersRequest, out: Path) -> Answer:
    """Write the last answer of each annotator to each item, under pseudonyms.

    If the labels or settings changed, values are those of the current version; values without a mapping
    are counted and excluded. The column source_id has the unique id of an item in the imported file, if
    there was one. It is omitted for restricted corpora.
    """
    from aloi.workbench.imports.tables import export_annotations

    done = export_annotations(store, request, out, now=now())
    changed = (
        {"schema_version": done.schema_version, "relabelled": done.relabelled, "left_out": done.left_out}
        if done.schema_version > 1
        else {}
    )
    counts = {"annotations": done.answers, **({"skips": done.skips} if request.skips else {}), **changed}
    return stated({**counts, "out": str(out)})
