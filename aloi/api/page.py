"""The page of the document: every operation with its fields and answers, without scripts or other sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

from aloi.base.terms import Term

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
)


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field of a path, a query or a body."""

    name: str
    location: str
    type: str
    required: bool
    help: str


@dataclass(frozen=True, slots=True)
class ShownOperation:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    fields: tuple[ShownField, ...]
    example: Any
    statuses: tuple[str, ...]


@lru_cache(maxsize=4)
def _render(key: int, language: str) -> str:
    del key
    document = _DOCUMENTS[0]
    groups: dict[str, list[ShownOperation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append(_shown(path, method, operation))
    words = {name: Term(f"api-page-{name}").text(language) for name in _WORDS}
    return _TEMPLATES.get_template("reference.html").render(
        title=document["info"]["title"], groups=groups, words=words, language=language
    )


_WORDS = (
    "title",
    "lead",
    "document",
    "field",
    "location",
    "type",
    "meaning",
    "required",
    "example",
    "answers",
)
_DOCUMENTS: list[Mapping[str, Any]] = [{}]


def reference_page(document: Mapping[str, Any], language: str) -> str:
    """Return the page of a document in a language; names and meanings of fields are in English."""
    _DOCUMENTS[0] = document
    return _render(id(document), language)


def _shown(path: str, method: str, operation: Mapping[str, Any]) -> ShownOperation:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return ShownOperation(
        operation["operationId"],
        method.upper(),
        path,
        operation["summary"],
        operation.get("description", ""),
        tuple(_fields(operation, body)),
        body.get("example"),
        tuple(operation["responses"]),
    )


def _fields(operation: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[ShownField]:
    for parameter in operation.get("parameters", ()):
        yield ShownField(
            parameter["name"],
            parameter["in"],
            _type(parameter["schema"]),
            parameter["required"],
            parameter.get("description", ""),
        )
    schema = body.get("schema", {})
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", ())
        yield ShownField(name, "body", _type(field), required, field.get("description", ""))


def _type(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(form) for form in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    kind = str(schema.get("type", "any"))
    return f"{_type(schema.get('items', {}))}[]" if kind == "array" and "items" in schema else kind
