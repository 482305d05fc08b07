"""The steps of a campaign with their numbers, from texts to release, as cached results have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.agreement.number import Number
from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import is_installed
from aloi.storage.store import Store
from aloi.workbench.cache.campaigns import RateRound
from aloi.workbench.cache.releases import DescribeGold
from aloi.workbench.cache.results import ResultReader
from aloi.workbench.overview.campaign import current_round
from aloi.workbench.rounds.rounds import listed_rounds


@dataclass(frozen=True, slots=True)
class CampaignState:
    """How far a campaign is, step by step; None for a step that has not begun or is not computed yet.

    Parameters
    ----------
    items : int
        Items of its corpus.
    guideline : int or None
        The last version of the guideline.
    round : Round or None
        The open round, or the last one.
    agreement : Number or None
        The coefficient that decides on the last round that has one.
    gold : int or None
        Items of the last frozen gold.
    release : str or None
        The version of the last release.
    """

    items: int
    guideline: int | None
    round: Round | None
    agreement: Number | None
    gold: int | None
    release: str | None


def campaign_state(store: Store, campaign: Campaign, read_result: ResultReader) -> CampaignState:
    """Return the state of a campaign from the results that were computed last."""
    rounds = listed_rounds(store, campaign.id, with_items=False)
    guidelines, releases = store.campaigns.guidelines(campaign.id), store.gold.release_heads(campaign.id)
    golds = store.gold.gold_heads(campaign.id)
    gold = read_result(DescribeGold(golds[-1].id)) if golds else None
    return CampaignState(
        items=store.texts.counts(campaign.corpus_id).items,
        guideline=guidelines[-1].version if guidelines else None,
        round=current_round(rounds),
        agreement=last_agreement(campaign, rounds, read_result),
        gold=None if gold is None else gold.items,
        release=releases[-1].version if releases else None,
    )


def last_agreement(campaign: Campaign, rounds: Sequence[Round], read_result: ResultReader) -> Number | None:
    """Return the coefficient that decides on the last round that has one; None if there is none yet.

    None also for a campaign whose task is not installed: the task has the views that are measured.
    """
    if not is_installed(campaign):
        return None
    doubly = [RateRound(campaign.id, one.id) for one in rounds if one.overlap > 1]
    read_result.prefetch(doubly)
    for request in reversed(doubly):
        quality = read_result(request)
        if quality is not None and quality.result is not None:
            return Number.of(quality.result, digits=2)
    return None
