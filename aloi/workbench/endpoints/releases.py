"""Endpoints of gold, releases and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aloi.base.records import to_json
from aloi.workbench.endpoints.base import ANY, FLAG, TEXT, Call, Endpoint, Page, record, rows_of, window
from aloi.workbench.endpoints.requests import ShowReleaseRequest
from aloi.workbench.requests.releases import (
    ArchiveRequest,
    DiffRequest,
    ExportRequest,
    FreezeRequest,
    ReleaseListRequest,
    ReleaseRequest,
)

if TYPE_CHECKING:
    from aloi.gold.model import Release

RELEASE = record(
    id=TEXT, campaign=TEXT, version=TEXT, checksum=TEXT, created_at=TEXT, splits=ANY, stand_off=FLAG
)  # fmt: skip


def describe_release(release: Release) -> dict[str, Any]:
    """Return the ids and checksums of a release, and the sizes of its splits."""
    manifest: dict[str, Any] = {**release.manifest}
    return {
        **to_json(release, "campaign_id", "manifest", campaign=release.campaign_id),
        "splits": {part["name"]: len(part["item_ids"]) for part in manifest["splits"]["parts"]},
        "stand_off": manifest.get("stand_off", False),
    }


def _list(request: ReleaseListRequest, call: Call) -> Page:
    campaign = None if request.campaign is None else call.store.campaigns.get(request.campaign).id
    return window(call, "releases", call.store.gold.releases(campaign), describe_release)


def _show(request: ShowReleaseRequest, call: Call) -> dict[str, Any]:
    return describe_release(call.store.gold.release(request.release))


def _diff(request: DiffRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.releases.checking import diff

    return to_json(diff(call.store, request.before, request.after))


ENDPOINTS = (
    Endpoint(FreezeRequest, "POST", "/campaigns/{campaign}/gold"),
    Endpoint(ReleaseRequest, "POST", "/campaigns/{campaign}/releases"),
    Endpoint(ReleaseListRequest, "GET", "/releases", _list, RELEASE, "releases"),
    Endpoint(ShowReleaseRequest, "GET", "/releases/{release}", _show, RELEASE),
    Endpoint(
        DiffRequest, "GET", "/releases/{before}/differences/{after}", _diff,
        record(same_content=FLAG, added=rows_of(ANY), removed=rows_of(ANY)),
    ),
    Endpoint(ExportRequest, "POST", "/releases/{release}/files"),
    Endpoint(ArchiveRequest, "POST", "/campaigns/{campaign}/archive"),
)  # fmt: skip
