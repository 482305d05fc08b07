"""Spreadsheets: .xlsx and .ods, one sheet a table."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path

from aloi.errors import AloiError
from corpora.readers import base
from corpora.readers.header import header_row
from corpora.readers.read_as import ReadAs

SUFFIXES = (".xlsx", ".ods")


def read_sheet(path: Path) -> tuple[ReadAs, int, list[list[object]]]:
    """Return the first sheet that holds cells: what it was taken for, the place of its header, its rows.

    Rows begin with the header. Cells are texts, numbers (whole ones as int), booleans and dates; a blank
    cell, and one that shows an error such as `#N/A`, is the empty text. Of a formula the value is read that
    the spreadsheet stored. Hidden sheets are not looked at.

    Raises
    ------
    AloiError
        Not such a file, one that is damaged, encrypted or over the limit, or no cell in it.
    """
    import python_calamine as calamine

    _check_size(path)
    try:
        with calamine.load_workbook(path) as book:
            visible = [
                one for one in book.sheets_metadata if one.visible is calamine.SheetVisibleEnum.Visible
            ]
            sheets = {
                one.name: rows
                for one in visible
                if one.typ is calamine.SheetTypeEnum.WorkSheet
                and (rows := book.get_sheet_by_name(one.name).to_python(skip_empty_area=False))
            }
    except calamine.PasswordError as error:
        raise AloiError("corpora.spreadsheet-locked", path=path) from error
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise AloiError("corpora.cannot-read-as-spreadsheet", path=path, error=error) from error
    found = {name: [[_plain(cell) for cell in row] for row in rows] for name, rows in sheets.items()}
    filled = [name for name, rows in found.items() if any(any(map(_shown, row)) for row in rows)]
    if not filled:
        raise AloiError("corpora.tables-empty", path=path)
    cells = found[filled[0]]
    start = header_row([[_shown(cell) for cell in row] for row in cells[:60]])
    titles = sum(1 for row in cells[:start] if any(map(_shown, row)))
    plain = len(filled) == 1 and not titles
    read_as = ReadAs(None, None, filled[0], tuple(filled[1:]), titles, plain)
    return read_as, start, _narrowed(cells[start:])


def _narrowed(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    """Return rows without the columns that hold nothing at all."""
    kept = [place for place in range(len(rows[0])) if any(_shown(row[place]) for row in rows)]
    return [[row[place] for place in kept] for row in rows]


def _check_size(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError) as error:
        if path.read_bytes()[:4] == b"\xd0\xcf\x11\xe0":  # an encrypted .xlsx, or an .xls under another name
            raise AloiError("corpora.spreadsheet-locked", path=path) from error
        raise AloiError("corpora.cannot-read-as-spreadsheet", path=path, error=error) from error
    if unpacked > base.MAX_TOTAL:
        raise base.too_much(str(path))


def _plain(cell: object) -> object:
    """Return a whole number as int, a date without a time as date."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date()
    return cell


def _shown(cell: object) -> str:
    return str(cell).strip()
