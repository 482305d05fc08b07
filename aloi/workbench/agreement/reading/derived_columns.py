"""Cells of a table of ratings that are no ratings: columns computed from others, and rows of totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.words import (
    NORMALISATIONS,
    computed_name,
    has_decimal_comma,
    is_number,
    missing_words,
    names_nobody,
    normalised,
    possibly_computed,
)
from aloi.workbench.agreement.reading.computed_columns import LEAST, SAMPLE, Values
from aloi.workbench.agreement.reading.grid import Grid

_LEAST_ROWS = 3  # in which a column named as computed equals what it is named as
_LEAST_POSSIBLE = 5  # in which one does whose name may be an annotator's
_REFUSED: Mapping[str, int] = {"mean": 5, "sum": 5}  # whatever the name, and in how many rows
_LEAST_APART = 5  # ratings of a column that shares no value with the others
_LEAST_COUNTED = 10  # rows of which a column gives the number
_LEAST_DEGREES = 4  # that annotators gave beside a column of 0 and 1


@dataclass(frozen=True, slots=True)
class Dropped:
    """A column or row that is no rating: its name, and why."""

    name: str
    why: str


def without_computed(grid: Grid, name: str) -> tuple[Grid, list[Dropped], list[Dropped]]:
    """Return the grid without columns computed from others, those columns, and the suspected ones.

    A column is excluded if its name and its values both show that it is computed. An error is raised if only
    one of the two does: the name alone, or values that are a mean, a sum, or share nothing with other
    columns.

    Raises
    ------
    AloiError
        A column that may be no annotator; the columns of ratings must then be named.
    """
    grid, counted = _without_numbers_of_rows(grid)
    strange = [column for column in grid.names if names_nobody(column)]
    if strange and len(grid.names) - len(strange) >= 2:
        raise AloiError(
            "aloi.value",
            name=Term("the-column-column", column=repr(strange[0])),
            value=Term("not-named"),
            expected=Term("one-column-per"),
            todo=Term("name-the-columns"),
        ).at(name)
    grid, dropped, suspected = without_derived(grid, name)
    _check_shared(grid, name)
    return grid, [*counted, *dropped], suspected


def _without_numbers_of_rows(grid: Grid) -> tuple[Grid, list[Dropped]]:
    """Return the grid without columns that go up by one from row to row."""
    rows, columns = grid.codes.shape
    if rows < _LEAST_COUNTED or columns < 3:
        return grid, []
    head = grid.head(_LEAST_COUNTED).numbers()
    if not (np.diff(head, axis=0) == 1).all(axis=0).any():
        return grid, []
    counted = (np.diff(grid.numbers(), axis=0) == 1).all(axis=0)
    if columns - counted.sum() < 2:
        return grid, []
    ratings_columns = [column for column, is_count in zip(grid.names, counted, strict=True) if not is_count]
    numbering = [
        Dropped(column, "the number of the row") for column in grid.names if column not in ratings_columns
    ]
    return grid.columns(ratings_columns), numbering


def without_derived(grid: Grid, name: str) -> tuple[Grid, list[Dropped], list[Dropped]]:
    """Return the grid without columns computed from others, those columns, and the suspected ones.

    A name that cannot be an annotator's must be confirmed by the values. A name that can be an annotator's
    (`Max`, `ET`) is excluded if enough rows confirm that it is computed. Values alone are no proof: an
    annotator may agree with the majority.

    Raises
    ------
    AloiError
        A column named as computed that is not, or one that is a mean or a sum by another name.
    """
    named = {column: kind for column in grid.names if (kind := computed_name(column))}
    possible = {
        column: kind for column in grid.names if column not in named and (kind := possibly_computed(column))
    }
    others = [column for column in grid.names if column not in named]
    if len(others) < 2:
        return grid, [], []
    if len(grid.codes) > SAMPLE and not named and not possible:
        head = Values.of(grid.head(SAMPLE))
        if not any(
            head.unnamed(column, others, _REFUSED) or head.unnamed(column, others) for column in grid.names
        ):
            return grid, [], []
    values = Values.of(grid)
    dropped, suspected = [], []
    for column in grid.names:
        kind = named.get(column) or possible.get(column)
        # A column called Max may be an annotator, and be part of what the mean is of.
        bases = [[base for base in others if base != column and base not in possible], others]
        is_computed = partial(_is_computed, values, kind, column, bases)
        # People are written with a capital: `Max` needs more rows than `max`.
        least = LEAST.get(str(kind), _LEAST_POSSIBLE) if column.istitle() else _LEAST_POSSIBLE
        if is_computed(_LEAST_ROWS if column in named else least):
            dropped.append(Dropped(column, f"the {kind} of the other columns"))
        elif column in named:
            raise _computed_column(repr(column), kind, name)
        elif (derivation := values.unnamed(column, others, _REFUSED)) is not None:
            raise _derived_column(repr(column), derivation, name)
        elif is_computed(_LEAST_ROWS):
            suspected.append(Dropped(column, str(kind)))
        elif (derivation := values.unnamed(column, others)) is not None:
            suspected.append(Dropped(column, derivation))
    derived_names = {column.name for column in dropped}
    return grid.columns([column for column in grid.names if column not in derived_names]), dropped, suspected


def _derived_column(column: object, kind: object, where: str) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-column-column", column=column),
        value=Term("kind-of-the-others", kind=kind),
        expected=Term("one-column-per-annotator-and-no"),
        todo=Term("name-the-columns-that-contain"),
    ).at(where)


def _computed_column(column: object, kind: object, where: str) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-column-column", column=column),
        value=Term("named-as-the-kind", kind=kind),
        expected=Term("one-column-per-annotator"),
        todo=Term("name-the-columns-that-contain"),
    ).at(where)


def _is_computed(
    values: Values, kind: str | None, column: str, bases: Sequence[list[str]], least: int
) -> bool:
    """Return whether at least so many rows of a column are of this kind, over any of the bases."""
    return kind is not None and any(values.equals(kind, column, base, least, named=True) for base in bases)


def columns_of_marks(grid: Grid) -> tuple[str, ...]:
    """Return the columns of 0 and 1 alone, where the others hold more degrees than these."""
    used = [np.flatnonzero(times) for times in _times(grid)]
    small = {place for place, text in enumerate(grid.texts) if is_number(text) and float(text) in (0, 1)}
    mark_columns = [
        at
        for at, its in enumerate(used)
        if small.issuperset(its.tolist()) and (grid.codes[:, at] >= 0).sum() >= _LEAST_COUNTED
    ]
    others = [used[at] for at in range(len(used)) if at not in mark_columns]
    if len(others) < 2 or len(np.unique(np.concatenate(others))) < _LEAST_DEGREES:
        return ()
    return tuple(grid.names[at] for at in mark_columns)


def _times(grid: Grid) -> Iterator[NDArray[np.intp]]:
    """Give for each column how often it holds each text."""
    for at in range(len(grid.names)):
        codes: NDArray[np.int32] = grid.codes[:, at]
        yield np.bincount(codes[codes >= 0], minlength=len(grid.texts))


def rows_of_totals(units: Sequence[str]) -> list[int]:
    """Return the places of rows at the end of a table that are named as computed: `Total`, `Moyenne`."""
    total_rows = []
    for row in range(len(units) - 1, max(len(units) - 4, 0), -1):
        if computed_name(units[row]) is None:
            break
        total_rows.append(row)
    return total_rows


def _check_shared(grid: Grid, name: str) -> None:
    """Raise AloiError for a column that has no value in common with columns that have some in common.

    Numbers of a fine scale are seldom equal: those of a column must lie beyond those of all others.
    """
    if len(grid.names) < 3:
        return
    texts = [
        text.replace(",", ".") if has_decimal_comma(text) else normalised(text, NORMALISATIONS)
        for text in grid.texts
    ]
    words = set(missing_words(grid.texts, (), ()))
    void = [place for place, text in enumerate(grid.texts) if text in words]
    used: list[set[str]] = []
    ratings: list[int] = []
    for times in _times(grid):
        times[void] = 0
        ratings.append(int(times.sum()))
        used.append({texts[code] for code in np.flatnonzero(times)})
    lonely = [
        at
        for at, its in enumerate(used)
        if ratings[at] >= _LEAST_APART
        and _apart(its, set().union(*(other for place, other in enumerate(used) if place != at)))
    ]
    if lonely and len(grid.names) - len(lonely) >= 2:
        raise AloiError("workbench.column-shares-no-value", name=name, column=repr(grid.names[lonely[0]]))


def _apart(its: set[str], others: set[str]) -> bool:
    """Return whether the values of a column cannot be ratings on the scale of the others."""
    if its & others:
        return False
    if not all(map(is_number, its)):
        return True
    numbers = [float(text) for text in others if is_number(text)]
    numbers_of_column = [float(text) for text in its]
    return not numbers or max(numbers_of_column) < min(numbers) or min(numbers_of_column) > max(numbers)
