"""Tables as lines of text, as CSV and as HTML; files are written completely or not at all."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.tables import WRITTEN
from aloi.corpora.readers.writing import delimited_text, whole_file
from aloi.workbench.reports.table import Number, Part, Table, cell_text

_LONG_TEXT = 30


def as_text(table: Table) -> list[str]:
    """Return the lines of a plain table, columns aligned, its title above and its notes below."""
    heads, rows = table.drawn(cell_text)
    cells = [[" ".join(cell.split("\n")) for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
    return [*([table.title] if table.title else []), *lines, *table.notes]


def as_csv(table: Table, *, decimal_comma: bool = False) -> str:
    """Return a table as CSV for a spreadsheet or a program: nothing is rounded, nothing is a formula.

    If there are intervals, a column of numbers has two more columns for their limits. An undefined value is
    empty, with its reason in the last column. With `decimal_comma`, the output is for French spreadsheets:
    semicolons between the cells, and a comma in each float, because a point could be read as a date.
    """
    heads: list[str] = []
    columns: list[list[object]] = []
    for column, head in enumerate(table.head):
        name, reach = (head, head) if isinstance(head, str) else head
        cells = [row[column] for row in table.rows]
        numbers = table.numbers(column)
        heads.append(name)
        columns.append([cell.value if isinstance(cell, Number) else cell for cell in cells])
        if any(number.interval for number in numbers):
            ends = [cell.interval if isinstance(cell, Number) else None for cell in cells]
            heads += [f"{reach}, {end}" for end in table.ends]
            columns += [[end and end.low for end in ends], [end and end.high for end in ends]]
        if any(number.mark for number in numbers):
            heads.append(f"{name}, mark")
            columns.append([cell.mark if isinstance(cell, Number) else "" for cell in cells])
    if any(table.reasons):
        heads.append(table.why)
        columns.append(list(table.reasons))
    rows = ([_plain(cell) for cell in row] for row in zip(*columns, strict=True))
    return delimited_text(heads, rows, decimal_comma=decimal_comma)


def as_html(
    table: Table, show: Callable[[object, Part], str] = cell_text, *, signatures: bool = False
) -> str:
    """Return a table as HTML; texts are escaped, never read as markup.

    Cells of numbers and counts have the class `n`, those of columns with long texts `prose`. `show`
    writes a cell, as another language does. With `signatures` a row has those of its numbers below it.
    """
    heads, rows = table.drawn(show)
    classes = ["n" if one else "" for one in table.numeric()]
    classes += [""] * (len(heads) - len(classes))
    for index, column in enumerate(zip(*rows, strict=True)):
        if not classes[index] and any(map(is_prose, column)):
            classes[index] = "prose"
    body = "".join(
        f"<tr>{''.join(_cells('td', row, classes))}</tr>" + _below(full_row, len(heads), signatures)
        for row, full_row in zip(rows, table.rows, strict=True)
    )
    above = ""
    if table.groups:
        spans = "".join(f'<th colspan="{width}">{html.escape(title)}</th>' for title, width in table.groups)
        above = f"<tr><th></th>{spans}</tr>"
    title = f"<caption>{html.escape(table.title)}</caption>" if table.title else ""
    notes = "".join(f'<p class="small">{html.escape(note)}</p>' for note in table.notes)
    return f"<table>{title}{above}<tr>{''.join(_cells('th', heads, classes))}</tr>{body}</table>{notes}"


def is_prose(text: str) -> bool:
    """Return whether a text is long enough to wrap (a signature, in one word, is not)."""
    return len(text) > _LONG_TEXT and text.count(" ") > 3


def write_text(text: str, path: Path) -> None:
    """Write a table that was drawn; the file is written completely or not at all."""
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _cells(tag: str, texts: list[str], classes: list[str]) -> Iterator[str]:
    for text, name in zip(texts, classes, strict=True):
        of = f' class="{name}"' if name else ""
        yield f"<{tag}{of}>{html.escape(text)}</{tag}>"


def _below(row: object, width: int, signatures: bool) -> str:
    """Return the row of signatures below a row of numbers."""
    cells = row if isinstance(row, list | tuple) else ()
    distinct_signatures = dict.fromkeys(
        cell.signature for cell in cells if isinstance(cell, Number) and cell.signature
    )
    if not signatures or not distinct_signatures:
        return ""
    lines = "<br>".join(map(html.escape, distinct_signatures))
    return f'<tr><td colspan="{width}" class="small">{lines}</td></tr>'


def _plain(cell: object) -> object:
    """Return a cell as a program reads it back: floats with all their digits, several values in one text."""
    if isinstance(cell, tuple):
        return " ".join("-" if one is None else str(_plain(one)) for one in cell)
    return float(cell) if isinstance(cell, float) else cell


def check_out(out: Path) -> None:
    """Raise AloiError before any work is done for a table that could not be written."""
    if out.suffix.lower() not in WRITTEN or not out.absolute().parent.is_dir():
        raise AloiError(
            "aloi.value",
            name=Term("the-output-table"),
            value=repr(str(out)),
            expected=Term("a-file-ending", suffixes=WRITTEN),
            todo=Term("correct-the-suffix"),
        )
