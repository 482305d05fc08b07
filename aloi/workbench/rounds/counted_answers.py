"""Answers that count in agreement and gold: the last of each assignment, without excluded annotators.

Answers to an earlier version of the schema are read in the current version. Machines count only in campaigns
that say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from aloi.annotation.model import Annotation, Round
from aloi.gold.model import Exclusion
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.rounds.machine_answers import machine_answers
from aloi.workbench.rounds.schemas import read_answers


def counted_answers(
    store: Store,
    round_: Round,
    item_id: str | None = None,
    revisions: Sequence[Annotation] | None = None,
    *,
    machines: bool = True,
) -> list[Annotation]:
    """Return the answers of a round, or to one item of it, that count, by item, annotator and occasion.

    `revisions` are all those of the round where they are at hand: reading them takes longest. The answers of
    machines that the campaign counts follow those of people, unless `machines` is false.
    """
    left_out = excluded_people(store, round_.campaign_id)
    if revisions is None:
        latest = store.answers.latest(round_.id, item_id)
    else:
        latest = store.answers.latest_among(round_.id, revisions)
    counted = [each for each in latest if each.key.annotator_id not in left_out]
    answers = read_answers(store, round_.campaign_id, counted)
    return [*answers, *machine_answers(store, round_, item_id)] if machines else answers


def answer_names(store: Store) -> dict[str, str]:
    """Return the pseudonyms of people and machines by the ids that their answers have."""
    people = {person.id: person.pseudonym for person in store.people.list()}
    return people | {machine.id: machine.pseudonym for machine in store.machines.list()}


def excluded_people(store: Store, campaign_id: str) -> dict[str, Exclusion]:
    """Return the annotators excluded from a campaign's agreement and gold, by the id of the person."""
    names = {person.id: person.pseudonym for person in store.people.list()}
    exclusions: dict[str, Exclusion] = {}
    for correction in store.corrections.list(campaign_id=campaign_id):
        if correction.kind is CorrectionKind.EXCLUDE and correction.person_id is not None:
            exclusions[correction.person_id] = Exclusion(
                names[correction.person_id], correction.why, correction.by, correction.created_at
            )
        elif correction.kind is CorrectionKind.INCLUDE and correction.person_id is not None:
            exclusions.pop(correction.person_id, None)
    return exclusions


def exclusions(store: Store, campaign_id: str) -> tuple[Exclusion, ...]:
    """Return the annotators excluded from a campaign's agreement and gold, by pseudonym."""
    return tuple(sorted(excluded_people(store, campaign_id).values(), key=lambda one: one.annotator))
