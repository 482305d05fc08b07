"""Labelled texts: `aloi labels`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import SHEET, Answer, Command, Group, shown, table, with_store
from aloi.terminal.imports.projects import about_of, arrived
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import ImportLabelsRequest, LabelTableRequest

if TYPE_CHECKING:
    from aloi.workbench.files.label_tables import ClassTable, Columns
    from aloi.workbench.store.opening import Store


@click.group("labels", cls=Group)
def labels_() -> None:
    """Bring texts that have labels already, or count the labels of such tables."""


@labels_.command("import")
@request_options(ImportLabelsRequest)
@SHEET
@with_store
def import_(store: Store, request: ImportLabelsRequest) -> Answer:
    """Bring FILES of labelled texts: a corpus, its passages, and a closed round of labels for each file.

    A file is a part, called after it: `aloi release build --force 1=train --force 2=dev` keeps the parts.
    """
    from aloi.workbench.files.label_tables import labels_table

    read, about = _columns(request), about_of(request.campaign, request)
    counted = labels_table(request.files, replace(read, normalise=request.normalise))
    done = arrived(
        store,
        request.files,
        request.campaign,
        about,
        "labels",
        annotator=request.annotator,
        reading={"columns": read, "normalise": request.normalise},
        question=request.question,
    )
    document = {
        "campaign": done.campaign.name, "rounds": {part: one.number for part, one in done.rounds.items()},
        "texts": done.items, "new": done.new, "known": done.already_stored, "table": counted,
    }  # fmt: skip
    return Answer(document, [*shown(document, "campaign", "texts", "new", "known"), "", *_lines(counted)])


@labels_.command("table", cls=Command)
@request_options(LabelTableRequest)
def table_(request: LabelTableRequest) -> Answer:
    """Count the labels of FILES: texts of each part that have each label, and its share of all texts."""
    from aloi.workbench.files.label_tables import labels_table

    answers = labels_table(request.files, _columns(request))
    return Answer(answers, _lines(answers))


def _columns(request: ImportLabelsRequest | LabelTableRequest) -> Columns:
    from aloi.workbench.files.label_tables import Columns

    return Columns(request.text_column, request.label_column, request.id_column, request.sep, request.one_hot)


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
