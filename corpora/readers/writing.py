"""Tables written whole or not at all; machine formats keep every text as it is."""

from __future__ import annotations

import fcntl
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

from aloi.errors import AloiError
from corpora.readers.tables import WRITTEN

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
MOST_ROWS = 1_048_575  # rows of a sheet, less the header
_LONGEST = 32_767  # characters that a cell of a workbook holds
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

    Parameters
    ----------
    spreadsheet : str
        The decimal mark of the spreadsheet that a .csv is for, if it is for one and not for programs. It
        then begins with the mark of UTF-8, without which a spreadsheet takes it for the encoding of its
        system. Where decimals have a comma, cells stand between semicolons: a French one opens it in columns.

    Raises
    ------
    AloiError
        Unknown suffix, a folder that does not exist or cannot be written to, or more rows, or a longer text,
        than a sheet holds.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITTEN:
        raise AloiError(
            "corpora.ends-which-no-writer-knows",
            path=path,
            suffix=repr(path.suffix or "no suffix"),
            suffixes=WRITTEN,
        )
    if suffix in (".parquet", ".xlsx"):
        (_write_parquet if suffix == ".parquet" else _write_workbook)(path, columns, rows)
        return
    encoding = "utf-8-sig" if suffix == ".csv" and spreadsheet else "utf-8"
    with whole_file(path) as part, part.open("w", encoding=encoding, newline="\n") as stream:
        if suffix == ".jsonl":
            stream.writelines(_json_line(columns, row) for row in rows)
        elif suffix == ".csv" and spreadsheet == ",":
            stream.writelines(_delimited_lines(columns, map(_with_commas, rows), ";"))
        else:
            stream.writelines(_delimited_lines(columns, rows, "\t" if suffix == ".tsv" else ","))


def spreadsheet_safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe.

    So does one that begins like this already, so that `without_apostrophe` gives each text back. For
    spreadsheets people open only; machine formats keep the text as it is.

    Examples
    --------
    >>> spreadsheet_safe("=1+1"), spreadsheet_safe("1+1"), spreadsheet_safe("'tis")
    ("'=1+1", '1+1', "'tis")
    """
    return "'" + text if text.lstrip("'").startswith(FORMULA_STARTS) else text


def without_apostrophe(text: str) -> str:
    """Return the text that `spreadsheet_safe` was given.

    >>> [without_apostrophe(spreadsheet_safe(one)) for one in ("=1", "'=1", "'tis")]
    ['=1', "'=1", "'tis"]
    """
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text


@contextmanager
def whole_file(path: Path, *, new: bool = False) -> Iterator[Path]:
    """Yield a path beside `path` to write to: it replaces `path` at the end, or vanishes on an error.

    What killed processes left half-written in that folder is taken away first. With `new` it takes no place
    of a file that came meanwhile: that is an error.
    """
    with passing_file(path) as part:
        yield part
        if new:
            _put_new(part, path)
        else:
            part.replace(path)


@contextmanager
def passing_file(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` to write to, which vanishes at the end with all whose name begins like it.

    What killed processes left in that folder is taken away first.
    """
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        _take_away_left(path.parent)
        with _held(part):
            yield part
    except OSError as error:
        raise AloiError("corpora.cannot-written", path=path, strerror=error.strerror or error) from error
    finally:
        for one in path.parent.glob(escape(part.name) + "*"):  # a database has its journal beside it
            one.unlink(missing_ok=True)


def _put_new(part: Path, path: Path) -> None:
    """Give a file a name that nobody has; FileExistsError where somebody has it by now."""
    try:
        path.hardlink_to(part)  # a rename would replace what is there
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.touch(exist_ok=False)
        part.replace(path)


@contextmanager
def _held(part: Path) -> Iterator[None]:
    """Keep the lock of a new file, which ends with the process at the latest: whoever has it is at work."""
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
    """Remove the unfinished files of a folder, with what stands beside them, whose writers are gone."""
    for part in folder.glob(f".*.{'[0-9a-f]' * 32}.part"):
        try:
            with part.open("rb") as stream:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for one in folder.glob(escape(part.name) + "*"):
                    one.unlink(missing_ok=True)
        except OSError:
            continue  # somebody writes it, or may alone take it away


def _json_line(columns: Sequence[str], row: Mapping[str, object]) -> str:
    values = {column: row.get(column) for column in columns}
    return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"


def _delimited_lines(
    columns: Sequence[str], rows: Iterable[Mapping[str, object]], delimiter: str
) -> Iterator[str]:
    yield delimited_line(columns, delimiter)
    for row in rows:
        yield delimited_line([row.get(column) for column in columns], delimiter)


def _with_commas(row: Mapping[str, object]) -> dict[str, object]:
    return {
        name: str(value).replace(".", ",") if isinstance(value, float) else value
        for name, value in row.items()
    }


def delimited_line(values: Iterable[object], delimiter: str) -> str:
    """Return one line; quoted here because Python's writer leaves a lone carriage return bare."""
    texts = ["" if value is None else str(value) for value in values]
    if texts == [""]:
        return '""\n'  # a blank line would be no row at all
    for place, text in enumerate(texts):
        if delimiter in text or '"' in text or "\n" in text or "\r" in text:
            texts[place] = '"' + text.replace('"', '""') + '"'
    return delimiter.join(texts) + "\n"


def _write_parquet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kept = list(rows)
    table = pa.table({column: [row.get(column) for row in kept] for column in columns})
    with whole_file(path) as part:
        pq.write_table(table, part)


def _write_workbook(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        lines = ([row.get(column) for column in columns] for row in rows)
        for number, line in enumerate(chain([columns], lines)):
            if number > MOST_ROWS:
                raise AloiError("corpora.sheet-too-long", path=path, most=MOST_ROWS)
            write_cells(sheet, number, line, path.name)
    with whole_file(path) as part:
        part.write_bytes(target.getbuffer())


def write_cells(sheet: Worksheet, number: int, line: Iterable[object], where: str, form: Any = None) -> None:
    """Write a line of a sheet, counted from 0, in a format of its workbook; `where` is what errors name.

    Texts stay texts, and a number that a workbook would round stands as text.

    Raises
    ------
    AloiError
        A text with more characters than a cell holds, or with one that XML has no place for.
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
            sheet.write_string(number, column, text, form)
