"""Readers of texts and tables: one file a source format, chosen by what the path is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.plugins import with_plugins
from aloi.base.terms import Term
from aloi.corpora.readers.base import Reader, ReadText
from aloi.corpora.readers.bioc.documents import SUFFIXES as BIOC_SUFFIXES
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.corpora.readers.bioc.documents import read_texts as read_bioc_texts
from aloi.corpora.readers.cells import cells_written, spreadsheet_safe, without_apostrophe
from aloi.corpora.readers.plain import read_file, read_folder, read_lines, read_zip
from aloi.corpora.readers.read_as import ReadAs, TableReading, tables_told
from aloi.corpora.readers.roles import ColumnRole, resolved_roles, table_head
from aloi.corpora.readers.tables import SUFFIXES, Row, SourceTable, look_into, read_headless, read_table
from aloi.corpora.readers.tables import read_texts as read_table_texts
from aloi.corpora.readers.writing import passing_file, whole_file, write_table

__all__ = [
    "FORMATS",
    "Preview",
    "ReadAs",
    "ReadText",
    "Reader",
    "Row",
    "SourceTable",
    "TableReading",
    "all_readers",
    "cells_written",
    "passing_file",
    "preview",
    "read_headless",
    "read_lines",
    "read_table",
    "read_texts",
    "spreadsheet_safe",
    "tables_told",
    "text_files",
    "whole_file",
    "without_apostrophe",
    "write_table",
]

# The formats that people may import, for pages and errors; `accepted` adds those of plug-ins.
FORMATS = (
    "a folder of .txt files",
    "a .zip of .txt files",
    ".tsv",
    ".csv",
    ".xlsx",
    ".ods",
    ".jsonl",
    ".parquet",
    "BioC (.xml, .json)",
)
FILES: dict[str, Callable[[Path], Iterator[ReadText]]] = {
    ".txt": read_file,
    ".zip": read_zip,
    ".xml": read_bioc_texts,
}
TEXT_NAMES = ("text", "texte", "abstract", "note", "content", "contenu", "sentence", "phrase", "document")
ID_NAMES = (
    "id",
    "identifier",
    "doc_id",
    "document_id",
    "doc",
    "name",
    "filename",
    "file",
    "identifiant",
    "nom",
)


@dataclass(frozen=True, slots=True)
class Preview:
    """The first rows of a source, and the columns that look like the text and its id (None: no guess).

    `read_as` says what a table was taken for.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guessed_text: str | None
    guessed_id: str | None
    read_as: ReadAs = field(default_factory=ReadAs)


def all_readers() -> tuple[Reader, ...]:
    """Return the readers of plug-ins, which read files with other suffixes than those of Aloi."""
    suffixes = (*FILES, *SUFFIXES, *BIOC_SUFFIXES)
    return with_plugins((), "aloi.readers", Reader, (suffix.removeprefix(".") for suffix in suffixes))


def text_files() -> Mapping[str, Callable[[Path], Iterator[ReadText]]]:
    """Return the functions that read files of texts, by suffix, those of plug-ins among them."""
    return {**FILES, **{f".{reader.name}": reader.read for reader in all_readers()}}


def accepted() -> tuple[str, ...]:
    """Return the formats of texts that people may import, for errors."""
    return (*FORMATS, *(f".{reader.name}" for reader in all_readers()))


def read_texts(path: Path, *, text_column: str | None = None, id_column: str | None = None) -> list[ReadText]:
    """Return all texts of a folder or .zip of .txt files (sorted by name), or of a table (in its order).

    Parameters
    ----------
    path : Path
        The source.
    text_column, id_column : str, optional
        The columns of a table, by default those with these roles, see `roles`. Without ids, or with an
        empty `id_column`, texts are numbered.

    Raises
    ------
    AloiError
        Content that cannot be read completely and unchanged: see the readers. Also two texts with one id.
    """
    texts: list[ReadText] = []
    places: dict[str, str] = {}
    for text in _texts(path, text_column, id_column):
        if text.name in places:
            raise AloiError(
                "corpora.same-id",
                path=path,
                value=places[text.name],
                text=text.location,
                name=quoted(text.name),
            )
        places[text.name] = text.location
        texts.append(text)
    if not texts:
        raise AloiError("aloi.no-content", path=path, content=Term("no-rows"))
    return texts


def preview(path: Path, rows: int = 5) -> Preview:
    """Return the first rows of a source without reading the rest of a table."""
    if path.is_dir() or path.suffix.lower() in text_files() or is_bioc(path):
        first = tuple((text.name, text.text) for text in islice(_texts(path), rows))
        return Preview(("id", "text"), first, "text", "id")
    columns, records, read_as = look_into(path)
    head = list(islice(records, rows))
    shown = tuple(tuple(row.text(column) for column in columns) for row in head)
    return Preview(columns, shown, _guess_text(columns, head), _guess(columns, ID_NAMES), read_as)


def _texts(path: Path, text_column: str | None = None, id_column: str | None = None) -> Iterator[ReadText]:
    suffix = path.suffix.lower()
    if path.is_dir():
        return _plain_or_bioc(read_folder, path)
    if suffix == ".zip" and path.exists():
        return _plain_or_bioc(read_zip, path)
    files = text_files()
    if suffix not in files and is_bioc(path):
        return read_bioc_texts(path)
    if not path.exists():
        raise AloiError("aloi.no-file", path=path, expected=Term("one-of", choices=accepted()))
    if suffix not in (*files, *SUFFIXES):
        raise AloiError("aloi.suffix", path=path, suffix=repr(suffix), suffixes=accepted())
    return files[suffix](path) if suffix in files else _table_texts(path, text_column, id_column)


def _table_texts(path: Path, text_column: str | None, id_column: str | None) -> Iterator[ReadText]:
    """Yield the texts of a table, from the columns that are named, or else guessed without a doubt."""
    if text_column is None or id_column is None:
        head, named = table_head(path), ((ColumnRole.TEXT, text_column), (ColumnRole.ID, id_column))
        entries = [f"{role}={name}" for role, name in named if name]
        used = (ColumnRole.TEXT, ColumnRole.ID)
        roles = resolved_roles(head, head.guess, entries, used=used, required=(ColumnRole.TEXT,))
        text_column = str(roles.column(ColumnRole.TEXT))
        id_column = roles.column(ColumnRole.ID) if id_column is None else id_column
    return read_table_texts(path, text_column, id_column or None)


def _plain_or_bioc(reader: Callable[[Path], Iterator[ReadText]], path: Path) -> Iterator[ReadText]:
    """Yield the .txt files of a folder or .zip; without one, the documents of its BioC files."""
    try:
        yield from reader(path)
    except AloiError as error:
        if error.code != "corpora.holds-no-txt-file" or not is_bioc(path):
            raise
        yield from read_bioc_texts(path)


def _guess(columns: tuple[str, ...], names: tuple[str, ...]) -> str | None:
    lowered = {column.lower(): column for column in reversed(columns)}
    return next((lowered[name] for name in names if name in lowered), None)


def _guess_text(columns: tuple[str, ...], rows: list[Row]) -> str | None:
    """Return the column with a usual name, or else the one with the longest values."""
    named = _guess(columns, TEXT_NAMES)
    if named or not rows:
        return named
    return max(columns, key=lambda column: sum(len(row.text(column)) for row in rows))
