"""Leave an annotator's answers out of agreement and gold, or take them in again. The answers stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aloi.errors import AloiError
from aloi.records import to_json
from annotation.model import Campaign
from storage.corrections.model import Correction, CorrectionKind
from storage.store import Store
from workbench.corrections.log import Ground
from workbench.rounds.counting import counted_answers, excluded_people


@dataclass(frozen=True, slots=True)
class ExclusionEffect:
    """What counts no more, or again: answers to items, hidden repeats apart.

    `alone` and `without` are how many of these items then have one answer that counts, and none.
    """

    pseudonym: str
    rounds: int
    answers: int
    alone: int
    without: int


def exclusion_effect(store: Store, campaign: str, person: str) -> ExclusionEffect:
    """Return what leaving somebody's answers out of a campaign changes.

    Raises
    ------
    AloiError
        Somebody who is left out already or gave no answer, or the only one whose answers count.
    """
    found = store.campaigns.get(campaign)
    who = store.people.get(person)
    if who.id in excluded_people(store, found.id):
        raise AloiError("workbench.excluded-already", pseudonym=who.pseudonym, name=repr(found.name))
    beside = _read_beside(store, found, who.id) if store.schemas.versions(found.id) else None
    if beside is None:  # one version of the schema: every answer counts, and the store counts them
        beside = store.tallies.beside(found.id, who.id, tuple(excluded_people(store, found.id)))
    mine = {key: items for key, items in beside.items() if key[1] >= 0}
    rounds, answers = len({round_id for round_id, _ in mine}), sum(mine.values())
    alone, without = (sum(items for (_, rest), items in mine.items() if rest == n) for n in (1, 0))
    others = sum(count for (_, rest), count in beside.items() if rest < 0)
    if not answers:
        raise AloiError("workbench.exclude-no-answers", pseudonym=who.pseudonym, name=repr(found.name))
    if not others:
        raise AloiError("workbench.exclude-everybody", pseudonym=who.pseudonym, name=repr(found.name))
    return ExclusionEffect(who.pseudonym, rounds, answers, alone, without)


def _read_beside(store: Store, campaign: Campaign, person_id: str) -> dict[tuple[str, int], int]:
    """Return what `Tallies.beside` does, of answers that count in the version of the schema in force."""
    found: Counter[tuple[str, int]] = Counter()
    for one in store.campaigns.rounds(campaign.id):
        given = [each for each in counted_answers(store, one) if each.key.occasion == 1]
        mine = {each.key.item_id for each in given if each.key.annotator_id == person_id}
        rest = Counter(each.key.item_id for each in given if each.key.annotator_id != person_id)
        found.update((one.id, rest[item]) for item in mine)
        found[one.id, -1] = rest.total()
    return dict(found)


def exclude(store: Store, campaign: str, person: str, ground: Ground) -> Correction:
    """Return the correction after which somebody's answers count neither in agreement nor in gold.

    It holds for every round of the campaign, those to come as well. Golds and releases that were frozen
    before stay as they are; a release of such a gold is refused. It raises what `exclusion_effect` raises,
    and AloiError without a reason.
    """
    found, who = store.campaigns.get(campaign), store.people.get(person)
    before = set(excluded_people(store, found.id))
    effect = exclusion_effect(store, campaign, person)  # beforehand: meanwhile people go on answering
    with store.together():
        if set(excluded_people(store, found.id)) != before:
            effect = exclusion_effect(store, campaign, person)
        details = to_json(effect, "pseudonym")
        return ground.log(store, CorrectionKind.EXCLUDE, details, campaign=found, person=who)


def include(store: Store, campaign: str, person: str, ground: Ground) -> Correction:
    """Return the correction after which somebody's answers count again.

    Raises
    ------
    AloiError
        Somebody whose answers count, or no reason.
    """
    found, who = store.campaigns.get(campaign), store.people.get(person)
    with store.together():
        if who.id not in excluded_people(store, found.id):
            raise AloiError("workbench.not-excluded", pseudonym=who.pseudonym, name=repr(found.name))
        return ground.log(store, CorrectionKind.INCLUDE, campaign=found, person=who)
