"""Clusters of the rows of a table, by its columns: documents, sentences, or columns named by the user."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.base.errors import AloiError
from aloi.corpora.readers import SourceTable
from aloi.corpora.readers.values import settle
from aloi.evaluation.resampling import Clustering
from aloi.evaluation.rows import ROWS

# Columns that tell what a row shares, the first that are there: the key, and the column or columns of it.
_USUAL = (
    ("document", ("left_document", "right_document")),
    ("document", ("document_id",)),
    ("document", ("document",)),
    ("sentence", ("left_id", "right_id")),
)


def clustering(table: SourceTable, chosen: Sequence[str] = ()) -> Clustering:
    """Return cluster property -> row id -> its names.

    Parameters
    ----------
    chosen : sequence of str
        One column or two; `rows` for rows that share nothing; empty for the usual columns of documents or
        sentences.

    Raises
    ------
    AloiError
        A column that is not there, or more than two.
    """
    if tuple(chosen) == (ROWS,):
        return {}
    if len(chosen) > 2:
        raise AloiError("evaluation.clusters-two-at-most", keys=list(chosen), sides=len(chosen))
    if chosen:
        table.require(*chosen)
        return {column: _named(table, (column,)) for column in chosen}
    usual = next(((key, columns) for key, columns in _USUAL if {*columns} <= {*table.columns}), None)
    return {} if usual is None else {usual[0]: _named(table, usual[1])}


def _named(table: SourceTable, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of each row; a row without one of them, or with a word for missing, shares nothing."""
    texts = [row.text(column) for row in table.rows for column in columns]
    settled = settle([table], "documents", texts)
    names_by_row = {}
    for row in table.rows:
        names = tuple(settled(row.text(column)) for column in columns)
        names_by_row[row.text("id").strip()] = names if all(names) else ()
    return names_by_row
