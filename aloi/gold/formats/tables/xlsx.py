"""Excel workbooks: one file for each split, with its rows on one sheet and facts about them on another."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.spreadsheets import sheet_rows
from aloi.corpora.readers.writing import MOST_ROWS, NO_FORMULA, write_cells
from aloi.gold.formats.base import Format, parse_json, part_files
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.formats.tables.flat import KINDS, FlatTable, TableFacts, about, flat_tables, row_of
from aloi.gold.model import Release

_ROWS, _ABOUT = "gold", "about"
_WIDTHS = (12, 60)  # of columns, in characters


class Xlsx(Format):
    """`<part>.xlsx`: the sheet `gold`, a row a line, and `about`, with the release and every label."""

    name: ClassVar[str] = "xlsx"
    title: ClassVar[str] = Phrase("format-excel-workbooks", "Excel workbooks")
    extensions: ClassVar[tuple[str, ...]] = (".xlsx",)
    row_kinds: ClassVar[tuple[type, ...]] = tuple(KINDS.values())
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        answers(Phrase("loss-annotations-support-spread", "annotations, support and spread behind each row")),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, bytes]:
        """Return a workbook a part, rows by id.

        Raises
        ------
        AloiError
            A part has more rows than a sheet, or a text more characters than a cell.
        """
        facts = about(rows, release)
        tables = flat_tables(rows, release)
        return {f"{part}.xlsx": _workbook(part, table, facts, release) for part, table in tables.items()}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each split; the rows themselves contain the scales."""
        del scale
        return {path.stem: tuple(_rows(path)) for path in part_files(folder, ".xlsx")}


def _workbook(part: str, table: FlatTable, table_facts: TableFacts, release: Release) -> bytes:
    import xlsxwriter

    if len(table.lines) > MOST_ROWS:
        raise AloiError(
            "aloi.too-many",
            name=Term("rows-of-part", split=part),
            count=len(table.lines),
            most=MOST_ROWS,
            todo=Term("other-table-format"),
        )
    target = io.BytesIO()
    # The time of the release, so that the same one gives the same bytes.
    created = release.created_at.replace(tzinfo=None, microsecond=0)
    with xlsxwriter.Workbook(target, {"in_memory": True}) as book:
        book.set_properties({"title": table_facts.title, "created": created})
        head = book.add_format({"bold": True, "bottom": 1})
        text = book.add_format({"text_wrap": True, "valign": "top"})
        no_formula = book.add_format({"text_wrap": True, "valign": "top", **NO_FORMULA})
        sheet = book.add_worksheet(_ROWS)
        write_cells(sheet, 0, table.columns, f"{part}.xlsx", head)
        for number, line in enumerate(table.lines, start=1):
            write_cells(sheet, number, line, f"{part}.xlsx", text, text_form=no_formula)
        sheet.freeze_panes(1, 1)
        sheet.autofilter(0, 0, len(table.lines), len(table.columns) - 1)
        for index, name in enumerate(table.columns):
            longest = max(len(str(line[index])) for line in (table.columns, *table.lines[:200]))
            sheet.set_column(index, index, min(max(longest, *_WIDTHS[:1], len(name) + 3), _WIDTHS[1]))
        facts = book.add_worksheet(_ABOUT)
        for number, (name, value) in enumerate(to_json(table_facts).items()):
            write_cells(facts, number, (name, json.dumps(value, ensure_ascii=False)), f"{part}.xlsx", text)
        facts.set_column(0, 0, 12)
        facts.set_column(1, 1, 80)
    return target.getvalue()


def _rows(path: Path) -> list[Row]:
    try:
        lines, about_lines = sheet_rows(path, _ROWS, _ABOUT)
    except AloiError as error:
        raise AloiError("gold.workbook-sheets", path=path, sheets=(_ROWS, _ABOUT)) from error
    try:
        facts = from_json(TableFacts, {str(name): parse_json(str(value)) for name, value, *_ in about_lines})
    except (json.JSONDecodeError, ValueError) as error:
        raise AloiError(
            "aloi.unreadable",
            path=path,
            format=Term("format-about"),
            error=type(error).__name__,
            expected=Term("about-parts"),
            todo=Term("export-again"),
        ) from error
    columns, *lines = lines or [[]]
    return [
        row_of(facts, dict(zip(map(str, columns), line, strict=False)), f"{path}, row {number}")
        for number, line in enumerate(lines, start=2)
    ]
