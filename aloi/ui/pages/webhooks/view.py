"""Webhooks and their deliveries in words."""

from __future__ import annotations

from datetime import datetime

from aloi.base.requests import fields_of
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.texts import t, translated
from aloi.workbench.programs.webhooks import Delivery, WebhookState
from aloi.workbench.requests.programs import WebhookRequest


def state_line(state: WebhookState) -> str:
    """Return whether a webhook is on, its events, how many wait, and the last answer."""
    webhook = state.webhook
    parts = [
        t("webhooks.is_on" if webhook.active else "webhooks.is_off"),
        ", ".join(map(event_name, webhook.events)),
        t("webhooks.waiting", count=state.waiting),
    ]
    if state.answered_at is not None:
        parts.append(
            t("webhooks.last", answer=answer_text(state.answer), when=_local_moment(state.answered_at))
        )
    return " · ".join(parts)


def delivery_row(event: Delivery) -> dict[str, object]:
    """Return the row of an event in the log of deliveries."""
    due = "" if event.due_at is None else t("webhooks.next_at", when=_local_moment(event.due_at))
    state = t(f"webhooks.is_{event.status}")
    return {
        t("webhooks.number"): event.number,
        t("webhooks.event"): event_name(event.kind),
        t("webhooks.at"): _local_moment(event.created_at),
        t("app.state"): f"{state}, {due}" if due else state,
        t("webhooks.attempts"): event.attempts,
        t("app.answer"): answer_text(event.answer),
        t("webhooks.data"): ", ".join(f"{name} {value}" for name, value in event.data.items()),
    }


def event_name(kind: str) -> str:
    """Return the name of a kind of events."""
    return translated((fields_of(WebhookRequest)["events"].option.choices or {}).get(kind, kind))


def answer_text(answer: str | None) -> str:
    """Return an HTTP status, or why there was none."""
    if answer is None:
        return "-"
    return f"HTTP {answer}" if answer.isdecimal() else t(f"webhooks.no_answer_{answer}")


def _local_moment(at: datetime) -> str:
    return moment(at.astimezone(session.local_now().tzinfo))
