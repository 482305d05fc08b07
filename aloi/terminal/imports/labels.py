"""Labelled texts: `aloi labels`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import SHEET, Answer, Command, Group, now, shown, table, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import ImportLabelsRequest, LabelTableRequest

if TYPE_CHECKING:
    from aloi.workbench.imports.label_tables import ClassTable
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
    from aloi.workbench.imports.label_tables import labels_table
    from aloi.workbench.imports.single_kinds import import_labels

    counted = labels_table(request)
    done: Any = import_labels(store, request, now())
    document = {
        "campaign": done.campaign.name,
        "rounds": {part: round_.number for part, round_ in done.rounds.items()},
        "texts": done.items, "new": done.new, "known": done.already_stored, "table": counted,
    }  # fmt: skip
    return Answer(document, [*shown(document, "campaign", "texts", "new", "known"), "", *_lines(counted)])


@labels_.command("table", cls=Command)
@request_options(LabelTableRequest)
def table_(request: LabelTableRequest) -> Answer:
    """Count the labels of FILES: texts of each part that have each label, and its share of all texts."""
    from aloi.workbench.imports.label_tables import labels_table

    answers = labels_table(request)
    return Answer(answers, _lines(answers))


def _lines(answers: ClassTable) -> list[str]:
    """Return the class table as a person reads it, with the texts of each part below."""
    parts = list(answers.texts)
    rows = [[row.label, *(row.counts[part] for part in parts), f"{row.share:.1%}"] for row in answers.rows]
    rows += [
        ["labels in all", *answers.labels.values(), ""],
        ["texts", *answers.texts.values(), ""],
        ["texts with several", *answers.several.values(), ""],
    ]
    return table(("label", *parts, "share of texts"), rows)
