"""Webhooks of a campaign: added, listed, switched, removed, and the log of their deliveries."""

from __future__ import annotations

import base64
import secrets
import uuid
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from ipaddress import ip_network

from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.machines.addresses import MachineEndpoint, ip_of, is_public, resolve
from aloi.storage.event_log.entries import who_acts
from aloi.storage.people.webhooks import Delivery, Webhook, WebhookState
from aloi.storage.store import Store
from aloi.workbench.requests.programs import (
    DeliveriesRequest,
    ListWebhooksRequest,
    RemoveWebhookRequest,
    ResendRequest,
    SwitchWebhookRequest,
    WebhookRequest,
)

__all__ = ["Delivery", "Webhook", "WebhookState"]

SECRET = "whsec_"
_SECRET_BYTES = 32
_NAMED = 12  # characters of an id that a reference needs


def add_webhook(store: Store, request: WebhookRequest, now: datetime, networks: Collection[str]) -> Webhook:
    """Return a new webhook; it receives what happens from now on. Nothing shows its secret again.

    `networks` are those, not public, to which the administrator allows webhooks.

    Raises
    ------
    AloiError
        No kind of events, or an address to which no webhook is sent.
    """
    campaign = store.campaigns.get(request.campaign)
    if not request.events:
        raise AloiError("aloi.missing", name=Term("the-webhook"), missing=Term("kinds-of-events"))
    url = allowed_endpoint(request.url, networks).url
    secret = SECRET + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()
    events = tuple(dict.fromkeys(request.events))
    webhook = Webhook(uuid.uuid4().hex, campaign.id, url, secret, events, who_acts() or "", now)
    store.webhooks.add(webhook)
    return webhook


def allowed_endpoint(url: str, networks: Collection[str]) -> MachineEndpoint:
    """Return an address with what its name resolves to now, if webhooks may be sent there.

    Every address of the name must be public and the connection encrypted, or be in one of the `networks`.

    Raises
    ------
    AloiError
        Any other address.
    """
    endpoint = resolve(url)
    allowed = [ip_network(network) for network in networks]
    unlisted = [
        address for address in endpoint.addresses if not any(ip_of(address) in one for one in allowed)
    ]
    if not all(map(is_public, unlisted)):
        raise _refused(Term("private-address"), Term("public-address"))
    if unlisted and not endpoint.is_encrypted:
        raise _refused(Term("not-encrypted"), Term("https-address"))
    return endpoint


def _refused(value: Term, expected: Term) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("address-of-webhook"),
        value=value,
        expected=expected,
        todo=Term("let-administrator-list-it"),
    )


def list_webhooks(store: Store, request: ListWebhooksRequest) -> list[WebhookState]:
    """Return the webhooks of a campaign, the oldest first."""
    return store.webhooks.of_campaign(store.campaigns.get(request.campaign).id)


def remove_webhook(store: Store, request: RemoveWebhookRequest) -> WebhookState:
    """Return the webhook that is deleted with its events."""
    state = _find(store, request.campaign, request.webhook)
    store.webhooks.remove(state.webhook.id)
    return state


def switch_webhook(store: Store, request: SwitchWebhookRequest) -> WebhookState:
    """Return a webhook after its deliveries were stopped or continued."""
    state = _find(store, request.campaign, request.webhook)
    store.webhooks.set_active(state.webhook.id, request.state == "on")
    return _find(store, request.campaign, state.webhook.id)


def deliveries(store: Store, request: DeliveriesRequest, before: int | None, limit: int) -> list[Delivery]:
    """Return events of a webhook, the newest first; only those with a number below `before`."""
    state = _find(store, request.campaign, request.webhook)
    return store.webhooks.deliveries(state.webhook.id, before, limit)


def resend(store: Store, request: ResendRequest) -> int:
    """Return how many events are sent as soon as possible.

    Raises
    ------
    AloiError
        There is no event with this number.
    """
    state = _find(store, request.campaign, request.webhook)
    count = store.webhooks.resend(state.webhook.id, request.number)
    if request.number is not None and not count:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-event"),
            name=str(request.number),
            expected=Term("number-of-delivery"),
            todo=Term("list-the-deliveries"),
        )
    return count


def _find(store: Store, campaign: str, ref: str) -> WebhookState:
    """Return the webhook of a campaign with this id, or whose id begins so."""
    states = list_webhooks(store, ListWebhooksRequest(campaign))
    named = [state for state in states if state.webhook.id == ref or ref == state.webhook.id[:_NAMED]]
    if not named:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-webhook"),
            name=quoted(ref),
            expected=Term("id-of-webhook"),
            todo=Term("list-the-webhooks"),
        )
    return named[0]


def describe_webhook(state: WebhookState) -> dict[str, object]:
    """Return the data of a webhook for lists, without its secret."""
    document: dict[str, object] = to_json(state)
    described: dict[str, object] = to_json(replace(state.webhook, id=state.webhook.id[:_NAMED]))
    del described["secret"], document["webhook"]
    return described | document


def describe_added(webhook: Webhook) -> dict[str, object]:
    """Return the data of a new webhook, with its secret."""
    return {"secret": webhook.secret, **describe_webhook(WebhookState(webhook, 0, None, None))}


def describe_delivery(event: Delivery) -> dict[str, object]:
    """Return the data of an event for the log of deliveries."""
    document: dict[str, object] = to_json(event)
    return document
