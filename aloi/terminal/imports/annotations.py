"""Answers from a table and into one: `aloi annotations`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import (
    IN,
    NORMALISE,
    OF_CAMPAIGN,
    OUT,
    RAW,
    SHEET,
    Answer,
    Group,
    now,
    split_list,
    stated,
    with_store,
)
from aloi.terminal.imports.projects import arrived
from aloi.terminal.rounds.rounds import of_round

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("annotations", cls=Group)
def annotations_() -> None:
    """Import and export answers."""


@annotations_.command("import")
@click.argument("table", type=IN)
@of_round
@click.option("--annotators", metavar="A,B,C", help="The columns of a wide table that hold answers.")
@click.option("--add-annotators", is_flag=True, help="Make people for names not known yet.")
@SHEET
@NORMALISE
@with_store
def import_(
    store: Store, table: Path, campaign: str, number: int, annotators: str | None, normalise: tuple[str, ...],
    *, add_annotators: bool,
) -> Answer:  # fmt: skip
    """Import TABLE: `item_id, annotator, value`, or one column an annotator; all of it or nothing.

    Items are identified by item_id, by source_id (their id in the imported file), or by their two texts.
    The column item_id may also contain the id of the imported file. If the round is the next one of the
    campaign, it is opened with the items of the table. Importing the same table again changes nothing.
    """
    done = arrived(
        store, [table], store.campaigns.get(campaign).id, None, "table", number=number,
        reading={"annotators": split_list(annotators), "normalise": normalise}, add_annotators=add_annotators,
    )  # fmt: skip
    (round_,) = done.rounds.values()
    return stated(
        {
            "round": round_.number, "round_id": round_.id, "new": done.new, "known": done.already_stored,
            "refused": [], "annotators": done.annotators,
        }
    )  # fmt: skip


@annotations_.command("export")
@OF_CAMPAIGN
@click.option("--round", "number", type=int, help="Number of the round (default: all).")
@click.option("--out", type=OUT, required=True, help="Table to write: .tsv, .csv, .xlsx, .jsonl or .parquet.")
@RAW
@click.option("--reason", default="", help="Why texts of a restricted corpus are given on.")
@click.option("--skips", is_flag=True, help="Also a row for each skip: no value, its reason and its note.")
@click.option("--decimal-comma", is_flag=True, help="A .csv as a French Excel opens it: `;` between cells.")
@with_store
def export(
    store: Store, campaign: str, number: int | None, out: Path, reason: str, skips: bool, decimal_comma: bool
) -> Answer:
    """Write the last answer of each annotator to each item, under pseudonyms.

    If the labels or settings changed, values are those of the current version; values without a mapping
    are counted and excluded. The column source_id has the unique id of an item in the imported file, if
    there was one. It is omitted for restricted corpora.
    """
    from aloi.workbench.imports.tables import export_annotations

    done = export_annotations(
        store, campaign, out, number, reason=reason, skips=skips, decimal_comma=decimal_comma, now=now()
    )
    changed = (
        {"schema_version": done.schema_version, "relabelled": done.relabelled, "left_out": done.left_out}
        if done.schema_version > 1
        else {}
    )
    counts = {"annotations": done.answers, **({"skips": done.skips} if skips else {}), **changed}
    return stated({**counts, "out": str(out)})
