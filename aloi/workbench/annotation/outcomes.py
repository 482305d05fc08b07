"""Outcomes of an annotator's answers: the accepted values next to them, without other annotators' answers.

An outcome is shown only if the manager allows it for the round, and only after the round is closed. In an
open round, a person can still correct their answers and may meet an item a second time, unannounced. A person
who had seen the accepted value would repeat it, and agreement and hidden repeats would measure that. For the
same reason, an outcome is hidden as long as the person has the item in an open round of the same task. This
happens when doubtful items are sent back blind.

The accepted value is the adjudicator's decision, or else the value in the last frozen gold. Two kinds of gold
consist of the others' answers: a multiset of all answers (words), and a mean of two answers that is not one's
own. Neither is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aloi.annotation.model import Campaign, Status
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.gold.model import GoldStatus
from aloi.storage.store import Store
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.schemas import decisions_of_round, read_answers

_LEAST_HIDING = 3  # answers behind a value, so that no other annotator's answer can be inferred


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer of a person and what was accepted; `why` is the adjudicator's reason, empty for gold."""

    item_id: str
    mine: Json
    accepted: Json
    same: bool
    adjudicated: bool
    why: str


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """An outcome to read: the item, and both values in a few words."""

    outcome: Outcome
    item: Item
    mine: str
    accepted: str


def outcomes(store: Store, person_id: str, round_id: str) -> tuple[Outcome, ...]:
    """Return the outcomes of a person's answers in a round: different ones first, then by item.

    Raises
    ------
    AloiError
        A round that is not theirs, whose outcomes are not shown, or that is not closed yet.
    """
    share = next((one for one in store.own_progress.shares(person_id) if one.round_id == round_id), None)
    if share is None:
        raise _not_yours()
    if not share.shows_outcome:
        raise AloiError(
            "aloi.not-allowed",
            role=Term("a-manager"),
            expected=Term("permission-to-show", name=repr(share.campaign), number=share.number),
            todo=Term("ask-a-manager-who-can"),
        )
    if not share.is_closed:
        raise _still_open(share.number, Status.OPEN.value)
    campaign = store.campaigns.get(share.campaign_id)
    kind = task(campaign.schema.task_type)
    decisions = {one.item_id: one for one in decisions_of_round(store, campaign.id, round_id)}
    golds = (
        {}
        if kind.gathers or _other_schema(store, campaign)
        else {one.item_id: one for one in store.own_progress.gold_values(share.campaign_id, round_id)}
    )
    mask, is_same = _mask(store, person_id), same_as(campaign)
    blind = store.own_progress.items_under_way(person_id, kind.name)
    compared = []
    for item_id, mine in _answers_of(store, campaign, person_id, round_id):
        if item_id in blind:
            continue
        decision, accepted = decisions.get(item_id), golds.get(item_id)
        if decision is not None:
            same = is_same(mine, decision.value)
            why = mask.sub("…", decision.why)
            compared.append(Outcome(item_id, mine, decision.value, same, True, why))
        elif accepted is not None and accepted.value is not None:
            same = is_same(mine, accepted.value)
            averaged = accepted.status == GoldStatus.AGGREGATED.value
            if same or not averaged or accepted.supporters >= _LEAST_HIDING:
                compared.append(Outcome(item_id, mine, accepted.value, same, False, ""))
    return tuple(sorted(compared, key=lambda one: (one.same, one.item_id)))


def _still_open(number: object, value: object) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-round-number", number=number),
        value=value,
        expected=Term("a-closed-round"),
        todo=Term("come-back"),
    )


def _not_yours() -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("this-round"),
        value=Term("not-among-yours-2"),
        expected=Term("round-that-you"),
        todo=Term("choose-one-of-the-rounds"),
    )


def _other_schema(store: Store, campaign: Campaign) -> bool:
    """Return whether the values of the last gold are in another version of the schema."""
    if campaign.schema.schema_version == 1:
        return False
    return any(
        gold_head.schema_version != campaign.schema.schema_version
        for gold_head in store.gold.gold_heads(campaign.id)[-1:]
    )


def _answers_of(
    store: Store, campaign: Campaign, person_id: str, round_id: str
) -> Sequence[tuple[str, Json]]:
    """Return a person's answers in a round with their items, without repeats, as they read now."""
    if campaign.schema.schema_version == 1:
        return store.own_progress.answered_values(person_id, round_id)
    first_answers = [one for one in store.answers.latest_of(person_id, round_id) if one.key.occasion == 1]
    read = read_answers(store, campaign.id, first_answers)
    return sorted(((one.key.item_id, one.value) for one in read), key=lambda pair: pair[0])


def shown_outcomes(
    store: Store, campaign_id: str, outcomes_of_person: Sequence[Outcome]
) -> list[ShownOutcome]:
    """Return outcomes with their items, both values in a few words."""
    campaign = store.campaigns.get(campaign_id)
    items = store.texts.items([one.item_id for one in outcomes_of_person])
    mine = described(store, campaign, [one.mine for one in outcomes_of_person])
    accepted = described(store, campaign, [one.accepted for one in outcomes_of_person])
    return [ShownOutcome(*one) for one in zip(outcomes_of_person, items, mine, accepted, strict=True)]


def same_as(campaign: Campaign) -> Callable[[Json, Json], bool]:
    """Return the test whether an answer is the accepted one, or on scales the degree nearest to it."""
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    fields = {one.name: one for one in kind.fields(kind.example().item, settings)}

    def is_same(mine: Json, accepted: Json) -> bool:
        if mine == accepted:
            return True
        if not isinstance(mine, dict) or not isinstance(accepted, dict) or mine.keys() != fields.keys():
            return kind.distance([mine, accepted], settings) == 0
        return all(one.is_same(mine[name], accepted.get(name)) for name, one in fields.items())

    return is_same


def _mask(store: Store, person_id: str) -> re.Pattern[str]:
    """Return the pattern of the names and pseudonyms of all others in a reason."""
    others = [one for one in store.people.list() if one.id != person_id]
    names = sorted(
        {name for one in others for name in (one.name, one.pseudonym) if name}, key=len, reverse=True
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)" if names else r"(?!)")
