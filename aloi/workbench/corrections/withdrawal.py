"""Withdrawal of a person from a campaign's open rounds: remaining items return, or go to a replacement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Annotator, Campaign, Round, Status
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import WithdrawRequest
from aloi.workbench.rounds.rounds import share_out


@dataclass(frozen=True, slots=True)
class WithdrawalEffect:
    """Effect of a withdrawal: open rounds, their unanswered items, and answers in all rounds, which stay."""

    pseudonym: str
    rounds: int
    items: int
    answers: int


def withdrawal_effect(store: Store, request: WithdrawRequest) -> WithdrawalEffect:
    """Return the effect of a withdrawal on the other annotators.

    Raises
    ------
    AloiError
        Somebody for whom no item waits in an open round.
    """
    stored_campaign, annotator = store.campaigns.get(request.campaign), store.people.get(request.person)
    left = _left(store, stored_campaign, annotator)
    if not left:
        raise AloiError(
            "aloi.no-content",
            path=Term("open-rounds", name=repr(stored_campaign.name)),
            content=Term("no-item", pseudonym=annotator.pseudonym),
            expected=Term("annotator-with-open"),
            todo=Term("check-the-pseudonym-to-disable"),
        )
    answers = store.setup.count_submitted(store.campaigns.round_ids(stored_campaign.id), annotator.id)
    return WithdrawalEffect(annotator.pseudonym, len(left), sum(len(items) for _, items in left), answers)


def withdraw(store: Store, request: WithdrawRequest, now: datetime) -> Correction:
    """Return the correction after which a person gets no more items in a campaign's open rounds.

    Their items go to the replacement, except those that the replacement has had. Without a replacement, the
    items return to the other annotators who may answer them. If no other annotator may answer an item, its
    required number of answers falls to the possible number. Their answers stay and count, under their
    pseudonym.

    Raises
    ------
    AloiError
        A person without remaining items, or a replacement who is unknown, deactivated or the same person.
        Also no reason.
    """
    stored_campaign, annotator = store.campaigns.get(request.campaign), store.people.get(request.person)
    other = None if request.to is None else store.people.get(request.to)
    if other is not None and (other == annotator or other not in store.people.workers()):
        raise AloiError(
            "aloi.value",
            name=Term("person-to-take"),
            value=other.pseudonym,
            expected=Term("another-person-with-an-active"),
            todo=Term("name-another-person"),
        )
    with store.together():
        effect = to_json(withdrawal_effect(store, request), "pseudonym")
        for round_, items in _left(store, stored_campaign, annotator):
            assignments = () if other is None else share_out(store, round_, items, [other])
            store.campaigns.reassign(round_.id, annotator.id, assignments, now)
        details = {**effect, "replacement": None if other is None else other.pseudonym}
        return log_correction(
            store, request, now, CorrectionKind.WITHDRAW, details, campaign=stored_campaign, person=annotator
        )


def _left(store: Store, campaign: Campaign, annotator: Annotator) -> list[tuple[Round, list[str]]]:
    """Return the open rounds with items that a person has not answered, and these items."""
    waiting = [
        (round_, store.setup.waiting_items(round_.id, annotator.id))
        for round_ in store.campaigns.rounds(campaign.id)
        if round_.status == Status.OPEN and annotator.id in round_.annotators
    ]
    return [(one, items) for one, items in waiting if items]
