"""Reports for the terminal on the tables of an operation: how each was read, and how they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aloi.corpora.model import Json
from aloi.corpora.readers import cells_written, tables_told
from aloi.corpora.readers.spreadsheets import check_sheet
from aloi.corpora.readers.workbooks.sheet_choice import sheet_chosen

__all__ = ["changed_cells_told", "check_sheet", "sheet_chosen", "told_tables"]


@contextmanager
def told_tables() -> Iterator[list[dict[str, Json]]]:
    """Gather, until the block ends, an entry for each table that is read within it: its file, and how."""
    entries: list[dict[str, Json]] = []
    with tables_told() as readings:
        yield entries
    entries += [{"file": path.name, **reading.to_json()} for path, reading in readings.items()]


@contextmanager
def changed_cells_told(*, raw: bool, tell: Callable[[str], object]) -> Iterator[None]:
    """Tell, when the block ends, how many cells of the tables written within it got an apostrophe.

    With `raw`, cells are written as they are.
    """
    with cells_written(raw=raw) as changed:
        yield
    for name, count in changed:
        cells, begin = ("cell", "begins") if count == 1 else ("cells", "begin")
        tell(
            f"{name}: {count} {cells} {begin} like a formula (=, +, -, @); an apostrophe was added, which "
            "Aloi takes off when it reads the file; --raw writes them as they are"
        )
