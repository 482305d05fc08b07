"""The parts of an .ods: all sheets are in one of its files, and rows and cells may be repeated."""

from __future__ import annotations

import zipfile

from aloi.corpora.readers.workbooks.parts import MOST_ROWS, PartsCollector, SheetParts
from aloi.corpora.readers.workbooks.xml import local, parse_part, part_chunks

CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_HIDDEN = ("collapse", "filter")
_CELLS = ("table-cell", "covered-table-cell")
_MOST = 10  # digits of a number that may be right


def ods_parts(archive: zipfile.ZipFile) -> dict[str, SheetParts]:
    """Return the parts of each sheet by its name.

    Raises
    ------
    ValueError
        A file that is damaged.
    """
    content = _Content()
    parse_part(archive, CONTENT, content.start, content.text, content.end)
    return {name: sheet.parts() for name, sheet in content.sheets.items()}


def is_locked(archive: zipfile.ZipFile) -> bool:
    """Return whether an .ods needs a password."""
    if _MANIFEST not in archive.namelist():
        return False
    return b"encryption-data" in b"".join(part_chunks(archive, _MANIFEST))


class _Content:
    """Collects the parts of all sheets from the elements of `content.xml`."""

    def __init__(self) -> None:
        self.sheets: dict[str, PartsCollector] = {}
        self._sheet = PartsCollector()
        self._depth = 0  # of tables: one may be in a cell of another
        self._aside = 0  # of notes, whose text is no value of their cell
        self._row, self._rows = -1, 1
        self._column, self._columns = -1, 1
        self._is_hidden = self._is_filled = False
        self._text_bytes = 0
        self._cells: list[tuple[int, int, int]] = []  # column, columns and text bytes of a row's filled cells

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = local(name)
        if name == "annotation":
            self._aside += 1
        elif name == "table":
            self._depth += 1
            if self._depth == 1:
                its = {local(key): value for key, value in attributes.items()}
                self._sheet = self.sheets.setdefault(its.get("name", ""), PartsCollector())
                self._row, self._rows = -1, 1
        elif name == "table-row":
            its = {local(key): value for key, value in attributes.items()}
            self._row += self._rows
            self._rows = _number(its.get("number-rows-repeated"))
            self._column, self._columns = -1, 1
            self._is_hidden = its.get("visibility") in _HIDDEN
            self._cells = []
        elif name in _CELLS:
            self._open_cell({local(key): value for key, value in attributes.items()})

    def _open_cell(self, its: dict[str, str]) -> None:
        row, sheet = self._row, self._sheet
        self._column += self._columns
        self._columns = _number(its.get("number-columns-repeated"))
        self._is_filled, self._text_bytes = "value-type" in its, 0
        down, across = (_number(its.get(f"number-{side}-spanned")) for side in ("rows", "columns"))
        if down > 1 or across > 1:
            sheet.merged.append((row, self._column, row + down - 1, self._column + across - 1))
        if "formula" in its and "value-type" not in its:
            sheet.valueless.append((row, self._column))
        if its.get("value-type") == "percentage":
            sheet.percent.add((row, self._column))

    def text(self, content: str) -> None:
        if self._depth and not self._aside:
            self._text_bytes += len(content)
            self._is_filled = self._is_filled or not content.isspace()

    def end(self, name: str) -> None:
        name = local(name)
        if name == "annotation":
            self._aside -= 1
        elif name == "table":
            self._depth -= 1
        elif name in _CELLS and self._is_filled:
            self._cells.append((self._column, self._columns, self._text_bytes))
            self._is_filled = False
        elif name == "table-row":
            self._end_row()

    def _end_row(self) -> None:
        for column, columns, text_bytes in self._cells:
            self._sheet.add(self._row, column, self._rows, columns)
            self._sheet.text_bytes += text_bytes * columns * self._rows
        if self._is_hidden and self._cells:
            self._sheet.hidden_rows.update(range(self._row, self._row + self._rows))
        self._cells = []


def _number(text: str | None) -> int:
    """Return how often something is repeated, no more than a sheet has rows."""
    if text is None:
        return 1
    if not text.isdecimal():
        raise ValueError("a repetition that is no number")
    return min(int(text), MOST_ROWS + 1) if len(text) < _MOST else MOST_ROWS + 1
