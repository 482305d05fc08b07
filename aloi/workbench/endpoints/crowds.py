"""Endpoints of crowds: opened, counted, exported, closed, and their ids deleted."""

from __future__ import annotations

from typing import Any

from aloi.workbench.endpoints.base import (
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    Call,
    Endpoint,
    Page,
    maybe,
    record,
    window,
)
from aloi.workbench.requests.crowds import (
    CloseCrowdRequest,
    CrowdRequest,
    CrowdStatusRequest,
    ExportCrowdRequest,
    ForgetCrowdRequest,
    ListCrowdsRequest,
)

_PATH = "/campaigns/{campaign}/crowds"
_ITS_PATH = f"{_PATH}/{{round}}"
_CROWD = record(
    round=INTEGER, link=TEXT, places=INTEGER, free=INTEGER, started=INTEGER, finished=INTEGER,
    screened_out=INTEGER, timed_out=INTEGER, median_minutes=maybe(NUMBER), left_out=INTEGER, items=INTEGER,
    items_per_person=INTEGER, answers_per_item=INTEGER, attention_items=INTEGER, allowed_failures=INTEGER,
    closes=maybe(TEXT), closed=FLAG,
)  # fmt: skip
_PARTICIPANT = record(
    participant=maybe(TEXT), study=maybe(TEXT), session=maybe(TEXT), pseudonym=TEXT, status=TEXT,
    minutes=maybe(NUMBER), answers=INTEGER, skips=INTEGER, attention=INTEGER, failures=INTEGER,
    left_out=INTEGER, sessions=INTEGER, started_at=TEXT, ended_at=maybe(TEXT),
)  # fmt: skip


def _list(request: ListCrowdsRequest, call: Call) -> Page:
    from aloi.workbench.crowds.opening import describe_crowd, list_crowds

    return window(call, "crowds", list_crowds(call.store, request, call.now), describe_crowd)


def _open(request: CrowdRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.crowds.opening import describe_crowd, open_crowd

    return describe_crowd(open_crowd(call.store, request, by=call.by, now=call.now))


def _status(request: CrowdStatusRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.crowds.opening import crowd_status, describe_crowd

    return describe_crowd(crowd_status(call.store, request, call.now))


def _export(request: ExportCrowdRequest, call: Call) -> Page:
    from aloi.workbench.crowds.opening import export_crowd

    return window(call, "participants", export_crowd(call.store, request, call.now), dict)


def _close(request: CloseCrowdRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.crowds.opening import close_crowd, describe_crowd

    return describe_crowd(close_crowd(call.store, request, call.now))


def _forget(request: ForgetCrowdRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.crowds.opening import forget_crowd

    return {"count": forget_crowd(call.store, request)}


ENDPOINTS = (
    Endpoint(ListCrowdsRequest, "GET", _PATH, _list, _CROWD, "crowds"),
    Endpoint(CrowdRequest, "POST", _PATH, _open, _CROWD, status=201),
    Endpoint(CrowdStatusRequest, "GET", _ITS_PATH, _status, _CROWD),
    Endpoint(ExportCrowdRequest, "GET", f"{_ITS_PATH}/participants", _export, _PARTICIPANT, "participants"),
    Endpoint(CloseCrowdRequest, "POST", f"{_ITS_PATH}/close", _close, _CROWD),
    Endpoint(ForgetCrowdRequest, "POST", f"{_ITS_PATH}/forget", _forget, record(count=INTEGER)),
)
