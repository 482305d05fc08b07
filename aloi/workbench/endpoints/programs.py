"""Endpoints of runs, their predictions, and of tokens."""

from __future__ import annotations

from typing import Any

from aloi.workbench.endpoints.base import TEXT, Call, Endpoint, Page, maybe, record, rows_of, window
from aloi.workbench.requests.models.evaluation import PredictRequest
from aloi.workbench.requests.models.runs import ListRunsRequest
from aloi.workbench.requests.programs import ListTokensRequest, RevokeTokenRequest, TokenRequest

_RUN = record(
    id=TEXT, status=TEXT, recipe=maybe(TEXT), train=maybe(rows_of(TEXT)), name=TEXT, note=TEXT,
    tags=rows_of(TEXT),
)  # fmt: skip
_TOKEN = record(
    ref=TEXT, person=TEXT, name=TEXT, scope=TEXT, campaign=maybe(TEXT), role=maybe(TEXT), created_at=TEXT,
    expires=TEXT, used_at=maybe(TEXT),
)  # fmt: skip
_CREATED: dict[str, Any] = {**_TOKEN, "properties": {**_TOKEN["properties"], "token": TEXT}}


def _runs(request: ListRunsRequest, call: Call) -> Page:
    from aloi.workbench.models.runs import RunLine, matching, runs, runs_folder

    def describe(line: RunLine) -> dict[str, Any]:
        return {
            "id": line.id,
            "status": line.status,
            "recipe": line.spec.recipe if line.spec else None,
            "train": [use.label for use in line.spec.train] if line.spec else None,
            "name": line.about.name,
            "note": line.about.note,
            "tags": list(line.about.tags),
        }

    visible = call.store.members.shared("run")
    return window(call, "runs", matching(runs(runs_folder(call.folder), visible), request.search), describe)


def _tokens(request: ListTokensRequest, call: Call) -> Page:
    from aloi.workbench.programs.tokens import describe_token, list_tokens

    return window(call, "tokens", list_tokens(call.store, request), describe_token)


def _create(request: TokenRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.tokens import create_token, describe_token

    created = create_token(call.store, request, call.now, call.token)
    return {"token": created.secret, **describe_token(created.token)}


def _revoke(request: RevokeTokenRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.programs.tokens import describe_token, revoke_token

    return describe_token(revoke_token(call.store, request))


ENDPOINTS = (
    Endpoint(ListRunsRequest, "GET", "/runs", _runs, _RUN, "runs"),
    Endpoint(PredictRequest, "POST", "/runs/{run}/predictions"),
    Endpoint(ListTokensRequest, "GET", "/tokens", _tokens, _TOKEN, "tokens"),
    Endpoint(TokenRequest, "POST", "/tokens", _create, _CREATED, status=201),
    Endpoint(RevokeTokenRequest, "DELETE", "/tokens/{ref}", _revoke, _TOKEN),
)
