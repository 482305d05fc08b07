"""`@request`: a class becomes the request of a use case, with checks that hold for every interface."""

from __future__ import annotations

import copy
import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self, TypeVar, dataclass_transform

from aloi.base.errors import AloiError, quoted
from aloi.base.requests.fields import INFO, RequestField, RequestInfo, fields_of, info_of


def check(request: Any) -> None:
    """Raise RequestError for a value that is missing, out of bounds or no choice, or for a conflict."""
    fields = fields_of(type(request))
    for name, field in fields.items():
        value, flag = getattr(request, name), field.option.unless
        if flag and not getattr(request, flag) and not value.strip():
            raise missing(field)
        if value is not None:
            _check_value(field, value)
    info = info_of(type(request))
    for names in (*info.conflicts, *info.one_of):
        changed = tuple(name for name in names if getattr(request, name) != fields[name].default)
        if len(changed) > 1:
            raise RequestError("aloi.fields-conflict", fields=changed)
        if not changed and names in info.one_of:
            raise RequestError("aloi.fields-none", fields=tuple(names))


def _check_value(field: RequestField, value: Any) -> None:
    option = field.option
    is_mapping, is_several = isinstance(value, Mapping), isinstance(value, tuple)
    members = list(value.values()) if is_mapping else list(value) if is_several else [value]
    for member in members:
        if option.exists and isinstance(member, Path) and not member.exists():
            raise RequestError("aloi.field-no-file", field=field.name, path=str(member))
        if field.literals and member not in field.literals:
            raise not_one_of(field, member, field.literals)
        if option.low is None and option.high is None:
            continue
        low = -math.inf if option.low is None else option.low
        high = math.inf if option.high is None else option.high
        is_number = isinstance(member, int | float) and not isinstance(member, bool)
        if is_number and not low <= member <= high:
            kind = "low" if option.high is None else "high" if option.low is None else "both"
            raise RequestError(
                "aloi.field-range",
                field=field.name,
                value=f"{member:g}",
                bounds=kind,
                low=f"{low:g}",
                high=f"{high:g}",
            )


def missing(field: RequestField) -> RequestError:
    """Return the error of a field that has no value and needs one."""
    example = field.option.example
    return RequestError("aloi.field-missing", field=field.name, has_example=bool(example), example=example)


def not_one_of(field: RequestField, value: Any, choices: Sequence[Any]) -> RequestError:
    """Return the error of a value that is not among its choices."""
    names = tuple(map(str, choices))
    near = get_close_matches(str(value), names, 1)
    return RequestError(
        "aloi.field-choice",
        field=field.name,
        value=quoted(value),
        choices=names,
        has_near=bool(near),
        near=repr(near[0]) if near else "",
    )


class RequestError(AloiError):
    """A field that is missing, unknown, of another type, out of range or in conflict.

    Its value `field` is the name of the field; `named` writes it as an interface does: `--seed`, or a label.
    """

    def named(self, name_of: Callable[[str], str]) -> Self:
        """Return the same error with each field called as `name_of` returns."""
        renamed = copy.copy(self)
        names = {
            key: tuple(map(name_of, value)) if isinstance(value, tuple) else name_of(str(value))
            for key, value in self.values.items()
            if key in ("field", "fields")
        }
        renamed.values = {**self.values, **names}
        return renamed


R = TypeVar("R")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def request(
    name: str,
    *,
    job: str = "",
    roles: tuple[str, ...] = ("manager",),
    conflicts: Sequence[Sequence[str]] = (),
    one_of: Sequence[Sequence[str]] = (),
) -> Callable[[type[R]], type[R]]:
    """Return the decorator that makes a class a request: frozen, and checked when it is made."""

    def declared(kind: type[R]) -> type[R]:
        # Compiled for each class, these methods would take half of the time that a hundred requests take.
        for name_of_method, method in _METHODS.items():
            setattr(kind, name_of_method, method)
        frozen: type[R] = dataclasses.dataclass(frozen=True, slots=True, repr=False, eq=False)(kind)
        setattr(frozen, INFO, RequestInfo(name, job, roles, conflicts, one_of))
        return frozen

    return declared


def _equals(request: object, other: object) -> bool:
    return type(request) is type(other) and _values(request) == _values(other)


def _hashed(request: object) -> int:
    return hash(tuple(_values(request).values()))


def _described(request: object) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in _values(request).items())
    return f"{type(request).__name__}({values})"


def _values(request: object) -> dict[str, object]:
    return {name: getattr(request, name) for name in fields_of(type(request))}


_METHODS: Mapping[str, Callable[..., object]] = {
    "__post_init__": check,
    "__eq__": _equals,
    "__hash__": _hashed,
    "__repr__": _described,
}
