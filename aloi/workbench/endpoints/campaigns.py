"""Endpoints of campaigns: their members, guidelines and schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.workbench.endpoints.base import (
    ANY,
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    Call,
    Endpoint,
    Page,
    maybe,
    record,
    rows_of,
    window,
)
from aloi.workbench.endpoints.requests import ShowCampaignRequest
from aloi.workbench.requests.campaigns import (
    AddMemberRequest,
    AdjudicationRequest,
    CampaignRequest,
    CloseCampaignRequest,
    GuidelineRequest,
    OpenCampaignRequest,
    RemoveMemberRequest,
    StartRequest,
)
from aloi.workbench.requests.queries import (
    ListCampaignsRequest,
    ListGuidelinesRequest,
    MembersRequest,
    OverviewRequest,
    ShowGuidelineRequest,
)

if TYPE_CHECKING:
    from aloi.annotation.model import Campaign
    from aloi.storage.members import Member

CAMPAIGN = record(id=TEXT, name=TEXT, corpus=TEXT, task=TEXT, status=TEXT, archived=FLAG, settings=ANY)
_GUIDELINE = record(version=INTEGER, created_at=TEXT, why_changed=TEXT)
_MEMBER = record(pseudonym=TEXT, role=TEXT, id=TEXT)


def describe_campaign(campaign: Campaign) -> dict[str, Any]:
    """Return the data of a campaign for programs and for `aloi campaign`."""
    return to_json(
        campaign,
        "schema",
        "corpus_id",
        "wanted_shares",
        "adjudication",
        corpus=campaign.corpus_id,
        task=campaign.schema.task_type,
        settings=campaign.schema.settings,
    )


def _list(request: ListCampaignsRequest, call: Call) -> Page:
    campaigns = call.store.campaigns.list(archived=request.archived)
    return window(call, "campaigns", campaigns, describe_campaign)


def _create(request: CampaignRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.campaigns import create_campaign

    return describe_campaign(create_campaign(call.store, request))


def _show(request: ShowCampaignRequest, call: Call) -> dict[str, Any]:
    return describe_campaign(call.store.campaigns.get(request.campaign))


def _overview(request: OverviewRequest, call: Call) -> dict[str, Any]:
    """Return the overview as the worker computed it last; no rounds before the first time."""
    from aloi.workbench.cache import refresh
    from aloi.workbench.cache.overview import overview_of_results, overview_requests
    from aloi.workbench.cache.results import read_all
    from aloi.workbench.overview.campaign import describe_overview, overview_of
    from aloi.workbench.rounds.rounds import listed_rounds

    campaign = call.store.campaigns.get(request.campaign)
    rounds = listed_rounds(call.store, campaign.id, with_items=False)
    cached = read_all(call.store, overview_requests(campaign, rounds))
    refresh.refresh(call.store.unscoped, cached, call.by, call.now)
    results = [result.value for result in cached]
    counted = overview_of_results(call.store, campaign, rounds, results, call.now)
    overview = counted or overview_of(campaign, (), (), None, (), 0, 0)
    computed = [result.at for result in cached if result.at is not None]
    return {
        **describe_overview(overview),
        **({} if counted else {"next": []}),
        "computed_at": min(computed).isoformat() if computed else None,
        "is_current": all(result.is_current for result in cached),
    }


def _set_status(request: CloseCampaignRequest | OpenCampaignRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.campaigns import set_status

    return describe_campaign(set_status(call.store, request))


def _rule(request: AdjudicationRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.adjudicating import set_rule

    changed = set_rule(call.store, request)
    return {"campaign": changed.name, **to_json(changed.adjudication)}


def _member(member: Member) -> dict[str, Any]:
    return {"pseudonym": member.person.pseudonym, "role": member.role.value, "id": member.person.id}


def _members(request: MembersRequest, call: Call) -> Page:
    from aloi.workbench import access

    return window(call, "members", access.members(call.store, request.campaign), _member)


def _add_member(request: AddMemberRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench import access

    return _member(access.add_member(call.store, request))


def _remove_member(request: RemoveMemberRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench import access

    removed = access.remove_member(call.store, request)
    return {"pseudonym": removed.pseudonym, "id": removed.id}


def _guidelines(request: ListGuidelinesRequest, call: Call) -> Page:
    versions = call.store.campaigns.guidelines(call.store.campaigns.get(request.campaign).id)
    return window(
        call,
        "guidelines",
        versions,
        lambda one: to_json(one, "campaign_id", "text", characters=len(one.text)),
    )


def _add_guideline(request: GuidelineRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.campaigns import add_guideline

    return to_json(add_guideline(call.store, request, call.now), "campaign_id")


def _guideline(request: ShowGuidelineRequest, call: Call) -> dict[str, Any]:
    campaign = call.store.campaigns.get(request.campaign)
    versions = {one.version: one for one in call.store.campaigns.guidelines(campaign.id)}
    chosen = versions.get(request.version or max(versions, default=0))
    if chosen is None:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("in-the-campaign-name-the-version", name=repr(campaign.name)),
            name=request.version,
            known=versions,
            todo=Term("name-one-of-them-or-add"),
        )
    return to_json(chosen, "campaign_id")


_ROUND_COUNTS = record(
    round=INTEGER, purpose=TEXT, status=TEXT, due=maybe(TEXT), items=INTEGER, complete=INTEGER,
    planned=INTEGER, done=INTEGER, extra=INTEGER, skipped=INTEGER, left=INTEGER, left_out=INTEGER,
)  # fmt: skip
_QUALITY = record(
    round=INTEGER, result=ANY, rule=ANY, bound=maybe(NUMBER), met=maybe(FLAG), disputes=INTEGER,
    scores=rows_of(ANY),
)  # fmt: skip
_OVERVIEW = record(
    campaign=TEXT, status=TEXT, missing=TEXT, rounds=rows_of(_ROUND_COUNTS), progress=ANY,
    agreement=rows_of(_QUALITY), disputes=INTEGER, late=INTEGER, releases=INTEGER, next=rows_of(ANY),
    computed_at=maybe(TEXT), is_current=FLAG,
)  # fmt: skip

ENDPOINTS = (
    Endpoint(ListCampaignsRequest, "GET", "/campaigns", _list, CAMPAIGN, "campaigns"),
    Endpoint(CampaignRequest, "POST", "/campaigns", _create, CAMPAIGN, status=201),
    Endpoint(StartRequest, "POST", "/campaigns/start"),
    Endpoint(ShowCampaignRequest, "GET", "/campaigns/{campaign}", _show, CAMPAIGN),
    Endpoint(OverviewRequest, "GET", "/campaigns/{campaign}/overview", _overview, _OVERVIEW),
    Endpoint(CloseCampaignRequest, "POST", "/campaigns/{campaign}/close", _set_status, CAMPAIGN),
    Endpoint(OpenCampaignRequest, "POST", "/campaigns/{campaign}/open", _set_status, CAMPAIGN),
    Endpoint(
        AdjudicationRequest,
        "PUT",
        "/campaigns/{campaign}/adjudication-rule",
        _rule,
        record(campaign=TEXT, gap=maybe(NUMBER), reason=FLAG),
    ),
    Endpoint(MembersRequest, "GET", "/campaigns/{campaign}/members", _members, _MEMBER, "members"),
    Endpoint(AddMemberRequest, "PUT", "/campaigns/{campaign}/members/{person}", _add_member, _MEMBER),
    Endpoint(
        RemoveMemberRequest,
        "DELETE",
        "/campaigns/{campaign}/members/{person}",
        _remove_member,
        record(pseudonym=TEXT, id=TEXT),
    ),
    Endpoint(
        ListGuidelinesRequest,
        "GET",
        "/campaigns/{campaign}/guidelines",
        _guidelines,
        _GUIDELINE,
        "guidelines",
    ),
    Endpoint(
        GuidelineRequest,
        "POST",
        "/campaigns/{campaign}/guidelines",
        _add_guideline,
        record(version=INTEGER, text=TEXT),
        status=201,
    ),
    Endpoint(
        ShowGuidelineRequest,
        "GET",
        "/campaigns/{campaign}/guidelines/{version}",
        _guideline,
        record(version=INTEGER, text=TEXT),
    ),
)
