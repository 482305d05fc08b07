"""What a spreadsheet says beside its values: formulas without one, merged and hidden cells, formats.

The reader of values gives none of it, and each of these changes what a table means.
"""

from __future__ import annotations

import html
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

_ATTRIBUTE = re.compile(r'([\w:.-]+)="([^"]*)"')
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')  # of a number format: words, single characters, colours
_ZEROS = re.compile(r"0{2,}")
_PERCENT = frozenset((9, 10))  # the formats of .xlsx that have a number and no code
_SHOWN_ZEROS = 40  # digits that a format can pad to
_CELL_REFERENCE = re.compile(r"([A-Z]+)(\d+)")

Place = tuple[int, int]  # row and column, from 0


@dataclass(frozen=True, slots=True)
class SheetParts:
    """What stands beside the values of one sheet; rows and columns are counted from 0.

    Parameters
    ----------
    merged : tuple of (first row, first column, last row, last column)
        Stretches of cells that were merged: the first one holds the value, the others none.
    valueless : tuple of (row, column)
        Formulas whose value no program has stored.
    hidden_rows, hidden_columns : frozenset of int
        Those a filter or a person hid.
    percent : frozenset of (row, column)
        Numbers that are shown times 100.
    padded : mapping
        Whole numbers that are shown with zeros before them -> the number of digits.
    """

    merged: tuple[tuple[int, int, int, int], ...] = ()
    valueless: tuple[Place, ...] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    percent: frozenset[Place] = frozenset()
    padded: Mapping[Place, int] = field(default_factory=dict)


def cell_name(place: Place) -> str:
    """Return what a spreadsheet calls a cell: `B3` for (2, 1)."""
    row, column = place
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


def sheet_parts(archive: zipfile.ZipFile, name: str) -> SheetParts:
    """Return the parts of a sheet of an open .xlsx or .ods; none of a sheet that is not found."""
    names = set(archive.namelist())
    if "content.xml" in names:
        return _ods(_text(archive, "content.xml"), name)
    part = _xlsx_part(archive, name)
    if part not in names:
        return SheetParts()
    styles = _text(archive, "xl/styles.xml") if "xl/styles.xml" in names else ""
    return _xlsx(_text(archive, part), styles)


def _text(archive: zipfile.ZipFile, part: str) -> str:
    return archive.read(part).decode("utf-8", "replace")


def _attributes(written: str) -> dict[str, str]:
    """Return the attributes of an element by name, without their prefix."""
    return {
        key.rpartition(":")[2]: html.unescape(value)
        for key, value in _ATTRIBUTE.findall(written.replace("'", '"') if '"' not in written else written)
    }


def _elements(text: str, name: str) -> Iterator[dict[str, str]]:
    for found in re.finditer(rf"<(?:\w+:)?{name}\b([^>]*)>", text):
        yield _attributes(found.group(1))


def _xlsx_part(archive: zipfile.ZipFile, name: str) -> str:
    """Return the part of an .xlsx that holds a sheet."""
    names = set(archive.namelist())
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return ""
    sheets = _elements(_text(archive, "xl/workbook.xml"), "sheet")
    wanted = next((one.get("id", "") for one in sheets if one.get("name") == name), None)
    relations = _elements(_text(archive, "xl/_rels/workbook.xml.rels"), "Relationship")
    target = next((one.get("Target", "") for one in relations if one.get("Id") == wanted), "")
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _place(reference: str) -> Place | None:
    found = _CELL_REFERENCE.fullmatch(reference.replace("$", ""))
    if found is None:
        return None
    column = 0
    for letter in found.group(1):
        column = 26 * column + ord(letter) - 64
    return int(found.group(2)) - 1, column - 1


