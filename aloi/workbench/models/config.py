"""A training written down as TOML, with the same names as the options of `aloi train`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.workbench.models.data import EVERY, Scale
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
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("workbench.cannot-read", path=path, error=error) from error
    if "recipe" not in found or set(found) - set(_KINDS):
        strange = next((one for one in found if one not in _KINDS), None)
        raise AloiError(
            "workbench.config-sets",
            has_strange=bool(strange),
            path=path,
            strange=repr(strange) if strange else "",
            kinds=_KINDS,
        )
    values: dict[str, Any] = {}
    for name, given in found.items():
        field, read, kind = _KINDS[name]
        try:
            values[field] = read(given)
        except (TypeError, ValueError):
            raise AloiError(
                "workbench.config-gives", path=path, value=repr(given), name=name, kind=kind
            ) from None
    return TrainRequest(**values)


def _of(*kinds: type) -> Callable[[object], Any]:
    """Return what reads a value of these types; true and false are no numbers."""

    def read(given: object) -> Any:
        if not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds) or given == "":
            raise TypeError
        return given

    return read


def _list_of(read: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def listed(given: object) -> tuple[Any, ...]:
        return tuple(map(read, _of(list)(given)))

    return listed


_text, _whole, _flag, _table = _of(str), _of(int), _of(bool), _of(dict)


def _number(given: object) -> float:
    return float(_of(int, float)(given))


def _texts(given: object) -> tuple[str, ...]:
    return _list_of(_text)(given) if isinstance(given, list) else (_text(given),)


def _ends(given: object) -> Scale:
    low, high = _list_of(_number)(given)
    return low, high


def _scales(given: object) -> dict[str, Scale]:
    if isinstance(given, dict):
        return {source: _ends(ends) for source, ends in given.items()}
    return {EVERY: _ends(given)}


# Name in the file -> name in the request, what reads its value, and what it is in words.
_KINDS: Mapping[str, tuple[str, Callable[[object], Any], str]] = {
    "recipe": ("recipe", _text, "A text"),
    "data": ("train", _texts, _LISTED),
    "test": ("tests", _texts, _LISTED),
    "dev": ("dev", _text, "A text"),
    "settings": ("settings", _table, "A table"),
    "seeds": ("seeds", _list_of(_whole), "A list of whole numbers"),
    "scale": ("scales", _scales, "Two numbers such as [0, 5], or a table of such by source,"),
    "items": ("train_items", _whole, "A whole number"),
    "subset": ("subset", _whole, "A whole number"),
    "curve": ("shares", _list_of(_number), "A list of percents"),
    "subsets": ("subsets", _whole, "A whole number"),
    "grid": ("grid", _flag, "true or false"),
    "untuned": ("untuned", _flag, "true or false"),
    "split": ("split", _text, "A text such as train=.7,dev=.1,test=.2"),
}
