"""Errors as `application/problem+json` (RFC 9457), with the codes and sentences of the catalogues."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from aloi.base.addresses import without_places
from aloi.base.errors import AloiError
from aloi.base.messages import ENGLISH, languages

MEDIA_TYPE = "application/problem+json"
_UPLOAD = re.compile(r"[^\s'\"]*[/\\]uploads[/\\][0-9a-f]{24}[/\\]")
# The status of errors by their codes; all others are of a value: 422.
_STATUS: Mapping[str, int] = {
    **dict.fromkeys(("aloi.not-found", "aloi.not-listed", "aloi.no-called"), 404),
    **dict.fromkeys(("aloi.not-allowed", "ui.role"), 403),
    **dict.fromkeys(("aloi.exists", "aloi.in-use", "aloi.no-change", "aloi.only-one"), 409),
    "ui.signed-out": 401,
}
_AWAY = ("storage.driver-", "storage.file-")

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "The problem."},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "The code of the message, the same in each language."},
        "detail": {"type": "string", "description": "What was expected, and what to do."},
        "field": {"type": "string", "description": "The field of the request, if it is about one."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


class ProblemError(Exception):
    """An error before any use case: a status, and the error with the reason."""

    def __init__(self, status: int, error: AloiError, **headers: str) -> None:
        super().__init__(error.code)
        self.status = status
        self.error = error
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def status_of(error: AloiError) -> int:
    """Return the HTTP status of an error."""
    if error.code.startswith(_AWAY):
        return 503
    return _STATUS.get(error.code, 422)


def document(error: AloiError, status: int, language: str, folder: Path | None = None) -> dict[str, Any]:
    """Return the document of an error; it names no folder and no address of the server."""
    problem, expected, todo = (_plain(one, error, folder) for one in error.sentences(language, page=True))
    field = error.values.get("field")
    return {
        "type": f"urn:aloi:{error.code}",
        "title": problem,
        "status": status,
        "code": error.code,
        "detail": f"{expected} {todo}".strip(),
        **({"field": str(field)} if field is not None else {}),
    }


def _plain(sentence: str, error: AloiError, folder: Path | None) -> str:
    sentence = _UPLOAD.sub("", sentence)
    folders = [] if folder is None else [str(folder), str(folder.resolve())]
    return without_places(sentence, [*error.values.values(), *error.places], folders)


def response(request: Request, error: AloiError, status: int | None = None, **headers: str) -> JSONResponse:
    """Return the answer for an error, in the language that the caller accepts."""
    chosen = status or status_of(error)
    language = accepted(request)
    folder = getattr(request.app.state, "folder", None)
    return JSONResponse(
        document(error, chosen, language, folder), chosen, headers={**headers}, media_type=MEDIA_TYPE
    )


def plain(request: Request, status: int) -> JSONResponse:
    """Return the answer for a status that no use case gave, such as a path that does not exist."""
    phrase = HTTPStatus(status).phrase
    del request
    body = {"type": "about:blank", "title": phrase, "status": status, "code": f"http-{status}", "detail": ""}
    return JSONResponse(body, status, media_type=MEDIA_TYPE)


def accepted(request: Request) -> str:
    """Return the first language of messages that the caller accepts; English otherwise."""
    for part in request.headers.get("accept-language", "").split(","):
        tongue = part.partition(";")[0].strip()[:2].lower()
        if tongue in languages():
            return tongue
    return ENGLISH
