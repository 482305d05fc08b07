"""Whether the place of a candidate on the screen decides: answers by place, agreement by order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.annotation.rows import LinkedMention
from aloi.annotation.tasks.linking.task import concepts_of, label_of
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.rounds.campaigns import campaign_of
from aloi.workbench.rounds.counted_answers import counted_answers
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """Shares of answers that chose the concept shown at a position, and the concept of that rank.

    `position` counts from 1. Shares are of all concepts chosen, including those found by search. If
    candidates are shown by rank, the two shares are equal. In random order, `at_place` shows the effect of
    the position alone, and `at_rank` shows the quality of the ranker.
    """

    position: int = field(metadata={JSON_NAME: "place"})
    at_place: int
    place_share: float
    at_rank: int
    rank_share: float


@dataclass(frozen=True, slots=True)
class OrderAgreement:
    """Pairs of answers to one item by whether both annotators saw the same order.

    `agreement` is the share of pairs that give the same answer, None without pairs.
    """

    same_order: bool
    pairs: int
    agreement: float | None


@dataclass(frozen=True, slots=True)
class PositionBias:
    """Effects of the order of candidates on the answers of a round.

    `searched` counts the chosen concepts that were not among the candidates, `none` the answers "no concept".
    `unseen` counts the answers without recorded candidates (imported ones); these are in no other count.
    """

    answers: int
    concepts: int
    searched: int
    none: int
    unseen: int
    places: tuple[PlaceShare, ...]
    orders: tuple[OrderAgreement, OrderAgreement]


def position_bias(store: Store, campaign: str, number: int) -> PositionBias:
    """Return the effects of the order of candidates on the latest answers of a round.

    Raises
    ------
    AloiError
        A campaign of another task, an unknown round, or no answers yet.
    """
    stored_campaign = campaign_of(store, campaign, LinkedMention)
    round_ = find_round(store, campaign, number)
    answers = [one for one in counted_answers(store, round_) if one.value is not None]
    if not answers:
        raise AloiError(
            "aloi.no-content",
            path=Term("round-number", name=repr(stored_campaign.name), number=number),
            content=Term("no-answers"),
            todo=Term("wait-for-the-first"),
        )
    as_given = {one.key: one.value for one in store.answers.latest(round_.id)}
    return bias_of(answers, as_given)


def bias_of(
    answers: Sequence[Annotation], as_given: Mapping[AssignmentKey, Json] | None = None
) -> PositionBias:
    """Return how answers depend on the order of the candidates that were shown with them.

    `as_given` are the answers that are now read differently than they were given. Their candidates were shown
    as the terminology listed them at that time.
    """
    chosen_of = as_given or {}
    seen = [answer for answer in answers if _ids(answer.shown, "candidates")]
    places: Counter[int] = Counter()
    ranks: Counter[int] = Counter()
    searched = none = total = 0
    for answer in seen:
        candidates = _ids(answer.shown, "candidates")
        ranked = _ranks(answer.shown, len(candidates))
        chosen = concepts_of(chosen_of.get(answer.key, answer.value))
        none += not chosen
        for concept in chosen:
            total += 1
            if concept in candidates:
                at = candidates.index(concept)
                places[at + 1] += 1
                ranks[ranked[at]] += 1
            else:
                searched += 1
    last = max([*places, *ranks], default=0)
    return PositionBias(
        answers=len(seen),
        concepts=total,
        searched=searched,
        none=none,
        unseen=len(answers) - len(seen),
        places=tuple(
            PlaceShare(at, places[at], places[at] / total, ranks[at], ranks[at] / total)
            for at in range(1, last + 1)
        ),
        orders=_orders(seen),
    )


def _orders(answers: Sequence[Annotation]) -> tuple[OrderAgreement, OrderAgreement]:
    """Return the agreement of pairs that saw the same order, and of those that did not."""
    by_item: dict[str, list[Annotation]] = defaultdict(list)
    for answer in answers:
        if answer.key.occasion == 1:  # a hidden repeat is the same person again
            by_item[answer.key.item_id].append(answer)
    pairs: Counter[bool] = Counter()
    alike: Counter[bool] = Counter()
    for item_answers in by_item.values():
        for a, b in combinations(item_answers, 2):
            same = _ids(a.shown, "candidates") == _ids(b.shown, "candidates")
            pairs[same] += 1
            alike[same] += label_of(a.value) == label_of(b.value)
    share = {
        same_order: alike[same_order] / pairs[same_order] if pairs[same_order] else None
        for same_order in (True, False)
    }
    return OrderAgreement(True, pairs[True], share[True]), OrderAgreement(False, pairs[False], share[False])


def _ids(shown: Mapping[str, Json], name: str) -> list[str]:
    listed = shown.get(name)
    return [str(one) for one in listed] if isinstance(listed, list) else []


def _ranks(shown: Mapping[str, Json], count: int) -> list[int]:
    """Return the rank of each candidate drawn; their places where the browser sent none that fit."""
    listed = shown.get("ranks")
    ranks = [one for one in listed if isinstance(one, int)] if isinstance(listed, list) else []
    return ranks if len(ranks) == count else list(range(1, count + 1))
