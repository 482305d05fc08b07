"""Annotations made elsewhere: `aloi import`, and what the commands of single layouts share with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import (
    SHEET,
    Answer,
    Command,
    facts,
    now,
    show_progress,
    table,
    with_store,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import ImportRequest

if TYPE_CHECKING:
    from aloi.workbench.imports.arrival import Arrival
    from aloi.workbench.store.opening import Store

_IN_LISTS = ("annotators", "left_out", "notes", "note_counts", "parts", "span_marks")


def marks_table(done: Arrival) -> list[str]:
    """Return the lines with the attributes and relations of imported spans; none without them."""
    rows = [tuple(each.values()) for each in done.span_marks()]
    return table(("of spans", "name", "value", "how many"), rows) if rows else []


@click.command("import", cls=Command)
@request_options(ImportRequest)
@SHEET
@with_store
def import_(store: Store, request: ImportRequest) -> Answer:
    """Bring annotations made elsewhere: a corpus and a campaign where they are new, and a round of answers.

    A new campaign needs --language and --licence. Importing the same PATH again changes nothing. An archive
    by `aloi campaign archive` contains a complete campaign and needs no option.
    """
    from aloi.workbench.imports.jobs import import_annotations
    from aloi.workbench.store.archiving import ARCHIVE, import_archive, is_archive

    if request.format == ARCHIVE or (request.format is None and is_archive(request.path)):
        done = import_archive(store, request, now(), show_progress())
    elif request.campaign is None:
        raise click.MissingParameter(param_hint="--campaign", param_type="option")
    else:
        done = import_annotations(store, request, now())
    document = {**done.to_json(), "preview": request.preview}
    counts = document.get("note_counts", dict.fromkeys(document["notes"], 1))
    if "checksum" in done.counts:
        document |= done.counts
    left_out = [
        (exclusion["what"], exclusion["count"], exclusion["why"]) for exclusion in document["left_out"]
    ]
    lines = facts(**{name: value for name, value in document.items() if name not in _IN_LISTS})
    people = [(person["name"], person["answers"]) for person in document["annotators"]]
    lines += table(("annotator", "answers"), people) if people else []
    lines += table(("excluded", "how many", "why"), left_out) if left_out else []
    lines += marks_table(done)
    return Answer(document, [*lines, *(f"note: {what}: {count}" for what, count in counts.items())])
