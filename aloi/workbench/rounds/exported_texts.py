"""Texts of exported answers, also after a spreadsheet saved the table and lost the mark of its header."""

from __future__ import annotations

import json
from dataclasses import replace

from aloi.corpora.readers import SourceTable, without_apostrophe

APOSTROPHES = "apostrophes"  # key of the cell `schema`: whether cells that begin like formulas have one
SOURCE_COLUMN = "source_id"  # the id of an item in the source it was imported from
# Columns of what people wrote: those that had apostrophes in a .csv before the cell `schema` said so.
WRITTEN_COLUMNS = ("left", "right", "comment", "skip_note", SOURCE_COLUMN)


def texts_as_answered(table: SourceTable) -> SourceTable:
    """Return a table of exported answers without the apostrophes that the export added.

    The cell `schema` says whether there are any. A table without such a cell is not of Aloi: it is returned
    as it is, and so is one whose apostrophes were taken off when it was read.
    """
    if table.read_as.escaped or "schema" not in table.columns:
        return table
    columns = _columns_with_apostrophes(table)
    if not columns:
        return table
    rows = []
    for row in table.rows:
        texts = {name: cell for name in columns if isinstance(cell := row.values.get(name), str)}
        answered = {name: without_apostrophe(text) for name, text in texts.items()}
        rows.append(replace(row, values={**row.values, **answered}))
    return replace(table, rows=tuple(rows))


def _columns_with_apostrophes(table: SourceTable) -> tuple[str, ...]:
    """Return the columns whose cells may have an apostrophe that the export added."""
    for row in table.rows:
        try:
            schema = json.loads(row.text("schema") or "null")
        except (ValueError, RecursionError):
            continue
        if not isinstance(schema, dict) or "task" not in schema:
            continue
        if APOSTROPHES in schema:
            return table.columns if schema[APOSTROPHES] is True else ()
        if table.path.suffix.lower() != ".csv":
            return ()
        return tuple(name for name in WRITTEN_COLUMNS if name in table.columns)
    return ()
