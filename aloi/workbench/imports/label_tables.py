"""The labels of tables of labelled texts, counted part by part."""

from __future__ import annotations

from dataclasses import replace

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.labels.label_tables import ClassTable, Columns, class_table, read_labelled
from aloi.workbench.requests.imports import ImportLabelsRequest, LabelTableRequest

__all__ = ["ClassTable", "columns_of", "labels_table"]


def columns_of(request: ImportLabelsRequest | LabelTableRequest) -> Columns:
    """Return where the texts and their labels are in the tables of a request."""
    return Columns(request.text_column, request.label_column, request.id_column, request.sep, request.one_hot)


def labels_table(request: ImportLabelsRequest | LabelTableRequest) -> ClassTable:
    """Return the class table of files of labelled texts, one part a file, called after it.

    Raises
    ------
    AloiError
        No file, two of the same name, or a table that cannot be read so.
    """
    paths, columns = request.files, columns_of(request)
    if isinstance(request, ImportLabelsRequest):
        columns = replace(columns, normalise=request.normalise)
    if not paths or len({path.stem for path in paths}) < len(paths):
        raise AloiError(
            "aloi.value",
            name=Term("names-of-paths", paths=len(paths)),
            value=", ".join(path.name for path in paths),
            expected=Term("files-with-unique"),
            todo=Term("rename-the-files"),
        )
    return class_table({path.stem: read_labelled(path, columns) for path in paths})
