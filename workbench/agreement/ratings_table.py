"""A file of ratings, wide or long, brought into one shape, and its cells read as the level needs them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agreement.ratings import NUMERIC_LEVELS
from aloi.errors import AloiError
from corpora.readers import Row, SourceTable

_MISSING = ("", "NA")
# Columns of a wide table that show the unit to a reader; no annotator is called so.
_TEXT_COLUMNS = ("left", "right", "sentence1", "sentence2", "text_1", "text_2", "text")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
# Where labels are allowed too, `01` is a label: it must not become the same category as `1`.
_PADDED = re.compile(r"[+-]?0\d")
_COMMA = re.compile(r"[+-]?\d+,\d+")
_SET_MARK = ";"


@dataclass(frozen=True, slots=True)
class RawTable:
    """Ratings as they stand in a file: U units by A annotators, None where there is none.

    `beside` maps each further column asked for to {unit: its value}.
    """

    units: tuple[str, ...]
    annotators: tuple[str, ...]
    cells: tuple[tuple[object, ...], ...]
    beside: Mapping[str, Mapping[str, str]]
    left_out: tuple[str, ...]


def raw_table(
    path: Path | SourceTable,
    table: SourceTable,
    *,
    unit: str | None,
    long: tuple[str, str] | None,
    columns: Sequence[str],
    beside: Sequence[str],
    by: str | None = None,
) -> RawTable:
    """Return the ratings of a long table (`long` names its annotator and value columns), or of a wide one.

    `unit` names the column of the unit; the first one that is not `beside` unless told. `by`, one of
    `beside`, names the part a unit belongs to: the same unit in two parts is two units, `unit (part)`.

    Raises
    ------
    AloiError
        A column that is not there, an empty or repeated unit, one annotator only.
    """
    table.require(*([unit] if unit else []), *(long or ()), *columns, *beside)
    of_unit = unit or next((name for name in table.columns if name not in beside), table.columns[0])
    names = [_unit_name(table, row, of_unit, by) for row in table.rows]
    if long is None:
        found = _wide(table, of_unit, names, columns, beside)
    else:
        found = _long(table, names, *long, beside)
    if len(found.annotators) < 2:
        raise AloiError(
            "workbench.holds-ratings-annotator",
            name=path.name,
            annotators=len(found.annotators),
            has_annotators=bool(found.annotators),
            annotator=found.annotators[0] if found.annotators else "",
        )
    return found


def parse_ratings(
    path: Path | SourceTable, raw: RawTable, level: str, categories: Sequence[str], *, as_sets: bool
) -> list[list[object]]:
    """Return the cells as sets, numbers or labels.

    Numbers at the interval and ratio levels, and wherever every cell is a number; labels otherwise, which
    at the ordinal level need their order declared. Sets are written `a; b`.
    """
    if as_sets:
        return [[_as_set(cell) for cell in row] for row in raw.cells]
    texts = [str(cell) for row in raw.cells for cell in row if cell is not None]
    if level in NUMERIC_LEVELS or all(_is_number(text) and not _PADDED.match(text) for text in texts):
        return _numbers(path, raw, level)
    comma = next((text for text in texts if _COMMA.fullmatch(text)), None)
    rest = [text for text in texts if not _is_number(text) and not _COMMA.fullmatch(text)]
    if comma is not None and not rest:
        raise _decimal_comma(path.name, comma)
    if level == "ordinal" and not categories:
        raise AloiError("workbench.rating-no-number-labels-no", name=path.name, rest=repr((rest or texts)[0]))
    return [[None if cell is None else str(cell) for cell in row] for row in raw.cells]


def parse_categories(
    categories: Sequence[str], values: Sequence[Sequence[object]], *, as_sets: bool
) -> list[object] | None:
    """Return the declared categories as the cells were read, None when none are declared."""
    if not categories or as_sets:
        return None
    numeric = all(isinstance(value, (int, float)) for row in values for value in row if value is not None)
    if not numeric:
        return list(categories)
    wrong = next((name for name in categories if not _is_number(name)), None)
    if wrong is not None:
        raise AloiError("workbench.category-not-number-ratings", wrong=repr(wrong))
    return [_number(name) for name in categories]


def _wide(
    table: SourceTable, unit: str, names: Sequence[str], columns: Sequence[str], beside: Sequence[str]
) -> RawTable:
    others = [name for name in table.columns if name != unit and name not in beside]
    left_out = () if columns else tuple(name for name in others if name in _TEXT_COLUMNS)
    chosen = tuple(columns) or tuple(name for name in others if name not in left_out)
    units: dict[str, int] = {}
    for name, row in zip(names, table.rows, strict=True):
        if name in units:
            raise AloiError(
                "workbench.unit-already-stands-line",
                where=table.where(row),
                name=repr(name),
                unit=units[name],
            )
        units[name] = row.number
    cells = tuple(tuple(_cell(table, row, name) for name in chosen) for row in table.rows)
    return RawTable(tuple(units), chosen, cells, _beside(table, names, beside), left_out)


def _long(
    table: SourceTable, names: Sequence[str], annotator: str, value: str, beside: Sequence[str]
) -> RawTable:
    units: dict[str, None] = {}
    people: dict[str, None] = {}
    given: dict[tuple[str, str], tuple[int, object]] = {}
    for name, row in zip(names, table.rows, strict=True):
        key = name, _name(table, row, annotator)
        if key in given:
            raise AloiError(
                "workbench.rates-as-line",
                where=table.where(row),
                key=repr(key[1]),
                key_key=repr(key[0]),
                value=given[key][0],
            )
        given[key] = row.number, _cell(table, row, value)
        units.setdefault(key[0])
        people.setdefault(key[1])
    cells = tuple(tuple(given.get((one, who), (0, None))[1] for who in people) for one in units)
    return RawTable(tuple(units), tuple(people), cells, _beside(table, names, beside), ())


def _beside(table: SourceTable, units: Sequence[str], columns: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return, for each further column, its value for each unit; it must be the same in all of its rows."""
    found: dict[str, dict[str, str]] = {name: {} for name in columns}
    for key, row in zip(units, table.rows, strict=True):
        for name in columns:
            value = row.text(name)
            if found[name].setdefault(key, value) != value:
                raise AloiError(
                    "workbench.unit-before",
                    where=table.where(row),
                    key=repr(key),
                    value=repr(value),
                    name=name,
                    value_value=repr(found[name][key]),
                )
    return found


