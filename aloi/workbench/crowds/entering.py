"""Participants of a crowd: let in by a link, recognised, screened out, finished."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.people.crowds import Crowd, Participant, ParticipantStatus, VisitorIds
from aloi.storage.store import Store

__all__ = ["Crowd", "Participant", "ParticipantStatus", "VisitorIds"]

Obstacle: TypeAlias = Literal["", "wrong", "closed", "full"]
_ID = re.compile(r"[A-Za-z0-9_.:@~+-]{1,128}")


def crowd_of(store: Store, token: str) -> Crowd | None:
    """Return the crowd of a link; None if there is none."""
    return store.crowds.with_token(token)


def read_arrival(store: Store, crowd: Crowd, query: Mapping[str, str]) -> VisitorIds | None:
    """Return the ids of a link; None if one is missing, too long, or has other characters."""
    participant, study, session = (query.get(name, "") for name in crowd.settings.parameters)
    if not all(map(_ID.fullmatch, filter(None, (participant, study, session)))) or not participant:
        return None
    key = store.people.secret("crowd")
    participant_hash = hmac.new(key, participant.encode(), hashlib.sha256).hexdigest()
    return VisitorIds(participant, study, session, participant_hash)


def obstacle(store: Store, crowd: Crowd, arrival: VisitorIds | None, now: datetime) -> Obstacle:
    """Return why a person cannot start now; empty if they can, or if they have been here before."""
    if arrival is None:
        return "wrong"
    before = store.crowds.arrived(crowd.round_id, arrival.participant_hash)
    if before is not None and before.status is not ParticipantStatus.TIMED_OUT:
        return ""
    return "closed" if not _is_open(store, crowd, now) else _full(store, crowd, now)


def _is_open(store: Store, crowd: Crowd, now: datetime) -> bool:
    round_ = store.campaigns.round(crowd.round_id)
    campaign = store.campaigns.get(round_.campaign_id)
    closes = crowd.settings.closes
    return (
        not crowd.closed
        and round_.status is campaign.status is Status.OPEN
        and (closes is None or now.date() <= closes)
    )


def _full(store: Store, crowd: Crowd, now: datetime) -> Obstacle:
    return "" if store.crowds.free_places(crowd, now) > 0 else "full"


def enter(
    store: Store, crowd: Crowd, arrival: VisitorIds, now: datetime, lease_seconds: int
) -> Participant | None:
    """Return the participant of a link, new or as before; None if there is no place for them."""
    if obstacle(store, crowd, arrival, now):
        return None
    return store.crowds.admit(crowd, arrival, now, lease_seconds)


def settled(store: Store, person_id: str, now: datetime) -> tuple[Crowd, Participant] | None:
    """Return a participant and their crowd, after a look at their answers; None for people with accounts."""
    participant = store.crowds.participant(person_id)
    crowd = None if participant is None else store.crowds.of_round(participant.round_id)
    return None if crowd is None else (crowd, store.crowds.settle(crowd, person_id, now))


def is_started(store: Store, person_id: str, now: datetime) -> bool:
    """Return whether somebody may answer further items, after a look at their attention items."""
    now_settled = settled(store, person_id, now)
    return now_settled is None or now_settled[1].status is ParticipantStatus.STARTED


def require_started(store: Store, person_id: str) -> None:
    """Raise AloiError if somebody is a participant whose time has ended: their answers are complete."""
    participant = store.crowds.participant(person_id)
    if participant is not None and participant.status is not ParticipantStatus.STARTED:
        raise AloiError(
            "aloi.closed",
            name=Term("your-participation"),
            expected=Term("participation-under-way"),
            todo=Term("open-link-of-study"),
        )
