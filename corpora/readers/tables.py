"""Tables with named columns, by suffix: .tsv, .csv (CSV quoting in both), .xlsx, .ods, .jsonl and .parquet.

All tables are read here: ratings, answers, texts, scores and concepts. The interpretation of a table is in
`ReadAs` and in the log. Anything beyond its suffix is a warning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import base
from aloi.corpora.readers.base import ReadText
from aloi.corpora.readers.delimited import look_at, records
from aloi.corpora.readers.encodings import ends_lines_with_cr, lines
from aloi.corpora.readers.header import second_header
from aloi.corpora.readers.read_as import ReadAs, TableReading, tell
from aloi.corpora.readers.spreadsheets import read_sheet
from aloi.corpora.readers.words import says_missing

SUFFIXES = (".tsv", ".csv", ".xlsx", ".ods", ".jsonl", ".parquet")
WRITTEN = (".tsv", ".csv", ".xlsx", ".jsonl", ".parquet")
HEAD = 100  # rows read to know which columns there are, and how cells are written


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` locates it for people: a line of a text file, a row of a sheet or .parquet."""

    number: int
    values: Mapping[str, object]

    def text(self, column: str) -> str:
        """Return the value of a column as text; a missing one or null is the empty text."""
        value = self.values.get(column)
        return "" if value is None else value if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A whole table. Values of .tsv and .csv are text; other formats keep their own types."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    read_as: ReadAs = field(default_factory=ReadAs)

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


class OpenTable(NamedTuple):
    """The columns of a table, its rows one by one, and what it was taken for."""

    columns: tuple[str, ...]
    rows: Iterator[Row]
    read_as: ReadAs


def read_table(path: Path | SourceTable, *, quiet: bool = False) -> SourceTable:
    """Return a table with all its rows; a header alone is a table of no rows. One in memory is returned.

    With `quiet`, the caller logs the interpretation of the table.

    Raises
    ------
    AloiError
        No such file, unknown suffix, empty file, an encoding that is not known, a row that does not fit the
        header, a line over the limit, bad JSON.
    """
    if isinstance(path, SourceTable):
        return path
    columns, rows, read_as = look_into(path) if quiet else open_table(path)
    read = tuple(rows)
    if path.suffix.lower() == ".jsonl":
        columns = _columns_of(read)
    return SourceTable(path, columns, read, read_as)


def first_record(path: Path) -> list[str]:
    """Return the first row of a .tsv or .csv, be it a header or none; an empty file has none."""
    return next(records(path, look_at(path, header=False)), (0, []))[1]


def read_headless(path: Path, names: Sequence[str]) -> SourceTable:
    """Return a .tsv or .csv without a header, its columns called `names`; a row may have fewer cells.

    Raises
    ------
    AloiError
        No such file, an encoding that is not known, or a row with more cells.
    """
    if not path.is_file() or path.stat().st_size == 0:
        raise (
            AloiError("aloi.no-file", path=path, expected=Term("table-of", suffixes=SUFFIXES))
            if not path.is_file()
            else _empty(path)
        )
    cut = look_at(path, header=False)
    rows = []
    for number, values in records(path, cut):
        if not any(map(_shown, values)):
            continue
        if any(map(_shown, values[len(names) :])):
            raise AloiError(
                "aloi.value",
                name=Term("number-of-values"),
                value=len(values),
                expected=Term("one-per-column", columns=len(names)),
                todo=Term("quote-values"),
            ).at(Term("at-line", path=path, number=number))
        rows.append(Row(number, dict(zip(names, [*values, *[""] * len(names)], strict=False))))
    tell(path, TableReading(cut.read_as(path)))
    return SourceTable(path, tuple(names), tuple(rows), cut.read_as(path))


def open_table(path: Path) -> OpenTable:
    """Return the columns of a table and its rows one by one, and log its interpretation.

    The columns of a .jsonl are those of its first 100 rows.
    """
    layout = look_into(path)
    tell(path, TableReading(layout.read_as))
    return layout


