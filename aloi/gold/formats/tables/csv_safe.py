"""CSV that a spreadsheet opens without executing formulas in its cells."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.cells import FORMULA_STARTS, delimited_line
from aloi.gold.formats.base import Format, parse_json, part_files, read_text
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.formats.tables.flat import KINDS, Cell, TableFacts, about, flat_tables, row_of
from aloi.gold.model import Release

_ABOUT = "about.json"
_MARK = "\ufeff"  # without it, spreadsheets take UTF-8 for the encoding of their system
_BOOLS = {True: "true", False: "false"}


class CsvSafe(Format):
    """`<part>.csv`: a row a line; a cell that begins like a formula, or with `'`, has a `'` before it.

    `about.json` names the release, the kind of its rows and every label. Reading takes the `'` off again.
    """

    name: ClassVar[str] = "csv_safe"
    title: ClassVar[str] = Phrase(
        "format-csv-spreadsheets-formulas", "CSV for spreadsheets, formulas made harmless"
    )
    extensions: ClassVar[tuple[str, ...]] = (".csv",)
    row_kinds: ClassVar[tuple[type, ...]] = tuple(KINDS.values())
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        answers(Phrase("loss-annotations-support-spread", "annotations, support and spread behind each row")),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file for each split, rows by id, and the facts about all rows."""
        facts_json = json.dumps(to_json(about(rows, release)), ensure_ascii=False, indent=1) + "\n"
        tables = flat_tables(rows, release)
        return {
            **{
                f"{part}.csv": _MARK
                + delimited_line(map(_safe, table.columns), ",")
                + "".join(delimited_line(map(_safe, line), ",") for line in table.lines)
                for part, table in tables.items()
            },
            _ABOUT: facts_json,
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each split; the rows themselves contain the scales."""
        del scale
        try:
            facts = from_json(TableFacts, parse_json(read_text(folder / _ABOUT)))
        except json.JSONDecodeError as error:
            raise AloiError(
                "aloi.unreadable",
                path=folder / _ABOUT,
                format=Term("format-about"),
                error=error.msg,
                expected=Term("about-parts"),
                todo=Term("export-again"),
            ) from error
        return {path.stem: tuple(_rows(path, facts)) for path in part_files(folder, ".csv")}


def _rows(path: Path, facts: TableFacts) -> list[Row]:
    text = read_text(path).removeprefix(_MARK)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows = []
    try:
        columns = [_plain(one) for one in next(reader, [])]
        for line in reader:
            where = f"{path}, line {reader.line_num}"
            if len(line) != len(columns):
                raise AloiError(
                    "aloi.value",
                    name=Term("number-of-fields"),
                    value=len(line),
                    expected=Term("columns-commas", columns=columns),
                    todo=Term("correct-or-export"),
                ).at(where)
            cells: dict[str, Cell] = dict(zip(columns, map(_plain, line), strict=True))
            rows.append(row_of(facts, cells, where))
    except csv.Error as error:
        raise AloiError(
            "aloi.unreadable",
            path=Term("at-line", path=path, number=reader.line_num),
            format=Term("format-csv"),
            error=error,
            todo=Term("correct-or-export"),
        ) from error
    return rows


def _safe(cell: Cell) -> str:
    """Return a cell as text that no spreadsheet runs; numbers stay numbers, negative ones too."""
    if isinstance(cell, bool):
        return _BOOLS[cell]
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    return f"'{cell}" if cell.startswith((*FORMULA_STARTS, "'")) else cell


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") else text