def _xlsx(sheet: str, styles: str) -> SheetParts:
    shown = _shown_as(styles)
    valueless, percent, padded = [], set(), {}
    if shown or re.search(r"<(?:\w+:)?f\b", sheet):
        for found in re.finditer(r"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", sheet, re.DOTALL):
            its, content = _attributes(found.group(1)), found.group(2) or ""
            place = _place(its.get("r", ""))
            if place is None:
                continue
            formula = re.search(r"<(?:\w+:)?f\b", content)
            if formula and its.get("t") != "str" and not re.search(r"<(?:\w+:)?v>[^<]", content):
                valueless.append(place)
            form = shown.get(its.get("s", ""))
            if form == "percent":
                percent.add(place)
            elif form is not None:
                padded[place] = len(form)
    hidden = ("1", "true")
    rows = {
        int(one["r"]) - 1 for one in _elements(sheet, "row") if one.get("hidden") in hidden and "r" in one
    }
    columns = chain.from_iterable(
        range(int(one["min"]) - 1, int(one["max"]))
        for one in _elements(sheet, "col")
        if one.get("hidden") in hidden
    )
    merged = []
    for one in _elements(sheet, "mergeCell"):
        first, _, last = one.get("ref", "").partition(":")
        ends = _place(first), _place(last)
        if ends[0] is not None and ends[1] is not None:
            merged.append((*ends[0], *ends[1]))
    return SheetParts(
        tuple(merged), tuple(valueless), frozenset(rows), frozenset(columns), frozenset(percent), padded
    )


def _shown_as(styles: str) -> dict[str, str]:
    """Return what the styles of cells show: `percent`, or as many zeros as digits; by place in the list."""
    codes = {one.get("numFmtId"): one.get("formatCode", "") for one in _elements(styles, "numFmt")}
    listed = re.search(r"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", styles, re.DOTALL)
    found = {}
    for at, one in enumerate(_elements(listed.group() if listed else "", "xf")):
        number = one.get("numFmtId", "0")
        code = _QUOTED.sub("", codes.get(number, ""))
        if "%" in code or (number.isdecimal() and int(number) in _PERCENT):
            found[str(at)] = "percent"
        elif _ZEROS.fullmatch(code):
            found[str(at)] = code[:_SHOWN_ZEROS]
    return found


def _ods(content: str, name: str) -> SheetParts:
    """Return the parts of a sheet of an .ods; rows and cells may be repeated."""
    sheet = ""
    for found in re.finditer(r"<table:table\b([^>]*)>(.*?)</table:table>", content, re.DOTALL):
        if _attributes(found.group(1)).get("name") == name:
            sheet = found.group(2)
            break
    merged, valueless, hidden, percent = [], [], set(), set()
    at = 0
    for row in re.finditer(r"<table:table-row\b([^>]*?)(?:/>|>(.*?)</table:table-row>)", sheet, re.DOTALL):
        its = _attributes(row.group(1))
        if its.get("visibility") in ("collapse", "filter") and "<text:" in (row.group(2) or ""):
            hidden.add(at)
        column = 0
        for cell in re.finditer(r"<table:(?:covered-)?table-cell\b([^>]*)>", row.group(2) or ""):
            given = _attributes(cell.group(1).removesuffix("/"))
            down, across = (int(given.get(f"number-{side}-spanned", 1)) for side in ("rows", "columns"))
            if down > 1 or across > 1:
                merged.append((at, column, at + down - 1, column + across - 1))
            if "formula" in given and "value-type" not in given:
                valueless.append((at, column))
            if given.get("value-type") == "percentage":
                percent.add((at, column))
            column += int(given.get("number-columns-repeated", 1))
        at += int(its.get("number-rows-repeated", 1))
    columns: set[int] = set()
    place = 0
    for one in _elements(sheet, "table-column"):
        width = int(one.get("number-columns-repeated", 1))
        if one.get("visibility") in ("collapse", "filter"):
            columns.update(range(place, place + width))
        place += width
    return SheetParts(
        tuple(merged), tuple(valueless), frozenset(hidden), frozenset(columns), frozenset(percent)
    )
