"""Spreadsheets: .xlsx and .ods, one sheet a table."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path

from aloi.errors import AloiError
from corpora.readers import base
from corpora.readers.header import header_row
from corpora.readers.read_as import ReadAs
from corpora.readers.workbook_parts import SheetParts, cell_name, sheet_parts

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)

SUFFIXES = (".xlsx", ".ods")
_DIGITS = 10**15  # from here on a spreadsheet has lost digits of a whole number


def read_sheet(path: Path) -> tuple[ReadAs, int, list[list[object]]]:
    """Return the first sheet that holds cells: what it was taken for, the place of its header, its rows.

    Rows begin with the header. Cells are texts, numbers (whole ones as int), booleans and dates; a blank
    cell, and one that shows an error such as `#N/A`, is the empty text. Of a formula the value is read that
    the spreadsheet stored. A number that is shown with zeros before it (007) is the text that is shown.
    Hidden sheets are named and not read; hidden rows are read, and counted.

    Raises
    ------
    AloiError
        Not such a file, one that is damaged, encrypted or over the limit, or no cell in it; merged cells, a
        formula whose value is not stored, or a whole number of more than 15 digits.
    """
    sheets = _sheets(path)
    filled = [name for name, (_, rows) in sheets.items() if any(any(map(_shown, row)) for row in rows)]
    visible = [name for name in filled if sheets[name][0]]
    if not visible:
        raise AloiError("corpora.sheets-are-hidden" if filled else "corpora.tables-empty", path=path)
    parts = _parts(path, visible[0])
    cells = _cells(path, sheets[visible[0]][1], parts)
    start = header_row([[_shown(cell) for cell in row] for row in cells[:60]])
    _check_parts(path, parts, start, cells)
    titles = sum(1 for row in cells[:start] if any(map(_shown, row)))
    hidden = len(
        [row for row in parts.hidden_rows if start < row < len(cells) and any(map(_shown, cells[row]))]
    )
    percent = sorted(
        {column for row, column in parts.percent if row > start and _is_share(cells, row, column)}
    )
    read_as = ReadAs(
        None,
        None,
        visible[0],
        tuple(visible[1:]),
        titles,
        plain=len(visible) == 1 and not titles and not hidden and not percent,
        hidden_rows=hidden,
        hidden_sheets=tuple(name for name in filled if name not in visible),
        percent=tuple(_shown(cells[start][column]) for column in percent if column < len(cells[start])),
    )
    return read_as, start, _narrowed(cells[start:])


def _sheets(path: Path) -> dict[str, tuple[bool, Sequence[Sequence[object]]]]:
    """Return whether each sheet is visible, and its cells from the first one on."""
    import python_calamine as calamine

    _check_size(path)
    try:
        with calamine.load_workbook(path) as book:
            return {
                one.name: (
                    one.visible is calamine.SheetVisibleEnum.Visible,
                    book.get_sheet_by_name(one.name).to_python(skip_empty_area=False),
                )
                for one in book.sheets_metadata
                if one.typ is calamine.SheetTypeEnum.WorkSheet
            }
    except calamine.PasswordError as error:
        raise AloiError("corpora.spreadsheet-locked", path=path) from error
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise AloiError("corpora.cannot-read-as-spreadsheet", path=path, error=error) from error


def _cells(path: Path, rows: Sequence[Sequence[object]], parts: SheetParts) -> list[list[object]]:
    """Return the cells of a sheet as the reader gives them."""
    cells = [[_plain(cell) for cell in row] for row in rows]
    for number, row in enumerate(cells):
        for column, cell in enumerate(row):
            if isinstance(cell, int) and abs(cell) >= _DIGITS:
                raise AloiError("corpora.digits-lost", path=path, cell=cell_name((number, column)))
    for (number, column), digits in parts.padded.items():
        if number < len(cells) and column < len(cells[number]):
            cell = cells[number][column]
            if isinstance(cell, int) and not isinstance(cell, bool):
                cells[number][column] = f"{cell:0{digits}d}"
    return cells


def _check_parts(path: Path, parts: SheetParts, start: int, cells: Sequence[Sequence[object]]) -> None:
    """Raise AloiError for cells from the header on that hold no value although a person sees one."""
    width = max(map(len, cells), default=0)
    for top, left, bottom, right in parts.merged:
        if bottom >= start and top < len(cells) and left < width:
            merged = f"{cell_name((top, left))}:{cell_name((bottom, right))}"
            raise AloiError("corpora.cells-are-merged", path=path, cells=merged)
    for place in parts.valueless:
        if place[0] >= start:
            raise AloiError("corpora.formula-without-value", path=path, cell=cell_name(place))


def _is_share(cells: Sequence[Sequence[object]], row: int, column: int) -> bool:
    return row < len(cells) and column < len(cells[row]) and isinstance(cells[row][column], (int, float))


def _narrowed(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    """Return rows without the columns that hold nothing at all."""
    kept = [place for place in range(len(rows[0])) if any(_shown(row[place]) for row in rows)]
    return [[row[place] for place in kept] for row in rows]


def _parts(path: Path, sheet: str) -> SheetParts:
    """Return the parts of a sheet; of damaged files the reader of cells lets some pass that have none."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sheet_parts(archive, sheet)
    except _DAMAGED as error:
        raise AloiError("corpora.cannot-read-as-spreadsheet", path=path, error=error) from error


def _check_size(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except _DAMAGED as error:
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
