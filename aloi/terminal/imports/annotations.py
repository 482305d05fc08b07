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
from aloi.terminal.imports.arriving import arrived
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

    Items are named by item_id, which may also hold the id an item had in the file that it was imported from,
    by that id in a column source_id, or by their two texts. The round is opened over the table's items if it
    is the campaign's next one. Importing the same table again changes nothing.
    """
    done = arrived(
        store, [table], store.campaigns.get(campaign).id, None, "table", number=number,
        reading={"annotators": split_list(annotators), "normalise": normalise}, add_annotators=add_annotators,
    )  # fmt: skip
    (round_,) = done.rounds.values()
    return stated(
        {
            "round": round_.number, "round_id": round_.id, "new": done.new, "known": done.known,
            "refused": [], "annotators": done.annotators,
        }
    )  # fmt: skip


@annotations_.command("export")
@OF_CAMPAIGN
@click.option("--round", "number", type=int, help="One round; all unless told.")
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

    Where the labels or settings changed, values are those of the version in force; what has no meaning
    there is counted and left out. The column source_id is what an item was called in the file that it was
    imported from, where it had an id that no other item has; it is left out of restricted corpora.
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
