"""Answers that a caller may ask for again: idempotency keys and ETags."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from aloi.api.problems import ProblemError
from aloi.api.reading import Content, tagged_content
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.workbench.programs.tokens import ApiToken
from aloi.workbench.store.opening import Store

LIFETIME = timedelta(hours=24)
_LONGEST_KEY = 200


def once(
    store: Store,
    token: ApiToken,
    request: Request,
    body: bytes,
    now: datetime,
    run: Callable[[], tuple[int, Any]],
) -> tuple[int, Any, bool]:
    """Return the status and the document of a change, and whether they are those of an earlier call.

    Raises
    ------
    ProblemError
        The key belongs to another request (422), or its first request is processed now (409).
    """
    key = request.headers.get("idempotency-key", "")
    if not key:
        return (*run(), False)
    if len(key) > _LONGEST_KEY:
        raise ProblemError(422, _key_error(key, Term("at-most-characters", most=_LONGEST_KEY)))
    key_hash = hashlib.sha256(f"{token.token_hash}\n{key}".encode()).hexdigest()
    line = f"{request.method} {request.url.path}\n".encode()
    fingerprint = hashlib.sha256(line + body).hexdigest()
    earlier = store.tokens.begin_reply(key_hash, token.person.id, fingerprint, now, LIFETIME)
    if earlier is not None:
        if earlier.fingerprint != fingerprint:
            raise ProblemError(422, _key_error(key, Term("key-of-the-same-request")))
        if earlier.status is None:
            raise ProblemError(409, _key_error(key, Term("end-of-the-first-request")))
        return earlier.status, earlier.body, True
    try:
        status, document = run()
    except BaseException:
        store.tokens.end_reply(key_hash, None)
        raise
    # A token is shown once: a repeated call must not show it again.
    stored = {name: value for name, value in document.items() if name != "token"}
    store.tokens.end_reply(key_hash, status, stored)
    return status, document, False


def _key_error(key: str, expected: Term) -> AloiError:
    return AloiError(
        "aloi.value", name=Term("the-header-idempotency-key"), value=quoted(key), expected=expected
    )


def tags_of(request: Request) -> str:
    """Return the tags of the answers that the caller has."""
    return request.headers.get("if-none-match", "")


def response(content: Content) -> Response:
    """Return a document with its ETag, or 304 if the caller has it."""
    body, tag = content
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if body is None:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=JSONResponse.media_type, headers=headers)


def tagged(request: Request, document: Any) -> Response:
    """Return a document with its ETag, or 304 if the caller has it."""
    return response(tagged_content(document, tags_of(request)))