def look_into(path: Path) -> OpenTable:
    """Return what `open_table` returns, for a preview: without an entry in the log."""
    if not path.is_file():
        raise AloiError("aloi.no-file", path=path, expected=Term("table-of", suffixes=SUFFIXES))
    if path.stat().st_size == 0:
        raise _empty(path)
    readers: dict[str, Callable[[Path], OpenTable]] = {
        ".tsv": _delimited,
        ".csv": _delimited,
        ".xlsx": _sheet,
        ".ods": _sheet,
        ".jsonl": _json_lines,
        ".parquet": _parquet,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise AloiError("aloi.suffix", path=path, suffix=repr(path.suffix or "no suffix"), suffixes=SUFFIXES)
    return reader(path)


def reading_of(path: Path) -> ReadAs:
    """Return the interpretation of a table, without an entry in the log.

    Raises
    ------
    AloiError
        As `read_table`, except for the content of its rows.
    """
    return look_into(path).read_as


def read_texts(path: Path, text_column: str, id_column: str | None) -> Iterator[ReadText]:
    """Yield the texts of a table in order; the other columns become metadata.

    Without a column of ids, the texts are numbered from 1.
    """
    columns, rows, _ = open_table(path)
    require(path, columns, text_column, *([] if id_column is None else [id_column]))
    for number, row in enumerate(rows, start=1):
        text = row.values.get(text_column)
        name = str(number) if id_column is None else row.text(id_column)
        where = f"{path}, line {row.number}"
        if text is not None and not isinstance(text, str):
            raise AloiError(
                "aloi.cell", column=repr(text_column), value=quoted(text), expected=Term("text")
            ).at(where)
        if not text or not text.strip():
            raise base.no_text(f"{where}: column {text_column!r}")
        if not name.strip():
            raise base.no_text(f"{where}: the id in column {id_column!r}")
        if says_missing(text):
            raise AloiError("corpora.text-says-missing", where=where, text=repr(text.strip()))
        if len(text.encode()) > base.MAX_TEXT:
            raise base.too_long(f"{where}: the text")
        others = {column: row.text(column) for column in row.values if column not in (text_column, id_column)}
        yield ReadText(name, text, others, f"line {row.number}")


def require(path: Path, existing: tuple[str, ...], *columns: str) -> None:
    """Raise AloiError if a column is missing from those found."""
    missing = [column for column in columns if column not in existing]
    if missing:
        raise AloiError(
            "aloi.no-column",
            table=path,
            missing=map(repr, missing),
            columns=map(quoted, existing),
            expected=Term("columns-of", columns=map(repr, columns)),
        )


def _empty(path: Path) -> AloiError:
    return AloiError("aloi.no-content", path=path, content=Term("no-rows"))


def _delimited(path: Path) -> OpenTable:
    """Read a .tsv or .csv, quoted as CSV readers do."""
    cut = look_at(path)
    rows = records(path, cut)
    header = [name.strip() for name in next(rows, (1, []))[1]]
    head = list(islice(rows, HEAD))
    columns = named_columns(path, header, head)
    read_as = under_header(path, head, cut.read_as(path))
    return OpenTable(columns, _fitted(chain(head, rows), header, columns, path), read_as)


def _sheet(path: Path) -> OpenTable:
    """Read a spreadsheet."""
    read_as, start, cells = read_sheet(path)
    header = [str(name).strip() for name in cells[0]]
    rows = list(enumerate(cells[1:], start=start + 2))
    columns = named_columns(path, header, rows[:HEAD])
    read_as = under_header(path, rows[:HEAD], read_as)
    return OpenTable(columns, _fitted(iter(rows), header, columns, path), read_as)


def under_header(path: Path, head: Sequence[tuple[int, Sequence[object]]], read_as: ReadAs) -> ReadAs:
    """Return the interpretation of a table, after a check that its first row is no second header.

    Raises
    ------
    AloiError
        It is one.
    """
    rows = [(number, cells) for number, values in head if any(cells := [*map(_begins, values)])]
    verdict = second_header([cells for _, cells in rows]) if rows else None
    if verdict == "certain":
        raise AloiError("corpora.header-of-two-rows", path=path, number=rows[0][0])
    return replace(read_as, second_header=rows[0][0], plain=False) if verdict else read_as


def named_columns(
    path: Path, header: Sequence[str], head: Sequence[tuple[int, Sequence[object]]]
) -> tuple[str, ...]:
    """Return the names of the columns of a header, without those that have neither name nor value.

    The first column may have no name: some programs write none for the names of the rows.
    """
    if not any(header):
        raise _empty(path)
    first = [""] if not header[0] and any(_shown(values[0]) for _, values in head) else []
    columns = (*first, *(name for name in header if name))
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        raise AloiError("aloi.repeated", name=Term("column-of-header"), value=map(repr, twice)).at(str(path))
    return columns


def _fitted(
    rows: Iterator[tuple[int, Sequence[object]]], header: Sequence[str], columns: Sequence[str], path: Path
) -> Iterator[Row]:
    """Yield the rows that fit the header, without blank rows if a row has several cells."""
    places = [place for place, name in enumerate(header) if name or (place == 0 and columns[0] == "")]
    complete = len(places) == len(header)
    for number, values in rows:
        if len(columns) > 1 and not any(map(_shown, values)):
            continue
        if not complete or len(values) != len(header):
            _check_width(path, number, values, places, len(header))
            values = [values[place] for place in places]
        if len(columns) > 1 and values[0] == columns[0] and tuple(map(_shown, values)) == tuple(columns):
            raise AloiError("corpora.header-stands-again", path=path, number=number)
        yield Row(number, dict(zip(columns, values, strict=True)))


def _check_width(
    path: Path, number: int, values: Sequence[object], places: Sequence[int], width: int
) -> None:
    """Raise AloiError for a row that lacks a cell, or has one that belongs to no column."""
    beyond = [place for place, value in enumerate(values) if place not in places and _shown(value)]
    if len(values) <= places[-1] or any(place >= width for place in beyond):
        raise AloiError(
            "aloi.value",
            name=Term("number-of-values"),
            value=len(values),
            expected=Term("one-per-column", columns=len(places)),
            todo=Term("quote-values"),
        ).at(Term("at-line", path=path, number=number))
    if beyond:
        raise AloiError("corpora.column-without-name", path=path, number=number, column=beyond[0] + 1)


def _shown(value: object) -> str:
    return str(value).strip()


def _begins(value: object) -> str:
    """Return the beginning of a cell: a header is short, and a text may be long."""
    return _shown(value)[:HEAD]


def _json_lines(path: Path) -> OpenTable:
    """Read a .jsonl: one JSON object a line."""
    rows = _json_rows(path)
    head = tuple(islice(rows, HEAD))
    if not head:
        raise _empty(path)
    with path.open("rb") as stream:
        with_cr = ends_lines_with_cr(stream, "utf-8")
    read_as = ReadAs("utf-8", plain=not with_cr, line_ends="cr" if with_cr else None)
    return OpenTable(_columns_of(head), chain(head, rows), read_as)


def _json_rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as stream:
        for number, line in enumerate(lines(stream, path, "utf-8"), start=1):
            if line.strip():
                yield Row(number, _json_object(line, path, number))


class _Twice(ValueError):
    """A key that an object of JSON has twice, of which one would be lost."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Twice(next(key for key in keys if keys.count(key) > 1))
    return values


def _json_object(line: str, path: Path, number: int) -> dict[str, object]:
    shown = quoted(line.strip())
    try:
        value = json.loads(line, object_pairs_hook=_once)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no character
    except _Twice as error:
        raise AloiError("aloi.repeated", name=Term("json-key"), value=quoted(str(error))).at(
            Term("at-line", path=path, number=number)
        ) from None
    except (ValueError, RecursionError) as error:
        raise AloiError(
            "aloi.not-json",
            path=Term("at-line", path=path, number=number),
            error=f"{shown}, {error}",
            todo=Term("one-object-per-line"),
        ) from None
    if not isinstance(value, dict):
        raise AloiError("aloi.line", value=shown, expected='{"id": "1", "text": "..."}').at(
            Term("at-line", path=path, number=number)
        )
    return value


def _columns_of(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(column for row in rows for column in row.values))


def _parquet(path: Path) -> OpenTable:
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
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        raise AloiError("aloi.repeated", name=Term("column-of-header"), value=map(repr, twice)).at(str(path))
    if unpacked > base.MAX_TOTAL:
        raise base.too_much(str(path))
    return OpenTable(columns, _parquet_rows(path), ReadAs())


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
    return AloiError("aloi.unreadable", path=path, format="Parquet", error=error)


def parse_value(raw: object) -> Json:
    """Return a cell as JSON if it is an object or a list, unchanged otherwise."""
    if isinstance(raw, str) and raw.lstrip().startswith(("{", "[")):
        try:
            parsed: Json = json.loads(raw)
        except (ValueError, RecursionError):
            return raw
        return parsed
    return raw if isinstance(raw, str | int | float | bool | dict | list) else str(raw)
