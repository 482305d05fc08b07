"""Annotated operations of simplification: `aloi operations import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.terminal.base import (
    Answer,
    Group,
    facts,
    now,
    with_store,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import OperationsImportRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = 10  # notes that are printed


@click.group("operations", cls=Group)
def operations() -> None:
    """Count annotated operations, cut a corpus by them, and see what SARI sees of them."""


@operations.command("import")
@request_options(OperationsImportRequest)
@with_store
def import_(store: Store, request: OperationsImportRequest) -> Answer:
    """Import YAWAT files as pairs and submitted answers of a round; all of them or nothing.

    A new campaign is created with a corpus of these texts. This needs --language, --licence and all files
    of the corpus in one command. Labels outside the typology are added to its schema and reported.
    Importing the same files into the same round again changes nothing.
    """
    from aloi.workbench.imports.importing import bring
    from aloi.workbench.imports.layouts import layout_named
    from aloi.workbench.imports.layouts.operations import operation_source
    from aloi.workbench.imports.parts import ImportOptions
    from aloi.workbench.rounds.campaigns import typology_settings
    from aloi.workbench.texts.corpora import About

    typology = request.typology
    settings: Any = None if typology is None else typology_settings(typology, "spaces")
    about = About(
        request.campaign, request.language, request.licence, request.text_source, request.restricted
    )
    options = ImportOptions(
        request.campaign,
        about,
        request.round,
        settings,
        request.annotator,
        request.others,
        request.add_annotators,
    )
    operations = None if settings is None else {one["name"] for one in settings["typology"]["operations"]}
    source = operation_source(triples_of(request.source, request.target, request.aln), operations)
    done: Any = bring(store, [source], options, now(), layout_named("yawat"))
    (number_,) = (one.number for one in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "campaign_id": done.campaign.id, "round": number_,
        "pairs": done.answers, "new_pairs": done.new_items, "new": done.new, "known": done.already_stored,
        "notes": done.counts["notes"],
    }  # fmt: skip
    lines = {name: value for name, value in document.items() if name != "notes"}
    return Answer(document, [*facts(**lines, notes=len(document["notes"])), *document["notes"][:_SHOWN]])


def triples_of(sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...]) -> list[Any]:
    """Return the named files set by set."""
    from aloi.workbench.imports.layouts.operations import Triple

    if not len(sources) == len(targets) == len(files):
        raise AloiError(
            "aloi.differ",
            name=Term("the-numbers-of-files"),
            differences=f"--source {len(sources)}, --target {len(targets)}, --aln {len(files)}",
            expected=Term("the-same-number-of-each"),
            todo=Term("name-the-three"),
        )
    return [Triple(*one) for one in zip(sources, targets, files, strict=True)]
