"""Passages to label: `aloi passages`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.candidates import PassagesRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("passages", cls=Group)
def passages() -> None:
    """Make items of texts: whole documents, paragraphs or sentences to label or to mark."""


@passages.command("make")
@request_options(PassagesRequest)
@with_store
def make(store: Store, request: PassagesRequest) -> Answer:
    """Store the passages of CORPUS as items; making them again adds nothing."""
    from aloi.workbench.candidates.passages import make_passages

    done = make_passages(store, request, now())
    document = {
        "corpus": done.corpus.name, "by": done.by, "items": len(done.item_ids), "new": done.new,
        "item_ids": list(done.item_ids),
    }  # fmt: skip
    return stated(document, "corpus", "by", "items", "new")
