"""A campaign on which one can label at once: on invented texts, or on the pairs or texts of one file."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from aloi.annotation.model import Annotator, Campaign, Round
from aloi.annotation.tasks import TASKS, task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Pair
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.starting.rows import TextRow, corpus_of_rows
from aloi.workbench.texts.corpora import About

LANGUAGES = ("fr", "en")
TERMINOLOGY = "Aloi: invented signs"
PILOT = 20  # items


@functools.cache
def _texts() -> dict[str, Any]:
    path = Path(__file__).parent / "texts.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def tasks_to_try() -> list[TaskType]:
    """Return the tasks that have invented texts, in the order of the list of tasks."""
    return [one for one in TASKS if one.name in _texts()]


def try_desk(
    store: Store, task_type: str, name: str, language: str, person: Annotator, now: datetime
) -> Round:
    """Return a round on invented texts that a person works on; the one there is, the second time."""
    existing = next((one for one in store.campaigns.list() if one.name == name), None)
    if existing is None:
        if task(task_type).takes_terminology:
            add_terminology(store, now)
        return start(store, task_type, name, invented(store, task_type, name, language, now), [person], now)
    first = store.campaigns.rounds(existing.id)[0]
    if person.id in first.annotators:
        return first
    return rounds.add_annotator(store, existing.id, first.number, person.id)


def start(
    store: Store,
    task_type: str,
    name: str,
    corpus_id: str,
    people: Sequence[Annotator],
    now: datetime,
    terminology: str = TERMINOLOGY,
) -> Round:
    """Return the pilot of a new campaign with its ready schema and guideline: a few items of a corpus.

    All items of a corpus with up to `PILOT` items are in the pilot; otherwise the remaining items are for
    later rounds.

    `terminology` is the one that mentions are linked to; by default the invented one.

    Raises
    ------
    AloiError
        An empty or existing name, or a corpus without items of the task.
    """
    campaign = _campaign(store, task_type, name, corpus_id, now, terminology)
    language = store.texts.corpus(corpus_id).language
    campaigns.add_guideline(store, campaign.id, campaigns.ready_guideline(task_type, language), "", now)
    items = PILOT if store.campaigns.count_free_items(campaign.id) > PILOT else None
    return rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="pilot",
            items=items,
            annotators=tuple(one.id for one in people),
            guideline=True,
        ),
    )


def _campaign(
    store: Store, task_type: str, name: str, corpus_id: str, now: datetime, terminology: str
) -> Campaign:
    settings = None
    if task(task_type).takes_terminology:
        language = store.texts.corpus(corpus_id).language
        presets = task(task_type).presets(language)
        settings = {**next(iter(presets.values())), "terminology": terminology}
    return campaigns.create_campaign(store, name, corpus_id, task_type=task_type, settings=settings)


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


def invented(store: Store, task_type: str, name: str, language: str, now: datetime) -> str:
    """Return the id of a corpus of that name with the invented texts of a task, and its items."""
    kind = task(task_type)
    sides = 2 if kind.item_kind == Pair.kind else 1
    rows = [
        TextRow(tuple(row[:sides]), tuple(row[sides:]), str(number))
        for number, row in enumerate(_texts()[task_type][language], 1)
    ]
    about = About(name, language, "CC0", "Invented for Aloi; no real patient.")
    return corpus_of_rows(store, kind.item_kind, rows, about, now)
