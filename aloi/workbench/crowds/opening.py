"""Crowds for their manager: opened, listed, counted, closed, exported, and their ids deleted."""

from __future__ import annotations

import secrets
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError, quoted, values_hidden
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.storage.people.crowds import Crowd, CrowdSettings, Participant, ParticipantRow, ParticipantStatus
from aloi.storage.store import Store
from aloi.workbench.requests.crowds import (
    CloseCrowdRequest,
    CrowdRequest,
    CrowdStatusRequest,
    ExportCrowdRequest,
    ForgetCrowdRequest,
    ListCrowdsRequest,
)
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.requests.shared import OfRound
from aloi.workbench.rounds.rounds import find_round, open_round

__all__ = ["Crowd", "CrowdState", "Participant", "ParticipantRow", "ParticipantStatus"]

COLUMNS = (
    "participant", "study", "session", "pseudonym", "status", "minutes", "answers", "skips", "attention",
    "failures", "left_out", "sessions", "started_at", "ended_at",
)  # fmt: skip
_PLATFORM = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")


@dataclass(frozen=True, slots=True)
class CrowdState:
    """A crowd with its round and the counts of its participants.

    Parameters
    ----------
    free : int
        Places that nobody has taken.
    left_out : int
        Answers of participants who were screened out: stored, and withdrawn from all results.
    """

    crowd: Crowd
    round: Round
    free: int
    started: int
    finished: int
    screened_out: int
    timed_out: int
    median_minutes: float | None
    left_out: int


def open_crowd(store: Store, request: CrowdRequest, *, by: str | None, now: datetime) -> CrowdState:
    """Return a new crowd with its open round.

    Raises
    ------
    AloiError
        Too few places for the answers, more items than the round has, an address that is none, names of
        parameters that are equal, or attention items that are unusable. Also the errors of `open_round`.
    """
    campaign = store.campaigns.get(request.campaign)
    _check_links(request)
    attention = _attention(store, campaign, request.attention)
    settings = CrowdSettings(
        request.items_per_person, request.places, request.allowed_failures,
        (request.participant, request.study, request.session), request.completion_code,
        request.completion_url, request.screened_out_code, request.return_url,
        (request.consent or "").strip(), request.closes, request.seed,
    )  # fmt: skip
    with store.together():
        round_ = open_round(
            store,
            RoundRequest(campaign.id, request.purpose, request.items, (), request.overlap, seed=request.seed),
            by=by,
            now=now,
            attention=attention,
        )
        _check_size(round_, request, attention)
        crowd = Crowd(round_.id, secrets.token_urlsafe(24), settings, attention, False, now)
        store.crowds.add(crowd)
    return _state(store, crowd, now)


def _check_links(request: CrowdRequest) -> None:
    """Raise AloiError for links that lead nowhere: no code, no https address, unusable names."""
    if not request.completion_code and not request.completion_url:
        raise AloiError("aloi.missing", name=Term("the-crowd"), missing=Term("code-or-address"))
    for url in (request.completion_url, request.return_url):
        if url is not None and (urlsplit(url).scheme != "https" or not urlsplit(url).netloc):
            raise AloiError(
                "aloi.value",
                name=Term("address-of-platform"),
                value=quoted(url),
                expected=Term("https-address"),
            )
    names = (request.participant, request.study, request.session)
    if len(set(names)) < len(names) or "language" in names or not all(map(_is_parameter, names)):
        raise AloiError(
            "aloi.value",
            name=Term("parameters-of-link"),
            value=", ".join(names),
            expected=Term("three-different-names"),
        )


def _is_parameter(name: str) -> bool:
    return name.isascii() and name.replace("_", "").replace("-", "").isalnum()


def _attention(store: Store, campaign: Campaign, values: Mapping[str, Json]) -> dict[str, list[Json]]:
    """Return the accepted answers of attention items in the form in which answers are stored.

    Raises
    ------
    AloiError
        An item of another corpus or kind, or of a round of the campaign; a value that the task refuses.
    """
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    used = store.campaigns.used_items(campaign.id)
    accepted: dict[str, list[Json]] = {}
    with values_hidden(store.texts.corpus(campaign.corpus_id).restricted):
        for item in store.texts.items(list(values)):
            if item.corpus_id != campaign.corpus_id or item.kind != kind.item_kind or item.id in used:
                raise AloiError(
                    "aloi.value",
                    name=Term("the-attention-item", id=item.id),
                    value=Term("not-usable"),
                    expected=Term("unused-item-of-corpus"),
                )
            answers = values[item.id]
            accepted[item.id] = [
                kind.check(value, item, settings)
                for value in (answers if isinstance(answers, list | tuple) else [answers])
            ]
    return accepted


