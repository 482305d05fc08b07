"""`@request`: a class becomes the request of a use case."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, dataclass_transform

from aloi.base.requests.checks import check
from aloi.base.requests.fields import INFO, RequestInfo, fields_of

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
