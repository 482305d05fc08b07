"""Tables with named columns, by suffix: .tsv, .csv (CSV quoting in both), .jsonl and .parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from aloi.errors import AloiError
from corpora.model import Json
from corpora.readers import base
from corpora.readers.base import ReadText

SUFFIXES = (".tsv", ".csv", ".jsonl", ".parquet")
HEAD = 100  # rows of a .jsonl read to know its columns
SHOWN = 60  # characters of a bad line quoted in an error


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` is where a person finds it: the line of a text file, the row of a .parquet."""

    number: int
    values: Mapping[str, object]

    def text(self, column: str) -> str:
        """Return the value of a column as text; a missing one or null is the empty text."""
        value = self.values.get(column)
        return "" if value is None else value if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A whole table. Values of .tsv and .csv are text; .jsonl and .parquet keep their own types."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """The name of its file, as errors give it."""
        return self.path.name

    def require(self, *columns: str) -> None:
        """Raise AloiError if a column is missing, listing those found."""
        require(self.path, self.columns, *columns)

    def where(self, row: Row) -> str:
        """Return the file and line of a row, as errors name it."""
        return f"{self.path}, line {row.number}"


def read_table(path: Path | SourceTable) -> SourceTable:
    """Return a table with all its rows; a header alone is a table of no rows. One in memory is returned.

    Raises
    ------
    AloiError
        No such file, unknown suffix, empty file, not UTF-8, a row that does not fit the header, a line over
        the limit, bad JSON.
    """
    if isinstance(path, SourceTable):
        return path
    columns, rows = open_table(path)
    read = tuple(rows)
    if path.suffix.lower() == ".jsonl":
        columns = _columns_of(read)
    return SourceTable(path, columns, read)


def open_table(path: Path) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Return the columns of a table and its rows one by one.

    The columns of a .jsonl are those of its first 100 rows.
    """
    if not path.is_file():
        raise AloiError("corpora.tables-no-file", path=path, suffixes=SUFFIXES)
    if path.stat().st_size == 0:
        raise _empty(path)
    readers: dict[str, Callable[[Path], tuple[tuple[str, ...], Iterator[Row]]]] = {
        ".tsv": _delimited,
        ".csv": _delimited,
        ".jsonl": _json_lines,
        ".parquet": _parquet,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise AloiError(
            "corpora.ends-which-no-reader-knows",
            path=path,
            suffix=repr(path.suffix or "no suffix"),
            suffixes=SUFFIXES,
        )
    return reader(path)


def read_texts(path: Path, text_column: str, id_column: str) -> Iterator[ReadText]:
    """Yield the texts of a table in order; the other columns become metadata."""
    columns, rows = open_table(path)
    require(path, columns, text_column, id_column)
    for row in rows:
        text, name = row.values.get(text_column), row.text(id_column)
        where = f"{path}, line {row.number}"
        if text is not None and not isinstance(text, str):
            raise AloiError(
                "corpora.column-holds", where=where, text_column=repr(text_column), text=repr(text)
            )
        if not text or not text.strip():
            raise base.no_text(f"{where}: column {text_column!r}")
        if not name.strip():
            raise base.no_text(f"{where}: the id in column {id_column!r}")
        if len(text.encode()) > base.MAX_TEXT:
            raise base.too_long(f"{where}: the text")
        others = {column: row.text(column) for column in row.values if column not in (text_column, id_column)}
        yield ReadText(name, text, others, f"line {row.number}")


def require(path: Path, found: tuple[str, ...], *columns: str) -> None:
    """Raise AloiError if a column is missing from those found."""
    missing = [column for column in columns if column not in found]
    if missing:
        raise AloiError(
            "corpora.no-column-columns",
            path=path,
            missing=map(repr, missing),
            value=map(repr, found),
            columns=map(repr, columns),
        )


def _empty(path: Path) -> AloiError:
    return AloiError("corpora.tables-empty", path=path)


def _delimited(path: Path) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Read a .tsv or .csv, quoted as CSV readers do."""
    records = _records(path)
    columns = tuple(next(records, (1, []))[1])
    if not any(name.strip() for name in columns):
        raise _empty(path)
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        raise AloiError("corpora.header-names-more-than-once", path=path, twice=map(repr, twice))
    return columns, _fitted(records, columns, path)


def _records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the header and the rows with their line numbers; blank lines are left out."""
    # The module's own limit of 131,072 characters a field is global and shorter than many texts.
    csv.field_size_limit(base.MAX_TEXT)
    with path.open("rb") as stream:
        text = base.lines(stream, path)
        first = next(text, "")
        tabs = path.suffix.lower() == ".tsv"
        # A French spreadsheet writes `;` in a .csv, the comma being its decimal mark.
        delimiter = "\t" if tabs else ";" if ";" in first and "," not in first else ","
        parsed = csv.reader(chain([first], text), delimiter=delimiter, strict=True)
        try:
            for values in parsed:
                if values:
                    yield parsed.line_num, values
        except csv.Error as error:
            why = str(error).replace("\t", "\\t")
            raise AloiError("corpora.csv-broken", path=path, line=parsed.line_num, error=why) from None


def _fitted(records: Iterator[tuple[int, list[str]]], columns: tuple[str, ...], path: Path) -> Iterator[Row]:
    for number, values in records:
        if len(values) != len(columns):
            raise AloiError(
                "corpora.line-values", path=path, number=number, values=len(values), columns=len(columns)
            )
        yield Row(number, dict(zip(columns, values, strict=True)))


def _json_lines(path: Path) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Read a .jsonl: one JSON object a line."""
    rows = _json_rows(path)
    head = tuple(islice(rows, HEAD))
    if not head:
        raise _empty(path)
    return _columns_of(head), chain(head, rows)


def _json_rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as stream:
        for number, line in enumerate(base.lines(stream, path), start=1):
            if line.strip():
                yield Row(number, _json_object(line, path, number))


def _json_object(line: str, path: Path, number: int) -> dict[str, object]:
    shown = line.strip() if len(line) <= SHOWN else line[:SHOWN] + "..."
    try:
        value = json.loads(line)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no character
    except (ValueError, RecursionError) as error:
        raise AloiError(
            "corpora.line-not-json-text", path=path, number=number, shown=repr(shown), error=error
        ) from None
    if not isinstance(value, dict):
        raise AloiError("corpora.line-not-json-object", path=path, number=number, shown=repr(shown))
    return value


def _columns_of(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(column for row in rows for column in row.values))


def _parquet(path: Path) -> tuple[tuple[str, ...], Iterator[Row]]:
    """Read a .parquet, in batches."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            columns = tuple(str(name) for name in file.schema_arrow.names)
            groups = (file.metadata.row_group(group) for group in range(file.metadata.num_row_groups))
            unpacked = sum(group.total_byte_size for group in groups)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(path, error) from error
    if unpacked > base.MAX_TOTAL:
        raise base.too_much(str(path))
    return columns, _parquet_rows(path)


def _parquet_rows(path: Path) -> Iterator[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = 0
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=1024):
                for values in batch.to_pylist():
                    number += 1
                    yield Row(number, values)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> AloiError:
    return AloiError("corpora.cannot-read-as-parquet", path=path, error=error)


def parse_value(raw: object) -> Json:
    """Return a cell as JSON where it is an object or a list, as it is otherwise."""
    if isinstance(raw, str) and raw.lstrip().startswith(("{", "[")):
        try:
            parsed: Json = json.loads(raw)
        except (ValueError, RecursionError):
            return raw
        return parsed
    return raw if isinstance(raw, str | int | float | bool | dict | list) else str(raw)
