"""The formats that a release can be exported in, as a person chooses one."""

from __future__ import annotations

from dataclasses import dataclass

from gold.formats import FORMATS


@dataclass(frozen=True, slots=True)
class FormatFacts:
    """What a person chooses a format by; `lost` says what its files do not carry."""

    name: str
    title: str
    rows: tuple[str, ...]
    files: tuple[str, ...]
    lost: tuple[str, ...]


def list_formats() -> tuple[FormatFacts, ...]:
    """Return every format a release can be exported in."""
    return tuple(
        FormatFacts(
            one.name, one.title, tuple(kind.__name__ for kind in one.row_kinds), one.extensions, one.lost
        )
        for one in FORMATS
    )
