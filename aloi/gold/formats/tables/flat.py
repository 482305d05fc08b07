"""Rows of any kind as flat lines: a column a field, and lists as JSON in one cell."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_type_hints

from aloi.annotation.rows import ROW_KINDS, LabelledText, Row
from aloi.base.errors import AloiError
from aloi.base.records import OPTIONAL, RecordError, from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.formats.base import parse_json
from aloi.gold.formats.huggingface.card import title_of
from aloi.gold.model import Release
from aloi.gold.releasing.provenance import provenance
from aloi.gold.releasing.release_files import opened
from aloi.gold.releasing.sources import own_columns

Cell: TypeAlias = str | int | float | bool | None
KINDS: Mapping[str, type[Row]] = {kind.__name__: kind for kind in ROW_KINDS}
_TYPES = {name: get_type_hints(kind) for name, kind in KINDS.items()}
_ORIGIN = ("status", "miners", "source_ids", "documents")


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Facts about a release that cells cannot express: its name, the kind of its rows, and all labels."""

    title: str
    checksum: str
    kind: str
    labels: tuple[str, ...] = ()

    @property
    def row_kind(self) -> type[Row]:
        """The kind of the rows, or AloiError for one that there is not."""
        if self.kind not in KINDS:
            raise AloiError(
                "aloi.wrong-kind",
                name=Term("rows-in-files"),
                kind=repr(self.kind[:40]),
                expected=Term("one-of", choices=KINDS),
                todo=Term("export-again"),
            )
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class FlatTable:
    """The lines of a part: columns in order, and the cells of each row."""

    columns: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]


def about(rows: Mapping[str, Sequence[Row]], release: Release) -> TableFacts:
    """Return the facts about the rows of a release, which are of one kind."""
    first = next(one for found in rows.values() for one in found)
    labels = first.all_labels if isinstance(first, LabelledText) else ()
    return TableFacts(title_of(release), release.checksum, type(first).__name__, labels)


def flat_tables(rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, FlatTable]:
    """Return the table of each part, rows by id.

    The fields of a row come first; then how its gold was made, its ids, documents and other columns in
    its source.
    """
    provenance_by_item, sources = provenance(release.manifest, with_answers=False), opened(release).sources
    kind = type(next(one for part_rows in rows.values() for one in part_rows))
    used = (
        name
        for name in _optional_fields(kind)
        if any(getattr(row, name) for part_rows in rows.values() for row in part_rows)
    )
    row_columns = (*_fields(kind), *used)
    fixed = (*row_columns, *_ORIGIN)
    names = dict.fromkeys(name for one in sources.values() for name in one.columns)
    source_columns = dict(
        zip(names, own_columns((f"source_{one}" for one in names), fixed).values(), strict=True)
    )
    tables = {}
    for part, part_rows in rows.items():
        lines = []
        for row in sorted(part_rows, key=lambda one: one.id):
            origin, source = provenance_by_item.get(row.id), sources.get(row.id)
            lines.append(
                (
                    *_cells(row, row_columns),
                    origin.status if origin else "",
                    _listed(origin.miners if origin else ()),
                    _listed(source.ids if source else ()),
                    _listed(source.documents if source else ()),
                    *(source.columns.get(name, "") if source else "" for name in source_columns),
                )
            )
        tables[part] = FlatTable((*fixed, *source_columns.values()), tuple(lines))
    return tables


def row_of(facts: TableFacts, cells: Mapping[str, Any], where: str) -> Row:
    """Return the row of a line, by the names of its columns.

    Raises
    ------
    AloiError
        A column is missing, or a cell does not fit its field; the cell is not quoted.
    """
    kind = facts.row_kind
    required = _fields(kind)
    missing = [name for name in required if name not in cells]
    if missing:
        raise AloiError(
            "aloi.missing",
            name=where,
            missing=Term("objects-with-some"),
            expected=Term("objects-with", columns=required),
            todo=Term("correct-or-export"),
        )
    present = [*required, *(name for name in _optional_fields(kind) if cells.get(name))]
    values = {name: _value(kind, name, cells[name], where) for name in present}
    if kind is LabelledText:
        values["known"] = [*facts.labels]
    try:
        return from_json(kind, values)
    except RecordError as error:
        raise AloiError(
            "aloi.unreadable",
            path=where,
            format=Term("format-row"),
            error=error,
            todo=Term("correct-or-export"),
        ) from error


def _fields(kind: type[Row]) -> tuple[str, ...]:
    optional = _optional_fields(kind)
    return tuple(name for name in _TYPES[kind.__name__] if name != "all_labels" and name not in optional)


def _optional_fields(kind: type[Row]) -> tuple[str, ...]:
    """Return the fields that have a column only if a row has another value than the default."""
    return tuple(each.name for each in fields(kind) if OPTIONAL in each.metadata)


def _cells(row: Row, columns: Sequence[str]) -> tuple[Cell, ...]:
    written = to_json(row)
    return tuple(_cell(written[name]) if name in written else "" for name in columns)


def _cell(value: Json) -> Cell:
    if not isinstance(value, list | dict):
        return value
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return _listed(value)
    return json.dumps(value, ensure_ascii=False)


def _listed(texts: Sequence[Json]) -> str:
    """Return a list of texts as people read it: a single one unchanged, unless that looks like a list."""
    only = str(texts[0]) if len(texts) == 1 else ""
    return only if only and not only.startswith("[") else json.dumps([*texts], ensure_ascii=False)


def _value(kind: type[Row], name: str, cell: Any, where: str) -> Json:
    """Return what a cell says of a field; numbers may come as texts, and texts as numbers."""
    annotation = _TYPES[kind.__name__][name]
    if annotation is str:
        is_integer = isinstance(cell, float) and cell.is_integer()
        return str(int(cell) if is_integer and isinstance(cell, float) else "" if cell is None else cell)
    if annotation is bool and isinstance(cell, str):
        return {"true": True, "false": False}.get(cell.strip().lower(), cell)
    if not isinstance(cell, str):
        return int(cell) if annotation is int and isinstance(cell, float) and cell.is_integer() else cell
    if annotation not in (int, float) and cell and not cell.startswith("["):
        return [cell]
    try:
        value: Json = parse_json(cell)
    except json.JSONDecodeError as error:
        raise AloiError(
            "aloi.not-json", path=Term("cell-in", column=name, place=where), error=error.msg
        ) from error
    return value
