"""Disagreements for webhooks: found by the worker after answers, stored in the outbox once each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter

from aloi.storage.driver.outbox import DISAGREEMENT, OutboxEvent
from aloi.storage.people.webhooks import DisagreementCheck
from aloi.storage.store import Store
from aloi.workbench.rounds.adjudicating import disputes_among

_MOST_CHECKS = 500  # at a time


def find_disagreements(store: Store) -> None:
    """Store an event for each new disagreement on an item, of which nobody still answers.

    A killed worker loses none: a check ends in the transaction that stores its events.
    """
    checks = sorted(store.webhooks.checks(_MOST_CHECKS), key=attrgetter("round_id", "number"))
    for round_id, group in groupby(checks, key=attrgetter("round_id")):
        _check_round(store, round_id, [*group])


def _check_round(store: Store, round_id: str, checks: Sequence[DisagreementCheck]) -> None:
    campaign_id = store.campaigns.of_round(round_id)
    if campaign_id is None:
        return
    items = {check.item_id for check in checks}
    only = None if None in items else {item_id for item_id in items if item_id is not None}
    round_ = store.campaigns.round(round_id)
    now = datetime.now(UTC)
    events = [
        OutboxEvent(
            DISAGREEMENT,
            now,
            {
                "round": round_.number,
                "item_id": dispute.item_id,
                "distance": dispute.distance,
                "annotators": [answer.pseudonym for answer in dispute.answers],
            },
            _subject(round_id, dispute.item_id, [(a.pseudonym, repr(a.value)) for a in dispute.answers]),
        )
        for dispute in disputes_among(store, store.campaigns.get(campaign_id), round_, only)
    ]
    store.webhooks.add_disagreements(campaign_id, events, checks)


def _subject(round_id: str, item_id: str, answers: Sequence[tuple[str, str]]) -> str:
    """Return a hash that is the same for the same answers to an item of a round."""
    return hashlib.sha256(repr((round_id, item_id, sorted(answers))).encode()).hexdigest()
