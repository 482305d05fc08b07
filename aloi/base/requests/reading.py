"""Values of a request from texts, JSON and request files, and the JSON schema of its fields."""

from __future__ import annotations

import inspect
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from aloi.base.errors import AloiError, quoted
from aloi.base.requests.declare import RequestError, missing, not_one_of
from aloi.base.requests.fields import FILE, JOB, RequestField, fields_of, info_of
from aloi.base.terms import Term

R = TypeVar("R")
# How messages name the type of a value.
_KINDS: Mapping[Any, str] = {
    str: "text",
    bool: "flag",
    int: "whole",
    float: "number",
    date: "day",
    Path: "path",
    dict: "entries",
}


def from_data(kind: type[R], document: object, entry_point: str = JOB) -> R:
    """Return the request whose fields are JSON or TOML values: those of a job, or of a file.

    Raises
    ------
    RequestError
        A field that is missing, unknown or wrong.
    """
    if not isinstance(document, Mapping):
        raise RequestError("aloi.request-no-object", value=quoted(document))
    return build(kind, values_of(kind, document, entry_point))


def values_of(kind: type, document: Mapping[str, Any], entry_point: str) -> dict[str, Any]:
    """Return the values of the fields that a document holds."""
    fields = {name: field for name, field in fields_of(kind).items() if field.offered(entry_point)}
    for name in document:
        if name not in fields:
            near = get_close_matches(name, fields, 1)
            raise RequestError(
                "aloi.field-unknown",
                name=repr(name),
                fields=tuple(fields),
                has_near=bool(near),
                near=repr(near[0]) if near else "",
            )
    forms = entry_point == FILE  # other texts of `read` may name files of this machine: jobs give values
    return {name: _read(fields[name], value, text=False, forms=forms) for name, value in document.items()}


def read_text(field: RequestField, text: str | bool | Sequence[str]) -> Any:
    """Return the value of a field that is written as one text, as texts of a repeated option, or a flag."""
    return text if isinstance(text, bool) else _read(field, text, text=True, forms=True)


def build(kind: type[R], values: Mapping[str, Any]) -> R:
    """Return the request with these values, or raise RequestError for the first field without value."""
    for name, field in fields_of(kind).items():
        is_empty = field.required and values.get(name) in ("", ())
        if is_empty or (field.required and name not in values):
            raise missing(field)
    return kind(**values)


def to_data(request: object, entry_point: str = JOB) -> dict[str, Any]:
    """Return the fields of a request as JSON values: the arguments of its job."""
    fields = fields_of(type(request)).items()
    return {name: plain(getattr(request, name)) for name, field in fields if field.offered(entry_point)}


def plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date | Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(member) for key, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, tuple | list) else value


def written(field: RequestField, value: Any) -> str:
    """Return a value as the text that `read_text` reads; empty for None, unless a word means it."""
    for word, meaning in (field.option.words or {}).items():
        if meaning == value and type(meaning) is type(value):
            return word
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_text(member)}" if key else _text(member) for key, member in value.items())
    return ", ".join(map(_text, value)) if field.is_list else _text(value)


def _read(field: RequestField, raw: Any, *, text: bool, forms: bool) -> Any:
    """Return the value of a field from what a person or a program wrote; `forms` allows texts of `read`."""
    option = field.option
    if isinstance(raw, str) and option.words and raw.strip() in option.words:
        return option.words[raw.strip()]
    if raw is None and field.optional and not text:
        return None
    try:
        if forms and option.read and field.is_mapping and isinstance(raw, list | tuple) and len(raw) == 1:
            raw = raw[0]  # a command takes the entries of a mapping one by one; these are in one file
        if forms and isinstance(raw, str) and option.read:
            return option.read(raw)
        if field.is_list:
            return _list(field, raw, text=text)
        return _mapping(field, raw, text=text) if field.is_mapping else _member(field.type, raw, text=text)
    except _OtherChoiceError as error:
        raise not_one_of(field, error.args[0], error.args[1]) from None
    except _WrongTypeError as error:
        value, kind = error.args
    except ValueError:  # of `read`
        value, kind = raw, "form"
    raise RequestError(
        "aloi.field-type",
        field=field.name,
        value=quoted(value),
        kind=kind,
        words=tuple(option.words or ()),
        has_example=bool(option.example),
        example=option.example,
    )


class _WrongTypeError(Exception):
    """A value and the type it should have, by its name in messages."""


class _OtherChoiceError(Exception):
    """A value and the values that were expected."""


