"""Webhooks, the events that wait for them, and the log of their deliveries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from aloi.base.records import from_json, to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.driver.outbox import OutboxEvent, append

_W, _E, _C = t.webhooks.c, t.webhook_events.c, t.webhook_checks.c
_OF_DELIVERY = [_E.webhook_id, _E.number, _E.kind, _E.data, _E.created_at, _E.status, _E.attempts,
                _E.due_at, _E.answered_at, _E.answer]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that receives events of a campaign.

    `secret` is the key of the signatures, `events` the kinds it receives, `created_by` a pseudonym.
    """

    id: str
    campaign_id: str
    url: str
    secret: str = field(repr=False)
    events: tuple[str, ...]
    created_by: str
    created_at: datetime
    active: bool = True


@dataclass(frozen=True, slots=True)
class WebhookState:
    """A webhook with the number of its events that wait, and when and how the last request was answered."""

    webhook: Webhook
    waiting: int
    answered_at: datetime | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event of a webhook, `waiting` or `delivered`.

    `number` is its position in the order of the webhook, from 1. `answer` is the HTTP status of the last
    request, or the reason why none came. `due_at` is the time of the next request after a failed one.
    """

    webhook_id: str
    number: int
    kind: str
    data: Mapping[str, Json]
    created_at: datetime
    status: str
    attempts: int
    due_at: datetime | None
    answered_at: datetime | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class DisagreementCheck:
    """Items of a round on which annotators may disagree now; `item_id` is None for all of it."""

    number: int
    round_id: str
    item_id: str | None


class Webhooks(StorePart):
    """The webhooks of campaigns. A worker that delivers claims one, so that no other does so meanwhile."""

    def add(self, webhook: Webhook) -> None:
        """Store a webhook; it receives what happens from now on."""
        with self._database.write(turn=None) as connection:
            connection.execute(insert(t.webhooks), to_row(webhook, numbered=0))

    def of_campaign(self, campaign_id: str) -> list[WebhookState]:
        """Return the webhooks of a campaign, the oldest first."""
        waiting = select(func.count()).where(_E.webhook_id == _W.id, _E.status == "waiting").scalar_subquery()
        query = select(t.webhooks, waiting.label("waiting")).where(_W.campaign_id == campaign_id)
        states = []
        for row in self._database.rows(query.order_by(_W.created_at, _W.id)):
            last = select(_E.answered_at, _E.answer).where(
                _E.webhook_id == row["id"], _E.answered_at.is_not(None)
            )
            answers = self._database.rows(last.order_by(_E.answered_at.desc(), _E.number.desc()).limit(1))
            at, answer = (answers[0]["answered_at"], answers[0]["answer"]) if answers else (None, None)
            states.append(WebhookState(_webhook(row), row["waiting"], at, answer))
        return states

    def remove(self, webhook_id: str) -> None:
        """Delete a webhook with its events."""
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.webhook_events).where(_E.webhook_id == webhook_id))
            connection.execute(delete(t.webhooks).where(_W.id == webhook_id))

    def set_active(self, webhook_id: str, active: bool) -> None:
        """Stop or continue the deliveries; events are stored meanwhile."""
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.webhooks).where(_W.id == webhook_id).values(active=active))

    def deliveries(self, webhook_id: str, before: int | None, limit: int) -> list[Delivery]:
        """Return events of a webhook, the newest first; only those with a number below `before`."""
        query = select(*_OF_DELIVERY).where(_E.webhook_id == webhook_id)
        if before is not None:
            query = query.where(_E.number < before)
        return [_delivery(row) for row in self._database.rows(query.order_by(_E.number.desc()).limit(limit))]

    def resend(self, webhook_id: str, number: int | None) -> int:
        """Return how many events are sent as soon as possible: this one again, by default all that wait."""
        its = _E.webhook_id == webhook_id
        its &= _E.status == "waiting" if number is None else _E.number == number
        with self._database.write(turn=None) as connection:
            values = {"status": "waiting", "due_at": None}
            return connection.execute(update(t.webhook_events).where(its).values(**values)).rowcount

    def due(self, now: datetime) -> list[Webhook]:
        """Return the webhooks whose next event is due and that no worker has claimed."""
        event, earlier = t.webhook_events.c, t.webhook_events.alias("earlier").c
        before = (earlier.webhook_id == event.webhook_id) & (earlier.status == "waiting")
        first = select(func.min(earlier.number)).where(before).scalar_subquery()
        query = (
            select(t.webhooks)
            .join(t.webhook_events, event.webhook_id == _W.id)
            .where(_W.active, _free(now), event.status == "waiting", event.number == first)
            .where(or_(event.due_at.is_(None), event.due_at <= now))
        )
        return [_webhook(row) for row in self._database.rows(query.order_by(_W.id))]

    def claim(self, webhook_id: str, lease: str, now: datetime, seconds: int) -> bool:
        """Return whether this worker may deliver: `lease` is its secret name for this time."""
        its = and_(_W.id == webhook_id, _W.active, _free(now))
        values = {"lease": lease, "lease_expires": now + timedelta(seconds=seconds)}
        with self._database.write(turn=None) as connection:
            return bool(connection.execute(update(t.webhooks).where(its).values(**values)).rowcount)

    def release(self, webhook_id: str, lease: str) -> None:
        """End a claim."""
        its = and_(_W.id == webhook_id, _W.lease == lease)
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.webhooks).where(its).values(lease=None, lease_expires=None))

    def next_event(self, webhook_id: str, lease: str, now: datetime) -> Delivery | None:
        """Return the first event that waits; None if none is due, or the claim has ended."""
        claimed = and_(_W.id == webhook_id, _W.lease == lease, _W.lease_expires > now, _W.active)
        query = (
            select(*_OF_DELIVERY)
            .join(t.webhooks, claimed)
            .where(_E.webhook_id == webhook_id, _E.status == "waiting")
            .order_by(_E.number)
            .limit(1)
        )
        events = [_delivery(row) for row in self._database.rows(query)]
        return events[0] if events and (events[0].due_at is None or events[0].due_at <= now) else None

    def answered(
        self,
        event: Delivery,
        lease: str,
        answer: str,
        now: datetime,
        *,
        due_at: datetime | None,
        seconds: int,
    ) -> None:
        """Store the answer to a request: without `due_at` the event is delivered. The claim continues."""
        values = {
            "status": "delivered" if due_at is None else "waiting",
            "attempts": event.attempts + 1, "answer": answer, "answered_at": now, "due_at": due_at,
        }  # fmt: skip
        its = and_(_E.webhook_id == event.webhook_id, _E.number == event.number)
        mine = and_(_W.id == event.webhook_id, _W.lease == lease)
        expires = now + timedelta(seconds=seconds)
        with self._database.write(turn=None) as connection:
            connection.execute(update(t.webhook_events).where(its).values(**values))
            connection.execute(update(t.webhooks).where(mine).values(lease_expires=expires))

    def checks(self, limit: int) -> list[DisagreementCheck]:
        """Return what is to be checked for disagreements, the oldest first."""
        query = select(t.webhook_checks).order_by(_C.number).limit(limit)
        return [DisagreementCheck(**row) for row in self._database.rows(query)]

    def add_disagreements(
        self, campaign_id: str, events: Sequence[OutboxEvent], checks: Sequence[DisagreementCheck]
    ) -> None:
        """Store disagreements for each webhook that receives them and has not had them; end the checks."""
        with self._database.write() as connection:
            query = select(_W.id, _W.events).where(_W.campaign_id == campaign_id).order_by(_W.id)
            for webhook in connection.execute(query).mappings().all():
                its = _E.webhook_id == webhook["id"]
                had = select(_E.subject).where(its, _E.subject.in_([event.subject for event in events]))
                earlier = set(connection.execute(had).scalars())
                fresh = [event for event in events if event.subject not in earlier]
                if fresh and events[0].kind in webhook["events"]:
                    append(connection, webhook["id"], fresh)
            numbers = [check.number for check in checks]
            connection.execute(delete(t.webhook_checks).where(_C.number.in_(numbers)))

    def forget(self, before: datetime) -> None:
        """Delete old events that were delivered; disagreements stay, since none is sent twice."""
        old = and_(_E.status == "delivered", _E.answered_at < before, _E.subject.is_(None))
        with self._database.write(turn=None) as connection:
            connection.execute(delete(t.webhook_events).where(old))


def _free(now: datetime) -> ColumnElement[bool]:
    return or_(_W.lease.is_(None), _W.lease_expires <= now)


def _webhook(row: Mapping[Any, Any]) -> Webhook:
    return from_json(Webhook, {**row})


def _delivery(row: Mapping[Any, Any]) -> Delivery:
    return Delivery(**row)
