"""The parts of an .xlsx: its sheets, styles and shared texts."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from functools import lru_cache

from aloi.corpora.readers.workbooks.parts import MOST_COLUMNS, CellPosition, PartsCollector, SheetParts
from aloi.corpora.readers.workbooks.xml import local, parse_part

_PERCENT = frozenset((9, 10))  # the formats that have a number and no code
_SHOWN_ZEROS = 40  # digits that a format can pad to
_CODE = 255  # characters of a number format: more is none
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')  # of a number format: words, single characters, colours
_ZEROS = re.compile(r"0{2,}")
_CELL_REFERENCE = re.compile(r"\$?([A-Za-z]{1,7})\$?(\d{1,10})")
_TRUE = ("1", "true")
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"


def xlsx_parts(archive: zipfile.ZipFile) -> dict[str, SheetParts]:
    """Return the parts of each sheet by its name.

    Raises
    ------
    ValueError
        A part that is damaged.
    """
    names = {name.lower(): name for name in archive.namelist()}
    if not {_WORKBOOK, _RELATIONS} <= set(names):
        raise ValueError("it has no workbook")
    styles, texts = names.get("xl/styles.xml"), names.get("xl/sharedstrings.xml")
    shown = _shown_as(archive, styles) if styles else {}
    lengths = _shared_lengths(archive, texts) if texts else ()
    targets: dict[str, str] = {}

    def relation(name: str, attributes: dict[str, str]) -> None:
        if local(name) == "Relationship":
            targets[attributes.get("Id", "")] = attributes.get("Target", "")

    sheets: dict[str, str] = {}

    def sheet(name: str, attributes: dict[str, str]) -> None:
        if local(name) == "sheet":
            its = {local(key): value for key, value in attributes.items()}
            sheets[its.get("name", "")] = its.get("id", "")

    parse_part(archive, names[_RELATIONS], relation)
    parse_part(archive, names[_WORKBOOK], sheet)
    return {
        name: _Sheet(shown, lengths).read(archive, names[part])
        for name, relation_id in sheets.items()
        if (part := _part(targets.get(relation_id, "")).lower()) in names
    }


def _part(target: str) -> str:
    if target.startswith("/"):
        return target.removeprefix("/")
    return target if target.startswith("xl/") else f"xl/{target}"


def place_of(reference: str) -> CellPosition | None:
    """Return the row and column of a cell such as `B3`."""
    match = _CELL_REFERENCE.fullmatch(reference)
    return None if match is None else (int(match.group(2)) - 1, _column_of(match.group(1).upper()))


@lru_cache(maxsize=MOST_COLUMNS)
def _column_of(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 64
    return column - 1


class _Sheet:
    """Collects the parts of one sheet from its elements; a cell is looked at once its value comes."""

    def __init__(self, shown: Mapping[str, str], lengths: Sequence[int]) -> None:
        self._shown, self._lengths = shown, lengths
        self._collector = PartsCollector()
        self._row, self._column = -1, -1  # of the last cell whose place is known
        self._cell: dict[str, str] | None = None  # the attributes of the open cell that has no value yet
        self._has_formula = False
        self._within = ""  # the element whose text comes

    def read(self, archive: zipfile.ZipFile, part: str) -> SheetParts:
        """Return the properties of the sheet in a part."""
        parse_part(archive, part, self._start, self._text)
        self._close_cell()
        return self._collector.parts()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if ":" in name:
            name = local(name)
        self._within = name
        if name == "v":
            return
        if name == "c":
            if self._cell is not None:
                self._close_cell()
            self._cell = attributes
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            self._close_cell()
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1
            if attributes.get("hidden") in _TRUE:
                self._collector.hidden_rows.add(self._row)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            ends = place_of(first), place_of(last or first)
            if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
                self._collector.merged.append((*ends[0], *ends[1]))

    def _text(self, text: str) -> None:
        if self._within == "v":
            if self._cell is not None:
                self._fill(self._cell, text)
            else:
                self._collector.text_bytes += len(text)
        elif self._within == "t":  # a text of the cell itself
            self._collector.text_bytes += len(text)
            if self._cell is not None:
                self._fill(self._cell, "")

    def _fill(self, cell: dict[str, str], text: str) -> None:
        """Count the open cell, whose value has come."""
        self._cell, self._has_formula = None, False
        if cell.get("t") != "s":
            self._collector.text_bytes += len(text)
        elif (at := text.strip()).isdecimal() and len(at) < 10 and int(at) < len(self._lengths):
            self._collector.text_bytes += self._lengths[int(at)]
        position = self._cell_position(cell)
        self._collector.add(*position)
        style = cell.get("s")
        form = None if style is None else self._shown.get(style)
        if form == "percent":
            self._collector.percent.add(position)
        elif form is not None:
            self._collector.padded[position] = len(form)

    def _cell_position(self, cell: dict[str, str]) -> CellPosition:
        """Return the position of a cell; one without a position follows the one before it."""
        reference = cell.get("r")
        position = place_of(reference) if reference else (self._row, self._column + 1)
        if position is None:
            raise ValueError("a cell has a name that is none")
        self._row, self._column = position
        return position

    def _close_cell(self) -> None:
        """Count the open cell as one without a value."""
        if self._cell is not None:
            position = self._cell_position(self._cell)
            if self._has_formula and self._cell.get("t") != "str":
                self._collector.valueless.append(position)
        self._cell, self._has_formula = None, False


def _shown_as(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return what the styles of cells show: `percent`, or as many zeros as digits; by place in the list."""
    codes: dict[str, str] = {}
    numbers: list[str] = []
    listed = False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal listed
        name = local(name)
        if name == "numFmt":
            codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:_CODE]
        elif name == "cellXfs":
            listed = True
        elif name == "xf" and listed:
            numbers.append(attributes.get("numFmtId", "0"))

    def end(name: str) -> None:
        nonlocal listed
        listed = listed and local(name) != "cellXfs"

    parse_part(archive, part, start, end=end)
    shown = {}
    for at, number in enumerate(numbers):
        code = _QUOTED.sub("", codes.get(number, ""))
        if "%" in code or (number.isdecimal() and len(number) < 9 and int(number) in _PERCENT):
            shown[str(at)] = "percent"
        elif _ZEROS.fullmatch(code):
            shown[str(at)] = code[:_SHOWN_ZEROS]
    return shown


def _shared_lengths(archive: zipfile.ZipFile, part: str) -> list[int]:
    """Return how long each shared text is."""
    lengths: list[int] = []
    is_text = False

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal is_text
        name = local(name)
        if name == "si":
            lengths.append(0)
        is_text = name == "t"

    def text(content: str) -> None:
        if is_text and lengths:
            lengths[-1] += len(content)

    parse_part(archive, part, start, text)
    return lengths
