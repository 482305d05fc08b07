"""Suggestions that a program made: `aloi suggestions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import SHEET, Answer, Group, now, show_progress, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.programs import SuggestionsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def suggestions() -> None:
    """Import what annotators see before they answer."""


@suggestions.command("import")
@request_options(SuggestionsRequest)
@SHEET
@with_store
def import_(store: Store, request: SuggestionsRequest) -> Answer:
    """Import TABLE: `item_id, value`; all of it or nothing, in place of earlier suggestions."""
    from aloi.workbench.candidates.imported_suggestions import import_suggestions

    return stated(to_json(import_suggestions(store, request, now(), show_progress())))
