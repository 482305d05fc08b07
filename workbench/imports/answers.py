"""Answers brought from elsewhere, before they are kept: who gave them, whether task and round take them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.errors import AloiError
from annotation.model import Annotation, AssignmentKey, Campaign, Round, Status, Work
from annotation.tasks import task
from corpora.identity import content_id
from corpora.model import Item, Json
from storage.store import Store
from workbench.imports.layouts.base import SourceProvenance
from workbench.people import add_person
from workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer of a source: what it is about, and what stands beside it."""

    beside: SourceProvenance
    item: Item

    @property
    def annotator(self) -> str:
        """Who gave it, as the source calls them."""
        return self.beside.annotator


def check_cells(
    campaign: Campaign, cells: Sequence[tuple[GivenAnswer, Json]], known: Mapping[str, str]
) -> list[tuple[GivenAnswer, Json]]:
    """Return each answer with its canonical value; `known` has the id of each person by their names.

    Raises
    ------
    AloiError
        An answer given twice, or one that the task refuses.
    """
    kind = task(campaign.schema.task_type)
    seen: dict[tuple[str, str, int], str] = {}
    checked: list[tuple[GivenAnswer, Json]] = []
    for cell, given in cells:
        where = cell.beside.where
        pair = (cell.item.id, known.get(cell.annotator, cell.annotator), cell.beside.occasion)
        if pair in seen:
            raise AloiError(
                f"{where}: {cell.annotator} answers an item already answered in {seen[pair]}.",
                "One answer for each annotator and item was expected.",
                "Remove one of the two rows.",
            )
        seen[pair] = where
        try:
            checked.append((cell, kind.check(given, cell.item, campaign.schema.settings)))
        except AloiError as error:
            raise error.at(f"{where}, {cell.annotator}") from error
    return checked


def check_room(
    store: Store,
    campaign: Campaign,
    number: int | None,
    cells: Sequence[GivenAnswer],
    known: Mapping[str, str],
) -> None:
    """Raise AloiError for a round that cannot take the answers; a new one can, in an open campaign."""
    if number in (None, len(store.campaigns.rounds(campaign.id)) + 1):
        if campaign.status != Status.OPEN:
            raise AloiError(
                f"The campaign {campaign.name!r} is {campaign.status.value}.",
                "An open campaign was expected.",
                "Open it again first.",
            )
        return
    target = find_round(store, campaign.id, number or 0)
    if target.status != Status.OPEN:
        raise AloiError(
            f"Round {number} is {target.status.value}.",
            "An open round was expected: answers no longer change once it is closed.",
            "Reopen it first.",
        )
    holding = {
        (one.key.item_id, one.key.annotator_id)
        for one in store.answers.assignments(target.id)
        if one.key.occasion == 1 and one.status in (Work.LEASED, Work.SUBMITTED)
    }
    left = {one.item_id: one.wanted - one.taken for one in store.answers.coverage(target.id)}
    asked: Counter[str] = Counter()
    for cell in cells:
        one, where = cell.item.id, cell.beside.where
        if one not in left:
            raise AloiError(
                f"{where}: the item {one} is not in round {number}.",
                f"One of the {len(left)} items of the round was expected.",
                "Import into the round the answers belong to.",
            )
        asked[one] += (
            cell.beside.occasion == 1 and (one, known.get(cell.annotator, cell.annotator)) not in holding
        )
        if asked[one] > left[one]:
            raise AloiError(
                f"{where}: the item {one} wants no more answers in round {number}.",
                f"At most {left[one]} new ones were expected.",
                "Import into a round with a larger overlap, or leave the surplus answers out.",
            )


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


def annotation_of(cell: GivenAnswer, value: Json, target: Round, people: Mapping[str, str]) -> Annotation:
    """Return the annotation of a checked answer; its event id is its content, so a second import is known."""
    person, beside = people[cell.annotator], cell.beside
    content = [target.id, cell.item.id, person, json.dumps(value, sort_keys=True)]
    if beside.occasion > 1:
        content.append(str(beside.occasion))
    return Annotation(
        key=AssignmentKey(target.id, cell.item.id, person, beside.occasion),
        revision=1,
        event_id=content_id("import", *content),
        value=value,
        flag=beside.flag,
        comment=beside.comment,
        seconds=beside.seconds,
        guideline_version=target.guideline_version,
        created_at=beside.created_at,
    )
