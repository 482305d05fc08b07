"""Tables of text with a separator: .tsv and .csv, as spreadsheets and programs write them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.readers import base
from aloi.corpora.readers.cells import marked_header, without_apostrophe
from aloi.corpora.readers.encodings import encoding_of, ends_lines_with_cr, lines
from aloi.corpora.readers.header import header_row
from aloi.corpora.readers.read_as import ReadAs

_HEAD_LINES = 60
_HEAD_CHARACTERS = 1_000_000
_SEPARATORS = (",", ";", "\t")
_SEPARATOR_LINE = "sep="  # the first line, which names the separator for Excel


@dataclass(frozen=True, slots=True)
class Delimited:
    """How a file of text is cut into cells.

    `first` is the number of lines before the header, or before the `sep=` line of Excel. `with_cr` says that
    a carriage return alone ends its lines. `escaped` says that Aloi wrote it, with an apostrophe before cells
    that begin like formulas; it is not part of their texts.
    """

    encoding: str
    separator: str
    first: int
    title_rows: int
    with_cr: bool = False
    escaped: bool = False

    def read_as(self, path: Path) -> ReadAs:
        """Return what the file was taken for."""
        usual = "\t" if path.suffix.lower() == ".tsv" else ","
        encoding = "utf-16" if self.encoding.startswith("utf-16") else self.encoding
        return ReadAs(
            encoding,
            self.separator,
            title_rows=self.title_rows,
            plain=encoding == "utf-8"
            and self.separator == usual
            and not self.title_rows
            and not self.with_cr,
            line_ends="cr" if self.with_cr else None,
            escaped=self.escaped,
        )


def look_at(path: Path, *, header: bool = True) -> Delimited:
    """Return how a .tsv or .csv is cut, by its first lines; without a header, no line is above the rows.

    Raises
    ------
    AloiError
        A line that is in no encoding that is known, or over the limit.
    """
    encoding = encoding_of(path)
    with path.open("rb") as stream:
        with_cr = ends_lines_with_cr(stream, encoding)
        head = _head(lines(stream, path, encoding))
    first_line = head[0].strip().strip('"') if head else ""
    if first_line.lower().startswith(_SEPARATOR_LINE) and first_line[len(_SEPARATOR_LINE) :] in (
        *_SEPARATORS,
        "",
    ):
        return Delimited(encoding, first_line[len(_SEPARATOR_LINE) :] or "\t", 1, 0, with_cr)
    if header:
        marked = next((mark for mark in _SEPARATORS if _is_marked(path, encoding, head, mark)), None)
        if marked is not None:
            return Delimited(encoding, marked, 0, 0, escaped=True)
    separator = _separator(head, path.suffix.lower() == ".tsv")
    if not header:
        return Delimited(encoding, separator, 0, 0, with_cr)
    records = _parsed(head, separator)
    title = header_row(records)
    skipped = sum(1 for record in records[:title] if any(cell.strip() for cell in record))
    first = _lines_before(head, separator, title) if skipped else 0
    return Delimited(encoding, separator, first, skipped, with_cr)


def records(path: Path, cut: Delimited) -> Iterator[tuple[int, list[str]]]:
    """Yield the header and the rows with their line numbers, without blank lines."""
    # The module's own limit of 131,072 characters a field is global and shorter than many texts.
    csv.field_size_limit(base.MAX_TEXT)
    with path.open("rb") as stream:
        text = lines(stream, path, cut.encoding)
        for _ in islice(text, cut.first):
            pass
        parsed = csv.reader(text, delimiter=cut.separator, strict=True)
        try:
            for values in parsed:
                if not values:
                    continue
                if cut.escaped:
                    values = [*map(without_apostrophe, values)]
                yield cut.first + parsed.line_num, values
        except csv.Error as error:
            why = str(error).replace("\t", "\\t")
            line = cut.first + parsed.line_num
            raise AloiError("corpora.csv-broken", path=path, line=line, error=why) from None


def _is_marked(path: Path, encoding: str, head: Sequence[str], separator: str) -> bool:
    """Return whether a file has the header of `marked_header`, and a first row that ends as others do."""
    if encoding != "utf-8":
        return False
    parsed = csv.reader(head, delimiter=separator, strict=True)
    try:
        names = next(parsed, [])
        length = parsed.line_num
        if not names or "".join(head[:length]) != marked_header(names, separator):
            return False
        return not _row_ends_with_crlf(path, encoding, length, separator)
    except csv.Error:
        return False


def _row_ends_with_crlf(path: Path, encoding: str, first: int, separator: str) -> bool:
    """Return whether the first row after some lines ends with a carriage return and a line feed."""
    last = ""

    def followed(text: Iterator[str]) -> Iterator[str]:
        nonlocal last
        for line in text:
            last = line
            yield line

    csv.field_size_limit(base.MAX_TEXT)
    with path.open("rb") as stream:
        text = lines(stream, path, encoding)
        next(csv.reader(followed(islice(text, first, None)), delimiter=separator, strict=True), None)
    return last.endswith("\r\n")


def _head(text: Iterator[str]) -> list[str]:
    """Return the first lines: enough to see how a table is written, never a whole file."""
    lines: list[str] = []
    size = 0
    for line in islice(text, _HEAD_LINES):
        lines.append(line)
        size += len(line)
        if size > _HEAD_CHARACTERS:
            break
    return lines


def _parsed(head: Sequence[str], separator: str) -> list[list[str]]:
    """Return the records of the first lines; quotes that stay open swallow the rest and do no harm."""
    csv.field_size_limit(base.MAX_TEXT)
    try:
        return list(csv.reader(head, delimiter=separator))
    except csv.Error:
        return []


def _separator(head: Sequence[str], tabs: bool) -> str:
    """Return the separator by which every row has as many cells as the header, else the usual one."""
    if tabs and any("\t" in line for line in head):
        return "\t"
    fitting = {one: width for one in _SEPARATORS if (width := _width(_parsed(head, one)))}
    first = head[0] if head else ""
    # A French spreadsheet writes `;` in a .csv, the comma being its decimal mark.
    usual = "\t" if tabs else ";" if ";" in first and "," not in first else ","
    if usual in fitting or not fitting:
        return usual
    return max(fitting, key=lambda one: (fitting[one], -_SEPARATORS.index(one)))


def _width(records: Sequence[Sequence[str]]) -> int:
    """Return the number of cells of the header if every row fits it; 0 if one does not, or for one."""
    index = header_row(records)
    if index >= len(records):
        return 0
    width = len(records[index])
    body = [row for row in records[index + 1 :] if any(cell.strip() for cell in row)]
    if len(records) > 2 and body:
        body = body[:-1] or body  # the last one may be cut at the end of the head
    named = len([cell for cell in records[index] if cell.strip()])
    fits = all(named <= len(row) and not any(cell.strip() for cell in row[width:]) for row in body)
    return width if width > 1 and fits else 0


def _lines_before(head: Sequence[str], separator: str, record: int) -> int:
    """Return the number of lines before a record of the head."""
    parsed = csv.reader(chain(head), delimiter=separator)
    for _ in islice(parsed, record):
        pass
    return parsed.line_num
