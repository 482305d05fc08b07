"""Spreadsheets: .xlsx and .ods, one sheet a table."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import base
from aloi.corpora.readers.header import header_row
from aloi.corpora.readers.read_as import ReadAs
from aloi.corpora.readers.workbooks.ods import CONTENT, is_locked, ods_parts
from aloi.corpora.readers.workbooks.parts import SheetParts, cell_name
from aloi.corpora.readers.workbooks.sheet_choice import chosen_sheet
from aloi.corpora.readers.workbooks.xlsx import xlsx_parts
from aloi.corpora.readers.workbooks.xml import check_names

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)

SUFFIXES = (".xlsx", ".ods")
_DIGITS = 10**15  # from here on a spreadsheet has lost digits of a whole number


def check_sheet(name: str | None, *paths: Path) -> None:
    """Raise AloiError if a sheet is named and none of the files is a workbook, or one that is lacks it."""
    if name is None:
        return
    workbooks = [path for path in paths if path.suffix.lower() in SUFFIXES and path.is_file()]
    if not workbooks and not any(path.is_dir() for path in paths):
        raise AloiError(
            "corpora.sheet-of-no-workbook",
            path=", ".join(path.name for path in paths) or "-",
            sheet=repr(name),
            suffixes=SUFFIXES,
        )
    for path in workbooks:
        filled = [sheet for sheet, parts in workbook_parts(path).items() if parts.filled]
        if name not in filled:
            raise _sheet_unknown(path, name, filled)


def _sheet_unknown(path: Path, name: str, filled: Sequence[str]) -> AloiError:
    return AloiError("corpora.sheet-unknown", path=path, sheet=repr(name), sheets=[*map(repr, filled)] or "-")


def read_sheet(path: Path) -> tuple[ReadAs, int, list[list[object]]]:
    """Return a sheet: what it was taken for, the place of its header, its rows.

    It is the one that `chosen_sheet` names, else the first visible one that contains cells.

    Rows begin with the header. Cells are texts, numbers (whole ones as int), booleans and dates; a blank
    cell, and one that shows an error such as `#N/A`, is the empty text. Of a formula the value is read that
    the spreadsheet stored. A number that is shown with zeros before it (007) is the text that is shown.
    Hidden sheets are named and not read; hidden rows are read, and counted.

    Raises
    ------
    AloiError
        A file or sheet that does not exist, a file that is damaged, encrypted or over the limit, or without
        cells. Merged cells, a formula whose value is not stored, or an integer of more than 15 digits.
    """
    parts = workbook_parts(path)
    name, rows, filled, visible = _first_sheet(path, parts)
    cells = _cells(path, rows, parts[name])
    start = header_row([[_shown(cell) for cell in row] for row in cells[:60]])
    _check_parts(path, parts[name], start, cells)
    titles = sum(1 for row in cells[:start] if any(map(_shown, row)))
    hidden = len(
        [row for row in parts[name].hidden_rows if start < row < len(cells) and any(map(_shown, cells[row]))]
    )
    percent = sorted(
        {column for row, column in parts[name].percent if row > start and _is_share(cells, row, column)}
    )
    read_as = ReadAs(
        None,
        None,
        name,
        tuple(other for other in visible if other != name),
        titles,
        plain=visible == [name] and not titles and not hidden and not percent,
        hidden_rows=hidden,
        hidden_sheets=tuple(other for other in filled if other not in (*visible, name)),
        percent=tuple(_shown(cells[start][column]) for column in percent if column < len(cells[start])),
    )
    return read_as, start, _narrowed(cells[start:])


def sheet_rows(path: Path, *names: str) -> list[Sequence[Sequence[object]]]:
    """Return the rows of sheets by their names, cells as the reader of workbooks gives them.

    Raises
    ------
    AloiError
        As `read_sheet`, or a sheet that does not exist.
    """
    parts = workbook_parts(path)
    with _workbook(path) as book:
        return [_rows(path, book, name, parts) for name in names]


def sheet_names(path: Path) -> dict[str, bool]:
    """Return the sheets of a workbook that contain cells, and whether each is visible; visible ones first.

    Raises
    ------
    AloiError
        No workbook, or one that is damaged, locked, or over the limit.
    """
    import python_calamine as calamine

    parts = workbook_parts(path)
    with _workbook(path) as book:
        names = {
            sheet.name: sheet.visible is calamine.SheetVisibleEnum.Visible
            for sheet in book.sheets_metadata
            if sheet.typ is calamine.SheetTypeEnum.WorkSheet and _has_cells(path, book, sheet.name, parts)
        }
    return dict(sorted(names.items(), key=lambda item: not item[1]))


def _has_cells(path: Path, book: CalamineWorkbook, name: str, parts: Mapping[str, SheetParts]) -> bool:
    """Return whether a sheet shows something; one whose cells are too far apart is not unpacked for it."""
    if name in parts and parts[name].is_sparse:
        return True
    return any(any(map(_shown, row)) for row in _rows(path, book, name, parts))


def workbook_parts(path: Path) -> dict[str, SheetParts]:
    """Return the properties of each sheet other than its values, by name, without unpacking a cell.

    Raises
    ------
    AloiError
        No workbook, or one that is damaged, locked, or over the limit.
    """
    _check_size(path)
    try:
        with zipfile.ZipFile(path) as archive:
            check_names(archive)
            if CONTENT not in archive.namelist():
                return xlsx_parts(archive)
            if is_locked(archive):
                raise AloiError("corpora.spreadsheet-locked", path=path)
            parts = ods_parts(archive)
    except _DAMAGED as error:
        raise _unreadable(path, error) from error
    for name in parts:  # they are unpacked together
        _check_area(path, name, parts)
    return parts


def _first_sheet(
    path: Path, parts: Mapping[str, SheetParts]
) -> tuple[str, Sequence[Sequence[object]], list[str], list[str]]:
    """Return the chosen sheet or the first visible one, its rows, and the names of all and of visible ones.

    Sheets without cells count nowhere.
    """
    import python_calamine as calamine

    chosen = chosen_sheet(path)
    filled: list[str] = []
    visible: list[str] = []
    first: Sequence[Sequence[object]] = ()
    with _workbook(path) as book:
        for sheet in book.sheets_metadata:
            if sheet.typ is not calamine.SheetTypeEnum.WorkSheet:
                continue
            is_visible = sheet.visible is calamine.SheetVisibleEnum.Visible
            is_needed = is_visible and not visible if chosen is None else sheet.name == chosen
            if not is_needed and sheet.name in parts and parts[sheet.name].is_sparse:
                filled.append(sheet.name)
                visible += [sheet.name] if is_visible else []
                continue
            rows = _rows(path, book, sheet.name, parts)
            if not any(any(map(_shown, row)) for row in rows):
                continue
            filled.append(sheet.name)
            if is_visible:
                visible.append(sheet.name)
            first = rows if is_needed else first
    if chosen is not None and chosen not in filled:
        raise _sheet_unknown(path, chosen, filled)
    if chosen is not None:
        return chosen, first, filled, visible
    if not visible:
        if filled:
            raise AloiError("corpora.sheets-are-hidden", path=path)
        raise AloiError("aloi.no-content", path=path, content=Term("no-rows"))
    return visible[0], first, filled, visible


@contextmanager
def _workbook(path: Path) -> Iterator[CalamineWorkbook]:
    """Open a workbook whose parts were checked."""
    import python_calamine as calamine

    try:
        with calamine.load_workbook(path) as book:
            yield book
    except calamine.PasswordError as error:
        raise AloiError("corpora.spreadsheet-locked", path=path) from error
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    except BaseException as error:
        # Rust's panics derive from BaseException alone, so that nothing takes them for an ordinary error.
        if type(error).__name__ != "PanicException":
            raise
        raise _unreadable(path, "it is damaged") from error


def _rows(
    path: Path, book: CalamineWorkbook, name: str, parts: Mapping[str, SheetParts]
) -> Sequence[Sequence[object]]:
    """Return the rows of a sheet from the first one on, if the area that they span fits into memory."""
    if name not in parts:
        raise ValueError(f"the part of the sheet {name!r} is missing")
    _check_area(path, name, parts)
    if parts[name].filled == 0:
        return ()
    return book.get_sheet_by_name(name).to_python(skip_empty_area=False)


def _check_area(path: Path, name: str, parts: Mapping[str, SheetParts]) -> None:
    """Raise AloiError if a sheet spans far more cells than it fills, or contains too much text."""
    sheet = parts[name]
    if sheet.is_sparse:
        raise AloiError(
            "corpora.cells-far-apart",
            path=path,
            sheet=repr(name),
            filled=sheet.filled,
            rows=f"{sheet.rows:,}",
            columns=f"{sheet.columns:,}",
            cells=list(dict.fromkeys(map(cell_name, (sheet.lowest, sheet.rightmost)))),
        )
    if sheet.text_bytes > base.MAX_TOTAL:
        raise base.too_much(str(path))


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
    """Raise AloiError for cells from the header on that have no value although a person sees one."""
    width = max(map(len, cells), default=0)
    for top, left, bottom, right in parts.merged:
        if bottom >= start and top < len(cells) and left < width:
            merged = f"{cell_name((top, left))}:{cell_name((bottom, right))}"
            raise AloiError("corpora.cells-are-merged", path=path, cells=merged)
    for position in parts.valueless:
        if position[0] >= start:
            raise AloiError("corpora.formula-without-value", path=path, cell=cell_name(position))


def _is_share(cells: Sequence[Sequence[object]], row: int, column: int) -> bool:
    return row < len(cells) and column < len(cells[row]) and isinstance(cells[row][column], (int, float))


def _narrowed(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    """Return rows without the empty columns."""
    columns = [place for place in range(len(rows[0])) if any(_shown(row[place]) for row in rows)]
    return [[row[place] for place in columns] for row in rows]


def _unreadable(path: Path, error: Exception | str) -> AloiError:
    return AloiError(
        "aloi.unreadable",
        path=path,
        format=Term("format-spreadsheet"),
        error=error,
        todo=Term("save-spreadsheet"),
    )


def _check_size(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except _DAMAGED as error:
        if path.read_bytes()[:4] == b"\xd0\xcf\x11\xe0":  # an encrypted .xlsx, or an .xls under another name
            raise AloiError("corpora.spreadsheet-locked", path=path) from error
        raise _unreadable(path, error) from error
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
