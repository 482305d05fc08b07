"""Targets of lexical substitution: `aloi targets`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import (
    RAW,
    SHEET,
    Answer,
    Group,
    now,
    show_progress,
    shown,
    stated,
    table,
    with_store,
)
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.candidates import StoreTargetsRequest, TargetsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("targets", cls=Group)
def targets() -> None:
    """Propose words to ask substitutes for, with sentences, and store those you keep."""


@targets.command("mine")
@request_options(TargetsRequest)
@output_option("Table to write; nothing is stored yet.", "--out", required=True)
@RAW
@with_store
def mine(store: Store, request: TargetsRequest, out: Path) -> Answer:
    """Write targets of CORPUS with sentences to a table: look at it, change it, then `aloi targets store`.

    In the table, `keep` is yes or no, lemma and pos may be corrected, and text may lose its beginning or
    its end, with a note. The settings of the run are written next to it, in a .json file.
    """
    from aloi.workbench.candidates.targets import mine_targets, spec_of

    report = mine_targets(store, request, out, show_progress())
    document = {
        "sentences": report.sentences, "left": report.left, "words": report.words, "targets": report.places,
        "parameters": spec_of(request).parameters(), "seed": request.seed, "out": str(out),
    }  # fmt: skip
    lines = shown(document, "sentences", "words", "targets", "out")
    return Answer(document, [*lines, *table(("words left after", "words"), list(report.left.items()))])


@targets.command("store")
@request_options(StoreTargetsRequest)
@SHEET
@with_store
def store_(store: Store, request: StoreTargetsRequest) -> Answer:
    """Store the targets that TABLE keeps as items of CORPUS."""
    from aloi.workbench.candidates.targets import store_targets

    done = store_targets(store, request, now())
    document = {
        "items": len(done.item_ids), "new": done.new, "trimmed": done.trimmed, "item_ids": done.item_ids,
    }  # fmt: skip
    return stated(document, "items", "new", "trimmed")
