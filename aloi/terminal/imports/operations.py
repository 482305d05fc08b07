"""Annotated operations of simplification: `aloi operations import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
    IN,
    Answer,
    Decorator,
    Group,
    facts,
    now,
    split_list,
    together,
    with_store,
)
from aloi.terminal.imports.projects import about, about_texts

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = 10  # notes that are printed


def triple_options(required: bool) -> Decorator:
    """Return a decorator that adds the options naming YAWAT files."""
    file_settings: Any = {"multiple": True, "type": IN, "required": required}
    return together(
        click.option("--source", "sources", help="Original sentences.", **file_settings),
        click.option("--target", "targets", help="Their simplifications.", **file_settings),
        click.option("--aln", "files", help="The groups, a pair a line.", **file_settings),
    )


@click.group("operations", cls=Group)
def operations() -> None:
    """Count annotated operations, cut a corpus by them, and see what SARI sees of them."""


@operations.command("import")
@triple_options(required=True)
@click.option("--campaign", required=True, help="Id or name; one not known yet is made.")
@click.option("--round", "number", default="new", show_default=True, metavar="R|new", help="Number, or new.")
@click.option("--annotator", required=True, help="Annotator of the groups.")
@click.option("--others", metavar="B,C", help="Further annotators of a new round.")
@click.option("--add-annotators", is_flag=True, help="Make the annotator if not known yet.")
@about_texts(source_flag="--text-source")
@click.option("--typology", type=IN, help="Typology of a new campaign, as TOML.")
@with_store
def import_(
    store: Store, sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...],
    campaign: str, number: str, annotator: str, others: str | None, typology: Path | None, **fields: Any,
) -> Answer:  # fmt: skip
    """Import YAWAT files as pairs and submitted answers of a round; all of them or nothing.

    A new campaign is created with a corpus of these texts. This needs --language, --licence and all files
    of the corpus in one command. Labels outside the typology are added to its schema and reported.
    Importing the same files into the same round again changes nothing.
    """
    from aloi.workbench.imports.importing import ImportOptions, bring
    from aloi.workbench.imports.layouts import layout_named
    from aloi.workbench.imports.layouts.operations import operation_source
    from aloi.workbench.rounds.campaigns import typology_settings

    settings: Any = None if typology is None else typology_settings(typology, "spaces")
    options = ImportOptions(
        campaign, about(campaign, fields), _number(number), settings, annotator, split_list(others), **fields
    )
    operations = None if settings is None else {one["name"] for one in settings["typology"]["operations"]}
    source = operation_source(triples_of(sources, targets, files), operations)
    done: Any = bring(store, [source], options, now(), layout_named("yawat"))
    (number_,) = (one.number for one in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "campaign_id": done.campaign.id, "round": number_,
        "pairs": done.answers, "new_pairs": done.new_items, "new": done.new, "known": done.already_stored,
        "notes": done.counts["notes"],
    }  # fmt: skip
    lines = {name: value for name, value in document.items() if name != "notes"}
    return Answer(document, [*facts(**lines, notes=len(document["notes"])), *document["notes"][:_SHOWN]])


def _number(text: str) -> int | None:
    """Return the number of a round; None for a new one."""
    if text == "new":
        return None
    if not text.isdecimal():
        raise AloiError("terminal.operations-round", text=repr(text))
    return int(text)


def triples_of(sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...]) -> list[Any]:
    """Return the named files set by set."""
    from aloi.workbench.imports.layouts.operations import Triple

    if not len(sources) == len(targets) == len(files):
        raise AloiError(
            "terminal.source-stands-time-target-aln",
            sources=len(sources),
            targets=len(targets),
            files=len(files),
        )
    return [Triple(*one) for one in zip(sources, targets, files, strict=True)]
