"""Terminologies in the store: `aloi terminology`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    facts,
    now,
    show_progress,
    table,
    with_store,
)
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.queries import (
    ExportTerminologyRequest,
    SearchConceptsRequest,
    ShowConceptRequest,
)
from aloi.workbench.requests.texts import (
    TerminologyOfMentionsRequest,
    TerminologyRemovalRequest,
    TerminologyRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Terminology


@click.group("terminology", cls=Group)
def terminology() -> None:
    """Import concepts with their names, search them."""


@terminology.command("import")
@request_options(TerminologyRequest)
@with_store
def import_(store: Store, request: TerminologyRequest) -> Answer:
    """Import PATH: a table with concept_id and name, lines `CUI||name`, or a folder with MRCONSO.RRF."""
    from aloi.workbench.texts.terminologies import import_request

    return _terminology_answer(import_request(store, request, now(), show_progress()))


@terminology.command("from-mentions")
@request_options(TerminologyOfMentionsRequest)
@with_store
def from_mentions(store: Store, request: TerminologyOfMentionsRequest) -> Answer:
    """Create a terminology from the names of linked mentions, as in fr=french.tsv."""
    from aloi.workbench.texts.terminologies import terminology_of_mentions

    return _terminology_answer(terminology_of_mentions(store, request, now()))


@terminology.command("list")
@with_store
def list_(store: Store) -> Answer:
    """List the terminologies."""
    terminologies = store.terminologies.list()
    lines = table(
        ("name", "concepts", "names", "languages", "groups", "licence"),
        [
            (
                terminology_.name,
                terminology_.concepts,
                terminology_.names,
                ", ".join(terminology_.languages),
                len(terminology_.groups),
                terminology_.licence,
            )
            for terminology_ in terminologies
        ],
    )
    return Answer(
        [to_json(terminology_) for terminology_ in terminologies],
        lines if terminologies else ["No terminology is here yet."],
    )


@terminology.command("search")
@request_options(SearchConceptsRequest)
@with_store
def search(store: Store, request: SearchConceptsRequest) -> Answer:
    """Search the terminology NAME for concepts whose names contain the words of TEXT (the last: a prefix)."""
    from aloi.workbench.texts.terminologies import search as search_names

    names = search_names(
        store,
        request.name,
        request.text,
        limit=request.limit,
        language=request.language,
        group=request.group,
    )
    lines = table(
        ("concept", "name", "language", "group"),
        [(name.concept_id, name.name, name.language, name.group) for name in names],
    )
    return Answer([to_json(name) for name in names], lines if names else ["No name holds these words."])


@terminology.command("show")
@request_options(ShowConceptRequest)
@with_store
def show(store: Store, request: ShowConceptRequest) -> Answer:
    """Show all the names of a concept of the terminology NAME."""
    from aloi.workbench.texts.terminologies import concept

    concept_ = concept(store, request.name, request.concept_id)
    lines = facts(concept=concept_.id, name=concept_.name, groups=", ".join(concept_.groups))
    lines += [
        "",
        *table(
            ("name", "language", "preferred"),
            [(name.name, name.language, "yes" if name.preferred else "") for name in concept_.names],
        ),
    ]
    return Answer(to_json(concept_), lines)


@terminology.command("export")
@request_options(ExportTerminologyRequest)
@output_option("A table: .tsv, .csv, .jsonl or .parquet.", "--out", required=True)
@RAW
@with_store
def export(store: Store, request: ExportTerminologyRequest, out: Path) -> Answer:
    """Write the names of the terminology NAME as a table for `aloi linking rank --dictionary`."""
    from aloi.workbench.texts.terminologies import export as export_names

    exported = export_names(store, request.name, out)
    document = {"name": exported.name, "names": exported.names, "path": str(out)}
    return Answer(document, [f"written: {out} ({exported.names} names)"])


@terminology.command("remove")
@request_options(TerminologyRemovalRequest)
@with_store
def remove(store: Store, request: TerminologyRemovalRequest) -> Answer:
    """Remove the terminology NAME, unless a campaign uses it."""
    from aloi.workbench.texts.terminologies import remove as remove_terminology

    removed = remove_terminology(store, request)
    return Answer({"removed": removed.name}, [f"removed: {removed.name} ({removed.names} names)"])


def _terminology_answer(terminology_: Terminology) -> Answer:
    shown = ("name", "concepts", "names", "licence", "checksum")
    lines = facts(**{name: getattr(terminology_, name) for name in shown})
    lines += facts(languages=", ".join(terminology_.languages), groups=", ".join(terminology_.groups))
    return Answer(to_json(terminology_), lines)
