"""The OpenAPI document: paths, bodies and answers from the declared requests."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from aloi.api.examples import EXAMPLES
from aloi.api.problems import MEDIA_TYPE, SCHEMA
from aloi.base.requests import JOB, RequestField, fields_of
from aloi.base.requests.reading import field_schema
from aloi.workbench.endpoints import Endpoint
from aloi.workbench.endpoints.base import INTEGER, MOST_ROWS, NUMBER, TEXT, TIME, maybe, record

SCHEMAS: Mapping[str, Any] = {
    "Problem": SCHEMA,
    "Job": record(
        id=TEXT,
        verb=TEXT,
        status={"enum": ["queued", "running", "done", "failed", "cancelled"]},
        done=INTEGER,
        total=INTEGER,
        message=TEXT,
        result={"description": "The result of a job that is done."},
        error=maybe({"$ref": "#/components/schemas/Problem"}),
        created_at=TIME,
        started_at=maybe(TIME),
        finished_at=maybe(TIME),
    ),
    "Upload": record(id=TEXT, name=TEXT, size=INTEGER, offset=INTEGER, finished={"type": "boolean"}),
    "Number": NUMBER,
}
_REFUSALS = {
    400: "The body is no JSON object.",
    401: "No valid token.",
    403: "The token, or its person, may not do this.",
    404: "Nothing of this name that the token may read.",
    409: "It conflicts with what exists.",
    413: "The body is too large.",
    415: "The body is of another type.",
    422: "A value is missing, unknown or wrong.",
    429: "Too many requests; `Retry-After` says when to go on.",
    503: "The store cannot be read or written now.",
}
DESCRIPTION = (
    "The use cases of Aloi for programs. Each call has the header `Authorization: Bearer TOKEN`; "
    "`aloi token create` makes a token. A call that takes long returns a job (202). Lists come in pages: "
    "send `next_cursor` as `cursor`. A file is uploaded first, and its id is the value of the field. "
    "Send `Idempotency-Key` with a change, so that a repeated call changes nothing twice. Answers have an "
    "`ETag`, errors the type `application/problem+json`."
)


def refusals(*statuses: int) -> dict[str, Any]:
    """Return the documented errors of an operation; all of them by default."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        str(status): {"description": _REFUSALS[status], "content": content}
        for status in statuses or _REFUSALS
    }


def operation(endpoint: Endpoint) -> dict[str, Any]:
    """Return what the document says of an endpoint."""
    fields = {name: field for name, field in fields_of(endpoint.request).items() if field.offered(JOB)}
    text = inspect.cleandoc(endpoint.request.__doc__ or "")
    parameters = [_parameter(fields_of(endpoint.request)[name], "path") for name in endpoint.path_fields]
    rest = {name: field for name, field in fields.items() if name not in endpoint.path_fields}
    documented: dict[str, Any] = {
        "operationId": operation_id(endpoint),
        "tags": [_tag(endpoint)],
        "summary": text.partition("\n")[0],
        "description": text,
        "parameters": parameters,
        "responses": {**_success(endpoint), **refusals()},
    }
    if endpoint.reads:
        parameters += [_parameter(field, "query") for field in rest.values()]
        parameters += _PAGING if endpoint.rows else []
        parameters.append(_header("If-None-Match", "The `ETag` of an earlier answer: 304 if it is the same."))
    else:
        parameters.append(_header("Idempotency-Key", "A text of your own for this change, for 24 hours."))
    if not endpoint.reads and rest:
        documented["requestBody"] = _body(endpoint, rest)
    return documented


def operation_id(endpoint: Endpoint) -> str:
    """Return the id of the operation of an endpoint, such as `round_open`."""
    return endpoint.name.replace(" ", "_").replace("-", "_")


def _tag(endpoint: Endpoint) -> str:
    words = [word for word in endpoint.path.split("/") if word and not word.startswith("{")]
    return words[1] if words[0] == "campaigns" and len(words) > 1 and "{" in endpoint.path else words[0]


def _body(endpoint: Endpoint, fields: Mapping[str, RequestField]) -> dict[str, Any]:
    required = [name for name, field in fields.items() if field.required]
    schema = {
        "type": "object",
        "properties": {name: _field(field) for name, field in fields.items()},
        "required": required,
        "additionalProperties": False,
    }
    content: dict[str, Any] = {"schema": schema}
    if endpoint.name in EXAMPLES:
        content["example"] = {name: one for name, one in EXAMPLES[endpoint.name].items() if name in fields}
    return {"required": bool(required), "content": {"application/json": content}}


def _field(field: RequestField) -> dict[str, Any]:
    return field_schema(field)


def _parameter(field: RequestField, location: str) -> dict[str, Any]:
    return {
        "name": field.name,
        "in": location,
        "required": location == "path" or field.required,
        "schema": _without_null(_field(field)) if location == "path" else _field(field),
        "description": field.option.help,
    }


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a value of a path, which cannot be null."""
    forms = [form for form in schema.get("anyOf", ()) if form.get("type") != "null"]
    plain = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    if not forms:
        return {**({"minLength": 1} if plain.get("type") == "string" else {}), **plain}
    return {**plain, **(forms[0] if len(forms) == 1 else {"anyOf": forms})}


def _header(name: str, description: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "schema": {"type": "string", "maxLength": 200},
        "description": description,
    }


_PAGING = [
    {
        "name": "cursor",
        "in": "query",
        "required": False,
        "schema": {"type": "string", "default": ""},
        "description": "Where to go on: `next_cursor` of the previous page.",
    },
    {
        "name": "limit",
        "in": "query",
        "required": False,
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": 100},
        "description": "Most rows of the page.",
    },
]


def _success(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.is_job:
        return {"202": json_answer("The job that does it.", {"$ref": "#/components/schemas/Job"})}
    answers = {str(endpoint.status): json_answer("Done.", dict(endpoint.document_schema))}
    if endpoint.reads:
        answers["304"] = {"description": "The answer is the one that the caller has."}
    return answers


def json_answer(description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a documented answer with a JSON document."""
    return {"description": description, "content": {"application/json": {"schema": dict(schema)}}}
