"""Dataclasses to JSON values and back: the one converter for stores, run folders, releases and `--json`.

Numbers are never rounded, what is undefined is null, tuples are lists, times ISO 8601, enums their values.
A mapping whose keys are tuples is a list of [key, value]. The cells of an array are compressed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum, IntEnum, StrEnum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args, get_origin

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term

if TYPE_CHECKING:  # cattrs costs a tenth of a second: commands that read no JSON do without
    from cattrs import Converter
    from numpy.typing import NDArray

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
T = TypeVar("T")
_JSON_TYPES = {get_origin(one) or one for one in get_args(Json)}
_SCALARS = {bool, int, float, str, type(None)}
JSON_NAME = "json"  # metadata of a field of a dataclass: its name in JSON, where that is another one
OPTIONAL = "optional"  # metadata of a field: JSON omits its default, as before the field existed
_LISTS: tuple[Any, ...] = (list, tuple, Sequence)
_own_forms: dict[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {}


class RecordError(AloiError, ValueError):
    """JSON that is not what its dataclass says; the message names fields, never what they hold."""


def to_json(value: object, /, *without: str, **instead: Any) -> dict[str, Any]:
    """Return a dataclass as JSON values.

    `without` omits fields; `instead` gives fields another value, or adds some at the end.
    """
    return _changed(_converter(), value, without, instead)


def to_row(value: object, /, *without: str, **instead: Any) -> dict[str, Any]:
    """Return what `to_json` gives, times left as they are: a row of a table of the store."""
    return _changed(_converter(times=True), value, without, instead)


def to_stored(value: object) -> dict[str, Any]:
    """Return what `to_json` gives, phrases with their keys: a page shows them in any language."""
    return _changed(_converter(phrases=True), value, (), {})


def from_json(kind: type[T], document: object, /, *, closed: bool = False, **instead: Any) -> T:
    """Return the value of type `kind` that `to_json` or `to_row` gave.

    Parameters
    ----------
    closed : bool
        Whether fields that the dataclasses do not have are refused; otherwise they are passed over.
    instead
        Fields of `kind` that the document lacks, or that it holds in another form.

    Raises
    ------
    RecordError
        An AloiError and a ValueError: a field is missing or of another type.
    AloiError
        The one that a dataclass raised at its values.
    """
    fields_given = {**document, **instead} if instead and isinstance(document, Mapping) else document
    try:  # most documents are right: only for one that is not is it worth noting every step
        return _converter(closed=closed, detailed=False).structure(fields_given, kind)
    except Exception:  # noqa: BLE001 - whatever it was, the converter that says where meets it again
        pass
    from cattrs import BaseValidationError, transform_error

    try:
        return _converter(closed=closed).structure(fields_given, kind)
    except BaseValidationError as error:
        for leaf in _leaves(error):
            if isinstance(leaf, AloiError):
                raise leaf from None
        messages = (
            line.rpartition(" @ ") for line in transform_error(error, path="", format_exception=_sentence)
        )
        wrong = "; ".join(f"{path.strip('.')}: {what}" if path else what for what, _, path in messages)
    except (TypeError, KeyError, AttributeError) as error:
        wrong = _sentence(error, kind)
    raise RecordError("aloi.record", kind=getattr(kind, "__name__", "value"), wrong=wrong)


def own_form(kind: Any, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
    """Let values of a type, such as a union without a tag, be read and written by functions of their own."""
    _own_forms[kind] = (read, write)
    _converter.cache_clear()


def _changed(
    converter: Converter, value: object, without: tuple[str, ...], instead: Mapping[str, Any]
) -> dict[str, Any]:
    record: dict[str, Any] = converter.unstructure(value)
    for name in without:
        del record[name]
    for name, other in instead.items():  # plain values, as in rows of tables, need no converter
        record[name] = other if type(other) in _SCALARS else converter.unstructure(other)
    return record


@cache
def _converter(
    *, closed: bool = False, times: bool = False, detailed: bool = True, phrases: bool = False
) -> Converter:
    from cattrs import Converter
    from cattrs.strategies import configure_union_passthrough

    converter = Converter(
        forbid_extra_keys=closed,
        detailed_validation=detailed,
        unstruct_collection_overrides={tuple: list, AbstractSet: sorted, Mapping: dict},
    )
    configure_union_passthrough(bool | int | float | str | None, converter)
    for plain, name in ((bool, "true or false"), (int, "a whole number")):
        converter.register_structure_hook(plain, _exactly(plain, name))
    text = _exactly(str, "text")
    converter.register_structure_hook(str, partial(_text, text))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
    converter.register_structure_hook(date, _day)
    converter.register_structure_hook(datetime, _time)
    if not times:
        converter.register_unstructure_hook(date, date.isoformat)
        converter.register_unstructure_hook(datetime, datetime.isoformat)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    converter.register_unstructure_hook(Path, str)
    for kind in (Enum, StrEnum, IntEnum):  # each by itself, else the last two are taken for str and int
        converter.register_structure_hook(kind, _choice)
        converter.register_unstructure_hook(kind, lambda one: one.value)
    converter.register_structure_hook_func(_is_json, lambda value, _: value)
    converter.register_unstructure_hook_func(_is_json, lambda value: value)
    converter.register_structure_hook_func(_is_json_mapping, lambda value, _: dict(value))
    converter.register_unstructure_hook_func(_is_json_mapping, dict)
    converter.register_structure_hook_factory(_has_tuple_keys, partial(_pair_reader, converter))
    converter.register_unstructure_hook_factory(_has_tuple_keys, partial(_pair_writer, converter))
    converter.register_structure_hook_func(_is_array, _array)
    converter.register_unstructure_hook_func(_is_array, _cells)
    guarded: set[Any] = set()
    _add_lists(converter, guarded)
    _add_phrases(converter, guarded, stored=phrases)
    _add_names(converter, closed=closed, detailed=detailed)
    for form, (read, write) in _own_forms.items():
        _add_form(converter, form, read, write)
    return converter


def _add_lists(converter: Converter, guarded: set[Any]) -> None:
    """Let lists be read from lists alone."""

    def listed(kind: Any) -> Callable[[Any, Any], Any]:
        guarded.add(kind)  # the hook asked for here is the one beneath this
        inner = converter.get_structure_hook(kind, cache_result=False)
        guarded.discard(kind)
        return lambda value, kind: inner(_list(value), kind)

    converter.register_structure_hook_factory(
        lambda kind: get_origin(kind) in _LISTS and kind not in guarded, listed
    )


def _add_phrases(converter: Converter, guarded: set[Any], *, stored: bool) -> None:
    """Let phrases be read where texts may be, and be written with their keys if they are `stored`."""

    def scalar(kind: Any) -> Callable[[Any, Any], Any]:
        guarded.add(kind)
        inner = converter.get_structure_hook(kind, cache_result=False)
        guarded.discard(kind)
        return partial(_text, inner)

    converter.register_structure_hook_factory(
        lambda kind: str in get_args(kind) and set(get_args(kind)) <= _SCALARS and kind not in guarded, scalar
    )
    if stored:
        converter.register_unstructure_hook(str, _with_key)
        converter.register_unstructure_hook(Phrase, Phrase.to_json)


def _add_names(converter: Converter, *, closed: bool, detailed: bool) -> None:
    """Let fields be written under the name in their metadata: stored names outlive those of the code."""
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

    def names(kind: Any) -> dict[str, Any]:
        listed = fields(kind) if isinstance(kind, type) and is_dataclass(kind) else ()
        return {
            stored_field.name: override(
                rename=stored_field.metadata.get(JSON_NAME),
                omit_if_default=stored_field.metadata.get(OPTIONAL),
            )
            for stored_field in listed
            if JSON_NAME in stored_field.metadata or OPTIONAL in stored_field.metadata
        }

    def reader(kind: Any) -> Callable[[Any, Any], Any]:
        return make_dict_structure_fn(
            kind,
            converter,
            _cattrs_forbid_extra_keys=closed,
            _cattrs_detailed_validation=detailed,
            **names(kind),
        )

    def writer(kind: Any) -> Callable[[Any], Any]:
        return make_dict_unstructure_fn(kind, converter, **names(kind))

    converter.register_structure_hook_factory(lambda kind: bool(names(kind)), reader)
    converter.register_unstructure_hook_factory(lambda kind: bool(names(kind)), writer)


def _add_form(
    converter: Converter, form: Any, read: Callable[[Any], Any], write: Callable[[Any], Any]
) -> None:
    def is_own(kind: Any) -> bool:
        return bool(kind == form)

    converter.register_structure_hook_func(is_own, lambda value, _: read(value))
    converter.register_unstructure_hook_func(is_own, write)


def _is_json(kind: Any) -> bool:
    # Resolved annotations hold the alias unrolled to some depth, so its members are what it is known by.
    return {get_origin(one) or one for one in get_args(kind)} == _JSON_TYPES


def _is_json_mapping(kind: Any) -> bool:
    return get_origin(kind) in (Mapping, dict) and _is_json(get_args(kind)[1])


def _has_tuple_keys(kind: Any) -> bool:
    return get_origin(kind) in (Mapping, dict) and get_origin(get_args(kind)[0]) is tuple


def _pair_reader(converter: Converter, kind: Any) -> Callable[[Any, Any], Any]:
    keys, values = get_args(kind)
    key, value = converter.get_structure_hook(keys), converter.get_structure_hook(values)
    return lambda pairs, _: {key(_list(first), keys): value(second, values) for first, second in _list(pairs)}


def _pair_writer(converter: Converter, kind: Any) -> Callable[[Any], Any]:
    value = converter.get_unstructure_hook(get_args(kind)[1])
    return lambda mapping: [[list(first), value(second)] for first, second in mapping.items()]


def _is_array(kind: Any) -> bool:  # numpy is not imported for it: most commands do without
    array = get_origin(kind) or kind
    return (getattr(array, "__module__", ""), getattr(array, "__name__", "")) == ("numpy", "ndarray")


def _cells(array: NDArray[Any]) -> dict[str, Json]:
    cells = b64encode(zlib.compress(array.tobytes(), 1)).decode("ascii")
    return {"dtype": array.dtype.str, "shape": list(array.shape), "cells": cells}


def _array(value: Any, _: Any) -> NDArray[Any]:
    import numpy as np

    cells = np.frombuffer(zlib.decompress(b64decode(value["cells"])), dtype=value["dtype"])
    return cells.reshape(value["shape"])


def _exactly(plain: type, name: str) -> Callable[[Any, Any], Any]:
    def read(value: Any, _: Any) -> Any:
        if type(value) is plain:  # most are
            return value
        if not isinstance(value, plain) or isinstance(value, bool):
            raise TypeError(f"{name} was expected")
        return value

    return read


def _text(text: Callable[[Any, Any], Any], value: Any, kind: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"phrase", "text", "values"}:
        return Phrase.from_json(value)
    return text(value, kind)


def _with_key(value: str) -> str | dict[str, Any]:
    return value.to_json() if isinstance(value, Phrase) else value


def _number(value: Any, _: Any) -> int | float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("a number was expected")
    return value  # a whole number stays one: what is written again has the same bytes


def _list(value: Any) -> Any:
    if not isinstance(value, list | tuple):  # a text is no list of its letters
        raise TypeError("a list was expected")
    return value


def _time(value: Any, _: Any) -> datetime:
    try:
        return value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise TypeError("a time such as 2026-01-31T12:00:00+00:00 was expected") from None


def _day(value: Any, _: Any) -> date:
    try:
        return value if isinstance(value, date) else date.fromisoformat(value)
    except (TypeError, ValueError):
        raise TypeError("a day such as 2026-01-31 was expected") from None


def _choice(value: Any, kind: Any) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise TypeError(f"one of {', '.join(str(one.value) for one in kind)} was expected") from None


def _leaves(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    return [leaf for inner in error.exceptions for leaf in _leaves(inner)]


def _sentence(error: BaseException, kind: type | None) -> str:
    """Return what is wrong without what the document holds: that may be a text of an item."""
    from cattrs.errors import ForbiddenExtraKeysError

    del kind  # the path in the message says which field it is
    if isinstance(error, ForbiddenExtraKeysError):
        return f"there is no field {', '.join(sorted(error.extra_fields))}"
    if isinstance(error, KeyError):
        return "it is missing"
    message = str(error)
    return (
        message
        if isinstance(error, TypeError) and message.endswith(" was expected")
        else "it is not of its type"
    )


def settings_in(path: Path) -> dict[str, Any]:
    """Return the settings in a JSON file, or raise AloiError if it contains no JSON object."""
    try:
        settings = json.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise AloiError(
            "aloi.unreadable",
            path=path.name,
            format=Term("json-in-utf"),
            error=Term("byte-start", start=error.start),
            todo=Term("save-it-as-utf"),
        ) from error
    except json.JSONDecodeError as error:
        raise AloiError("aloi.not-json", path=f"{path.name}, line {error.lineno}", error=error.msg) from error
    except RecursionError as error:
        why = "it is nested too deep"
        raise AloiError("aloi.not-json", path=f"{path.name}, line {1}", error=why) from error
    if not isinstance(settings, dict):
        raise AloiError(
            "aloi.value",
            name=Term("the-content-of-name", name=path.name),
            value=type(settings).__name__,
            expected=Term("a-json-object"),
            todo=Term("write-it-as-scales"),
        )
    return settings
