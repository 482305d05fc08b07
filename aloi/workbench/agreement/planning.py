"""From a round: what a wanted interval takes, and what a stop rule would have decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.agreement.planning.sizes import SamplePlan, plan
from aloi.agreement.planning.stopping import FalseStops, StopReplay, false_stop_rate, replay_stop_rule
from aloi.agreement.ratings import Ratings
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import round_ratings
from aloi.workbench.agreement.report import items_of, main_view, round_answers
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class RuleReplay:
    """A stop rule replayed on a round's answers, and how often it would mislead in campaigns like it."""

    replay: StopReplay
    false_stops: FalseStops


def plan_round(
    store: Store,
    campaign: str,
    number: int,
    *,
    width: float,
    annotators: Sequence[int] | None = None,
    scale: str | None = None,
    seed: int = 0,
) -> SamplePlan:
    """Return how many items each number of annotators needs for an interval of alpha of that width.

    Raises
    ------
    AloiError
        No answers yet, an unknown scale, or numbers out of range.
    """
    ratings, _ = _in_order(store, campaign, number, scale)
    return plan(ratings, width, annotators=annotators, seed=seed)


def replay_rule(
    store: Store,
    campaign: str,
    number: int,
    *,
    threshold: float,
    step: int = 10,
    scale: str | None = None,
    seed: int = 0,
) -> RuleReplay:
    """Return what the rule "lower bound of alpha at least `threshold`" would have decided as answers came.

    Raises
    ------
    AloiError
        No answers yet, an unknown scale, or numbers out of range.
    """
    ratings, order = _in_order(store, campaign, number, scale)
    return RuleReplay(
        replay_stop_rule(ratings, threshold, order, step=step),
        false_stop_rate(ratings, threshold, step=step, seed=seed),
    )


def _in_order(store: Store, campaign: str, number: int, scale: str | None) -> tuple[Ratings, tuple[str, ...]]:
    """Return the ratings of a round in its main view, and its units in the order they were completed."""
    round_ = find_round(store, campaign, number)
    view = main_view(store.campaigns.get(campaign), scale)
    answers = round_answers(store, round_)
    items = items_of(store, round_)
    ratings = round_ratings(view, answers, items)
    last: dict[str, float] = {}
    for (item_id, _), annotation in answers.items():
        when = 0.0 if annotation.created_at is None else annotation.created_at.timestamp()
        for unit in view.ratings(items[item_id], annotation.value):
            last[unit] = max(last.get(unit, 0.0), when)
    return ratings, tuple(sorted(ratings.units, key=lambda unit: (last[unit], unit)))
