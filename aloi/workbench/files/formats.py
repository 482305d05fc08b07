"""The formats that a release can be exported in, as a person chooses one."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.gold.formats import all_formats
from aloi.workbench.imports.layouts import LAYOUTS


@dataclass(frozen=True, slots=True)
class FormatFacts:
    """Facts for the choice of a format.

    `kinds` are the kinds of rows of the format, `lossless` is whether they read back equal, and `lost` is
    other information of a release that its files lack. `imported` is whether `aloi import` reads the files.
    """

    name: str
    title: str
    kinds: tuple[str, ...]
    lossless: bool
    files: tuple[str, ...]
    lost: tuple[str, ...]
    imported: bool


def list_formats() -> tuple[FormatFacts, ...]:
    """Return every format a release can be exported in."""
    layouts = {one.name for one in LAYOUTS}
    return tuple(
        FormatFacts(
            layout.name,
            layout.title,
            tuple(kind.__name__ for kind in layout.row_kinds),
            layout.lossless,
            layout.extensions,
            tuple(loss.description for loss in layout.lost),
            layout.name in layouts,
        )
        for layout in all_formats()
    )