def _unit_name(table: SourceTable, row: Row, unit: str, by: str | None) -> str:
    name = _name(table, row, unit)
    return name if by is None else f"{name} ({row.text(by)})"


def _name(table: SourceTable, row: Row, column: str) -> str:
    name = row.text(column).strip()
    if not name:
        raise AloiError("workbench.ratings-table-column-empty", where=table.where(row), column=repr(column))
    return name


def _cell(table: SourceTable, row: Row, column: str) -> object:
    """Return a cell, trimmed; None where it is empty or NA."""
    value = row.values.get(column)
    if isinstance(value, float) and not math.isfinite(value):  # else it would be a label at the nominal level
        raise AloiError(
            "workbench.ratings-table-column-holds", where=table.where(row), column=repr(column), value=value
        )
    if isinstance(value, str):
        value = value.strip()
    return None if value is None or value in _MISSING else value


def _numbers(path: Path | SourceTable, raw: RawTable, level: str) -> list[list[object]]:
    """Return the cells as numbers, or raise AloiError for the first that is none."""
    values: list[list[object]] = []
    for unit, row in zip(raw.units, raw.cells, strict=True):
        for name, cell in zip(raw.annotators, row, strict=True):
            if cell is None or _is_number(str(cell)):
                continue
            if _COMMA.fullmatch(str(cell)):
                raise _decimal_comma(f"{path.name}, {unit}, {name}", str(cell))
            raise AloiError(
                "workbench.gave-unit",
                name=path.name,
                name_2=name,
                cell=repr(str(cell)),
                unit=repr(unit),
                level=level,
            )
        values.append([None if cell is None else _number(str(cell)) for cell in row])
    return values


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and math.isfinite(float(text))


def _number(text: str) -> int | float:
    """Return a whole number as int, so that 3 and 3.0 are one category that reads `3`."""
    value = float(text)
    return int(value) if value.is_integer() else value


def _as_set(cell: object) -> frozenset[str] | None:
    if cell is None:
        return None
    parts = map(str, cell) if isinstance(cell, (list, tuple)) else str(cell).split(_SET_MARK)
    return frozenset(part.strip() for part in parts if part.strip())


def _decimal_comma(where: str, text: str) -> AloiError:
    return AloiError(
        "workbench.written-decimal-comma", where=where, text=repr(text), text_2=text.replace(",", ".")
    )
