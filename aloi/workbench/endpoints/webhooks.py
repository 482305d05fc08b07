"""Endpoints of webhooks and the log of their deliveries."""

from __future__ import annotations

from typing import Any

from aloi.workbench.endpoints.base import (
    ANY,
    FLAG,
    INTEGER,
    TEXT,
    Call,
    Endpoint,
    Page,
    maybe,
    read_cursor,
    record,
    rows_of,
    window,
    written_cursor,
)
from aloi.workbench.requests.programs import (
    DeliveriesRequest,
    ListWebhooksRequest,
    RemoveWebhookRequest,
    ResendRequest,
    SwitchWebhookRequest,
    WebhookRequest,
)

_PATH = "/campaigns/{campaign}/webhooks"
_ITS_PATH = f"{_PATH}/{{webhook}}"
_WEBHOOK = record(
    id=TEXT, campaign_id=TEXT, url=TEXT, events=rows_of(TEXT), active=FLAG, waiting=INTEGER,
    answer=maybe(TEXT), answered_at=maybe(TEXT), created_by=TEXT, created_at=TEXT,
)  # fmt: skip
_ADDED: dict[str, Any] = {**_WEBHOOK, "properties": {**_WEBHOOK["properties"], "secret": TEXT}}
_DELIVERY = record(
    number=INTEGER, kind=TEXT, data=ANY, status=TEXT, attempts=INTEGER, answer=maybe(TEXT), created_at=TEXT,
    due_at=maybe(TEXT), answered_at=maybe(TEXT),
)  # fmt: skip


def _list(request: ListWebhooksRequest, call: Call) -> Page:
    from aloi.workbench.programs.webhooks import describe_webhook, list_webhooks

    return window(call, "webhooks", list_webhooks(call.store, request), describe_webhook)


def _add(request: WebhookRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.webhooks import add_webhook, describe_added

    return describe_added(add_webhook(call.store, request, call.now, call.networks))


def _switch(request: SwitchWebhookRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.webhooks import describe_webhook, switch_webhook

    return describe_webhook(switch_webhook(call.store, request))


def _remove(request: RemoveWebhookRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.webhooks import describe_webhook, remove_webhook

    return describe_webhook(remove_webhook(call.store, request))


def _deliveries(request: DeliveriesRequest, call: Call) -> Page:
    from aloi.workbench.programs.webhooks import deliveries, describe_delivery

    before = read_cursor(call.cursor, int) or None
    events = deliveries(call.store, request, before, call.limit + 1)
    shown = events[: call.limit]
    next_cursor = written_cursor(shown[-1].number) if len(events) > call.limit else None
    return Page("deliveries", [describe_delivery(event) for event in shown], next_cursor)


def _resend(request: ResendRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.webhooks import resend

    return {"count": resend(call.store, request)}


ENDPOINTS = (
    Endpoint(ListWebhooksRequest, "GET", _PATH, _list, _WEBHOOK, "webhooks"),
    Endpoint(WebhookRequest, "POST", _PATH, _add, _ADDED, status=201),
    Endpoint(SwitchWebhookRequest, "PATCH", _ITS_PATH, _switch, _WEBHOOK),
    Endpoint(RemoveWebhookRequest, "DELETE", _ITS_PATH, _remove, _WEBHOOK),
    Endpoint(DeliveriesRequest, "GET", f"{_ITS_PATH}/deliveries", _deliveries, _DELIVERY, "deliveries"),
    Endpoint(ResendRequest, "POST", f"{_ITS_PATH}/resend", _resend, record(count=INTEGER)),
)
