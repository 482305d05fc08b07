"""Answers brought from elsewhere, before they are kept: who gave them, whether task and round take them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import (
    Annotation,
    Assignment,
    AssignmentKey,
    Campaign,
    Round,
    Status,
    Work,
    read_skip,
)
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Item, Json
from aloi.corpora.readers.words import person_key
from aloi.gold.formats.source_files import Note
from aloi.storage.store import Store
from aloi.workbench.imports.layouts.base import SourceProvenance
from aloi.workbench.people import named_people
from aloi.workbench.rounds.rounds import find_round, next_number
from aloi.workbench.rounds.schemas import shown_in

SPELLINGS = "annotators who may be one person, with their answers and skips: {names}"


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer of a source: its item and its metadata."""

    provenance: SourceProvenance
    item: Item

    @property
    def annotator(self) -> str:
        """The annotator's name in the source."""
        return self.provenance.annotator


def check_cells(
    campaign: Campaign, cells: Sequence[tuple[GivenAnswer, Json]], person_ids: Mapping[str, str]
) -> list[tuple[GivenAnswer, Json]]:
    """Return each answer with its canonical value; `person_ids` has the id of each person by their names.

    Raises
    ------
    AloiError
        An answer given twice, or one that the task refuses.
    """
    kind = task(campaign.schema.task_type)
    seen: dict[tuple[str, str, int, int], str] = {}
    checked: list[tuple[GivenAnswer, Json]] = []
    for cell, value in cells:
        where = cell.provenance.where
        pair = (
            cell.item.id,
            person_ids.get(cell.annotator, cell.annotator),
            cell.provenance.occasion,
            cell.provenance.revision,
        )
        if pair in seen:
            raise AloiError(
                "workbench.answers-item-already-answered",
                where=where,
                annotator=cell.annotator,
                seen=seen[pair],
            )
        seen[pair] = where
        try:
            checked.append((cell, kind.check(value, cell.item, campaign.schema.settings)))
        except AloiError as error:
            raise error.at(f"{where}, {cell.annotator}") from error
    return checked


def check_room(
    store: Store,
    campaign: Campaign,
    number: int | None,
    cells: Sequence[GivenAnswer],
    person_ids: Mapping[str, str],
) -> None:
    """Raise AloiError for a round that cannot take the answers; a new one can, in an open campaign."""
    if number in (None, next_number(store, campaign)):
        if campaign.status != Status.OPEN:
            raise AloiError(
                "aloi.value",
                name=Term("the-campaign-name", name=repr(campaign.name)),
                value=campaign.status.value,
                expected=Term("an-open-campaign"),
                todo=Term("open-it-again"),
            )
        return
    target = find_round(store, campaign.id, number or 0)
    if target.status != Status.OPEN:
        raise AloiError(
            "aloi.closed", name=Term("the-round-number", number=number), expected=Term("an-open-round")
        )
    holding = {
        (assignment.key.item_id, assignment.key.annotator_id)
        for assignment in store.answers.assignments(target.id)
        if assignment.key.occasion == 1 and assignment.status in (Work.LEASED, Work.SUBMITTED)
    }
    coverages = store.answers.coverage(target.id)
    left = {coverage.item_id: coverage.required - coverage.assigned for coverage in coverages}
    n_answers: Counter[str] = Counter()
    for cell in cells:
        item_id, where = cell.item.id, cell.provenance.where
        if item_id not in left:
            raise AloiError(
                "workbench.answers-item-not-round", where=where, value=item_id, number=number, left=len(left)
            )
        n_answers[item_id] += (
            cell.provenance.occasion == cell.provenance.revision == 1
            and (item_id, person_ids.get(cell.annotator, cell.annotator)) not in holding
        )
        if n_answers[item_id] > left[item_id]:
            raise AloiError(
                "workbench.item-wants-no-more-answers",
                where=where,
                value=item_id,
                number=number,
                left=left[item_id],
            )


def known_people(store: Store) -> dict[str, str]:
    """Return {id, pseudonym or name: person id}, as `named_people` has them."""
    return {name: person.id for name, person in named_people(store).items()}


def require_people(store: Store, names: Iterable[str], add_annotators: bool) -> None:
    """Raise AloiError for a name nobody has, unless people may be added."""
    existing = known_people(store)
    unknown = [name for name in names if name not in existing]
    if unknown and not add_annotators:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-person"),
            name=", ".join(map(repr, unknown)),
            known=(person.pseudonym for person in store.people.list()),
            todo=Term("add-or-choose-to-add"),
        )


def spelling_notes(store: Store, names: Iterable[str]) -> list[Note]:
    """Return a note for names of several people that one person may have: they differ by spelling alone.

    `names` has each annotator once an answer or skip; people of the store are compared too.
    """
    counts = Counter(names)
    people = known_people(store)
    stored = {name: people[name] for name in people if name != people[name]}
    groups: dict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys((*counts, *stored)):
        groups[person_key(name)].append(name)
    notes = []
    for spellings in groups.values():
        if not counts.keys() & set(spellings) or len({people.get(name, name) for name in spellings}) < 2:
            continue
        spellings.sort(key=lambda name: (-counts[name], name))
        listed = ", ".join(f"{name!r} ({counts[name]})" for name in spellings)
        notes.append(
            Note(
                Phrase("import-spellings", SPELLINGS, names=listed),
                sum(counts[name] for name in spellings),
                spellings[0],
            )
        )
    return notes


def make_people(store: Store, names: Iterable[str], now: datetime, expertise: str = "") -> dict[str, str]:
    """Return {name: person id}, each name once; an unknown name becomes a source of answers."""
    person_ids, requested = known_people(store), dict.fromkeys(names)
    new = [name for name in requested if name not in person_ids]
    if not all(name.strip() for name in new):
        raise AloiError(
            "aloi.missing", name=Term("the-person"), missing=Term("a-name"), todo=Term("give-a-name")
        )
    person_ids |= {one.pseudonym: one.id for one in store.people.add_sources(new, now, expertise)}
    return {name: person_ids[name] for name in requested}


def annotation_of(
    cell: GivenAnswer, value: Json, target: Round, people: Mapping[str, str], schema_version: int
) -> Annotation:
    """Return the annotation of an answer checked against a version of the schema.

    Its event id is its content, so a second import is known.
    """
    person, provenance = people[cell.annotator], cell.provenance
    content = [target.id, cell.item.id, person, json.dumps(value, sort_keys=True)]
    if provenance.occasion > 1:
        content.append(str(provenance.occasion))
    if provenance.revision > 1:
        content.append(f"revision {provenance.revision}")
    return Annotation(
        key=AssignmentKey(target.id, cell.item.id, person, provenance.occasion),
        revision=1,
        event_id=content_id("import", *content),
        value=value,
        flag=provenance.flag,
        comment=provenance.comment,
        seconds=provenance.seconds,
        guideline_version=target.guideline_version,
        created_at=provenance.created_at,
        shown=shown_in(schema_version),
    )


def skips_of(
    skips: Sequence[tuple[SourceProvenance, Item]], round_id: str, people: Mapping[str, str]
) -> list[Assignment]:
    """Return the skips of people as assignments of a round."""
    assignments = []
    for position, (provenance, item) in enumerate(skips):
        reason, words = read_skip(provenance.comment)
        key = AssignmentKey(round_id, item.id, people[provenance.annotator], provenance.occasion)
        assignments.append(Assignment(key, position, Work.SKIPPED, reason, words or None))
    return assignments
