"""Further texts in a corpus: `aloi corpus add-texts`, `aloi corpus merge`, `aloi corpus revert`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, now, show_progress, stated, with_store
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import request_options
from aloi.workbench.requests.corrections import AddTextsRequest, MergeRequest, RevertTextsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("add-texts", cls=Command)
@request_options(AddTextsRequest)
@with_store
def add_texts(store: Store, request: AddTextsRequest) -> Answer:
    """Add the texts of PATH (a folder or zip of .txt, or a table) to CORPUS as its next version.

    Existing rounds, golds and releases keep their version; new rounds include the new texts. Texts that
    already exist are listed and skipped.
    """
    from aloi.workbench.corrections import texts

    if request.preview:
        return stated(to_json(texts.texts_effect(store, request)))
    return corrected(texts.add_texts(store, request, now(), show_progress()))


@click.command("merge", cls=Command)
@request_options(MergeRequest)
@with_store
def merge(store: Store, request: MergeRequest) -> Answer:
    """Add the texts and items of OTHER to CORPUS as its next version; OTHER does not change."""
    from aloi.workbench.corrections import texts

    if request.preview:
        return stated(to_json(texts.merge_effect(store, request)))
    return corrected(texts.merge(store, request, now()))


@click.command("revert", cls=Command)
@request_options(RevertTextsRequest)
@with_store
def revert_texts(store: Store, request: RevertTextsRequest) -> Answer:
    """Revert the last addition of texts to CORPUS, by add-texts or merge, if no round contains them.

    Items from these texts are removed too. Earlier texts do not change.
    """
    from aloi.workbench.corrections import undo

    if request.preview:
        return stated(to_json(undo.texts_back_effect(store, request)))
    return corrected(undo.take_texts_back(store, request, now()))
