"""Example texts for each task, in English and French, and a small terminology to link them to."""

from __future__ import annotations

import functools
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

from aloi.annotation.tasks import TASKS, named_task
from aloi.corpora.model import Pair
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.starting.rows import TextRow, corpus_of_rows
from aloi.workbench.texts.corpora import About

LANGUAGES = ("fr", "en")
TERMINOLOGY = "Aloi: invented signs"


@functools.cache
def _texts() -> dict[str, Any]:
    path = Path(__file__).parent / "texts.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def add_terminology(store: Store, now: datetime) -> None:
    """Store the invented terminology, once; outside a transaction of others: it is kept in one of its own."""
    if any(one.name == TERMINOLOGY for one in store.terminologies.list()):
        return
    names = [
        ConceptName(concept["id"], concept[language], language)
        for concept in _texts()["concept"]
        for language in LANGUAGES
    ]
    store.terminologies.add(Terminology.of(TERMINOLOGY, "CC0", "Invented for Aloi"), names, now)


def example_rows(task_type: str, language: str) -> list[TextRow]:
    """Return the example texts of a task, as rows of a table; of a plug-in, those of a task of Aloi."""
    item_kind = named_task(task_type).item_kind
    sides = 2 if item_kind == Pair.kind else 1
    if task_type not in _texts():
        task_type = next(kind.name for kind in TASKS if kind.item_kind == item_kind)
    return [
        TextRow(tuple(row[:sides]), tuple(row[sides:]), str(number))
        for number, row in enumerate(_texts()[task_type][language], 1)
    ]


def example_corpus(store: Store, task_type: str, name: str, language: str, now: datetime) -> str:
    """Return the id of a corpus of that name with the example texts of a task, and its items."""
    about = About(name, language, "CC0", "Invented for Aloi; no real patient.")
    return corpus_of_rows(
        store, named_task(task_type).item_kind, example_rows(task_type, language), about, now
    )
