"""Further texts in a corpus: `aloi corpus add-texts`, `aloi corpus merge`, `aloi corpus revert`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Command, stated, with_store
from aloi.terminal.corrections.log import PREVIEW, corrected, ground
from aloi.terminal.options import request_options
from aloi.workbench.requests.corrections import AddTextsRequest, MergeRequest, RevertTextsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.command("add-texts", cls=Command)
@request_options(AddTextsRequest)
@PREVIEW
@with_store
def add_texts(store: Store, request: AddTextsRequest, preview: bool) -> Answer:
    """Add the texts of PATH (a folder or zip of .txt, or a table) to CORPUS as its next version.

    Existing rounds, golds and releases keep their version; new rounds include the new texts. Texts that
    already exist are listed and skipped.
    """
    from aloi.workbench.corrections import texts

    of, text_column, id_column = (request.corpus, request.path), request.text_column, request.id_column
    if preview:
        return stated(to_json(texts.texts_effect(store, *of, text_column=text_column, id_column=id_column)))
    reason = ground(request)
    return corrected(texts.add_texts(store, *of, reason, text_column=text_column, id_column=id_column))


@click.command("merge", cls=Command)
@request_options(MergeRequest)
@PREVIEW
@with_store
def merge(store: Store, request: MergeRequest, preview: bool) -> Answer:
    """Add the texts and items of OTHER to CORPUS as its next version; OTHER does not change."""
    from aloi.workbench.corrections import texts

    if preview:
        return stated(to_json(texts.merge_effect(store, request.corpus, request.other)))
    return corrected(texts.merge(store, request.corpus, request.other, ground(request)))


@click.command("revert", cls=Command)
@request_options(RevertTextsRequest)
@PREVIEW
@with_store
def revert_texts(store: Store, request: RevertTextsRequest, preview: bool) -> Answer:
    """Revert the last addition of texts to CORPUS, by add-texts or merge, if no round contains them.

    Items from these texts are removed too. Earlier texts do not change.
    """
    from aloi.workbench.corrections import undo

    if preview:
        return stated(to_json(undo.texts_back_effect(store, request.corpus)))
    return corrected(undo.take_texts_back(store, request.corpus, ground(request)))
