"""Tables written completely or not at all; machine formats keep every text unchanged."""

from __future__ import annotations

import io
import json
import os
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.cells import (
    are_raw,
    begins_formula,
    count_changed,
    delimited_line,
    marked_header,
    safe_texts,
    write_rows,
)
from aloi.corpora.readers.tables import WRITTEN

try:
    import fcntl
except ImportError:  # Windows, which does not replace or remove an open file: parts are not locked there
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_CHUNK = 1 << 20
MOST_ROWS = 1_048_575  # rows of a sheet, less the header
_LONGEST = 32_767  # most characters in a cell of a workbook
NO_FORMULA = {"quote_prefix": True}  # the format of a text that a workbook never takes for a formula
_DIGITS = 10**15  # from here on a workbook loses digits of a whole number


def write_table(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object]],
    *,
    spreadsheet: Literal["", ".", ","] = "",
) -> None:
    """Write rows as .tsv or .csv (CSV quoting), .xlsx, .jsonl or .parquet, as the suffix says.

    In .tsv and .csv a None is an empty value and a float has as many digits as it needs to be read back
    equal. In .xlsx a text is a text, never a formula, and so is a number that a spreadsheet would round. The
    file appears only when it is complete.

    No cell of a .tsv or .csv begins a formula: a text that would gets an apostrophe (`spreadsheet_safe`).
    The header marks this (`marked_header`), so `read_table` restores every text. `cells_written` counts these
    cells, or writes them unchanged.

    Parameters
    ----------
    spreadsheet : str
        The decimal mark of the target spreadsheet of a .csv, if it is not for programs. The file then begins
        with the mark of UTF-8; without it, a spreadsheet assumes the encoding of its system. With decimal
        commas, semicolons separate the cells: a French spreadsheet opens the file in columns.

    Raises
    ------
    AloiError
        Unknown suffix, a folder that does not exist or cannot be written to, or more rows, or a longer text,
        than fits into a sheet.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITTEN:
        raise AloiError("aloi.suffix", path=path, suffix=repr(path.suffix or "no suffix"), suffixes=WRITTEN)
    if suffix in (".parquet", ".xlsx"):
        (_write_parquet if suffix == ".parquet" else _write_workbook)(path, columns, rows)
        return
    if suffix == ".jsonl":
        with whole_file(path) as part, part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(_json_line(columns, row) for row in rows)
        return
    encoding = "utf-8-sig" if suffix == ".csv" and spreadsheet else "utf-8"
    decimal_comma = suffix == ".csv" and spreadsheet == ","
    delimiter = "\t" if suffix == ".tsv" else ";" if decimal_comma else ","
    _write_delimited(path, columns, rows, encoding, delimiter, decimal_comma)


@contextmanager
def whole_file(path: Path, *, new: bool = False) -> Iterator[Path]:
    """Yield a path next to `path` to write to: it replaces `path` at the end, or is removed on an error.

    Unfinished files of killed processes in that folder are removed first. With `new`, an existing file is
    never replaced: one that was created meanwhile is an error.
    """
    with passing_file(path) as part:
        yield part
        if new:
            _put_new(part, path)
        else:
            part.replace(path)


@contextmanager
def passing_file(path: Path) -> Iterator[Path]:
    """Yield a path next to `path` to write to; at the end, all files that begin with its name are removed.

    Files of killed processes in that folder are removed first.
    """
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        _take_away_left(path.parent)
        with _locked(part):
            yield part
    except OSError as error:
        raise AloiError("aloi.cannot-write", path=path, error=error.strerror or error) from error
    finally:
        for leftover in path.parent.glob(escape(part.name) + "*"):  # a database has its journal next to it
            leftover.unlink(missing_ok=True)


def _put_new(part: Path, path: Path) -> None:
    """Give a file an unused name; FileExistsError if it is used by now."""
    try:
        path.hardlink_to(part)  # a rename would replace what is there
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.touch(exist_ok=False)
        part.replace(path)


@contextmanager
def _locked(part: Path) -> Iterator[None]:
    """Keep the lock of a new file, which ends with the process at the latest: its owner is still writing."""
    if fcntl is None:
        part.touch()
        yield
        return
    while True:
        with part.open("wb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            if _stands(part, stream):  # not taken away in the moment before it was locked
                yield
                return


def _stands(part: Path, stream: BinaryIO) -> bool:
    try:
        return os.path.samestat(part.stat(), os.fstat(stream.fileno()))
    except FileNotFoundError:
        return False


def _take_away_left(folder: Path) -> None:
    """Remove the unfinished files of a folder, and the files next to them, if their writers have ended.

    Without locks the state of the writers is unknown, so the files stay.
    """
    if fcntl is None:
        return
    for part in folder.glob(f".*.{'[0-9a-f]' * 32}.part"):
        try:
            with part.open("rb") as stream:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for leftover in folder.glob(escape(part.name) + "*"):
                    leftover.unlink(missing_ok=True)
        except OSError:
            continue  # another process writes it, or only its owner may remove it


def _json_line(columns: Sequence[str], row: Mapping[str, object]) -> str:
    values = {column: row.get(column) for column in columns}
    return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"


def delimited_text(
    columns: Sequence[object], rows: Iterable[Sequence[object]], *, decimal_comma: bool = False
) -> str:
    """Return a table as the text of a .csv, as `write_table` writes one."""
    stream = io.StringIO(newline="")
    delimiter = ";" if decimal_comma else ","
    changed = write_rows(stream, rows, delimiter, decimal_comma=decimal_comma)
    header, changed_header = _header(columns, delimiter, changed)
    count_changed("CSV", changed + changed_header)
    return header + stream.getvalue()


def _write_delimited(
    path: Path,
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object]],
    encoding: str,
    delimiter: str,
    decimal_comma: bool,
) -> None:
    """Write a .tsv or .csv; the header is marked if cells were changed, which is known after the rows."""
    with whole_file(path) as part:
        header, changed_header = _header(columns, delimiter, 0)
        lines = ([row.get(column) for column in columns] for row in rows)
        with part.open("w", encoding=encoding, newline="\n") as stream:
            stream.write(header)
            changed = write_rows(stream, lines, delimiter, decimal_comma=decimal_comma)
        if changed and not changed_header:
            marked, _ = _header(columns, delimiter, changed)
            _replace_header(part, len(header.encode(encoding)), marked.encode(encoding))
    count_changed(path.name, changed + changed_header)


def _header(columns: Sequence[object], delimiter: str, changed: int) -> tuple[str, int]:
    """Return the header, marked if cells of it or of the rows were changed, and how many of its own were."""
    names, changed_names = safe_texts(columns)
    if changed or changed_names:
        return marked_header(names, delimiter), changed_names
    return delimited_line(names, delimiter), 0


def _replace_header(path: Path, length: int, header: bytes) -> None:
    """Replace the first bytes of a file by a longer header: what follows moves, the last part first."""
    with path.open("r+b") as stream:
        end = stream.seek(0, os.SEEK_END)
        while end > length:
            begin = max(length, end - _CHUNK)
            stream.seek(begin)
            chunk = stream.read(end - begin)
            stream.seek(begin + len(header) - length)
            stream.write(chunk)
            end = begin
        stream.seek(0)
        stream.write(header)


def _write_parquet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    row_list = list(rows)
    table = pa.table({column: [row.get(column) for row in row_list] for column in columns})
    with whole_file(path) as part:
        pq.write_table(table, part)


def _write_workbook(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        text_form = None if are_raw() else book.add_format(NO_FORMULA)
        lines = ([row.get(column) for column in columns] for row in rows)
        for number, line in enumerate(chain([columns], lines)):
            if number > MOST_ROWS:
                raise AloiError(
                    "aloi.too-many",
                    name=Term("rows-of-a-sheet"),
                    count=Term("more-than", most=MOST_ROWS),
                    most=MOST_ROWS,
                    todo=Term("other-table-format"),
                ).at(str(path))
            write_cells(sheet, number, line, path.name, text_form=text_form)
    with whole_file(path) as part:
        part.write_bytes(target.getbuffer())


def write_cells(
    sheet: Worksheet,
    number: int,
    line: Iterable[object],
    where: str,
    form: Any = None,
    *,
    text_form: Any = None,
) -> None:
    """Write a line of a sheet, counted from 0, in a format of its workbook; `where` is its name in errors.

    Texts stay texts, and a number that a workbook would round is written as text. `text_form` is the format
    of texts that begin like formulas: with `NO_FORMULA` they stay texts when a person edits the cell.

    Raises
    ------
    AloiError
        A text with more characters than a cell can contain, or with a character that XML does not allow.
    """
    for column, cell in enumerate(line):
        if isinstance(cell, bool):
            sheet.write_boolean(number, column, cell, form)
        elif isinstance(cell, int | float) and abs(cell) < _DIGITS and float(f"{cell:.16g}") == cell:
            sheet.write_number(number, column, cell, form)
        elif cell is not None and cell != "":
            text = str(cell)
            if len(text.encode("utf-16-le")) // 2 > _LONGEST or "\ufffe" in text or "\uffff" in text:
                raise AloiError("corpora.cell-too-long", where=where, row=number + 1, most=_LONGEST)
            sheet.write_string(number, column, text, text_form if begins_formula(text) else form)
