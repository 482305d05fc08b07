"""Cached results of campaigns and rounds: counts, days, disputed items, quality, pool, answers to clean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from aloi.storage.model import RoundTally
from aloi.workbench.cache.base import (
    CampaignAndRounds,
    CampaignId,
    CleanedCampaignAndRounds,
    CleanedRoundRequest,
    Context,
    Request,
    RoundId,
    cached,
)
from aloi.workbench.candidates.population import Population, population
from aloi.workbench.overview.campaign import RoundQuality, round_quality
from aloi.workbench.overview.distribution import ValueDistribution, count_values
from aloi.workbench.overview.progress import RoundDays, count_days
from aloi.workbench.rounds import adjudicating, cleaning
from aloi.workbench.rounds.cleaning import Typed
from aloi.workbench.rounds.counted_answers import excluded_people
from aloi.workbench.status import RoundCounts, count_round

Tallies: TypeAlias = tuple[RoundTally, ...]
_MOST = 100  # of all campaigns and their lexicons


class CountRound(CleanedRoundRequest[RoundCounts]):
    """How far a round is, person by person."""


@cached()
def _count_round(request: CountRound, context: Context) -> RoundCounts:
    return count_round(context.store, request.campaign_id, context.round(request), context.progress)


@dataclass(frozen=True, slots=True)
class CountDays(Request[RoundDays]):
    """Answers of a round by day."""

    campaign_id: CampaignId
    round_id: RoundId


@cached()
def _count_days(request: CountDays, context: Context) -> RoundDays:
    return count_days(context.store, context.store.campaigns.round(request.round_id))


@dataclass(frozen=True, slots=True)
class DisputedItems:
    """The items of a round that need a decision, widest difference first, decided ones among them.

    `waiting` counts items somebody may still answer.
    """

    items: tuple[str, ...]
    waiting: int


@dataclass(frozen=True, slots=True)
class ListDisputed(Request[DisputedItems]):
    """The items of a round that need a decision, by the rule of the campaign."""

    campaign_id: CampaignId
    round_id: RoundId


@cached(version=2)
def _list_disputed(request: ListDisputed, context: Context) -> DisputedItems:
    number = context.store.campaigns.round(request.round_id).number
    queue = adjudicating.queue(context.store, request.campaign_id, number, with_decided=True)
    return DisputedItems(tuple(dispute.item_id for dispute in queue.disputes), queue.waiting)


class RateRound(CleanedRoundRequest[RoundQuality]):
    """The quality of a round, by its answers."""


@cached(version=2)
def _rate_round(request: RateRound, context: Context) -> RoundQuality:
    return round_quality(context.store, request.campaign_id, context.round(request))


class CountValues(CleanedRoundRequest[ValueDistribution]):
    """How often the answers of a round hold each label, option, concept or word."""


@cached()
def _count_values(request: CountValues, context: Context) -> ValueDistribution:
    campaign = context.store.campaigns.get(request.campaign_id)
    return count_values(context.store, campaign, context.round(request))


@dataclass(frozen=True, slots=True)
class CountCampaign(Request[Tallies]):
    """How far each round of a campaign is, by number."""

    campaign_id: CleanedCampaignAndRounds


@cached()
def _count_campaign(request: CountCampaign, context: Context) -> Tallies:
    store, campaign_id = context.store, request.campaign_id
    return tuple(store.tallies.rounds(campaign_id, tuple(excluded_people(store, campaign_id))))


@dataclass(frozen=True, slots=True)
class WeighPopulation(Request[Population]):
    """Estimates for the pool from which the batches of a campaign were drawn."""

    campaign_id: CleanedCampaignAndRounds


@cached()
def _weigh_population(request: WeighPopulation, context: Context) -> Population:
    return population(context.store, request.campaign_id, context.folder)


@dataclass(frozen=True, slots=True)
class CountToClean(Request[int]):
    """How many answers of a campaign wait to be cleaned."""

    campaign_id: CleanedCampaignAndRounds


@cached()
def _count_to_clean(request: CountToClean, context: Context) -> int:
    return cleaning.count_to_clean(context.store, context.store.campaigns.get(request.campaign_id))


@dataclass(frozen=True, slots=True)
class TypedAnswers:
    """The answers of a campaign with what is proposed for each; what was decided is read beside them.

    `lexicon_forms` are the forms of the lexicon that was used; None without one.
    """

    answers: tuple[Typed, ...]
    lexicon_forms: int | None


@dataclass(frozen=True, slots=True)
class ProposeCleanings(Request[TypedAnswers]):
    """A proposal for each answer of a campaign; decisions change no proposal.

    `lexicon` is what `aloi.workbench.rounds.cleaning.lexicon_stamp` returns.
    """

    campaign_id: CampaignAndRounds
    lexicon: str


@cached(most=_MOST)
def _propose_cleanings(request: ProposeCleanings, context: Context) -> TypedAnswers:
    campaign = context.store.campaigns.get(request.campaign_id)
    lexicon = cleaning.kept_lexicon(context.folder, campaign)
    answers = cleaning.typed_answers(context.store, campaign, lexicon)
    return TypedAnswers(answers, None if lexicon is None else len(lexicon.by_form))
