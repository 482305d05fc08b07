"""Small .xlsx and .ods files as spreadsheets write them, made of their parts: no package writes both."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"


@dataclass(frozen=True)
class Wrong:
    """A cell that shows an error, such as `#N/A`."""

    text: str


@dataclass(frozen=True)
class Day:
    """A cell that a spreadsheet took for a date: days since the end of 1899."""

    serial: int


@dataclass(frozen=True)
class Formula:
    """A cell that is computed; without a value no program has computed it yet."""

    text: str
    value: float | None = None


@dataclass(frozen=True)
class Shown:
    """A number shown in another way: `percent`, or `zeros` for at least three digits."""

    number: float
    style: str


@dataclass(frozen=True)
class Look:
    """What of a first sheet is merged (`A2:A3`) or hidden: rows, counted from 1, and sheets by name."""

    merged: str = ""
    rows: tuple[int, ...] = ()
    sheets: tuple[str, ...] = ()


Cell = str | int | float | bool | None | Wrong | Day | Formula | Shown
_COLLAPSED = ' table:visibility="collapse"'
_STYLES = {"day": 1, "percent": 2, "zeros": 3}
Sheets = Mapping[str, Sequence[Sequence[Cell]]]


def write_xlsx(path: Path, sheets: Sheets, look: Look = Look()) -> Path:
    names = list(sheets)
    hidden = dict.fromkeys(look.sheets, ' state="hidden"')
    entries = "".join(
        f'<sheet name="{escape(name)}" sheetId="{at}"{hidden.get(name, "")} r:id="rId{at}"/>'
        for at, name in enumerate(names, 1)
    )
    targets = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(names) + 1)
    )
    styles = f'<Relationship Id="rIdS" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
        f"<sheets>{entries}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{targets}{styles}</Relationships>",
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts count="1">'
        '<numFmt numFmtId="164" formatCode="000"/></numFmts>'
        '<cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs><cellXfs count="4">'
        '<xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="9"/><xf numFmtId="164"/>'
        "</cellXfs></styleSheet>",
    }
    for at, name in enumerate(names, 1):
        rows = "".join(
            f'<row r="{number}" hidden="{int(number in look.rows and at == 1)}">'
            f"{''.join(_xlsx(cell, place, number) for place, cell in enumerate(row))}</row>"
            for number, row in enumerate(sheets[name], 1)
        )
        merged = f'<mergeCells count="1"><mergeCell ref="{look.merged}"/></mergeCells>' if look.merged else ""
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{merged if at == 1 else ""}</worksheet>'
        )
    return _packed(path, parts)


def write_ods(path: Path, sheets: Sheets, look: Look = Look()) -> Path:
    tables = "".join(
        f'<table:table table:name="{escape(name)}" table:style-name="ta{1 + (name in look.sheets)}">'
        + "".join(
            f"<table:table-row{_COLLAPSED if number in look.rows and at == 1 else ''}>"
            f"{_ods_cells(row, number, look.merged if at == 1 else '')}</table:table-row>"
            for number, row in enumerate(rows, 1)
        )
        + "</table:table>"
        for at, (name, rows) in enumerate(sheets.items(), 1)
    )
    kinds = " ".join(f'xmlns:{kind}="{_ODF}:{kind}:1.0"' for kind in ("office", "style", "table", "text"))
    styles = "".join(
        f'<style:style style:name="ta{at}" style:family="table">'
        f'<style:table-properties table:display="{shown}"/></style:style>'
        for at, shown in ((1, "true"), (2, "false"))
    )
    return _packed(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<office:document-content {kinds}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:spreadsheet>{tables}"
            "</office:spreadsheet></office:body></office:document-content>",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0"/>',
        },
    )


def _packed(path: Path, parts: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            head = "" if name == "mimetype" else '<?xml version="1.0" encoding="UTF-8"?>'
            archive.writestr(name, head + content)
    return path


def _xlsx(cell: Cell, place: int, number: int) -> str:
    at = f'r="{chr(65 + place)}{number}"'
    if cell is None:
        return ""
    if isinstance(cell, Wrong):
        return f'<c {at} t="e"><v>{cell.text}</v></c>'
    if isinstance(cell, Day):
        return f'<c {at} s="1"><v>{cell.serial}</v></c>'
    if isinstance(cell, Formula):
        value = "<v/>" if cell.value is None else f"<v>{cell.value}</v>"
        return f"<c {at}><f>{cell.text}</f>{value}</c>"
    if isinstance(cell, Shown):
        return f'<c {at} s="{_STYLES[cell.style]}"><v>{cell.number}</v></c>'
    if isinstance(cell, bool):
        return f'<c {at} t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, (int, float)):
        return f"<c {at}><v>{cell}</v></c>"
    return f'<c {at} t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'


def _ods_cells(row: Sequence[Cell], number: int, merged: str) -> str:
    """Return the cells of a row; those under a merged one are covered. Columns have one letter."""
    cells = list(map(_ods, row))
    if merged:
        (left, top), (right, bottom) = ((ord(end[0]) - 65, int(end[1:])) for end in merged.split(":"))
        for place in range(left, right + 1) if top <= number <= bottom else ():
            cells[place] = "<table:covered-table-cell/>"
        if number == top:
            spans = f'table:number-columns-spanned="{right - left + 1}"'
            spans += f' table:number-rows-spanned="{bottom - top + 1}"'
            cells[left] = _ods(row[left]).replace("<table:table-cell", f"<table:table-cell {spans}", 1)
    return "".join(cells)


def _ods(cell: Cell) -> str:
    if isinstance(cell, Formula):
        value = "" if cell.value is None else f' office:value-type="float" office:value="{cell.value}"'
        return f'<table:table-cell table:formula="of:={cell.text}"{value}/>'
    if isinstance(cell, Shown):
        kind = "percentage" if cell.style == "percent" else "float"
        return f'<table:table-cell office:value-type="{kind}" office:value="{cell.number}"/>'
    if isinstance(cell, bool):
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(cell).lower()}"/>'
    if isinstance(cell, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
    if not isinstance(cell, str):
        return "<table:table-cell/>"
    shown = f"<text:p>{escape(cell)}</text:p>"
    return f'<table:table-cell office:value-type="string">{shown}</table:table-cell>'
