"""Tables, JSON and XML of published corpora, as the records of a loader need them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.base import parse_json


def tab_rows(text: str, where: str, *columns: str, quoted: bool = False) -> Iterator[dict[str, str]]:
    """Yield the rows of a table between tabs, by column.

    Raises
    ------
    AloiError
        A missing column, or a row that is shorter or longer than the header.
    """
    lines = text.split("\n") if not quoted else text.splitlines(keepends=True)
    rows = csv.reader(
        (line.rstrip("\r") for line in lines),
        delimiter="\t",
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
    )
    head = next(rows, [])
    missing = [column for column in columns if column not in head]
    if missing:
        raise AloiError("aloi.no-column", table=where, missing=missing, columns=head, expected=list(columns))
    for row in rows:
        if not row:
            continue
        if len(row) != len(head):
            number = f"{where}, line {rows.line_num}"
            raise AloiError(
                "aloi.value", name=Term("number-of-fields"), value=len(row), expected=len(head)
            ).at(number)
        yield dict(zip(head, row, strict=True))


def json_of(text: str, where: str) -> Any:
    """Return a JSON document, `NaN` included, or raise AloiError."""
    try:
        return parse_json(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise AloiError("aloi.not-json", path=where, error=error) from error


def json_records(text: str, where: str) -> list[dict[str, Any]]:
    """Return the objects of a JSON list, or raise AloiError."""
    document = json_of(text, where)
    if not isinstance(document, list) or not all(isinstance(each, dict) for each in document):
        raise AloiError(
            "aloi.not-json", path=where, error=Term("not-objects"), expected=Term("list-of-objects")
        )
    return document


def xml_of(text: str, where: str) -> ElementTree.Element:
    """Return the root of an XML document, or raise AloiError; documents that declare entities are refused."""
    try:
        if "<!ENTITY" in text:
            raise ElementTree.ParseError("it declares an entity")
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise AloiError("aloi.unreadable", path=where, format="XML", error=error) from error


def words_in(element: ElementTree.Element | None) -> str:
    """Return the text of an element without white space at its ends; empty without an element."""
    return "" if element is None else "".join(element.itertext()).strip()
