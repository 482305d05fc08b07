"""Lists of labels, as data: codes, titles, glosses and levels, in canonical form or from a table."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from aloi.annotation.fields import Label
from aloi.annotation.tasks.base import InvalidSchema
from aloi.annotation.tasks.operations.typology import RESERVED
from aloi.base.errors import AloiError, quoted
from aloi.base.records import from_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import read_headless, read_table
from aloi.corpora.readers.tables import first_record, look_into
from aloi.corpora.readers.values import settle

MOST_LABELS = 5000
_LONGEST = 80  # characters of a code
_COLUMNS = ("name", "title", "parent", "gloss", "key")
# Other names a table may give a column; `code` is what classifications call the name of a label.
_ALSO = {"code": "name", "label": "name", "libelle": "title", "libellé": "title", "definition": "gloss"}
_RESERVED_KEYS = frozenset(RESERVED + "/")  # keys that mean the same on every page of a task, and the search


class InvalidLabels(InvalidSchema):
    """A list of labels that is refused; the message says what to change."""


def read_labels(raw: Json) -> list[dict[str, Json]]:
    """Return labels {name, title, gloss, parent, key} in canonical form, in the same order.

    A name may be a code such as `A00-B99`; a missing title is the name. `parent` names another label of the
    list, or is empty at the top. `key` is one letter or digit that gives the label, or empty.

    Raises
    ------
    InvalidLabels
        An empty list or one that is too long, a duplicate name or key, a parent that is not in the list, or a
        cycle of parents.
    """
    listed = raw if isinstance(raw, list) else []
    if not 1 <= len(listed) <= MOST_LABELS:
        raise InvalidLabels(
            "aloi.value",
            name=Term("number-of-labels"),
            value=len(listed),
            expected=Term("whole-from", low=1, high=MOST_LABELS),
        )
    labels = [_label(one) for one in listed]
    _check_once([str(one["name"]) for one in labels], "name")
    _check_once([str(one["key"]) for one in labels if one["key"]], "key")
    _check_levels({str(one["name"]): str(one["parent"]) for one in labels})
    return labels


def fields_of(labels: Sequence[Mapping[str, Json]]) -> tuple[Label, ...]:
    """Return canonical labels as a question takes them."""
    return tuple(from_json(Label, one, value=one["name"]) for one in labels)


def tops(labels: Sequence[Label]) -> dict[str, str]:
    """Return the top-level ancestor of each label, by value; for a top-level label, the label itself."""
    above = {one.value: one.parent for one in labels}
    top_of = {}
    for label in labels:
        top = label.value
        while above[top]:
            top = above[top]
        top_of[label.value] = top
    return top_of


def inner(labels: Sequence[Label]) -> frozenset[str]:
    """Return the values of the labels that have labels below them."""
    return frozenset(one.parent for one in labels if one.parent)


def parse_labels(text: str) -> list[Json]:
    """Return the labels of a typed or pasted list, one a line, as `read_labels` takes them.

    The columns are name, title, parent, gloss and key, with tabs between them (or commas, or semicolons). A
    first line that names them may put them in another order; the default is this order.

    Raises
    ------
    InvalidLabels
        A line with more columns than that, or a table without names.
    """
    lines = [one for one in text.lstrip("\ufeff").splitlines() if one.strip()]
    if not lines:
        raise InvalidLabels(
            "aloi.value", name=Term("number-of-labels"), value=0, expected=Term("at-least", least=1)
        )
    # A title may contain commas: they separate columns only without another separator.
    delimiter = next((one for one in "\t;" if any(one in line for line in lines)), "\t")
    if delimiter == "\t" and "," in lines[0] and not any("\t" in line for line in lines):
        delimiter = ","
    rows = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    ]
    named = [_named(cell) for cell in rows[0]]
    columns = tuple(named) if "name" in named and set(named) <= set(_COLUMNS) else _COLUMNS
    for number, row in enumerate(rows, start=1):
        if len(row) > len(columns):
            raise InvalidLabels(
                "aloi.value",
                name=Term("columns-of-line", number=number),
                value=" | ".join(map(quoted, row)),
                expected=Term("most-columns", columns=columns),
            )
    body = rows[1:] if columns == tuple(named) else rows
    return [{**dict(zip(columns, row, strict=False))} for row in body]


def read_label_table(path: Path, columns: Sequence[str] = _COLUMNS) -> list[Json]:
    """Return the labels of a table in a file, one a row, as `read_labels` takes them.

    A first row that names the columns may put them in another order; the default is the order of `columns`.
    All tables can be read, see `aloi.corpora.readers.tables`; a .txt as a .tsv.

    Raises
    ------
    InvalidLabels
        A row with a column of another name, or a table without names.
    AloiError
        A file that cannot be read.
    """
    table = read_table(path) if _has_header(path) else read_headless(path, columns)
    named = {one: _named(one) for one in table.columns}
    wrong = [one for one, name in named.items() if name not in columns]
    if wrong or "name" not in named.values():
        raise InvalidLabels(
            "aloi.value",
            name=Term("columns-of-line", number=1),
            value=" | ".join(map(quoted, named)),
            expected=Term("most-columns", columns=columns),
        )
    settle([table], "labels", [row.text(one) for row in table.rows for one in named if named[one] == "name"],
           missing=False)  # fmt: skip
    return [{name: row.text(one).strip() for one, name in named.items()} for row in table.rows]


def _has_header(path: Path) -> bool:
    """Return whether a table names its columns; one of another kind than .tsv, .csv and .txt must."""
    if path.suffix.lower() not in (".tsv", ".csv", ".txt"):
        return True
    try:
        return any(_named(one) == "name" for one in look_into(path).columns)
    except AloiError:  # without a header a row may hold the same text twice
        return any(_named(one) == "name" for one in first_record(path))


def _named(cell: str) -> str:
    """Return the name that a column goes by."""
    plain = unicodedata.normalize("NFC", cell.strip().lower())
    return _ALSO.get(plain, plain)


def _label(raw: Json) -> dict[str, Json]:
    """Return one label in canonical form, its parent not yet looked for."""
    entry = raw if isinstance(raw, Mapping) else {}
    parts = {name: str(entry.get(name) or "").strip() for name in _COLUMNS}
    name, key = parts["name"], parts["key"]
    if (
        not name
        or len(name) > _LONGEST
        or not name.isprintable()
        or "|" in name
        or set(entry) - set(_COLUMNS)
        or len(key) > 1
        or (key and (not key.isalnum() or key.lower() in _RESERVED_KEYS))
    ):
        shown = ", ".join(f"{quoted(each)}: {quoted(value)}" for each, value in entry.items())
        raise InvalidLabels(
            "aloi.value",
            name=Term("a-label"),
            value=f"{{{shown}}}" if entry else quoted(raw),
            expected=Term("label-in-list", longest=_LONGEST, taken=sorted(_RESERVED_KEYS)),
        )
    return {
        "name": name,
        "title": parts["title"] or name,
        "gloss": parts["gloss"],
        "parent": parts["parent"],
        "key": key.lower(),
    }


def _check_once(values: Sequence[str], kind: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise InvalidLabels("aloi.repeated", name=Term("label-entry", part=kind), value=quoted(value))
        seen.add(value)


def _check_levels(above: Mapping[str, str]) -> None:
    """Refuse a parent that is not in the list, and one that is below its own child."""
    for name, parent in above.items():
        seen = {name}
        while parent:
            if parent not in above:
                raise InvalidLabels(
                    "aloi.value",
                    name=Term("parent-of", name=quoted(name)),
                    value=quoted(parent),
                    expected=Term("parent-in-list", name=quoted(name)),
                )
            if parent in seen:
                raise InvalidLabels(
                    "aloi.value",
                    name=Term("parent-of", name=quoted(name)),
                    value=quoted(parent),
                    expected=Term("parent-in-list", name=quoted(name)),
                )
            seen.add(parent)
            parent = above[parent]
