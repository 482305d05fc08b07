"""Suggestions that a program made, from a table: what annotators see before they answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aloi.annotation.tasks import task
from aloi.base.errors import AloiError, quoted, values_hidden
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.programs import SuggestionsRequest

_TOLD_EVERY = 500  # rows


@dataclass(frozen=True, slots=True)
class ImportedSuggestions:
    """The number of items that have suggestions of a system now."""

    campaign: str
    made_by: str
    items: int


def import_suggestions(
    store: Store, request: SuggestionsRequest, now: datetime, progress: Progress = silent
) -> ImportedSuggestions:
    """Store the suggestions of a table `item_id, value`; all or nothing, in place of earlier ones.

    A value is an answer as JSON, which the task checks. For a task with candidates it is their list.

    Raises
    ------
    AloiError
        A task without suggestions, a column that is missing, an item that is not in the campaign's corpus,
        or a value that the task refuses.
    """
    campaign = store.campaigns.get(request.campaign)
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    if not kind.takes_suggestions:
        raise AloiError(
            "aloi.wrong-kind",
            name=repr(campaign.name),
            kind=Term("a-task-without-suggestions", task=campaign.schema.task_type),
            expected=Term("a-task-with-suggestions"),
            todo=Term("import-as-annotations"),
        )
    table = read_table(request.table)
    table.require("item_id", "value")
    ids = [row.text("item_id").strip() for row in table.rows]
    items = {one.id: one for one in store.texts.items(list(dict.fromkeys(ids)))}
    values: dict[str, Json] = {}
    with values_hidden(store.texts.corpus(campaign.corpus_id).restricted):
        for done, (row, item_id) in enumerate(zip(table.rows, ids, strict=True)):
            if not done % _TOLD_EVERY:
                go_on(progress, done, len(ids), "")
            item, value = items[item_id], _value(table, row)
            if item.corpus_id != campaign.corpus_id:
                raise AloiError("aloi.not-found", kind=Term("the-item"), name=quoted(item_id)).at(
                    table.where(row)
                )
            try:
                is_answer = not (isinstance(value, Mapping) and "candidates" in value)
                values[item_id] = kind.check(value, item, settings) if is_answer else value
            except AloiError as error:
                raise error.at(table.where(row)) from error
    store.suggestions.save(campaign.id, request.made_by, values, now)
    return ImportedSuggestions(campaign.name, request.made_by, len(values))


def _value(table: SourceTable, row: Row) -> Json:
    cell: Any = row.values["value"]
    if not isinstance(cell, str):
        return cell  # type: ignore[no-any-return]
    try:
        value: Json = json.loads(cell)
    except (ValueError, RecursionError):
        raise AloiError(
            "aloi.value",
            name=Term("the-column-value"),
            value=quoted(cell),
            expected=Term("an-answer-as-json"),
        ).at(table.where(row)) from None
    return value


def import_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of a `SuggestionsRequest`."""
    del folder
    return to_json(
        import_suggestions(store, from_data(SuggestionsRequest, arguments), datetime.now(UTC), progress)
    )
