"""Every sentence the interface shows comes from one catalogue: a translation is one more file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_CATALOGUE = Path(__file__).parent / "texts.en.toml"


def t(key: str, **values: object) -> str:
    """Return the sentence called `section.name`, its blanks filled with `values`."""
    part, name = key.split(".", maxsplit=1)
    return _catalogue()[part][name].format(**values)


def section(name: str) -> dict[str, str]:
    """Return all sentences of a section, blanks unfilled: what a hand-made widget is given."""
    return dict(_catalogue()[name])


@cache
def _catalogue() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by section and name."""
    return tomllib.loads(_CATALOGUE.read_text(encoding="utf-8"))
