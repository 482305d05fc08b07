"""The content of a call: small JSON bodies, the values of a request, and the files that it names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from fastapi import Request

from aloi.api.problems import ProblemError
from aloi.api.uploads import Uploads
from aloi.base.errors import AloiError, quoted
from aloi.base.requests import JOB, RequestError, RequestField, fields_of, from_data, read_text, to_data
from aloi.base.terms import Term
from aloi.workbench.endpoints import Endpoint
from aloi.workbench.endpoints.base import MOST_ROWS
from aloi.workbench.programs.tokens import ApiToken

MOST_BYTES = 4_000_000  # of a body; files are uploaded
PAGING = ("cursor", "limit")
# Texts that a command also reads as names of files or folders of its machine: a caller names none.
_MAY_BE_PATHS = (
    "data",
    "dev",
    "encoder",
    "model",
    "models",
    "ranker",
    "recipe",
    "run",
    "test",
    "sources",
    "source",
)


async def json_body(request: Request) -> tuple[bytes, dict[str, Any]]:
    """Return the body of a request and its object; an empty body is an empty object.

    Raises
    ------
    ProblemError
        Too large (413), another type (415), or no JSON object (400).
    """
    content = await read_body(request, MOST_BYTES)
    if not content:
        return content, {}
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        error = AloiError(
            "aloi.value",
            name=Term("the-type-of-the-body"),
            value=quoted(media_type),
            expected=Term("json-was-expected"),
        )
        raise ProblemError(415, error)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as broken:
        raise ProblemError(400, AloiError("aloi.request-no-object", value=quoted(""))) from broken
    if not isinstance(document, dict):
        raise ProblemError(400, AloiError("aloi.request-no-object", value=quoted(document)))
    return content, document


async def read_body(request: Request, most: int) -> bytes:
    """Return a body of at most so many bytes; a larger one is refused unread (413)."""
    parts, size = [], 0
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most:
        raise too_large(most)
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_large(most)
        parts.append(part)
    return b"".join(parts)


def too_large(most: int) -> ProblemError:
    """Return the error of a body with more bytes."""
    error = AloiError(
        "aloi.too-many", name=Term("bytes-of-the-body"), count=most + 1, most=most, todo=Term("upload-a-file")
    )
    return ProblemError(413, error)


def request_of(
    endpoint: Endpoint, request: Request, body: Mapping[str, Any], uploads: Uploads, token: ApiToken
) -> Any:
    """Return the request that a path, a query and a body make.

    Raises
    ------
    RequestError
        A value that is missing, unknown or wrong.
    """
    fields = {name: field for name, field in fields_of(endpoint.request).items() if field.offered(JOB)}
    texts = {name: request.path_params[name] for name in endpoint.path_fields}
    if endpoint.reads:
        texts |= _query(request, fields, texts)
        body = {}
    clash = next((name for name in body if name in texts), None)
    if clash is not None:
        raise RequestError("aloi.fields-conflict", fields=(clash, clash))
    files = {
        name: _file(fields[name], value, uploads, token)
        for name, value in body.items()
        if name in fields and _is_file(fields[name])
    }
    stated = {name: _from_text(fields[name], text) for name, text in texts.items()}
    checked: object = from_data(endpoint.request, {**body, **files, **stated})
    _refuse_paths(checked)
    return checked


def _query(
    request: Request, fields: Mapping[str, RequestField], in_path: Mapping[str, str]
) -> dict[str, Any]:
    texts: dict[str, Any] = {}
    for name in request.query_params:
        if name in PAGING:
            continue
        if name not in fields or name in in_path:
            raise RequestError(
                "aloi.field-unknown",
                name=quoted(name),
                fields=tuple(one for one in fields if one not in in_path),
                has_near=False,
                near="",
            )
        several = request.query_params.getlist(name)
        texts[name] = (
            tuple(several) if fields[name].is_list and not fields[name].option.comma else several[-1]
        )
    return texts


def _from_text(field: RequestField, text: Any) -> Any:
    """Return a value of a path or a query as JSON."""
    value = read_text(field, text)
    return list(value) if isinstance(value, tuple) else value


def _is_file(field: RequestField) -> bool:
    return Path in (field.type, *get_args(field.type))


def _file(field: RequestField, value: Any, uploads: Uploads, token: ApiToken) -> Any:
    """Return the paths of uploaded files by their ids."""
    if isinstance(value, list):
        return [_file(field, one, uploads, token) for one in value]
    if value is None:
        return None
    path = uploads.finished(str(value), token) if isinstance(value, str) else None
    if path is None:
        raise RequestError(
            "aloi.field-no-file",
            field=field.name,
            path=quoted(value),
            expected=Term("id-of-an-upload"),
            todo=Term("upload-the-file"),
        )
    return str(path)


def _refuse_paths(checked: object) -> None:
    """Raise RequestError for a text that names a file or a folder of the server."""
    for name in _MAY_BE_PATHS:
        value = getattr(checked, name, None)
        members = (
            value if isinstance(value, tuple) else value.values() if isinstance(value, Mapping) else (value,)
        )
        for member in members:
            if isinstance(member, str) and _names_file(member):
                raise RequestError(
                    "aloi.field-no-file",
                    field=name,
                    path=quoted(member),
                    expected=Term("no-file-of-the-server"),
                    todo=Term("upload-the-file"),
                )


def _names_file(text: str) -> bool:
    # A source may have its split behind a colon.
    names = (text, text.partition(":")[0], text.rpartition(":")[0], text.partition("=")[2])
    paths = [Path(one) for one in names if one]
    try:
        return any(
            path.is_absolute() or ".." in path.parts or path.suffix in (".toml", ".json") or path.exists()
            for path in paths
        )
    except (OSError, ValueError):
        return True


def paging(request: Request) -> tuple[str, int]:
    """Return the cursor and the most rows of a page.

    Raises
    ------
    RequestError
        A limit that is no number, or out of bounds.
    """
    text = request.query_params.get("limit", "100")
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= MOST_ROWS:
        raise RequestError(
            "aloi.field-range", field="limit", value=quoted(text), bounds="both", low="1", high=str(MOST_ROWS)
        )
    return request.query_params.get("cursor", ""), int(text)


def arguments_of(checked: object) -> dict[str, Any]:
    """Return a request as the arguments of its job."""
    return to_data(checked)
