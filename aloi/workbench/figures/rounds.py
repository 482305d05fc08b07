"""Figures of one round: how far it is, and the items its annotators differ on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.storage.changes import cleanings_of
from aloi.storage.store import Store
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.rounds import adjudicating
from aloi.workbench.status import RoundCounts, count_round


@dataclass(frozen=True, slots=True)
class DisputedItems:
    """The items of a round that a decision would settle, widest difference first, decided ones among them.

    `waiting` counts items somebody may still answer.
    """

    items: tuple[str, ...]
    waiting: int


def _counts(store: Store, folder: Path, of: Subject, progress: Progress) -> RoundCounts:
    del folder
    campaign, round_id = of
    return count_round(store, campaign, store.campaigns.round(round_id), progress)


def _disputed(store: Store, folder: Path, of: Subject, progress: Progress) -> DisputedItems:
    del folder
    campaign, round_id = of
    go_on(progress, 0, 1, "")
    queue = adjudicating.queue(store, campaign, store.campaigns.round(round_id).number, with_decided=True)
    return DisputedItems(tuple(one.item_id for one in queue.disputes), queue.waiting)


def campaign_and_round(store: Store, of: Subject) -> Subject:
    """Return the ids a subject begins with, of a campaign and of a round, and that of the cleaning.

    Words count as they were decided in cleaning.
    """
    del store
    return (*of[:2], cleanings_of(of[0]))


def campaign_and_rounds(store: Store, of: Subject) -> list[str]:
    """Return the ids of a campaign and of its rounds: a change of any makes a figure of it old."""
    return [of[0], *store.campaigns.round_ids(of[0]), cleanings_of(of[0])]


# Of (campaign id, round id).
ROUND_COUNTS = KeptFigure("round_counts", RoundCounts, _counts, campaign_and_round, version=2)
DISPUTED_ITEMS = KeptFigure("disputed_items", DisputedItems, _disputed)
