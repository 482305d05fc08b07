"""The checks of a request that hold for every interface and for Python."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from aloi.base.errors import quoted
from aloi.base.requests.errors import RequestError
from aloi.base.requests.fields import RequestField, fields_of, info_of


def check(request: Any) -> None:
    """Raise RequestError for a value outside its bounds or choices, a path without file, or a conflict."""
    fields = fields_of(type(request))
    for name, field in fields.items():
        value = getattr(request, name)
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
