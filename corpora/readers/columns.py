"""Tables by column: each distinct value once, with its rows; a million rows are read in a second."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from aloi.corpora.readers import base
from aloi.corpora.readers.cells import without_apostrophe
from aloi.corpora.readers.delimited import Delimited, look_at, records
from aloi.corpora.readers.read_as import ReadAs
from aloi.corpora.readers.tables import HEAD, SourceTable, named_columns, read_table, require, under_header

_LARGE = 2_000_000  # bytes; a smaller file is read row by row as soon
_SAMPLE = 200_000  # bytes that show which columns have as many values as rows


@dataclass(frozen=True, slots=True, eq=False)
class TableColumn:
    """One column: its distinct values in the order they come, and the place of each row's value in them.

    Parameters
    ----------
    values : tuple
        Texts, or values of the format; None if a row has no such cell.
    codes : ndarray of int32, shape (R,)
        One a row.
    """

    values: tuple[object, ...]
    codes: NDArray[np.int32]

    @classmethod
    def of(cls, cells: Iterable[object]) -> TableColumn:
        """Return a column of cells; 1, 1.0 and True are three values."""
        places: dict[Hashable, int] = {}
        values: list[object] = []
        codes = []
        for cell in cells:
            key = (type(cell), cell if isinstance(cell, Hashable) else repr(cell))
            index = places.setdefault(key, len(values))
            if index == len(values):
                values.append(cell)
            codes.append(index)
        return cls(tuple(values), np.array(codes, dtype=np.int32))

    def take(self, rows: NDArray[Any]) -> TableColumn:
        """Return the column of some rows, by place or by mask."""
        return TableColumn(self.values, self.codes[rows])

    def reduced(self, rows: NDArray[np.intp]) -> TableColumn:
        """Return the column of some rows, without the values that none of them has."""
        codes = self.codes[rows]
        first = np.full(len(self.values), len(codes))
        first[codes[::-1]] = np.arange(len(codes))[::-1]  # of several rows, the last assigned is the first
        order = np.argsort(first, kind="stable")[: int((first < len(codes)).sum())]
        moved = np.empty(len(self.values), dtype=np.int32)
        moved[order] = np.arange(len(order), dtype=np.int32)
        return TableColumn(tuple(self.values[code] for code in order.tolist()), moved[codes])

    @property
    def all_different(self) -> bool:
        """Whether each row has a value of its own, in the order of the rows."""
        count = len(self.codes)
        return count == len(self.values) and bool((self.codes == np.arange(count)).all())

    def texts(self) -> tuple[str, ...]:
        """Return the distinct values as texts, trimmed; a missing one is the empty text."""
        if set(map(type, self.values)) == {str}:
            values = cast("tuple[str, ...]", self.values)
            trimmed = tuple(map(str.strip, values))
            return values if trimmed == values else trimmed
        return tuple("" if value is None else str(value).strip() for value in self.values)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnTable:
    """A table by column, with the line numbers of its R rows."""

    path: Path
    columns: Mapping[str, TableColumn]
    numbers: Sequence[int]
    read_as: ReadAs

    def require(self, *columns: str) -> None:
        """Raise AloiError if a column is missing, listing those found."""
        require(self.path, tuple(self.columns), *columns)

    def where(self, row: int) -> str:
        """Return the file and line of a row, as errors name it."""
        return f"{self.path}, line {self.numbers[row]}"

    def take(self, rows: NDArray[np.intp]) -> ColumnTable:
        """Return the table of some rows, by place."""
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        return ColumnTable(self.path, columns, [self.numbers[row] for row in rows], self.read_as)


def read_columns(path: Path | SourceTable) -> ColumnTable:
    """Return a table by column, as `read_table` reads it; the log is left to the caller.

    Raises
    ------
    AloiError
        As `read_table`.
    """
    if not isinstance(path, SourceTable) and path.suffix.lower() in (".tsv", ".csv") and path.is_file():
        large_table = _large(path) if path.stat().st_size >= _LARGE else None
        if large_table is not None:
            return large_table
    table = read_table(path, quiet=True)
    columns = {name: TableColumn.of(row.values.get(name) for row in table.rows) for name in table.columns}
    return ColumnTable(table.path, columns, [row.number for row in table.rows], table.read_as)


def _large(path: Path) -> ColumnTable | None:
    """Return a plain file of text at once; None for one that must be read row by row.

    Plain is UTF-8, quotes round whole cells only, every row as long as the header, a line a row, no line
    without a separator. Cells and whole rows may be empty. The reader of rows reports what is wrong.
    """
    import pyarrow as pa
    import pyarrow.csv as pa_csv

    cut = look_at(path)
    if cut.encoding != "utf-8" or path.stat().st_size > base.MAX_TOTAL:
        return None
    content = path.read_bytes()
    if b"\0" in content or content.count(b"\r") != content.count(b"\r\n"):
        return None
    quoted = b'"' in content
    if quoted and not _plainly_quoted(content, cut.separator.encode()):
        return None
    first = records(path, cut)
    header = [name.strip() for name in next(first, (1, []))[1]]
    head = [*islice(first, HEAD)]
    if len(header) < 2:
        return None
    names = named_columns(path, header, head)
    read_as = under_header(path, head, cut.read_as(path))
    if read_as.second_header or len(names) < 2:
        return None  # the reader of rows says so
    content = _without_last_blank(content, cut.separator.encode())
    places = [*map(str, range(len(header)))]
    types = {place: pa.dictionary(pa.int32(), pa.string()) for place in places}
    types |= dict.fromkeys(_all_different(content, cut, places), pa.string())
    try:
        read = pa_csv.read_csv(
            pa.py_buffer(content),
            read_options=pa_csv.ReadOptions(column_names=places, skip_rows=cut.first + 1),
            parse_options=pa_csv.ParseOptions(delimiter=cut.separator, quote_char='"' if quoted else False),
            convert_options=pa_csv.ConvertOptions(column_types=types, strings_can_be_null=False),
        )
    except pa.ArrowException:
        return None
    lines = content.count(b"\n") + (not content.endswith(b"\n")) - cut.first - 1
    if lines != read.num_rows:
        return None
    del content
    columns = [_column(read.column(place)) for place in places]
    if cut.escaped:
        columns = [TableColumn(tuple(map(_as_written, one.values)), one.codes) for one in columns]
    del read
    pa.default_memory_pool().release_unused()
    return _fitted(path, columns, header, names, range(cut.first + 2, cut.first + 2 + lines), read_as)


def _as_written(value: object) -> object:
    return without_apostrophe(value) if isinstance(value, str) else value


def _without_last_blank(content: bytes, separator: bytes) -> bytes:
    """Return a file without the lines of separators alone at its end, as spreadsheets write them."""
    filled = len(content.rstrip(separator + b"\r\n"))
    end = content.find(b"\n", filled) + 1
    return content[:end] if 0 < end < len(content) else content


def _fitted(
    path: Path,
    columns: list[TableColumn],
    header: list[str],
    names: tuple[str, ...],
    numbers: Sequence[int],
    read_as: ReadAs,
) -> ColumnTable | None:
    """Return the table of the columns that have a name, without blank rows; None if a row is refused."""
    blank = _blank_rows(columns, len(numbers))
    named = [index for index, name in enumerate(header) if name or (index == 0 and names[0] == "")]
    for index, column in enumerate(columns):
        if index not in named and any(column.texts()):
            return None
    table = {name: columns[index] for name, index in zip(names, named, strict=True)}
    few = sorted(table, key=lambda name: len(table[name].values))
    if all(name in table[name].texts() for name in few):  # the header may be repeated
        return None
    if len(blank):
        filled = np.ones(len(numbers), dtype=np.bool_)
        filled[blank] = False
        rows = np.flatnonzero(filled)
        table = {name: column.reduced(rows) for name, column in table.items()}
        numbers = [numbers[row] for row in rows.tolist()]
    return ColumnTable(path, table, numbers, read_as)


def _blank_rows(columns: Iterable[TableColumn], count: int) -> NDArray[np.intp]:
    """Return the indices of the rows with white space at most; the shortest columns are read first."""
    rows = np.arange(count)
    for column in sorted(columns, key=lambda column: len(column.values)):
        empty = np.array([not text for text in column.texts()], dtype=np.bool_)
        rows = rows[empty[column.codes[rows]]]
        if not len(rows):
            break
    return rows


def _plainly_quoted(content: bytes, separator: bytes) -> bool:
    """Whether every quote of a file begins or ends a cell."""
    begins = content.startswith(b'"') + sum(content.count(mark + b'"') for mark in (separator, b"\n"))
    ends = content.endswith(b'"') + sum(content.count(b'"' + mark) for mark in (separator, b"\n", b"\r"))
    return begins == ends and begins + ends == content.count(b'"')


def _all_different(content: bytes, cut: Delimited, header: list[str]) -> list[str]:
    """Return the columns whose first values are all different, as names of units are."""
    lines = content[:_SAMPLE].decode("utf-8", "ignore").splitlines()[cut.first + 1 : -1]
    cells = [line.split(cut.separator) for line in lines]
    width = min(map(len, cells), default=0)
    return [
        name for index, name in enumerate(header[:width]) if len({row[index] for row in cells}) == len(cells)
    ]


def _column(column: Any) -> TableColumn:
    """Return a column of texts, plain or as a dictionary a chunk.

    Nothing here may call functions of pyarrow's that load `pyarrow.compute`: that takes longer than the rest.
    """
    if not column.num_chunks or not hasattr(column.chunk(0), "dictionary"):
        texts = column.to_pylist()
        places_of = dict.fromkeys(texts, 0)
        if len(places_of) == len(texts):
            return TableColumn(tuple(texts), np.arange(len(texts), dtype=np.int32))
        places_of = dict(zip(places_of, range(len(places_of)), strict=True))
        codes_of_rows = np.fromiter(map(places_of.__getitem__, texts), np.int32, len(texts))
        return TableColumn(tuple(places_of), codes_of_rows)
    places: dict[str, int] = {}
    codes = []
    for chunk in column.chunks:
        chunk_codes = [places.setdefault(text, len(places)) for text in chunk.dictionary.to_pylist()]
        indices, start = chunk.indices, chunk.indices.offset
        plain = np.frombuffer(indices.buffers()[1], dtype=np.int32)[start : start + len(chunk)]
        codes.append(np.array(chunk_codes, dtype=np.int32)[plain])
    return TableColumn(tuple(places), np.concatenate(codes))
