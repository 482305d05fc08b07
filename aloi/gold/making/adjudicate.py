"""Which items need a decision, the widest disagreement first, and what a decision must record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from aloi.annotation.model import AdjudicationRule
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.gold.making.aggregate import AnnotatorAnswer, ItemAnswers


@dataclass(frozen=True, slots=True)
class Dispute:
    """An item whose annotators differ.

    `distance` is the task's distance over all answers, `mean_distance` its mean over pairs of answers.
    """

    item_id: str
    distance: float
    mean_distance: float
    answers: tuple[AnnotatorAnswer, ...]


@dataclass(frozen=True, slots=True)
class Queue:
    """The disputes in the order to settle them, and what is not (or no longer) in it.

    `waiting` counts items that can still get answers, `decided` those with a decision, `settled` the
    complete ones that need none.
    """

    disputes: tuple[Dispute, ...]
    waiting: int
    decided: int
    settled: int


def disputes(
    answers: Sequence[ItemAnswers],
    complete: set[str] | frozenset[str],
    decided: set[str] | frozenset[str],
    *,
    task: TaskType,
    settings: Mapping[str, Json],
    rule: AdjudicationRule,
) -> Queue:
    """Return the queue of items that need a decision.

    Its order is falling distance, then falling mean pairwise distance, then item id.

    Parameters
    ----------
    answers : sequence of ItemAnswers
        The answers of one round.
    complete : set of item ids
        Those whose planned annotators have all answered or skipped; no other opens for a decision.
    decided : set of item ids
        Those with a decision already.
    """
    disputed = [
        dispute
        for item_answers in answers
        if item_answers.item_id in complete and item_answers.item_id not in decided
        if (dispute := dispute_of(item_answers, task, settings)) is not None
        and needs_decision(
            [answer.value for answer in dispute.answers], dispute.distance, task, settings, rule
        )
    ]
    disputed.sort(key=lambda dispute: (-dispute.distance, -dispute.mean_distance, dispute.item_id))
    open_items = [item_answers for item_answers in answers if item_answers.item_id not in decided]
    settled = sum(item_answers.item_id in complete for item_answers in open_items) - len(disputed)
    waiting = sum(item_answers.item_id not in complete for item_answers in open_items)
    return Queue(tuple(disputed), waiting, len(decided), settled)


def needs_decision(
    values: Sequence[Json],
    distance: float,
    task: TaskType,
    settings: Mapping[str, Json],
    rule: AdjudicationRule,
) -> bool:
    """Return whether gold needs a decision on answers that differ by a distance.

    It does if the default gold rule of the task makes no value of the answers, or if they are at least the
    gap of the rule apart.
    """
    gap = task.wide_gap(settings) if rule.gap is None else rule.gap
    if gap is not None and distance >= gap:
        return True
    return task.gold_rules(settings)[0].combine(values) is None


def check_decision(
    value: Json,
    why: str,
    adjudicators: Sequence[str],
    item: Item,
    *,
    task: TaskType,
    settings: Mapping[str, Json],
    rule: AdjudicationRule,
) -> Json:
    """Return the decided value in the task's canonical form.

    Raises
    ------
    AloiError
        A value the task refuses, nobody who decided, or no reason if the rule requires one.
    """
    if value is None:
        raise AloiError("aloi.missing", name=Term("decision-on", item=item.id), missing=Term("value-chosen"))
    if rule.reason and not why.strip():
        raise AloiError(
            "aloi.missing", name=Term("decision-on", item=item.id), missing=Term("reason-of-decision")
        )
    if not adjudicators or not all(one.strip() for one in adjudicators):
        raise AloiError("aloi.missing", name=Term("decision-on", item=item.id), missing=Term("adjudicator"))
    return task.check(value, item, settings)


def dispute_of(item_answers: ItemAnswers, task: TaskType, settings: Mapping[str, Json]) -> Dispute | None:
    """Return the dispute on an item, None if nobody differs."""
    ordered = tuple(sorted(item_answers.answers, key=lambda answer: answer.pseudonym))
    values = [answer.value for answer in ordered]
    distance = task.distance(values, settings)
    if distance is None or distance == 0:
        return None
    pairs = [task.distance(pair, settings) or 0.0 for pair in combinations(values, 2)]
    return Dispute(item_answers.item_id, distance, math.fsum(pairs) / len(pairs), ordered)
