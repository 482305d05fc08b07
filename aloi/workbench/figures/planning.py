"""Figures that a person asks for: a plan from a round, a stop rule replayed, a difference of two rounds."""

from __future__ import annotations

from pathlib import Path

from aloi.agreement.planning.sizes import SamplePlan
from aloi.storage.store import Store
from aloi.workbench.agreement.comparison import ComparedRound, RoundDifference, difference_of_rounds
from aloi.workbench.agreement.planning import RuleReplay, plan_round, replay_rule
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.rounds import campaign_and_round, campaign_and_rounds
from aloi.workbench.progress import Progress, go_on

_MOST = 100  # of all rounds; those asked for earlier are computed again when somebody asks again


def _plan(store: Store, folder: Path, of: Subject, progress: Progress) -> SamplePlan:
    del folder
    campaign_id, round_id, scale, width, teams = of
    go_on(progress, 0, 1, "")
    return plan_round(
        store,
        campaign_id,
        store.campaigns.round(round_id).number,
        width=float(width),
        annotators=[int(one) for one in teams.split(",") if one] or None,
        scale=scale,
    )


def _replay(store: Store, folder: Path, of: Subject, progress: Progress) -> RuleReplay:
    del folder
    campaign_id, round_id, scale, threshold, step = of
    go_on(progress, 0, 1, "")
    number = store.campaigns.round(round_id).number
    return replay_rule(store, campaign_id, number, threshold=float(threshold), step=int(step), scale=scale)


def _difference(store: Store, folder: Path, of: Subject, progress: Progress) -> RoundDifference:
    del folder
    campaign_id, round_id, scale, other_id, annotators, against = of
    go_on(progress, 0, 1, "")
    first, second = (
        ComparedRound(store.campaigns.round(each).number, tuple(one for one in names.split(",") if one))
        for each, names in ((round_id, annotators), (other_id, against))
    )
    return difference_of_rounds(store, campaign_id, first, second, scale=scale)


# Of (campaign id, round id, scale, id of the other round, names of each with commas between; none for all).
ROUND_DIFFERENCE = KeptFigure(
    "round_difference", RoundDifference, _difference, campaign_and_rounds, most=_MOST
)
# Of (campaign id, round id, scale, width, numbers of annotators with commas between).
ROUND_PLAN = KeptFigure("round_plan", SamplePlan, _plan, campaign_and_round, most=_MOST)
# Of (campaign id, round id, scale, threshold, items between two looks).
REPLAYED_RULE = KeptFigure("replayed_rule", RuleReplay, _replay, campaign_and_round, most=_MOST)
