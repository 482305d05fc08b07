"""Campaigns: `aloi campaign`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    Answer,
    Group,
    facts,
    listed,
    now,
    show_progress,
    stated,
    table,
    with_store,
    with_store_of_deciders,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import (
    AdjudicationRequest,
    AssumeRequest,
    CampaignRequest,
    CloseCampaignRequest,
    OpenCampaignRequest,
    StartRequest,
    WantedRequest,
)
from aloi.workbench.requests.queries import ListCampaignsRequest, OverviewRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Campaign


@click.group(cls=Group)
def campaign() -> None:
    """Create campaigns, close them, assume scores of random pairs."""


@campaign.command("create")
@request_options(CampaignRequest)
@with_store
def create(store: Store, request: CampaignRequest) -> Answer:
    """Start a campaign: one task on one corpus."""
    from aloi.workbench.rounds.campaigns import create_campaign

    return _answer(create_campaign(store, request))


@campaign.command("start")
@request_options(StartRequest)
@with_store
def start(store: Store, request: StartRequest) -> Answer:
    """Start campaign NAME from texts: its corpus, label schema, guideline and annotators.

    Answers in the file become round 1. With annotators, a pilot is opened.
    """
    from aloi.workbench.starting.setup import start_campaign

    return stated(to_json(start_campaign(store, request, now=now(), progress=show_progress())))


@campaign.command("list")
@request_options(ListCampaignsRequest)
@with_store_of_deciders
def list_(store: Store, request: ListCampaignsRequest) -> Answer:
    """List the campaigns."""
    from aloi.workbench.endpoints.campaigns import describe_campaign

    campaigns = [
        {**describe_campaign(campaign_), "rounds": len(store.campaigns.rounds(campaign_.id))}
        for campaign_ in store.campaigns.list(archived=request.archived)
    ]
    return Answer({"campaigns": campaigns}, listed(campaigns, "name", "id", "task", "status", "rounds"))


@campaign.command("overview")
@request_options(OverviewRequest)
@with_store
def overview_(store: Store, request: OverviewRequest) -> Answer:
    """Show the progress of CAMPAIGN (id or name): late annotators, expected end, hours, agreement."""
    from aloi.terminal.rounds.overview import overview_lines
    from aloi.workbench.overview.campaign import campaign_overview, describe_overview

    overview = campaign_overview(store, request.campaign, now())
    return Answer(describe_overview(overview), overview_lines(overview))


@campaign.command("wanted")
@request_options(WantedRequest)
@with_store
def target_shares(store: Store, request: WantedRequest) -> Answer:
    """Set or show the target distribution of scores of CAMPAIGN (id or name), for its overview."""
    from aloi.workbench.overview.scores import state_wanted, wanted_levels

    if request.share or request.even:
        stated_shares = state_wanted(store, request)
    else:
        stated_shares = store.campaigns.get(request.campaign)
    levels = [{"level": one.level, "share": one.share} for one in wanted_levels(stated_shares)]
    document = {"campaign": stated_shares.name, "stated": bool(stated_shares.wanted_shares), "levels": levels}
    return Answer(
        document, table(("level", "share"), [(one["level"], f"{one['share']:.1%}") for one in levels])
    )


@campaign.command("adjudication")
@request_options(AdjudicationRequest)
@with_store
def adjudication(store: Store, request: AdjudicationRequest) -> Answer:
    """Set which disagreements of CAMPAIGN (id or name) need a decision."""
    from aloi.workbench.rounds.adjudicating import set_rule

    changed = set_rule(store, request)
    return stated({"campaign": changed.name, **to_json(changed.adjudication)})


@campaign.command("close")
@request_options(CloseCampaignRequest)
@with_store
def close(store: Store, request: CloseCampaignRequest) -> Answer:
    """Close CAMPAIGN (id or name): no new rounds."""
    return _set_status(store, request)


@campaign.command("open")
@request_options(OpenCampaignRequest)
@with_store
def open_(store: Store, request: OpenCampaignRequest) -> Answer:
    """Open CAMPAIGN (id or name) again."""
    return _set_status(store, request)


@campaign.command("assume")
@request_options(AssumeRequest)
@with_store
def assume_(store: Store, request: AssumeRequest) -> Answer:
    """Assume the lowest score for random pairs (`aloi corpus random`), after the closest were read."""
    from aloi.workbench.candidates.random_pairs import assume

    done = assume(store, request, now())
    document = to_json(done, items=len(done.item_ids))
    return Answer(
        document, facts(items=len(done.item_ids), replaced=done.replaced, closest_cosine=done.closest)
    )


def _set_status(store: Store, request: CloseCampaignRequest | OpenCampaignRequest) -> Answer:
    from aloi.workbench.rounds.campaigns import set_status

    return _answer(set_status(store, request))


def _answer(campaign_: Campaign) -> Answer:
    from aloi.workbench.endpoints.campaigns import describe_campaign

    return stated(describe_campaign(campaign_), "id", "name", "task", "status")
