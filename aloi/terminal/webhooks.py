"""Webhooks of a campaign: `aloi webhook`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.terminal.base import Answer, Group, listed, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.programs import (
    DeliveriesRequest,
    ListWebhooksRequest,
    RemoveWebhookRequest,
    ResendRequest,
    SwitchWebhookRequest,
    WebhookRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = ("id", "url", "active", "waiting", "answer")
_OF_DELIVERY = ("number", "kind", "status", "attempts", "answer", "created_at")
_MOST = 1000  # deliveries that are listed


@click.group(cls=Group)
def webhook() -> None:
    """Send the events of a campaign to a program: add, list, switch, remove, deliveries."""


@webhook.command("add")
@request_options(WebhookRequest)
@with_store
def add(store: Store, request: WebhookRequest) -> Answer:
    """Send the events of a campaign to this URL; the secret of the signatures is shown once."""
    from aloi.base.settings import Settings
    from aloi.workbench.programs.webhooks import add_webhook, describe_added

    added = add_webhook(store, request, now(), Settings.read().webhook_networks)
    return stated(describe_added(added), "secret", "id", "url")


@webhook.command("list")
@request_options(ListWebhooksRequest)
@with_store
def list_(store: Store, request: ListWebhooksRequest) -> Answer:
    """List the webhooks of a campaign, with the events that wait and the last answer."""
    from aloi.workbench.programs.webhooks import describe_webhook, list_webhooks

    rows = [describe_webhook(state) for state in list_webhooks(store, request)]
    return Answer({"webhooks": rows}, listed(rows, *_SHOWN))


@webhook.command("switch")
@request_options(SwitchWebhookRequest)
@with_store
def switch(store: Store, request: SwitchWebhookRequest) -> Answer:
    """Stop or continue the deliveries of a webhook; events wait meanwhile."""
    from aloi.workbench.programs.webhooks import describe_webhook, switch_webhook

    return stated(describe_webhook(switch_webhook(store, request)), *_SHOWN)


@webhook.command("remove")
@request_options(RemoveWebhookRequest)
@with_store
def remove(store: Store, request: RemoveWebhookRequest) -> Answer:
    """Delete a webhook with its events, also those that wait."""
    from aloi.workbench.programs.webhooks import describe_webhook, remove_webhook

    return stated(describe_webhook(remove_webhook(store, request)), "id", "url")


@webhook.command("deliveries")
@request_options(DeliveriesRequest)
@with_store
def deliveries_(store: Store, request: DeliveriesRequest) -> Answer:
    """List the last events of a webhook with their answers, the newest first."""
    from aloi.workbench.programs.webhooks import deliveries, describe_delivery

    rows = [describe_delivery(event) for event in deliveries(store, request, None, _MOST)]
    return Answer({"deliveries": rows}, listed(rows, *_OF_DELIVERY))


@webhook.command("resend")
@request_options(ResendRequest)
@with_store
def resend_(store: Store, request: ResendRequest) -> Answer:
    """Send an event again, or all waiting events now."""
    from aloi.workbench.programs.webhooks import resend

    return stated({"count": resend(store, request)}, "count")
