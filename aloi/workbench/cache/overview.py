"""The overview of a campaign from results that the worker computed: for its page, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from aloi.annotation.model import Campaign, Round
from aloi.storage.store import Store
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.campaigns import CountCampaign, CountDays, ListDisputed, RateRound
from aloi.workbench.overview import campaign as overviews
from aloi.workbench.overview.progress import imported_annotators, round_progress
from aloi.workbench.rounds.schemas import decided_items


def overview_requests(
    campaign: Campaign, rounds: Sequence[Round], shown: Round | None = None
) -> list[Request[Any]]:
    """Return the requests of the results of an overview; `shown` is the round on display."""
    current = overviews.current_round(rounds)
    if current is None:
        return []
    return [
        CountCampaign(campaign.id),
        CountDays(campaign.id, current.id),
        CountDays(campaign.id, (shown or current).id),
        *(RateRound(campaign.id, round_.id) for round_ in rounds),
        *(ListDisputed(campaign.id, round_.id) for round_ in rounds if overviews.has_disputes(round_)),
    ]


def overview_of_results(
    store: Store,
    campaign: Campaign,
    rounds: Sequence[Round],
    results: Sequence[Any],
    now: datetime,
    shown: Round | None = None,
) -> overviews.CampaignOverview | None:
    """Return the overview of a campaign; None if its rounds were not counted yet.

    Parameters
    ----------
    results : sequence
        The values of `overview_requests`, None for those without a result.
    """
    late, released = overviews.late_answers(store, rounds), overviews.releases(store, campaign)
    current = overviews.current_round(rounds)
    if current is None:
        return overviews.overview_of(campaign, rounds, (), None, (), late, released)
    tallies, days, days_shown, *rest = results
    sources = imported_annotators(store)
    counted = [] if tallies is None else overviews.tallies_of(rounds, tallies, sources)
    if days is None or days_shown is None or len(counted) < len(rounds):
        return None
    disputed_rounds = [round_ for round_ in rounds if overviews.has_disputes(round_)]
    disputes = {
        round_.id: len(set(disputed.items) - decided_items(store, campaign.id, round_.id))
        for round_, disputed in zip(disputed_rounds, rest[len(rounds) :], strict=True)
        if disputed is not None
    }
    trust = [
        overviews.trust_of(campaign, round_, quality, disputes.get(round_.id, 0))
        for round_, quality, tally in zip(rounds, rest, counted, strict=False)
        if quality is not None and tally.done
    ]
    names = {person.id: person.pseudonym for person in store.people.list()}
    progress = round_progress(current, days, names, now, sources)
    on_display = shown or current
    displayed = (on_display, round_progress(on_display, days_shown, names, now, sources))
    return overviews.overview_of(campaign, rounds, counted, progress, trust, late, released, displayed)
