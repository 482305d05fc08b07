"""Figures of one round: how far it is, and the items its annotators differ on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gold.making.cleaning import TO_DECIDE, bookkeeping
from storage.store import Store
from workbench.figures.base import KeptFigure, Subject
from workbench.progress import Progress, go_on
from workbench.rounds import adjudicating, cleaning
from workbench.status import RoundCounts, count_round


@dataclass(frozen=True, slots=True)
class DisputedItems:
    """The items of a round that a decision would settle, widest difference first, decided ones among them.

    `waiting` counts items somebody may still answer.
    """

    items: tuple[str, ...]
    waiting: int


@dataclass(frozen=True, slots=True)
class ToClean:
    """How many answers of a campaign wait to be cleaned."""

    count: int


def _counts(store: Store, folder: Path, of: Subject, progress: Progress) -> RoundCounts:
    del folder
    campaign, round_id = of
    return count_round(store, campaign, store.campaigns.round(round_id), progress)


def _disputed(store: Store, folder: Path, of: Subject, progress: Progress) -> DisputedItems:
    del folder
    campaign, round_id = of
    go_on(progress, 0, 1, "")
    found = adjudicating.queue(store, campaign, store.campaigns.round(round_id).number, with_decided=True)
    return DisputedItems(tuple(one.item_id for one in found.disputes), found.waiting)


def _to_clean(store: Store, folder: Path, of: Subject, progress: Progress) -> ToClean:
    del folder, progress
    campaign = store.campaigns.get(of[0])
    answers = cleaning.collected(store, campaign)
    return ToClean(bookkeeping(answers, store.cleanings.list(campaign.id))[TO_DECIDE])


def campaign_and_rounds(store: Store, of: Subject) -> list[str]:
    """Return the ids of a campaign and of its rounds: a change of any makes a figure of it old."""
    return [of[0], *store.campaigns.round_ids(of[0])]


# Of (campaign id, round id).
ROUND_COUNTS = KeptFigure("round_counts", RoundCounts, _counts, version=2)
DISPUTED_ITEMS = KeptFigure("disputed_items", DisputedItems, _disputed)
# Of (campaign id,).
TO_CLEAN = KeptFigure("to_clean", ToClean, _to_clean, campaign_and_rounds)
