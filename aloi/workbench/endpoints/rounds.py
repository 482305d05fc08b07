"""Endpoints of rounds: opened, followed, measured, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aloi.base.records import to_json
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
    rows_of,
    window,
)
from aloi.workbench.endpoints.requests import DisputesRequest, ListRoundsRequest
from aloi.workbench.requests.queries import RoundStatusRequest
from aloi.workbench.requests.rounds import (
    AddAnnotatorRequest,
    CloseRoundRequest,
    DueRequest,
    ExtendRequest,
    ReassignRequest,
    ReopenRoundRequest,
    RoundAgreementRequest,
    RoundRequest,
)

if TYPE_CHECKING:
    from aloi.annotation.model import Round

_ROUND = "/campaigns/{campaign}/rounds/{round}"
ROUND = record(
    id=TEXT,
    round=INTEGER,
    title=TEXT,
    purpose=TEXT,
    status=TEXT,
    archived=FLAG,
    items=INTEGER,
    annotators=INTEGER,
    overlap=INTEGER,
    cap=maybe(INTEGER),
    repeats=INTEGER,
    seed=INTEGER,
    guideline_version=maybe(INTEGER),
    due=maybe(TEXT),
    shows_outcome=FLAG,
)
_PERSON = record(
    annotator=TEXT,
    submitted=INTEGER,
    skipped=INTEGER,
    leased=INTEGER,
    waiting=INTEGER,
    flagged=INTEGER,
    median_seconds=maybe(NUMBER),
)
_STATUS: dict[str, Any] = {
    **ROUND,
    "properties": {
        **ROUND["properties"],
        "planned": INTEGER,
        "done": INTEGER,
        "complete": INTEGER,
        "skipped": INTEGER,
        "left": INTEGER,
        "progress": rows_of(_PERSON),
    },
}


def _describe(round_: Round) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import describe_round

    return describe_round(round_)


def _list(request: ListRoundsRequest, call: Call) -> Page:
    rounds = call.store.campaigns.rounds(call.store.campaigns.get(request.campaign).id)
    return window(call, "rounds", rounds, _describe)


def _open(request: RoundRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import open_round

    return _describe(open_round(call.store, request, by=call.by, now=call.now))


def _set_status(request: CloseRoundRequest | ReopenRoundRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import set_round_status

    return _describe(set_round_status(call.store, request, by=call.by, now=call.now))


def _due(request: DueRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import set_due

    return _describe(set_due(call.store, request))


def _extend(request: ExtendRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.corrections.extension import extend_round, extension_effect

    if request.preview:
        return to_json(extension_effect(call.store, request))
    return to_json(extend_round(call.store, request, call.now).details)


def _reassign(request: ReassignRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import reassign

    return {"reassigned": reassign(call.store, request, call.now)}


def _add_annotator(request: AddAnnotatorRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.rounds.rounds import add_annotator

    return _describe(add_annotator(call.store, request))


def _status(request: RoundStatusRequest, call: Call) -> dict[str, Any]:
    """Return the counts of a round; its agreement and stop rule are the result of a job."""
    from aloi.workbench.rounds.rounds import find_round

    round_ = find_round(call.store, request.campaign, request.round)
    tallies = {one.round_id: one for one in call.store.tallies.rounds(round_.campaign_id)}
    tally = tallies.get(round_.id)
    counts = {name: getattr(tally, name, 0) for name in ("planned", "done", "complete", "skipped", "left")}
    names = {person.id: person.pseudonym for person in call.store.people.list()}
    progress = [
        {"annotator": names[counted.annotator_id], **to_json(counted, "annotator_id")}
        for counted in call.store.answers.progress(round_.id)
    ]
    return {**_describe(round_), **counts, "progress": progress}


ENDPOINTS = (
    Endpoint(ListRoundsRequest, "GET", "/campaigns/{campaign}/rounds", _list, ROUND, "rounds"),
    Endpoint(RoundRequest, "POST", "/campaigns/{campaign}/rounds", _open, ROUND, status=201),
    Endpoint(RoundStatusRequest, "GET", _ROUND, _status, _STATUS),
    Endpoint(CloseRoundRequest, "POST", f"{_ROUND}/close", _set_status, ROUND),
    Endpoint(ReopenRoundRequest, "POST", f"{_ROUND}/reopen", _set_status, ROUND),
    Endpoint(DueRequest, "PUT", f"{_ROUND}/due", _due, ROUND),
    Endpoint(ExtendRequest, "POST", f"{_ROUND}/items", _extend, record(items=INTEGER, answers=INTEGER)),
    Endpoint(ReassignRequest, "POST", f"{_ROUND}/reassign", _reassign, record(reassigned=INTEGER)),
    Endpoint(AddAnnotatorRequest, "PUT", f"{_ROUND}/annotators/{{person}}", _add_annotator, ROUND),
    Endpoint(RoundAgreementRequest, "POST", f"{_ROUND}/agreement"),
    Endpoint(DisputesRequest, "POST", f"{_ROUND}/disputes"),
)
