"""Labelled texts: `aloi labels`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    IN,
    NORMALISE,
    SHEET,
    Answer,
    Command,
    Group,
    shown,
    split_list,
    table,
    together,
    with_store,
)
from aloi.terminal.imports.projects import about, about_texts, arrived

if TYPE_CHECKING:
    from aloi.workbench.files.label_tables import ClassTable, Columns
    from aloi.workbench.store.opening import Store


@click.group("labels", cls=Group)
def labels_() -> None:
    """Bring texts that have labels already, or count the labels of such tables."""


_columns = together(
    click.option("--text-column", help="Column of the texts (default: text, abstract, ...)."),
    click.option("--label-column", help="Column of the labels (default: labels, label, ...)."),
    click.option("--id-column", help="Column of the ids (default: id, identifier; or row numbers)."),
    click.option("--sep", default="|", show_default=True, help="Separator between labels."),
    click.option("--one-hot", metavar="A,B,...", help="Columns of 1 and 0, one per label."),
)


@labels_.command("import")
@click.argument("files", type=IN, nargs=-1, required=True)
@click.option("--campaign", required=True, help="Name of the campaign to make.")
@about_texts(required=True)
@click.option("--question", default="", help="Question that the labels answer.")
@click.option("--annotator", default="reference", show_default=True, help="Annotator of the labels.")
@NORMALISE
@_columns
@SHEET
@with_store
def import_(
    store: Store, files: tuple[Path, ...], campaign: str, question: str, annotator: str, **options: Any
) -> Answer:
    """Bring FILES of labelled texts: a corpus, its passages, and a closed round of labels for each file.

    A file is a part, called after it: `aloi release build --force 1=train --force 2=dev` keeps the parts.
    """
    from aloi.workbench.files.label_tables import labels_table

    about_ = about(campaign, options)
    normalise = options.pop("normalise")
    read = _named(**options)
    counted = labels_table(files, replace(read, normalise=normalise))
    done = arrived(
        store, files, campaign, about_, "labels", annotator=annotator,
        reading={"columns": read, "normalise": normalise}, question=question,
    )  # fmt: skip
    document = {
        "campaign": done.campaign.name, "rounds": {part: one.number for part, one in done.rounds.items()},
        "texts": done.items, "new": done.new, "known": done.already_stored, "table": counted,
    }  # fmt: skip
    return Answer(document, [*shown(document, "campaign", "texts", "new", "known"), "", *_lines(counted)])


@labels_.command("table", cls=Command)
@click.argument("files", type=IN, nargs=-1, required=True)
@_columns
def table_(files: tuple[Path, ...], **columns: Any) -> Answer:
    """Count the labels of FILES: texts of each part that have each label, and its share of all texts."""
    from aloi.workbench.files.label_tables import labels_table

    answers = labels_table(files, _named(**columns))
    return Answer(answers, _lines(answers))


def _named(
    text_column: str | None, label_column: str | None, id_column: str | None, sep: str, one_hot: str | None
) -> Columns:
    from aloi.workbench.files.label_tables import Columns

    return Columns(text_column, label_column, id_column, sep, split_list(one_hot))


def _lines(answers: ClassTable) -> list[str]:
    """Return the class table as a person reads it, with the texts of each part below."""
    parts = list(answers.texts)
    rows = [[one.label, *(one.counts[part] for part in parts), f"{one.share:.1%}"] for one in answers.rows]
    rows += [
        ["labels in all", *answers.labels.values(), ""],
        ["texts", *answers.texts.values(), ""],
        ["texts with several", *answers.several.values(), ""],
    ]
    return table(("label", *parts, "share of texts"), rows)
