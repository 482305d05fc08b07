"""Exclusion of an annotator's answers from agreement and gold, and its reversal. The answers stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import AssignmentKey, Campaign
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import ExcludeRequest, IncludeRequest
from aloi.workbench.rounds.counted_answers import excluded_people
from aloi.workbench.rounds.schemas import read_answers


@dataclass(frozen=True, slots=True)
class ExclusionEffect:
    """The number of answers to items that stop counting, or count again, without hidden repeats.

    `alone` and `without` are how many of these items then have one answer that counts, and none.
    """

    pseudonym: str
    rounds: int
    answers: int
    alone: int
    without: int


def exclusion_effect(store: Store, request: ExcludeRequest) -> ExclusionEffect:
    """Return the effect of excluding a person's answers from a campaign.

    Raises
    ------
    AloiError
        A person who is excluded already or gave no answer, or the only one whose answers count.
    """
    stored_campaign, annotator = store.campaigns.get(request.campaign), store.people.get(request.person)
    if annotator.id in excluded_people(store, stored_campaign.id):
        raise AloiError(
            "aloi.value",
            name=Term("answers-of-pseudonym", name=repr(stored_campaign.name), pseudonym=annotator.pseudonym),
            value=Term("excluded-already"),
            expected=Term("an-annotator-whose"),
            todo=Term("include-them"),
        )
    unread = _unread(store, stored_campaign)
    tallies = store.tallies.shared_items(
        stored_campaign.id, annotator.id, tuple(excluded_people(store, stored_campaign.id)), unread
    )
    mine = {key: items for key, items in tallies.items() if key[1] >= 0}
    rounds, answers = len({round_id for round_id, _ in mine}), sum(mine.values())
    alone, without = (sum(items for (_, rest), items in mine.items() if rest == n) for n in (1, 0))
    others = sum(count for (_, rest), count in tallies.items() if rest < 0)
    if not answers:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-campaign-name", name=repr(stored_campaign.name)),
            content=Term("no-answer-by-pseudonym", pseudonym=annotator.pseudonym),
            expected=Term("an-annotator-with-answers"),
            todo=Term("check-the-pseudonym-to-assign"),
        )
    if not others:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-campaign-name", name=repr(stored_campaign.name)),
            content=Term("no-answers-without", pseudonym=annotator.pseudonym),
            expected=Term("answers-of-another"),
            todo=Term("let-other"),
        )
    return ExclusionEffect(annotator.pseudonym, rounds, answers, alone, without)


def _unread(store: Store, campaign: Campaign) -> list[AssignmentKey]:
    """Return the stored answers that do not count in the current version of the schema.

    Answers that a version asks again were set aside when it came into force. All stored answers count, except
    those with labels that a version drops or asks again: only these are read.
    """
    versions = store.schemas.versions(campaign.id)
    mappings = versions[-1].mappings.values() if versions else ()
    removed_labels = {label for one in mappings for label in (*one.dropped, *one.again)}
    if not removed_labels:
        return []
    kind = task(campaign.schema.task_type)
    values = store.schemas.values(campaign.id)
    holding = [
        stored
        for stored, value in values.items()
        if value is not None and not removed_labels.isdisjoint(kind.mapped_names_in(value))
    ]
    annotations = store.schemas.standing(campaign.id, holding)
    counted = {one.event_id for one in read_answers(store, campaign.id, annotations)}
    return [one.key for one in annotations if one.event_id not in counted]


def exclude(store: Store, request: ExcludeRequest, now: datetime) -> Correction:
    """Return the correction that excludes a person's answers from agreement and gold.

    It holds for every round of the campaign, those to come as well. Golds and releases that were frozen
    before stay as they are; a release of such a gold is refused. It raises what `exclusion_effect` raises,
    and AloiError without a reason.
    """
    stored_campaign, annotator = store.campaigns.get(request.campaign), store.people.get(request.person)
    before = set(excluded_people(store, stored_campaign.id))
    effect = exclusion_effect(store, request)  # first: meanwhile people may answer
    with store.together():
        if set(excluded_people(store, stored_campaign.id)) != before:
            effect = exclusion_effect(store, request)
        details = to_json(effect, "pseudonym")
        return log_correction(
            store, request, now, CorrectionKind.EXCLUDE, details, campaign=stored_campaign, person=annotator
        )


def include(store: Store, request: IncludeRequest, now: datetime) -> Correction:
    """Return the correction that includes a person's answers again.

    Raises
    ------
    AloiError
        Somebody whose answers count, or no reason.
    """
    stored_campaign, annotator = store.campaigns.get(request.campaign), store.people.get(request.person)
    with store.together():
        if annotator.id not in excluded_people(store, stored_campaign.id):
            raise AloiError(
                "aloi.value",
                name=Term(
                    "answers-of-pseudonym", name=repr(stored_campaign.name), pseudonym=annotator.pseudonym
                ),
                value=Term("not-excluded"),
                expected=Term("an-annotator-whose-answers"),
                todo=Term("check-the-pseudonym"),
            )
        return log_correction(
            store, request, now, CorrectionKind.INCLUDE, campaign=stored_campaign, person=annotator
        )
