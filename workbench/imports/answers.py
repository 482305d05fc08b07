"""Answers brought from elsewhere: checked one by one, then kept in a round, all of them or none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from aloi.errors import AloiError
from annotation.model import Annotation, AssignmentKey, Campaign, Round
from annotation.tasks import task
from corpora.identity import content_id
from corpora.model import Item, Json
from storage.store import Store
from workbench.imports.room_left import check_room
from workbench.people import add_person
from workbench.rounds.rounds import find_round, open_round


@dataclass(frozen=True, slots=True)
class ImportedAnnotations:
    """What an import brought: new answers, and those already there."""

    round: Round
    new: int
    known: int
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One answer of a table before it is checked."""

    where: str
    item: Item
    annotator: str
    occasion: int
    value: Json
    comment: str
    seconds: float | None
    submitted_at: datetime


def check_cells(store: Store, campaign: Campaign, number: int, cells: list[Cell]) -> list[tuple[Cell, Json]]:
    """Return each answer with its canonical value.

    Raises
    ------
    AloiError
        An answer given twice or off the scale, or a round `number` that has no room for them.
    """
    known = _known_people(store)
    kind = task(campaign.schema.task_type)
    seen: dict[tuple[str, str, int], str] = {}
    checked: list[tuple[Cell, Json]] = []
    for cell in cells:
        if not cell.annotator:
            raise AloiError(
                f"{cell.where}: the annotator is empty.",
                "A name for each answer was expected.",
                "Fill it in or remove the row.",
            )
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
            raise error.at(f"{cell.where}, {cell.annotator}") from error
        checked.append((cell, value))
    room = [(cell.where, cell.item.id, cell.annotator, cell.occasion) for cell in cells]
    check_room(store, campaign, number, room, known)
    return checked


def keep_cells(
    store: Store,
    campaign: Campaign,
    number: int,
    checked: list[tuple[Cell, Json]],
    now: datetime,
    *,
    add_annotators: bool,
    others: tuple[str, ...] = (),
) -> ImportedAnnotations:
    """Return what came of checked answers: in a round of that number, opened if it is the next one.

    `others` work on a round that is opened, beside those who answered.
    """
    people = _people(store, checked, add_annotators, now)
    target = _round(store, campaign, number, checked, (*people.values(), *others))
    annotations = [_annotation(cell, value, target, people) for cell, value in checked]
    new = store.answers.import_answers(target.id, annotations)
    return ImportedAnnotations(target, new, len(annotations) - new, tuple(sorted(people)))


def require_people(store: Store, names: Iterable[str], add_annotators: bool) -> None:
    """Raise AloiError for a name nobody has, unless people may be added."""
    known = _known_people(store)
    unknown = [name for name in names if name not in known]
    if unknown and not add_annotators:
        there = ", ".join(person.pseudonym for person in store.people.list()) or "none yet"
        raise AloiError(
            f"No person is called {', '.join(map(repr, unknown))}.",
            f"Known people were expected: {there}.",
            "Add them first, or ask for unknown annotators to be added.",
        )


def _known_people(store: Store) -> dict[str, str]:
    """Return {id, pseudonym or name: person id}; of two people so called, in that order of names."""
    people = store.people.list()
    return {
        getattr(person, attribute): person.id
        for attribute in ("name", "pseudonym", "id")
        for person in people
    }


def _people(
    store: Store, checked: list[tuple[Cell, Json]], add_annotators: bool, now: datetime
) -> dict[str, str]:
    """Return {name in the table: person id}; unknown people are made only when asked."""
    names = dict.fromkeys(cell.annotator for cell, _ in checked)
    require_people(store, names, add_annotators)
    known = _known_people(store)
    return {
        name: known[name] if name in known else add_person(store, name, "annotator", now, pseudonym=name).id
        for name in names
    }


def _round(
    store: Store,
    campaign: Campaign,
    number: int,
    checked: list[tuple[Cell, Json]],
    annotators: tuple[str, ...],
) -> Round:
    """Return the round of that number, opened over the answers' items when it is the next one."""
    if number != len(store.campaigns.rounds(campaign.id)) + 1:
        return find_round(store, campaign.id, number)
    ids = tuple(dict.fromkeys(cell.item.id for cell, _ in checked))
    return open_round(
        store, campaign.id, purpose="main", items=ids, annotators=annotators, with_guideline=None
    )


def _annotation(cell: Cell, value: Json, target: Round, people: Mapping[str, str]) -> Annotation:
    """Return the annotation of a checked answer; its event id is its content, so a second import is known."""
    person = people[cell.annotator]
    said = [target.id, cell.item.id, person, json.dumps(value, sort_keys=True)]
    if cell.occasion > 1:
        said.append(str(cell.occasion))
    return Annotation(
        key=AssignmentKey(target.id, cell.item.id, person, cell.occasion),
        revision=1,
        event_id=content_id("import", *said),
        value=value,
        flag=False,
        comment=cell.comment,
        seconds=cell.seconds,
        guideline_version=target.guideline_version,
        created_at=cell.submitted_at,
        shown={},
    )
