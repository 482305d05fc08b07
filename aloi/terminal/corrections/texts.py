"""Further texts in a corpus: `aloi corpus add-texts`, `aloi corpus merge`, `aloi corpus revert`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import IN, Answer, Command, stated, text_columns, with_store
from aloi.terminal.corrections.log import GROUND, corrected, ground

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_PREVIEW = click.option("--preview", is_flag=True, help="Only show what would be added.")


@click.command("add-texts", cls=Command)
@click.argument("corpus_", metavar="CORPUS")
@click.argument("path", type=IN)
@text_columns
@GROUND
@_PREVIEW
@with_store
def add_texts(
    store: Store, corpus_: str, path: Path, text_column: str | None, id_column: str | None, why: str, by: str,
    preview: bool,
) -> Answer:  # fmt: skip
    """Add the texts of PATH (a folder or zip of .txt, or a table) to CORPUS as its next version.

    Existing rounds, golds and releases keep their version; new rounds include the new texts. Texts that
    already exist are listed and skipped.
    """
    from aloi.workbench.corrections import texts

    if preview:
        effect = texts.texts_effect(store, corpus_, path, text_column=text_column, id_column=id_column)
        return stated(to_json(effect))
    reason = ground(why, by)
    return corrected(
        texts.add_texts(store, corpus_, path, reason, text_column=text_column, id_column=id_column)
    )


@click.command("merge", cls=Command)
@click.argument("corpus_", metavar="CORPUS")
@click.argument("other")
@GROUND
@_PREVIEW
@with_store
def merge(store: Store, corpus_: str, other: str, why: str, by: str, preview: bool) -> Answer:
    """Add the texts and items of OTHER to CORPUS as its next version; OTHER does not change."""
    from aloi.workbench.corrections import texts

    if preview:
        return stated(to_json(texts.merge_effect(store, corpus_, other)))
    return corrected(texts.merge(store, corpus_, other, ground(why, by)))


@click.command("revert", cls=Command)
@click.argument("corpus_", metavar="CORPUS")
@GROUND
@click.option("--preview", is_flag=True, help="Only show what would be removed.")
@with_store
def revert_texts(store: Store, corpus_: str, why: str, by: str, preview: bool) -> Answer:
    """Revert the last addition of texts to CORPUS, by add-texts or merge, if no round contains them.

    Items from these texts are removed too. Earlier texts do not change.
    """
    from aloi.workbench.corrections import undo

    if preview:
        return stated(to_json(undo.texts_back_effect(store, corpus_)))
    return corrected(undo.take_texts_back(store, corpus_, ground(why, by)))
