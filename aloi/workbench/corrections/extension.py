"""More of a round that is under way: further items, or more answers to each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from aloi.annotation.assign import plan_for, require_possible
from aloi.annotation.model import Round
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.rounds import ExtendRequest
from aloi.workbench.rounds.rounds import choose_items, find_round, open_only


@dataclass(frozen=True, slots=True)
class ExtensionEffect:
    """The extension relative to the earlier request: items, answers to each, answers in all."""

    items: int
    overlap_before: int
    overlap: int
    answers: int


def extension_effect(store: Store, request: ExtendRequest) -> ExtensionEffect:
    """Return the additional answers for an extension of a round; errors are those of `extend_round`."""
    before, after = _extended(store, request)
    return _effect(before, after)


def extend_round(store: Store, request: ExtendRequest, now: datetime) -> Correction:
    """Return the correction that gave an open round more items, or wants more answers to each.

    A number of items is drawn as the round's own were drawn. Named items that the round has already change
    nothing.

    Raises
    ------
    AloiError
        A round that is not open, nothing more than before, more items than are unused, or an overlap that
        is lower than before or above the number of annotators.
    """
    with store.together():
        before, after = _extended(store, request)
        without = replace(after, repeats=0)
        plans = [(one, plan_for(without, one, after.item_ids)) for one in after.annotators]
        store.campaigns.extend_round(after, plans)
        return log_correction(
            store,
            request,
            now,
            CorrectionKind.EXTEND,
            to_json(_effect(before, after)),
            campaign=store.campaigns.get(request.campaign),
            round_=after,
        )


def _extended(store: Store, request: ExtendRequest) -> tuple[Round, Round]:
    """Return a round as it is and as it would be."""
    items, number = request.items, request.round
    before = open_only(find_round(store, request.campaign, number))
    if store.crowds.of_round(before.id) is not None:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("round-number-2", number=number),
            kind=Term("round-of-crowd"),
            expected=Term("round-of-accounts"),
            todo=Term("open-another-crowd"),
        )
    stored_campaign = store.campaigns.get(request.campaign)
    new_overlap = before.overlap if request.overlap is None else request.overlap
    if not isinstance(items, int):
        present = set(before.item_ids)
        items = tuple(one for one in items if one not in present)
    is_less = (isinstance(items, int) and items < 0) or new_overlap < before.overlap
    if is_less or (not items and new_overlap == before.overlap):
        raise AloiError(
            "aloi.no-change",
            name=Term("round-number-which", number=number, overlap=before.overlap),
            expected=Term("more-items"),
            todo=Term("give-the-number"),
        )
    drawn = choose_items(store, stored_campaign, items, before.seed) if items else ()
    after = replace(before, item_ids=(*before.item_ids, *drawn), overlap=new_overlap)
    require_possible(after)
    return before, after


def _effect(before: Round, after: Round) -> ExtensionEffect:
    n_answers = len(after.item_ids) * after.overlap - len(before.item_ids) * before.overlap
    return ExtensionEffect(
        len(after.item_ids) - len(before.item_ids), before.overlap, after.overlap, n_answers
    )
