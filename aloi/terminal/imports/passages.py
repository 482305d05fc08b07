"""Passages to label: `aloi passages`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, now, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("passages", cls=Group)
def passages() -> None:
    """Make items of texts: whole documents, paragraphs or sentences to label or to mark."""


@passages.command("make")
@click.argument("corpus", metavar="CORPUS")
@click.option(
    "--by", type=click.Choice(["document", "paragraph", "sentence"]), default="document", show_default=True,
    help="Unit of a passage.",
)  # fmt: skip
@with_store
def make(store: Store, corpus: str, by: str) -> Answer:
    """Store the passages of CORPUS as items; making them again adds nothing."""
    from aloi.workbench.candidates.passages import make_passages

    done = make_passages(store, corpus, by, now())
    document = {
        "corpus": done.corpus.name, "by": done.by, "items": len(done.item_ids), "new": done.new,
        "item_ids": list(done.item_ids),
    }  # fmt: skip
    return stated(document, "corpus", "by", "items", "new")