def _check_size(round_: Round, request: CrowdRequest, attention: Mapping[str, Json]) -> None:
    """Raise AloiError if the participants cannot give the answers, or would need more items than exist."""
    items = len(round_.item_ids)
    if request.items_per_person > items:
        raise AloiError(
            "aloi.too-many",
            name=Term("items-per-participant"),
            count=request.items_per_person,
            most=items,
        )
    if request.places * request.items_per_person < items * request.overlap:
        raise AloiError(
            "aloi.too-few",
            name=Term("answers-of-participants"),
            count=request.places * request.items_per_person,
            least=items * request.overlap,
            todo=Term("more-places-or-fewer-items"),
        )
    if request.screened_out_code and not attention:
        raise AloiError("aloi.missing", name=Term("screening"), missing=Term("attention-items"))


def find_crowd(store: Store, request: OfRound) -> tuple[Crowd, Round]:
    """Return the crowd of a round.

    Raises
    ------
    AloiError
        No such round, or one whose annotators have accounts.
    """
    round_ = find_round(store, request.campaign, request.round)
    crowd = store.crowds.of_round(round_.id)
    if crowd is None:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-crowd"),
            name=Term("of-round-number", number=request.round),
            expected=Term("round-of-crowd"),
            todo=Term("list-the-crowds"),
        )
    return crowd, round_


def list_crowds(store: Store, request: ListCrowdsRequest, now: datetime) -> list[CrowdState]:
    """Return the crowds of a campaign by the number of the round."""
    campaign = store.campaigns.get(request.campaign)
    return [_state(store, crowd, now) for crowd in store.crowds.of_campaign(campaign.id)]


def crowd_status(store: Store, request: CrowdStatusRequest, now: datetime) -> CrowdState:
    """Return a crowd with the counts of its participants."""
    return _state(store, find_crowd(store, request)[0], now)


def close_crowd(store: Store, request: CloseCrowdRequest, now: datetime) -> CrowdState:
    """Return a crowd after closing it: nobody new is let in."""
    crowd, _ = find_crowd(store, request)
    store.crowds.set_closed(crowd.round_id)
    return crowd_status(store, CrowdStatusRequest(request.campaign, request.round), now)


def forget_crowd(store: Store, request: ForgetCrowdRequest) -> int:
    """Return of how many participants the ids of the platform were deleted."""
    return store.crowds.forget_ids(find_crowd(store, request)[0].round_id)


def export_crowd(store: Store, request: ExportCrowdRequest, now: datetime) -> list[dict[str, object]]:
    """Return the participants of a crowd as rows with the columns `COLUMNS`, in the order of their starts."""
    crowd, _ = find_crowd(store, request)
    store.crowds.free_places(crowd, now)
    return [describe_participant(row) for row in store.crowds.participants(crowd)]


def write_participants(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    """Write the rows of `export_crowd` as a table."""
    write_table(path, COLUMNS, rows)


def minutes_of(participant: Participant) -> float | None:
    """Return the minutes from the start to the end; None before the end."""
    if participant.ended_at is None:
        return None
    return round((participant.ended_at - participant.started_at).total_seconds() / 60, 1)


def link_of(crowd: Crowd) -> str:
    """Return the link of a crowd without the address of the server, with the placeholders of Prolific."""
    named = zip(crowd.settings.parameters, _PLATFORM, strict=True)
    query = "&".join(f"{name}={{{{%{placeholder}%}}}}" for name, placeholder in named)
    return f"/crowd/{crowd.token}?{query}"


def _state(store: Store, crowd: Crowd, now: datetime) -> CrowdState:
    free = store.crowds.free_places(crowd, now)
    rows = store.crowds.participants(crowd)
    counts = Counter(row.participant.status for row in rows)
    finished = [row.participant for row in rows if row.participant.status is ParticipantStatus.FINISHED]
    minutes = [minutes for person in finished if (minutes := minutes_of(person)) is not None]
    return CrowdState(
        crowd,
        store.campaigns.round(crowd.round_id),
        max(0, free),
        counts[ParticipantStatus.STARTED],
        counts[ParticipantStatus.FINISHED],
        counts[ParticipantStatus.SCREENED_OUT],
        counts[ParticipantStatus.TIMED_OUT],
        round(statistics.median(minutes), 1) if minutes else None,
        sum(row.left_out for row in rows),
    )


def describe_crowd(state: CrowdState) -> dict[str, object]:
    """Return the data of a crowd for lists; it has no id of a participant."""
    settings = state.crowd.settings
    plain: dict[str, object] = to_json(state)
    del plain["crowd"]
    return {
        **plain,
        "round": state.round.number,
        "link": link_of(state.crowd),
        "places": settings.places,
        "items": len(state.round.item_ids),
        "items_per_person": settings.items_per_person,
        "answers_per_item": state.round.overlap,
        "attention_items": len(state.crowd.attention),
        "allowed_failures": settings.allowed_failures,
        "closes": None if settings.closes is None else str(settings.closes),
        "closed": state.crowd.closed,
    }


def describe_participant(row: ParticipantRow) -> dict[str, object]:
    """Return the data of a participant for the export."""
    plain: dict[str, object] = {**to_json(row), **to_json(row.participant)}
    return {name: plain.get(name) for name in COLUMNS} | {"minutes": minutes_of(row.participant)}
