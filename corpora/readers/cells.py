"""Cells of tables of text: how they are quoted, and how no spreadsheet takes one for a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from numbers import Number
from typing import TextIO

# Full-width signs begin formulas too if a spreadsheet is set to Chinese or Japanese.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SUSPECTS = frozenset((*FORMULA_STARTS, "'"))
_LINE_SUSPECTS = _SUSPECTS | {""}  # of the first cell; a line of one empty cell is written otherwise
_NUMBER = re.compile(r"[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_RAW: ContextVar[bool] = ContextVar("_RAW", default=False)
_CHANGED: ContextVar[list[tuple[str, int]] | None] = ContextVar("_CHANGED", default=None)


@contextmanager
def cells_written(*, raw: bool) -> Iterator[list[tuple[str, int]]]:
    """Gather the files that are written within and have changed cells, each with the number of these cells.

    With `raw`, cells are written unchanged.
    """
    changed: list[tuple[str, int]] = []
    raw_before, changed_before = _RAW.set(raw), _CHANGED.set(changed)
    try:
        yield changed
    finally:
        _RAW.reset(raw_before)
        _CHANGED.reset(changed_before)


def are_raw() -> bool:
    """Return whether tables are written with cells unchanged."""
    return _RAW.get()


def count_changed(name: str, count: int) -> None:
    """Add a file and the number of its changed cells to what `cells_written` gathers."""
    changed = _CHANGED.get()
    if changed is not None and count:
        changed.append((name, count))


def begins_formula(text: str) -> bool:
    """Return whether a spreadsheet would take a text for a formula; a number such as `-0.5` is none."""
    return text.startswith(FORMULA_STARTS) and not _NUMBER.fullmatch(text)


def spreadsheet_safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe.

    So does one that begins like this already, so that `without_apostrophe` gives each text back. For
    spreadsheets people open only; machine formats keep the text unchanged.

    Examples
    --------
    >>> spreadsheet_safe("=1+1"), spreadsheet_safe("1+1"), spreadsheet_safe("'tis")
    ("'=1+1", '1+1', "'tis")
    """
    return "'" + text if text.lstrip("'").startswith(FORMULA_STARTS) else text


def without_apostrophe(text: str) -> str:
    """Return the text that `spreadsheet_safe` was given.

    >>> [without_apostrophe(spreadsheet_safe(text)) for text in ("=1", "'=1", "'tis")]
    ['=1', "'=1", "'tis"]
    """
    return text[1:] if has_apostrophe(text) else text


def has_apostrophe(text: str) -> bool:
    """Return whether a text begins with apostrophes before the start of a formula."""
    return text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS)


def safe_texts(values: Iterable[object], *, decimal_comma: bool = False) -> tuple[list[str], int]:
    """Return the cells of a line as texts that are no formulas, and how many were changed for that.

    Numbers stay numbers, also those that are texts already. With `raw` of `cells_written`, none is changed.
    """
    cells = [*values]
    texts = cell_texts(cells, decimal_comma=decimal_comma)
    changed = 0
    for column, text in enumerate(() if are_raw() else texts):
        if text[:1] not in _SUSPECTS or isinstance(cells[column], Number) or _NUMBER.fullmatch(text):
            continue
        texts[column] = spreadsheet_safe(text)
        changed += len(texts[column]) > len(text)
    return texts, changed


def cell_texts(values: Iterable[object], *, decimal_comma: bool = False) -> list[str]:
    """Return the cells of a line as texts: None is empty, a float has the digits that give it back."""
    if decimal_comma:
        values = [str(value).replace(".", ",") if isinstance(value, float) else value for value in values]
    return ["" if value is None else str(value) for value in values]


def write_rows(
    stream: TextIO, rows: Iterable[Sequence[object]], delimiter: str, *, decimal_comma: bool = False
) -> int:
    """Write rows of cells as lines that contain no formula, and return how many cells were changed.

    Most lines need no quotes and contain nothing like a formula: one search of the line shows it.
    """
    changed = 0
    suspect = _suspect_cell(delimiter).search

    def lines() -> Iterator[str]:
        nonlocal changed
        for row in rows:
            texts = ["" if cell is None else str(cell) for cell in row]
            line = delimiter.join(texts)
            if not (
                '"' in line
                or "\n" in line
                or "\r" in line
                or line[:1] in _LINE_SUSPECTS
                or line.count(delimiter) >= len(texts)
                or suspect(line)
                or decimal_comma
            ):
                yield line + "\n"
                continue
            texts, count = safe_texts(row, decimal_comma=decimal_comma)
            changed += count
            yield delimited_line(texts, delimiter)

    stream.writelines(lines())
    return changed


@cache
def _suspect_cell(delimiter: str) -> re.Pattern[str]:
    """Return the part of a line before a cell that may be taken for a formula, unless it is the first."""
    signs = "".join(sorted(_SUSPECTS - {"+", "-", delimiter}))
    number = rf"{_NUMBER.pattern}(?:{delimiter}|\Z)"
    return re.compile(rf"{delimiter}(?:[{signs}]|(?=[+-])(?!{number}))", re.ASCII)


def delimited_line(values: Iterable[object], delimiter: str) -> str:
    """Return one line; quoted here because Python's writer leaves a lone carriage return bare."""
    texts = cell_texts(values)
    if texts == [""]:
        return '""\n'  # a blank line would be no row at all
    quoted = [_quoted(text) if _needs_quotes(text, delimiter) else text for text in texts]
    return delimiter.join(quoted) + "\n"


def marked_header(names: Sequence[str], delimiter: str) -> str:
    r"""Return the header of a table in which an apostrophe may precede the text of a cell.

    Readers of CSV return the same names with and without the mark. The mark has two parts: the last name that
    needs no quotes is quoted, and the line ends with `\r\n` while the rows end with `\n`. No program writes
    both, so no other table is mistaken for one of these.

    >>> marked_header(["id", "text"], ",")
    'id,"text"\r\n'
    """
    quoted = [_quoted(name) if _needs_quotes(name, delimiter) else name for name in names]
    last = next((column for column in reversed(range(len(names))) if quoted[column] == names[column]), None)
    if last is not None:
        quoted[last] = _quoted(names[last])
    return delimiter.join(quoted) + "\r\n"


def _needs_quotes(text: str, delimiter: str) -> bool:
    return delimiter in text or '"' in text or "\n" in text or "\r" in text


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
