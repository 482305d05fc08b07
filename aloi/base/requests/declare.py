"""`@request`: a class becomes the request of a use case."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar, dataclass_transform

from aloi.base.requests.checks import check
from aloi.base.requests.fields import INFO, RequestInfo

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
        setattr(kind, "__post_init__", check)  # noqa: B010 - mypy knows no such attribute of the class
        frozen: type[R] = dataclasses.dataclass(frozen=True, slots=True)(kind)
        setattr(frozen, INFO, RequestInfo(name, job, roles, conflicts, one_of))
        return frozen

    return declared
