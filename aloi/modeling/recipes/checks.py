"""Checks of settings that recipes share."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.corpora.model import Json


def check_number(name: str, value: Json, low: float, high: float) -> None:
    """Raise AloiError unless a setting is a number from low to high, a whole one where low is."""
    is_integer = isinstance(low, int)
    right = isinstance(value, int if is_integer else int | float) and not isinstance(value, bool)
    if not right or not low <= value <= high:  # type: ignore[operator]
        raise AloiError(
            "modeling.checks-setting",
            name=name,
            value=repr(value),
            has_whole=bool(is_integer),
            low=f"{low:g}",
            high=f"{high:g}",
        )


def check_choice(name: str, value: Json, choices: tuple[Json, ...]) -> None:
    """Raise AloiError unless a setting has one of its few values."""
    if not any(value is one or (isinstance(one, str) and value == one) for one in choices):
        raise AloiError(
            "modeling.checks-setting-one-these",
            name=name,
            value=repr(value),
            choices=(str(one).lower() for one in choices),
        )
