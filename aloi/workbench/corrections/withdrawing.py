"""Take somebody out of a campaign's open rounds: what they have not answered goes back, or to another."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.annotation.model import Annotator, Campaign, Round, Status
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.storage.corrections.model import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import Ground
from aloi.workbench.rounds.rounds import share_out


@dataclass(frozen=True, slots=True)
class WithdrawalEffect:
    """What somebody leaves: open rounds, items not answered there, and answers in all rounds, which stay."""

    pseudonym: str
    rounds: int
    items: int
    answers: int


def withdrawal_effect(store: Store, campaign: str, person: str) -> WithdrawalEffect:
    """Return what taking somebody out of a campaign leaves to others.

    Raises
    ------
    AloiError
        Somebody for whom no item waits in an open round.
    """
    found, who = store.campaigns.get(campaign), store.people.get(person)
    left = _left(store, found, who)
    if not left:
        raise AloiError("workbench.withdraw-nothing", pseudonym=who.pseudonym, name=repr(found.name))
    answers = store.setup.count_submitted(store.campaigns.round_ids(found.id), who.id)
    return WithdrawalEffect(who.pseudonym, len(left), sum(len(items) for _, items in left), answers)


def withdraw(
    store: Store, campaign: str, person: str, ground: Ground, *, replacement: str | None = None
) -> Correction:
    """Return the correction after which somebody gets no more items in a campaign's open rounds.

    Their items go to the replacement, but for those the replacement has had; without one they go back to
    whoever else may answer them, and an item nobody else may answer wants no more answers than it can get.
    Their answers stay and count, under their pseudonym.

    Raises
    ------
    AloiError
        Somebody for whom no item waits, a replacement who is unknown, switched off or the same person, or
        no reason.
    """
    found, who = store.campaigns.get(campaign), store.people.get(person)
    other = None if replacement is None else store.people.get(replacement)
    if other is not None and (other == who or other not in store.people.workers()):
        raise AloiError("workbench.withdraw-replacement", pseudonym=other.pseudonym)
    with store.together():
        effect = to_json(withdrawal_effect(store, campaign, person), "pseudonym")
        for one, items in _left(store, found, who):
            given = () if other is None else share_out(store, one, items, [other])
            store.campaigns.reassign(one.id, who.id, given, ground.now)
        told = {**effect, "replacement": None if other is None else other.pseudonym}
        return ground.log(store, CorrectionKind.WITHDRAW, told, campaign=found, person=who)


def _left(store: Store, campaign: Campaign, who: Annotator) -> list[tuple[Round, list[str]]]:
    """Return the open rounds with items that somebody has not answered, and these items."""
    found = [
        (one, store.setup.waiting_items(one.id, who.id))
        for one in store.campaigns.rounds(campaign.id)
        if one.status == Status.OPEN and who.id in one.annotators
    ]
    return [(one, items) for one, items in found if items]
