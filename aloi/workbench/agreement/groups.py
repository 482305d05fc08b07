"""Agreement on the groups of a round of operations, and what its labels cost when they are merged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from aloi.agreement.parts.groups import (
    Granularity,
    GroupAgreement,
    GroupItem,
    TokenGroup,
    granularity_curve,
    group_agreement,
    mean_group_agreement,
)
from aloi.annotation.rows import ERR
from aloi.annotation.tasks import task
from aloi.annotation.tasks.operations.task import NONE, groups_of
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import round_ratings
from aloi.workbench.agreement.report import items_of, round_answers
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class GroupReport:
    """Groups that annotators have in common: mean over pairs, each pair, each label; and the two curves.

    `curves` maps each side to its agreement over tokens as the labels most often confused are merged.
    """

    mean: GroupAgreement
    pairs: tuple[GroupAgreement, ...]
    labels: tuple[GroupAgreement, ...]
    curves: dict[str, tuple[Granularity, ...]]


def group_report(store: Store, campaign: str, number: int) -> GroupReport:
    """Return the agreement of a round of operations on its groups; intervals draw whole pairs of texts.

    Raises
    ------
    AloiError
        No answers yet.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, campaign, number)
    answers = round_answers(store, round_)
    drawn: dict[str, dict[str, frozenset[TokenGroup]]] = defaultdict(dict)
    for (item_id, name), annotation in answers.items():
        drawn[item_id][name] = frozenset(
            TokenGroup(frozenset(group.source), frozenset(group.target), group.label)
            for group in groups_of(annotation.value)
        )
    listed = [GroupItem(item_id, drawn[item_id]) for item_id in sorted(drawn)]
    names = sorted({name for _, name in answers})
    labels = sorted({group.label for item in listed for groups in item.answers.values() for group in groups})
    items = items_of(store, round_)
    views = {
        view.name: view
        for view in task(stored_campaign.schema.task_type).views(stored_campaign.schema.settings)
    }
    return GroupReport(
        mean=mean_group_agreement(listed),
        pairs=tuple(group_agreement(listed, a, b) for a, b in combinations(names, 2)),
        labels=tuple(mean_group_agreement(listed, label) for label in labels),
        curves={
            side: tuple(granularity_curve(round_ratings(views[side], answers, items), keep=(NONE, ERR)))
            for side in ("source", "target")
        },
    )
