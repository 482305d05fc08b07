"""The labels of tables of labelled texts, counted part by part."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.labels.label_tables import ClassTable, Columns, class_table, read_labelled

__all__ = ["ClassTable", "Columns", "labels_table"]


def labels_table(paths: Sequence[Path], columns: Columns) -> ClassTable:
    """Return the class table of files of labelled texts, one part a file, called after it.

    Raises
    ------
    AloiError
        No file, two of the same name, or a table that cannot be read so.
    """
    if not paths or len({path.stem for path in paths}) < len(paths):
        raise AloiError(
            "aloi.value",
            name=Term("names-of-paths", paths=len(paths)),
            value=", ".join(path.name for path in paths),
            expected=Term("files-with-unique"),
            todo=Term("rename-the-files"),
        )
    return class_table({path.stem: read_labelled(path, columns) for path in paths})