def split(text: str) -> list[str]:
    """Return the parts of a text with commas, trimmed; none of an empty text."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _list(field: RequestField, raw: Any, *, text: bool) -> tuple[Any, ...]:
    member = get_args(field.type)[0]
    if isinstance(raw, str) and (text or field.option.comma):  # a pair has commas itself
        raw, text = [raw] if get_origin(member) is tuple else split(raw), True
    elif isinstance(raw, str):
        raw = [raw]
    if not isinstance(raw, list | tuple):
        raise _WrongTypeError(raw, "list")
    return tuple(_member(member, part, text=text) for part in raw)


def _mapping(field: RequestField, raw: Any, *, text: bool) -> dict[Any, Any]:
    key_type, value_type = get_args(field.type)
    bare = field.option.bare
    if isinstance(raw, str):  # a pair has commas itself
        raw, text = [raw] if get_origin(value_type) is tuple else split(raw), True
    if not text and bare is not None and not isinstance(raw, Mapping):
        raw = {bare: raw}
    if not text and not isinstance(raw, Mapping):
        raise _WrongTypeError(raw, "entries")
    if isinstance(raw, Mapping):
        return {
            _member(key_type, key, text=True): _member(value_type, value, text=text)
            for key, value in raw.items()
        }
    values: dict[Any, Any] = {}
    for entry in raw:
        takes_marks = value_type in (str, Any) or get_args(value_type)[1:] == (Ellipsis,)
        key, mark, value = entry.partition("=") if takes_marks else entry.rpartition("=")
        if (not mark and bare is None) or (mark and not key.strip()):
            raise _WrongTypeError(entry, "entries")
        name = _member(key_type, key.strip(), text=True) if mark else bare
        if name in values:
            raise _WrongTypeError(entry, "once")
        words = split(value) if get_args(value_type)[1:] == (Ellipsis,) else value.strip()
        values[name] = _member(value_type, value if value_type is Any else words, text=True)
    return values


def _member(kind: Any, raw: Any, *, text: bool) -> Any:
    """Return a value of a type without options: a scalar, a choice, a union or a tuple of fixed length."""
    origin, members = get_origin(kind), get_args(kind)
    if origin is Literal:
        for choice in members:
            if (str(choice) if text else choice) == raw:
                return choice
        raise _OtherChoiceError(raw, members)
    if origin in (Union, UnionType):
        return _either(members, raw, text=text)
    if origin is tuple and members[-1] is Ellipsis:  # of a union: of a field by itself see `_list`
        if not isinstance(raw, list | tuple):
            raise _WrongTypeError(raw, "list")
        return tuple(_member(members[0], part, text=text) for part in raw)
    if origin is tuple:
        parts, text = (split(raw), True) if isinstance(raw, str) else (raw, text)
        if not isinstance(parts, list | tuple) or len(parts) != len(members):
            raise _WrongTypeError(raw, "several")
        return tuple(_member(member, part, text=text) for member, part in zip(members, parts, strict=True))
    if kind is Any:
        return _json(raw) if text else raw
    kind = origin or kind  # `dict` of `dict[str, Any]`
    value = _scalar(kind, raw) if isinstance(raw, str) and (text or kind in (date, Path)) else raw
    if kind is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if type(value) is not kind and not (kind is Path and isinstance(value, Path)):
        raise _WrongTypeError(raw, _KINDS[kind])
    return value


def _either(kinds: Sequence[Any], raw: Any, *, text: bool) -> Any:
    for kind in kinds:
        try:
            return _member(kind, raw, text=text)
        except (_WrongTypeError, _OtherChoiceError):
            continue
    raise _WrongTypeError(raw, "form")


def _scalar(kind: Any, text: str) -> Any:
    """Return what a text means as a type; the text itself if it does not mean such a value."""
    text = text.strip() if kind is not str else text
    try:
        if kind is bool:
            return {"true": True, "false": False}.get(text.lower(), text)
        if kind in (int, float):  # Python also takes `1_0`
            return kind(text) if "_" not in text else text
        if kind is date:
            return date.fromisoformat(text)
    except ValueError:
        return text
    return Path(text) if kind is Path and text else text


def _json(text: str) -> Any:
    """Return a text as JSON reads it: numbers, true, false, null; any other text is itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(plain(value))


def read_file(path: Path) -> Mapping[str, Any]:
    """Return the table of a TOML file, or the object of a JSON file; the suffix says which.

    Raises
    ------
    AloiError
        Another format, or no table.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        document = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # both libraries derive their errors from it
        raise AloiError(
            "aloi.cannot-read", path=path, error=error, expected=Term("request-in-toml-or-json")
        ) from error
    if not isinstance(document, dict):
        raise AloiError("aloi.request-file-no-table", path=path)
    return document


_SCALARS: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    date: {"type": "string", "format": "date"},
    Path: {"type": "string"},
    dict: {"type": "object"},
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
    document = dict(_SCALARS.get(origin or kind, {}))
    if kind in (int, float):
        limits = {"minimum": field.option.low, "maximum": field.option.high}
        document |= {name: limit for name, limit in limits.items() if limit is not None}
    return document
