"""The JSON schema of a request, for what other programs send (JSON Schema 2020-12)."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from aloi.base.requests.fields import JOB, RequestField, fields_of, info_of
from aloi.base.requests.reading import plain

_SCALARS: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    date: {"type": "string", "format": "date"},
    Path: {"type": "string"},
}


def schema(kind: type, entry_point: str = JOB) -> dict[str, Any]:
    """Return the JSON schema of the fields of a request that an entry point offers."""
    fields = [field for field in fields_of(kind).values() if field.offered(entry_point)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": info_of(kind).name,
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": {field.name: field_schema(field) for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def field_schema(field: RequestField) -> dict[str, Any]:
    """Return the schema of a field: type, bounds, choices, default and help."""
    document = _of_type(field.type, field)
    forms = [document]
    if field.option.words:
        forms.append({"enum": list(field.option.words)})
    if field.optional:
        forms.append({"type": "null"})
    if len(forms) > 1:
        document = {"anyOf": forms}
    document = {**document, "title": field.label, "description": field.option.help}
    return document if field.required else {**document, "default": plain(field.default)}


def _of_type(kind: Any, field: RequestField) -> dict[str, Any]:
    origin, members = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(members)}
    if origin in (Union, UnionType):
        return {"anyOf": [_of_type(member, field) for member in members]}
    if origin is tuple and members[-1] is Ellipsis:
        return {"type": "array", "items": _of_type(members[0], field)}
    if origin is tuple:
        items = [_of_type(member, field) for member in members]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if field.is_mapping and kind is field.type:
        return {"type": "object", "additionalProperties": _of_type(members[1], field)}
    document = dict(_SCALARS.get(kind, {}))
    if kind in (int, float):
        limits = {"minimum": field.option.low, "maximum": field.option.high}
        document |= {name: limit for name, limit in limits.items() if limit is not None}
    return document
