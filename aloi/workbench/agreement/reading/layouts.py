"""The layouts of a table of ratings: wide, long, or counts of each category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers.columns import ColumnTable, TableColumn
from aloi.corpora.readers.words import Twins, find_twins, is_number, missing_words
from aloi.workbench.agreement.reading.derived_columns import (
    Dropped,
    rows_of_totals,
    without_computed,
    without_derived,
)
from aloi.workbench.agreement.reading.grid import MISSING, Grid

LAYOUTS = ("wide", "long", "counts")
# Columns that show the unit to a reader, or say where it comes from; no annotator is called so.
_TEXT_COLUMNS = frozenset(
    [
        "left",
        "right",
        "sentence1",
        "sentence2",
        "text_1",
        "text_2",
        "text",
        "texte",
        "sentence",
        "phrase",
        "comment",
        "comments",
        "commentaire",
        "commentaires",
        "remark",
        "remarks",
        "remarque",
        "remarques",
        "document",
        "document_id",
        "url",
        "source",
    ]
)
_UNITS = frozenset(["unit", "item", "item_id", "unit_id", "id", "pair_id", "unité", "identifiant"])
ANNOTATORS = frozenset(
    [
        "annotator",
        "annotateur",
        "annotatrice",
        "rater",
        "coder",
        "codeur",
        "worker",
        "worker_id",
        "annotator_id",
        "judge",
        "juge",
    ]
)
_VALUES = frozenset(
    [
        "value",
        "rating",
        "score",
        "label",
        "note",
        "étiquette",
        "étiquettes",
        "valeur",
        "réponse",
        "answer",
        "code",
    ]
)
_LEAST_COUNTS = 4  # rows of counts that add up to the same
_LEAST_COUNTS_OF_TWO = 6


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """Options that describe a table: `long` names its annotator and value columns, `machine` machines."""

    layout: str | None = None
    unit: str | None = None
    long: tuple[str, str] | None = None
    columns: tuple[str, ...] = ()
    further_columns: tuple[str, ...] = ()
    by: str | None = None
    missing: tuple[str, ...] = ()
    normalise: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    separator: str | None = None
    machine: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RawRatings:
    """Ratings as read from a table: a grid of U units by A annotators, or by C categories for counts.

    `further` maps each further column to its value for each unit, shape (U,). `left_out` names columns of
    texts, `suspected` columns that may be computed from the others and count as annotators.
    """

    layout: str
    units: tuple[str, ...]
    grid: Grid
    further: Mapping[str, tuple[str, ...]]
    left_out: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    suspected: tuple[Dropped, ...] = ()
    twins: tuple[Twins, ...] = field(default=())


def raw_ratings(table: ColumnTable, options: LayoutOptions) -> RawRatings:
    """Return the ratings of a table in one shape.

    The layout is the requested one, or else detected. It is long if columns are named like annotator and
    value columns and units repeat. It is counts if the numbers of all rows have the same sum, otherwise wide.
    `by`, one of `further_columns`, names the part of a unit: the same unit in two parts is two units, `unit
    (part)`.

    Raises
    ------
    AloiError
        A missing column, an empty or repeated unit, or a column that may be no annotator.
    """
    table.require(
        *([options.unit] if options.unit else []),
        *(options.long or ()),
        *options.columns,
        *options.further_columns,
    )
    unit = options.unit or _unit_column(table, options)
    long = options.long or (
        None if options.layout in ("wide", "counts") else _long_columns(table, unit, options)
    )
    if options.layout == "long" and long is None:
        raise AloiError(
            "aloi.no-column",
            table=table.path.name,
            missing=Term("of-annotators-or-ratings"),
            columns=map(quoted, table.columns),
            expected=Term("column-of-the-annotator"),
            todo=Term("name-them"),
        )
    if long is not None:
        return _long(table, unit, long, options)
    return _wide(table, unit, options)


def usual_level(columns: Sequence[str], rows: Sequence[Sequence[str]], layout: str | None = None) -> str:
    """Return the level that the first rows of a table suggest: nominal if ratings are words, else ordinal.

    Parameters
    ----------
    columns, rows : sequences
        The column names, and the cells of the first rows as texts.
    layout : str or None
        One of `LAYOUTS`; None to detect it from the table.
    """
    names = [name.casefold() for name in columns]
    valued = [place for place, name in enumerate(names) if name in _VALUES]
    is_long = layout == "long" or (layout is None and bool(ANNOTATORS & {*names}) and bool(valued))
    rated = [place for place, name in enumerate(names) if place and name not in _TEXT_COLUMNS]
    chosen = valued if is_long and valued else rated
    cells = [[row[place].strip() for place in chosen] for row in rows]
    words = {cell for row in cells for cell in row if cell}
    numbers = words.difference(missing_words(words, (), ()))
    if not all(is_number(word.replace(",", ".", 1)) for word in numbers):
        return "nominal"
    all_integers = bool(rows) and all(cell.isdigit() for row in cells for cell in row)
    sums = {sum(map(int, row)) for row in cells} if all_integers else set()
    counted = layout is None and not is_long and len(chosen) > 1 and len(sums) == 1 and "0" in numbers
    if layout == "counts" or counted:
        return "ordinal" if all(is_number(columns[place]) for place in chosen) else "nominal"
    return "ordinal"


def _unit_column(table: ColumnTable, options: LayoutOptions) -> str:
    """Return the first column that is not one of the further columns.

    One that is named as units are comes before one without a name, and in a long table before any other.
    """
    names = [name for name in table.columns if name not in options.further_columns]
    if not names:
        return next(iter(table.columns))
    named = next((name for name in names if name.casefold() in _UNITS), None)
    others = {name.casefold() for name in names}
    is_long = bool(others & ANNOTATORS) and bool(others & _VALUES)
    return named if (names[0] == "" or is_long) and named is not None else names[0]


def _long_columns(table: ColumnTable, unit: str, options: LayoutOptions) -> tuple[str, str] | None:
    """Return the columns of annotator and value where the names of columns say so."""
    if options.columns:
        return None
    others = [name for name in table.columns if name not in (unit, *options.further_columns)]
    people = [name for name in others if name.casefold() in ANNOTATORS]
    values = [name for name in others if name.casefold() in _VALUES]
    column = table.columns[unit]
    repeated = len(column.values) < len(column.codes)
    if len(people) != 1 or not values or not (repeated or options.layout == "long"):
        return None
    if len(values) > 1:
        raise AloiError(
            "aloi.value",
            name=Term("the-possible-columns"),
            value=", ".join([*map(repr, values)]),
            expected=Term("column-of-ratings"),
            todo=Term("name-its-columns"),
        ).at(table.path.name)
    return people[0], values[0]


def _wide(table: ColumnTable, unit: str, options: LayoutOptions) -> RawRatings:
    if not options.columns:
        _check_no_annotators(table, options)
    others = [name for name in table.columns if name != unit and name not in options.further_columns]
    left_out = [] if options.columns else [name for name in others if name.casefold() in _TEXT_COLUMNS]
    if unit != next(iter(table.columns)) and not options.columns:
        left_out += [name for name in others if name == ""]  # the numbers of rows that programs write
    machines = [name for name in options.machine if name in table.columns and name != unit]
    chosen = options.columns or tuple(name for name in others if name not in (*left_out, *machines))
    chosen = (*(name for name in chosen if name not in machines), *machines)
    names = _texts(table, unit)
    totals = rows_of_totals(names)
    dropped = [Dropped(f"row {names[row]!r}", "a row of totals") for row in totals]
    if totals:
        table = table.take(np.setdiff1d(np.arange(len(table.numbers)), totals))
        names = _texts(table, unit)
    units = _units(table, unit, options.by, names)
    grid = Grid.of(table, chosen)
    repeated: list[Twins] = []
    # The values of a read column are distinct.
    if units is not table.columns[unit].values and len(set(units)) < len(units):
        units, grid, table, repeated = _joined_rows(table, units, grid, options.further_columns)
    further = {name: tuple(_raw_texts(table, name)) for name in options.further_columns}
    suspected: list[Dropped] = []
    if not options.columns and options.layout != "counts":
        # A machine may be called like a model, or agree with the majority: its column is not checked.
        people = grid.columns([name for name in grid.names if name not in machines])
        people, computed, suspected = without_computed(people, table.path.name)
        grid = grid.columns([*people.names, *machines])
        dropped += computed
    counts = options.layout == "counts" or (
        options.layout is None and not options.columns and options.by is None and are_counts(grid)
    )
    twins = [] if counts else find_twins("annotators", dict.fromkeys(grid.names, len(units)), ())[0]
    return RawRatings(
        "counts" if counts else "wide",
        units,
        grid,
        further,
        tuple(left_out),
        tuple(dropped),
        () if counts else tuple(suspected),
        (*repeated, *twins),
    )


def _check_no_annotators(table: ColumnTable, options: LayoutOptions) -> None:
    """Raise AloiError for a column named as that of annotators: rows may be people, or single ratings."""
    names = [name for name in table.columns if name not in options.further_columns]
    column = next((name for name in names if name.casefold() in ANNOTATORS), None)
    if column is not None:
        raise AloiError("workbench.column-of-annotators", name=table.path.name, column=repr(column))


def _long(table: ColumnTable, unit: str, long: tuple[str, str], options: LayoutOptions) -> RawRatings:
    names = _units(table, unit, options.by, _texts(table, unit))
    twins: list[Twins] = []
    rows = TableColumn.of(names)
    people = _named(table, long[0])
    units, unit_of, name_twins = _distinct("units", rows.texts(), rows.codes, options)
    twins += name_twins
    annotators, annotator_of, name_twins = _distinct("annotators", people.texts(), people.codes, options)
    twins += name_twins
    _check_rated_once(table, units, annotators, unit_of, annotator_of)
    cells = Grid.of(table, (long[1],))
    codes = np.full((len(units), len(annotators)), MISSING, dtype=np.int32)
    codes[unit_of, annotator_of] = cells.codes[:, 0]
    further = {name: _values_of_units(table, name, units, unit_of) for name in options.further_columns}
    grid = Grid(annotators, cells.values, codes, cells.spaced)
    grid, dropped, suspected = without_derived(grid, table.path.name)
    return RawRatings(
        "long",
        units,
        grid,
        further,
        dropped=tuple(dropped),
        suspected=tuple(suspected),
        twins=tuple(twins),
    )


def _distinct(
    of: str, texts: Sequence[str], codes: NDArray[np.int32], options: LayoutOptions
) -> tuple[tuple[str, ...], NDArray[np.int32], list[Twins]]:
    """Return the distinct names in order of appearance, the index of each row among them, and duplicates."""
    counts = dict.fromkeys(texts, 0)
    for text, count in zip(texts, np.bincount(codes, minlength=len(texts)).tolist(), strict=True):
        counts[text] += count
    twins, becomes = find_twins(of, counts, options.normalise)
    places: dict[str, int] = {}
    moved = np.array([places.setdefault(becomes.get(text, text), len(places)) for text in texts], np.int32)
    return tuple(places), moved[codes], twins


def are_counts(grid: Grid) -> bool:
    """Return whether the numbers of each row have the same sum: how many annotators chose each category.

    At least one number must be zero, and the sum must be two or more. Otherwise ratings on a scale from 1, or
    the marks of a single annotator, could be mistaken for counts.
    """
    rows, columns = grid.codes.shape
    if columns < 2 or rows < (_LEAST_COUNTS_OF_TWO if columns == 2 else _LEAST_COUNTS):
        return False
    head = grid.head(1000)
    return _add_up(head, head.numbers()) and (rows <= 1000 or _add_up(grid, grid.numbers()))


def _add_up(grid: Grid, numbers: NDArray[np.float64]) -> bool:
    if (np.isnan(numbers) & (grid.codes >= 0)).any():
        return False
    counted = np.nan_to_num(numbers)
    integers = bool((counted >= 0).all() and (counted == np.floor(counted)).all())
    sums = counted.sum(axis=1)
    differ = bool((counted != counted[0]).any())
    return (
        integers and differ and bool((counted == 0).any()) and sums[0] >= 2 and bool((sums == sums[0]).all())
    )


def _texts(table: ColumnTable, column: str) -> tuple[str, ...]:
    its = table.columns[column]
    texts = its.texts()
    return texts if its.all_different else tuple(texts[code] for code in its.codes.tolist())


def _named(table: ColumnTable, column: str) -> TableColumn:
    """Return a column of names, or raise AloiError for an empty one."""
    its = table.columns[column]
    texts = its.texts()
    for code in [place for place, text in enumerate(texts) if not text] if "" in texts else ():
        if (its.codes == code).any():
            row = int(np.argmax(its.codes == code))
            raise AloiError(
                "aloi.cell",
                column=repr(column),
                value=Term("no-text"),
                expected=Term("a-name"),
                todo=Term("fill-it-in"),
            ).at(table.where(row))
    return its


def _units(table: ColumnTable, unit: str, by: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if "" in names:
        _named(table, unit)  # says where
    if by is None:
        return names
    parts = _raw_texts(table, by)
    return tuple(f"{name} ({part})" for name, part in zip(names, parts, strict=True))


def _raw_texts(table: ColumnTable, column: str) -> list[str]:
    its = table.columns[column]
    texts = ["" if value is None else str(value) for value in its.values]
    return [texts[code] for code in its.codes.tolist()]


def _joined_rows(
    table: ColumnTable, units: Sequence[str], grid: Grid, further: Sequence[str]
) -> tuple[tuple[str, ...], Grid, ColumnTable, list[Twins]]:
    """Return units, grid and table with the rows of a unit joined where no two of its ratings differ.

    Raises
    ------
    AloiError
        Two rows of a unit have different ratings of an annotator.
    """
    rows_of: dict[str, list[int]] = {}
    for row, name in enumerate(units):
        rows_of.setdefault(name, []).append(row)
    repeated = {name: rows for name, rows in rows_of.items() if len(rows) > 1}
    codes = grid.codes.copy()
    for name, (first, *others) in repeated.items():
        for row in others:
            differ = (codes[row] != codes[first]) & (codes[row] != MISSING) & (codes[first] != MISSING)
            if differ.any():
                raise AloiError(
                    "workbench.unit-already-stands-line",
                    where=table.where(row),
                    name=quoted(name),
                    unit=table.numbers[first],
                    count=len(repeated),
                )
            codes[first] = np.maximum(codes[first], codes[row])  # the one that is not missing
    distinct = tuple(rows_of)
    places = {name: place for place, name in enumerate(distinct)}
    unit_of = np.array([places[name] for name in units], dtype=np.int32)
    for column in further:
        _values_of_units(table, column, distinct, unit_of)
    firsts = np.array([rows[0] for rows in rows_of.values()], dtype=np.intp)
    counts = tuple(map(len, repeated.values()))
    twins = [Twins("units", tuple(repeated), (), True, counts)]
    return distinct, replace(grid, codes=codes[firsts]), table.take(firsts), twins


def _check_rated_once(
    table: ColumnTable,
    units: Sequence[str],
    annotators: Sequence[str],
    unit_of: NDArray[np.int32],
    annotator_of: NDArray[np.int32],
) -> None:
    keys = unit_of.astype(np.int64) * len(annotators) + annotator_of
    _, first = np.unique(keys, return_index=True)
    if len(first) == len(keys):
        return
    again = np.ones(len(keys), dtype=np.bool_)
    again[first] = False
    row = int(np.argmax(again))
    raise AloiError(
        "workbench.rates-as-line",
        count=int(again.sum()),
        where=table.where(row),
        key=repr(annotators[annotator_of[row]]),
        key_key=quoted(units[unit_of[row]]),
        value=table.numbers[int(np.argmax(keys == keys[row]))],
    )


def _values_of_units(
    table: ColumnTable, name: str, units: Sequence[str], unit_of: NDArray[np.int32]
) -> tuple[str, ...]:
    """Return the value of a further column for each unit; it must be the same in all of its rows."""
    values: list[Any] = [None] * len(units)
    for row, (unit, value) in enumerate(zip(unit_of.tolist(), _raw_texts(table, name), strict=True)):
        if values[unit] is None:
            values[unit] = value
        elif values[unit] != value:
            raise AloiError(
                "aloi.differ",
                name=Term("values-of-name", key=quoted(units[unit]), name=name),
                differences=f"{quoted(value)}, {quoted(values[unit])}",
                expected=Term("one-value"),
            ).at(table.where(row))
    return tuple(values)
