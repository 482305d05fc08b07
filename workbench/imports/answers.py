"""Answers brought from elsewhere, before they are kept: who gave them, and whether the task takes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.errors import AloiError
from annotation.model import Annotation, AssignmentKey, Campaign, Round
from annotation.tasks import task
from corpora.identity import content_id
from corpora.model import Item, Json
from storage.store import Store
from workbench.people import add_person


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer of a source before it is checked; `created_at` is None where the source has no date."""

    where: str
    item: Item
    annotator: str
    occasion: int
    value: Json
    comment: str = ""
    seconds: float | None = None
    created_at: datetime | None = None
    flag: bool = False


def check_cells(
    campaign: Campaign, cells: Sequence[Cell], known: Mapping[str, str]
) -> list[tuple[Cell, Json]]:
    """Return each answer with its canonical value.

    Parameters
    ----------
    known : mapping
        The id of each person by their names.

    Raises
    ------
    AloiError
        An answer given twice, or one that the task refuses.
    """
    kind = task(campaign.schema.task_type)
    seen: dict[tuple[str, str, int], str] = {}
    checked: list[tuple[Cell, Json]] = []
    for cell in cells:
        pair = (cell.item.id, known.get(cell.annotator, cell.annotator), cell.occasion)
        if pair in seen:
            raise AloiError(
                f"{cell.where}: {cell.annotator} answers an item already answered in {seen[pair]}.",
                "One answer for each annotator and item was expected.",
                "Remove one of the two rows.",
            )
        seen[pair] = cell.where
        try:
            value = kind.check(cell.value, cell.item, campaign.schema.settings)
        except AloiError as error:
            raise AloiError(
                f"{cell.where}, {cell.annotator}: {error.found}", error.expected, error.todo
            ) from error
        checked.append((cell, value))
    return checked


def known_people(store: Store) -> dict[str, str]:
    """Return {id, pseudonym or name: person id}; of two people so called, in that order of names."""
    people = store.people.list()
    return {
        getattr(person, attribute): person.id
        for attribute in ("name", "pseudonym", "id")
        for person in people
    }


def require_people(store: Store, names: Iterable[str], add_annotators: bool) -> None:
    """Raise AloiError for a name nobody has, unless people may be added."""
    known = known_people(store)
    unknown = [name for name in names if name not in known]
    if unknown and not add_annotators:
        there = ", ".join(person.pseudonym for person in store.people.list()) or "none yet"
        raise AloiError(
            f"No person is called {', '.join(map(repr, unknown))}.",
            f"Known people were expected: {there}.",
            "Add them first, or ask for unknown annotators to be added.",
        )


def make_people(store: Store, names: Iterable[str], now: datetime, expertise: str = "") -> dict[str, str]:
    """Return {name: person id}, each name once; people nobody knows are made, called by it."""
    known = known_people(store)
    return {
        name: known[name]
        if name in known
        else add_person(store, name, "annotator", now, expertise=expertise, pseudonym=name).id
        for name in dict.fromkeys(names)
    }


def annotation_of(cell: Cell, value: Json, target: Round, people: Mapping[str, str]) -> Annotation:
    """Return the annotation of a checked answer; its event id is its content, so a second import is known."""
    person = people[cell.annotator]
    content = [target.id, cell.item.id, person, json.dumps(value, sort_keys=True)]
    if cell.occasion > 1:
        content.append(str(cell.occasion))
    return Annotation(
        key=AssignmentKey(target.id, cell.item.id, person, cell.occasion),
        revision=1,
        event_id=content_id("import", *content),
        value=value,
        flag=cell.flag,
        comment=cell.comment,
        seconds=cell.seconds,
        guideline_version=target.guideline_version,
        created_at=cell.created_at,
        shown={},
    )
