"""Rows of each kind for checks, made of the examples of the tasks, and a release of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from aloi.annotation.rows import Row, ScoredPair
from aloi.annotation.tasks import all_tasks
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.item_json import item_body
from aloi.corpora.model import Json
from aloi.gold.model import Release

_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def _task_of(kind: type) -> TaskType | None:
    return next((task for task in all_tasks() if task.row_kind is kind), None)


def example_rows(kind: type, count: int) -> tuple[Row, ...]:
    """Return rows of a kind with ids of their own, in the order of their ids; none if no task makes them."""
    task = _task_of(kind)
    if task is None:
        return ()
    settings, example = task.check_settings(task.default_settings()), task.example()
    values = [example.gold] if task.gathers else example.values
    rows = [task.row(example.item, value, settings) for value in values]
    return tuple(_renamed(rows[number % len(rows)], number) for number in range(count))


def _renamed(row: Row, number: int) -> Row:
    name = f"row-{number:03}"
    if isinstance(row, ScoredPair):
        return replace(row, id=name, left_id=f"{name}-left", right_id=f"{name}-right")
    return replace(row, id=name)


def _placed(part: Json, name: str) -> Json:
    """Return a part of an item; a sentence gets an id of its own and its document, as in a manifest."""
    return {**part, "id": name, "document": "document"} if isinstance(part, dict) else part


def release_of(rows: Sequence[Row]) -> Release:
    """Return a release of rows of `example_rows`; its manifest has items and settings, and no answers."""
    task = _task_of(type(rows[0]))
    if task is None:
        raise TypeError(type(rows[0]).__name__)
    body = item_body(task.example().item)
    items: list[Json] = [
        {name: _placed(part, f"{row.id}-{name}") for name, part in body.items()}
        | {"id": row.id, "kind": task.item_kind}
        for row in rows
    ]
    manifest: dict[str, Json] = {
        "items": items, "origins": [], "annotations": [], "rounds": [], "guidelines": [], "documents": [],
        "gold": {"items": [], "rounds": [], "rule": "majority"}, "annotators": [], "agreement": [],
        "statement": "",
        "corpus": {"id": "corpus", "language": "en", "licence": "CC0-1.0", "name": "corpus", "source": "",
                   "restricted": False},
        "campaign": {"name": "check", "task": task.name,
                     "settings": task.check_settings(task.default_settings())},
        "counts": {"gold": len(rows), "annotations": 0, "by_miner": {}, "by_status": {}, "by_part": {}},
        "splits": {"parts": [], "method": "", "seed": 0, "disjoint": "", "dropped": [],
                   "crossing_sentences": 0, "crossing_documents": 0},
    }  # fmt: skip
    return Release("release", "campaign", "1.0", "0" * 64, "0" * 64, manifest, _MOMENT)
