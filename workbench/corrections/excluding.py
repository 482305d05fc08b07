"""Leave an annotator's answers out of agreement and gold, or take them in again. The answers stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aloi.errors import AloiError
from aloi.records import to_json
from storage.model import Correction, CorrectionKind
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
    rounds = answers = alone = without = others = 0
    for one in store.campaigns.rounds(found.id):
        given = [each for each in counted_answers(store, one) if each.key.occasion == 1]
        mine = {each.key.item_id for each in given if each.key.annotator_id == who.id}
        rest = Counter(each.key.item_id for each in given if each.key.annotator_id != who.id)
        rounds, answers, others = rounds + bool(mine), answers + len(mine), others + rest.total()
        alone += sum(rest[item] == 1 for item in mine)
        without += sum(not rest[item] for item in mine)
    if not answers:
        raise AloiError("workbench.exclude-no-answers", pseudonym=who.pseudonym, name=repr(found.name))
    if not others:
        raise AloiError("workbench.exclude-everybody", pseudonym=who.pseudonym, name=repr(found.name))
    return ExclusionEffect(who.pseudonym, rounds, answers, alone, without)


def exclude(store: Store, campaign: str, person: str, ground: Ground) -> Correction:
    """Return the correction after which somebody's answers count neither in agreement nor in gold.

    It holds for every round of the campaign, those to come as well. Golds and releases that were frozen
    before stay as they are; a release of such a gold is refused. It raises what `exclusion_effect` raises,
    and AloiError without a reason.
    """
    found, who = store.campaigns.get(campaign), store.people.get(person)
    with store.together():
        effect = to_json(exclusion_effect(store, campaign, person), "pseudonym")
        return ground.log(store, CorrectionKind.EXCLUDE, effect, campaign=found, person=who)


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
