"""Which sheet of a workbook is read: the one named for a command, or the one noted in the file itself."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_SHEET: ContextVar[str | None] = ContextVar("_SHEET", default=None)
_NOTE = b"aloi-sheet:"  # begins the comment of the archive that a workbook is


@contextmanager
def sheet_chosen(name: str | None) -> Iterator[None]:
    """Read this sheet of each workbook that is read within; None changes nothing."""
    if name is None:
        yield
        return
    before = _SHEET.set(name)
    try:
        yield
    finally:
        _SHEET.reset(before)


def chosen_sheet(path: Path) -> str | None:
    """Return the sheet of a workbook that is to be read; None for the first visible one."""
    name = _SHEET.get()
    if name is not None:
        return name
    with zipfile.ZipFile(path) as archive:
        if not archive.comment.startswith(_NOTE):
            return None
        return archive.comment.removeprefix(_NOTE).decode("utf-8", errors="replace")


def note_sheet(path: Path, name: str) -> None:
    """Note in a workbook that this sheet of it is to be read; its cells stay unchanged.

    A page keeps copies of uploads and reads them again in jobs: the choice travels with the file.
    """
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = _NOTE + name.encode()
