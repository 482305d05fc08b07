"""More of a round that is under way: further items, or more answers to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from aloi.annotation.assign import plan_for, require_possible
from aloi.annotation.model import Round
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import Ground
from aloi.workbench.requests.rounds import ExtendRequest
from aloi.workbench.rounds.rounds import choose_items, find_round, open_only


@dataclass(frozen=True, slots=True)
class ExtensionEffect:
    """The extension relative to the earlier request: items, answers to each, answers in all."""

    items: int
    overlap_before: int
    overlap: int
    answers: int


def extension_effect(
    store: Store,
    campaign: str,
    number: int,
    *,
    items: int | Sequence[str] = 0,
    overlap: int | None = None,
) -> ExtensionEffect:
    """Return the additional answers for an extension of a round; errors are those of `extend_round`."""
    before, after = _extended(store, campaign, number, items, overlap)
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
    campaign, ground = request.campaign, Ground(request.why, request.by, now)
    with store.together():
        before, after = _extended(store, campaign, request.round, request.items, request.overlap)
        without = replace(after, repeats=0)
        plans = [(one, plan_for(without, one, after.item_ids)) for one in after.annotators]
        store.campaigns.extend_round(after, plans)
        return ground.log(
            store,
            CorrectionKind.EXTEND,
            to_json(_effect(before, after)),
            campaign=store.campaigns.get(campaign),
            round_=after,
        )


def _extended(
    store: Store, campaign: str, number: int, items: int | Sequence[str], overlap: int | None
) -> tuple[Round, Round]:
    """Return a round as it is and as it would be."""
    before = open_only(find_round(store, campaign, number))
    stored_campaign = store.campaigns.get(campaign)
    new_overlap = before.overlap if overlap is None else overlap
    if not isinstance(items, int):
        present = set(before.item_ids)
        items = [one for one in items if one not in present]
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
