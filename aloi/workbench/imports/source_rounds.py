"""The rounds of imported answers: which one has them already, is joined, or is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from aloi.annotation.model import Assignment, AssignmentKey, Campaign, Purpose, Round, Status, Work
from aloi.base.errors import AloiError
from aloi.corpora.identity import content_id
from aloi.storage.store import Store
from aloi.workbench.imports.answers import (
    annotation_of,
    check_cells,
    check_room,
    known_people,
    make_people,
    require_people,
    skips_of,
)
from aloi.workbench.imports.parts import ImportOptions, ImportPart
from aloi.workbench.people import named_people
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import find_round, next_number, open_round
from aloi.workbench.rounds.schemas import read_answers


def check_parts(
    store: Store, campaign: Campaign, parts: Sequence[ImportPart], options: ImportOptions, *, is_new: bool
) -> None:
    """Check the answers of each part, and look for the round that holds them already."""
    if not any(part.cells or part.skips or part.predictions for part in parts):
        raise AloiError(
            "workbench.source-holds-items-says-none", parts=sum(len(part.items) for part in parts)
        )
    require_people(store, options.others, add_annotators=False)
    people = known_people(store)
    for part in parts:
        require_people(store, dict.fromkeys(part.names), options.add_annotators)
        part.cells = check_cells(campaign, part.cells, people)
        rounds = [] if is_new else store.campaigns.rounds(campaign.id)
        candidates = [one for one in rounds if options.number in (None, one.number)]
        part.round = next((one for one in candidates if _holds(store, one, part, people, options)), None)
        if part.round is None and not _joins(store, campaign, part, options):
            check_room(store, campaign, options.number, [cell for cell, _ in part.cells], people)


def _joins(store: Store, campaign: Campaign, part: ImportPart, options: ImportOptions) -> bool:
    """Return whether the answers go into an existing round of sources, whatever it has room for."""
    number = options.number
    if number in (None, next_number(store, campaign)) or not _are_sources(store, part.names, options):
        return False
    target = find_round(store, campaign.id, number or 0)
    ids = {person.id for person in store.people.list() if person.is_source}
    return campaign.status is Status.OPEN and ids.issuperset(target.annotators)


def _are_sources(store: Store, names: Sequence[str], options: ImportOptions) -> bool:
    """Return whether no annotator of an import answers here, so that their round is complete."""
    people = named_people(store)
    return not options.others and all(name not in people or people[name].is_source for name in names)


def _holds(
    store: Store, round_: Round, part: ImportPart, people: Mapping[str, str], options: ImportOptions
) -> bool:
    """Return whether a round has all these answers; without a number, one with others to all is refused."""
    stored = {
        (annotation.key.item_id, annotation.key.annotator_id, annotation.key.occasion): annotation.value
        for annotation in read_answers(store, round_.campaign_id, store.answers.latest(round_.id))
    }
    incoming = {
        (cell.item.id, people.get(cell.annotator, ""), cell.provenance.occasion): value
        for cell, value in part.cells
    }
    same = sum(key in stored and stored[key] == value for key, value in incoming.items())
    if options.number is not None:
        part.n_existing = same
    elif incoming and same < len(incoming) and stored.keys() >= incoming.keys():
        raise AloiError(
            "workbench.round-other-answers-same",
            number=round_.number,
            campaign=repr(options.campaign),
            count=len(incoming) - same,
            count_count=len(incoming),
        )
    if not incoming or same < len(incoming):
        return False
    part.n_existing = same
    return True


def store_part(
    store: Store, campaign: Campaign, part: ImportPart, options: ImportOptions, now: datetime
) -> tuple[Round | None, int]:
    """Return the round of a part and how many of its answers are new."""
    if part.predictions:
        store.suggestions.save(campaign.id, part.source.part or "import", part.predictions, now)
    if part.round is not None or not part.names:
        return part.round, 0
    joins = _joins(store, campaign, part, options)
    is_complete = joins or (options.number is None and not options.others)
    if options.number == next_number(store, campaign) and _are_sources(store, part.names, options):
        options, is_complete = replace(options, number=None), True
    people = make_people(store, part.names, now, expertise=part.source.people)
    target = (_joined_round if joins else _round)(store, campaign, part, options, people, now)
    version = campaign.schema.schema_version
    new = store.answers.import_answers(
        target.id, [annotation_of(cell, value, target, people, version) for cell, value in part.cells]
    )
    skips = skips_of(part.skips, target.id, people)
    part.late_skips = len(skips) - store.imported_skips.add(target.id, skips, now)
    if is_complete:
        store.campaigns.set_round_status(target.id, Status.CLOSED, now=now)
    return store.campaigns.round(target.id), min(new, len(part.answered))


def _round(
    store: Store,
    campaign: Campaign,
    part: ImportPart,
    options: ImportOptions,
    people: Mapping[str, str],
    now: datetime,
) -> Round:
    """Return the round of the answers, opened if it does not exist."""
    number = next_number(store, campaign)
    if options.number not in (None, number):
        return find_round(store, campaign.id, options.number or 0)
    answered = [cell.item.id for cell, _ in part.cells]
    ids = tuple(dict.fromkeys([*answered, *(item.id for _, item in part.skips)]))
    team = tuple(dict.fromkeys(people.values()))
    if options.number is not None or options.others:
        guided = None if options.number is not None else False
        team = (*team, *options.others)
        return open_round(
            store,
            RoundRequest(campaign.id, purpose="main", items=ids, annotators=team, guideline=guided),
            now=now,
        )
    its_id = content_id("round", campaign.id, number)
    guideline = 1 if part.source.guideline.strip() and number == 1 else None
    opened = Round(its_id, campaign.id, number, Purpose.MAIN, guideline, ids, team, overlap=len(team), seed=0)
    # Nothing is planned: only what was answered, or skipped, is assigned.
    store.campaigns.open_round(opened, skips_of(part.skips, its_id, people), now=now)
    return opened


def _joined_round(
    store: Store,
    campaign: Campaign,
    part: ImportPart,
    options: ImportOptions,
    people: Mapping[str, str],
    now: datetime,
) -> Round:
    """Return a round of sources, opened again, with room for the items and annotators of a part."""
    target = find_round(store, campaign.id, options.number or 0)
    answered = [(cell.item.id, people[cell.annotator], cell.provenance.occasion) for cell, _ in part.cells]
    items = (*target.item_ids, *(item for item, _, _ in answered), *(item.id for _, item in part.skips))
    team = tuple(dict.fromkeys((*target.annotators, *people.values())))
    joined = replace(
        target, item_ids=tuple(dict.fromkeys(items)), annotators=team, overlap=max(target.overlap, len(team))
    )
    places = {item: place for place, item in enumerate(joined.item_ids)}
    assignments = {
        person: [
            Assignment(AssignmentKey(target.id, item, person, occasion), places[item], Work.PENDING)
            for item, its_person, occasion in dict.fromkeys(answered)
            if its_person == person
        ]
        for person in people.values()
    }
    if target.status is not Status.OPEN:
        store.campaigns.set_round_status(target.id, Status.OPEN, now=now)
    store.campaigns.extend_round(joined, [*assignments.items()])
    return joined
