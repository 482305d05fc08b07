"""A training written down as TOML, with the same names as the options of `aloi train`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.workbench.models.data import ALL_SOURCES, Scale
from aloi.workbench.models.training import TrainRequest

_LISTED = "A text or a list of texts"


def read_train_file(path: Path) -> TrainRequest:
    """Return the request a TOML file writes down.

    Names: `recipe`, `data`, `test`, `dev`, `settings` (a table), `seeds`, `scale` (`[0, 5]`, or a table of
    such by source), `items`, `subset`, `curve`, `subsets`, `grid`, `untuned`, `split`.

    Raises
    ------
    AloiError
        No TOML, an unknown name, no recipe, or a value of the wrong kind.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("workbench.cannot-read", path=path, error=error) from error
    if "recipe" not in table or set(table) - set(_KINDS):
        strange = next((one for one in table if one not in _KINDS), None)
        raise AloiError(
            "workbench.config-sets",
            has_strange=bool(strange),
            path=path,
            strange=repr(strange) if strange else "",
            kinds=_KINDS,
        )
    values: dict[str, Any] = {}
    for name, value in table.items():
        field, read, kind = _KINDS[name]
        try:
            values[field] = read(value)
        except (TypeError, ValueError):
            raise AloiError(
                "workbench.config-gives", path=path, value=repr(value), name=name, kind=kind
            ) from None
    return TrainRequest(**values)


def _of(*kinds: type) -> Callable[[object], Any]:
    """Return the reader of a value of these types; true and false are no numbers."""

    def read(value: object) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds) or value == "":
            raise TypeError
        return value

    return read


def _list_of(read: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def listed(value: object) -> tuple[Any, ...]:
        return tuple(map(read, _of(list)(value)))

    return listed


_text, _integer, _flag, _table = _of(str), _of(int), _of(bool), _of(dict)


def _number(value: object) -> float:
    return float(_of(int, float)(value))


def _texts(value: object) -> tuple[str, ...]:
    return _list_of(_text)(value) if isinstance(value, list) else (_text(value),)


def _ends(value: object) -> Scale:
    low, high = _list_of(_number)(value)
    return low, high


def _scales(value: object) -> dict[str, Scale]:
    if isinstance(value, dict):
        return {source: _ends(ends) for source, ends in value.items()}
    return {ALL_SOURCES: _ends(value)}


# Name in the file -> name in the request, what reads its value, and what it is in words.
_KINDS: Mapping[str, tuple[str, Callable[[object], Any], str]] = {
    "recipe": ("recipe", _text, "A text"),
    "data": ("train", _texts, _LISTED),
    "test": ("tests", _texts, _LISTED),
    "dev": ("dev", _text, "A text"),
    "settings": ("settings", _table, "A table"),
    "seeds": ("seeds", _list_of(_integer), "A list of whole numbers"),
    "scale": ("scales", _scales, "Two numbers such as [0, 5], or a table of such by source,"),
    "items": ("train_items", _integer, "A whole number"),
    "subset": ("subset", _integer, "A whole number"),
    "curve": ("shares", _list_of(_number), "A list of percents"),
    "subsets": ("subsets", _integer, "A whole number"),
    "grid": ("grid", _flag, "true or false"),
    "untuned": ("untuned", _flag, "true or false"),
    "split": ("split", _text, "A text such as train=.7,dev=.1,test=.2"),
}
