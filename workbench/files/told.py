"""What each table was taken for that a verb read, as the terminal tells it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from corpora.model import Json
from corpora.readers import tables_told
from corpora.readers.spreadsheets import check_sheet
from corpora.readers.workbooks.chosen import sheet_chosen

__all__ = ["check_sheet", "sheet_chosen", "told_tables"]


@contextmanager
def told_tables() -> Iterator[list[dict[str, Json]]]:
    """Gather, until the block ends, an entry for each table that is read within it: its file, and how."""
    entries: list[dict[str, Json]] = []
    with tables_told() as found:
        yield entries
    entries += [{"file": path.name, **one.to_json()} for path, one in found.items()]
