"""Whether a round can be trusted: the coefficient that decides on it, and the verdict of its stop rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aloi.agreement.compute import compute
from aloi.agreement.planning.stopping import stop_coefficient
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.annotation.model import Campaign, Round, StopRule
from aloi.annotation.tasks.base import View
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import main_measure, round_ratings
from aloi.workbench.agreement.report import answers_context, items_of, known_answers, scale_views


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a stop rule holds: the lower bound of its coefficient against the threshold."""

    rule: StopRule
    result: Agreement
    met: bool | None


def verdict(store: Store, campaign: str, round_: Round) -> Verdict | None:
    """Return whether the round's stop rule holds; None without a rule or without answers."""
    if round_.stop_rule is None:
        return None
    result = round_coefficient(store, campaign, round_)
    if result is None:
        return None
    low = result.interval.low if result.interval else None
    return Verdict(round_.stop_rule, result, None if low is None else low >= round_.stop_rule.threshold)


def round_coefficient(store: Store, campaign: str, round_: Round) -> Agreement | None:
    """Return the coefficient that says whether a round can be trusted, as `round_estimate` does.

    Of a rule, the interval is that of `stop_coefficient`, as in its replay: three items without a
    disagreement do not stop a round.
    """
    if round_.stop_rule is None:
        return round_estimate(store, campaign, round_)
    ratings = deciding_ratings(store, campaign, round_)
    if ratings is None:
        return None
    measure, context = round_.stop_rule.measure, answers_context(store, round_)
    return stop_coefficient(ratings, measure, fraction=_done(store, round_), context=context)


def round_estimate(store: Store, campaign: str, round_: Round) -> Agreement | None:
    """Return the coefficient that decides on a round, with its 95 % interval; None without answers.

    It is that of the round's stop rule; without a rule Krippendorff's alpha in the main view, or the first
    measure of answers that are sets. Words count as they were decided in cleaning.
    """
    view = deciding_view(store.campaigns.get(campaign), round_)
    ratings = deciding_ratings(store, campaign, round_)
    if ratings is None:
        return None
    measure = main_measure(view) if round_.stop_rule is None else round_.stop_rule.measure
    return compute(ratings, [measure], context=answers_context(store, round_))[0]


def _done(store: Store, round_: Round) -> float:
    """Return the share of a round's items that two annotators have answered, as if one item at least were."""
    times = Counter(item_id for item_id, _ in known_answers(store, round_, cleaned=False))
    return max(1, sum(count > 1 for count in times.values())) / len(round_.item_ids)


def deciding_view(campaign: Campaign, round_: Round) -> View:
    """Return the view that decides on a round: the one its stop rule names, else the main one."""
    views = scale_views(campaign)
    if round_.stop_rule is None:
        return views[0]
    return next(view for view in views if view.level == round_.stop_rule.level)


def deciding_ratings(store: Store, campaign: str, round_: Round) -> Ratings | None:
    """Return the ratings of a round in the view that decides on it; None without answers."""
    answers = known_answers(store, round_)
    if not answers:
        return None
    return round_ratings(
        deciding_view(store.campaigns.get(campaign), round_), answers, items_of(store, round_)
    )
