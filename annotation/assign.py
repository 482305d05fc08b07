"""The assignment of items: each annotator's own order of items, fixed by the random seed of the round."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from zlib import crc32

from aloi.annotation.model import Assignment, AssignmentKey, Round
from aloi.base.errors import AloiError
from aloi.base.terms import Term


def plan(campaign_round: Round) -> tuple[Assignment, ...]:
    """Return the pending assignments of a round: any annotator may be offered any item.

    The store stops offering an item once `overlap` annotators have taken it, and stops offering to an
    annotator at `cap` items. The modes all, k of n and single differ only in the round's `overlap`. The first
    `repeats` items of an annotator's order are shown again (occasion 2) at the end of it.

    Raises
    ------
    AloiError
        No item, no annotator, an overlap or a cap that cannot be met.
    """
    require_possible(campaign_round)
    return tuple(
        assignment
        for annotator in campaign_round.annotators
        for assignment in plan_for(campaign_round, annotator, campaign_round.item_ids)
    )


def plan_for(campaign_round: Round, annotator: str, item_ids: Sequence[str]) -> tuple[Assignment, ...]:
    """Return one annotator's pending assignments over some of a round's items, in their own order."""
    ordered = sorted(item_ids, key=lambda item: _sort_key(campaign_round.seed, annotator, item))
    shown = [(item, 1) for item in ordered] + [(item, 2) for item in ordered[: campaign_round.repeats]]
    return tuple(
        Assignment(AssignmentKey(campaign_round.id, item, annotator, occasion), position)
        for position, (item, occasion) in enumerate(shown)
    )


def _sort_key(seed: int, annotator: str, item: str) -> bytes:
    """Return the sorting key of an item in an annotator's order: stable when items or people are added."""
    return hashlib.sha256(f"{seed}|{annotator}|{item}".encode()).digest()


def require_possible(campaign_round: Round) -> None:
    """Raise AloiError for a round that cannot be run."""
    items, people = len(campaign_round.item_ids), len(campaign_round.annotators)
    if items == 0:
        raise AloiError(
            "aloi.too-few", name=Term("items-of-round"), count=0, least=1, todo=Term("more-candidates")
        )
    if people == 0:
        raise AloiError(
            "aloi.too-few", name=Term("annotators-of-round"), count=0, least=1, todo=Term("add-people")
        )
    if len(set(campaign_round.item_ids)) < items or len(set(campaign_round.annotators)) < people:
        raise AloiError("annotation.round-names-item-or-annotator")
    if not 1 <= campaign_round.overlap <= people:
        raise AloiError(
            "aloi.value",
            name=Term("overlap"),
            value=campaign_round.overlap,
            expected=Term("whole-from", low=1, high=people),
            todo=Term("change-overlap"),
        )
    if campaign_round.cap is not None and campaign_round.cap * people < items * campaign_round.overlap:
        raise AloiError(
            "aloi.too-few",
            name=Term("answers-possible", people=people, cap=campaign_round.cap),
            count=campaign_round.cap * people,
            least=items * campaign_round.overlap,
            todo=Term("raise-cap"),
        )
    if not 0 <= campaign_round.repeats <= items:
        raise AloiError(
            "aloi.value",
            name=Term("repeats"),
            value=campaign_round.repeats,
            expected=Term("most-of", most=items),
        )


def shown_as_is(key: AssignmentKey, *, symmetric: bool) -> bool:
    """Return whether a pair is shown with its sides in their original order.

    Half of the hidden repeats of a symmetric task are shown with exchanged sides, always the same half. This
    separates the effect of the order of the sides from an annotator's own inconsistency.
    """
    return not symmetric or key.occasion == 1 or crc32(key.item_id.encode()) % 2 == 0
