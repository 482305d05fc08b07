"""What stands in a table of ratings and is none: columns computed from others, and rows of totals."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.arrays import Floats
from aloi.errors import AloiError
from corpora.readers.words import (
    NORMALISATIONS,
    computed_name,
    has_decimal_comma,
    is_number,
    missing_words,
    names_nobody,
    normalised,
    possibly_computed,
)
from workbench.agreement.reading.grid import Grid

_LEAST_ROWS = 3  # in which a column named as computed equals what it is named as
_LEAST_UNNAMED = 5  # in which a column that is not so named equals a mean or a sum
_LEAST_APART = 5  # ratings of a column that shares no value with the others
_LEAST_COUNTED = 10  # rows of which a column gives the number
_LEAST_DEGREES = 4  # that annotators gave beside a column of 0 and 1
_SAMPLE = 1000  # rows that are looked at before all are
_ROUNDED = 0.0051  # two decimals are what people round to


@dataclass(frozen=True, slots=True)
class Dropped:
    """A column or row that is no rating: its name, and why."""

    name: str
    why: str


def without_computed(grid: Grid, name: str) -> tuple[Grid, list[Dropped]]:
    """Return the grid without the columns that its others give, each with a word.

    A column is left out where its name and its values say the same. Where one of them alone does, or a
    column shares no value with the others, nobody can know: the table is refused.

    Raises
    ------
    AloiError
        A column that may be no annotator; the columns of ratings must then be named.
    """
    grid, counted = _without_numbers_of_rows(grid)
    strange = [column for column in grid.names if names_nobody(column)]
    if strange and len(grid.names) - len(strange) >= 2:
        raise AloiError("workbench.column-names-nobody", name=name, column=repr(strange[0]))
    grid, dropped = _without_derived(grid, name)
    return grid, [*counted, *dropped]


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
    kept = [column for column, is_count in zip(grid.names, counted, strict=True) if not is_count]
    gone = [Dropped(column, "the number of the row") for column in grid.names if column not in kept]
    return grid.columns(kept), gone


def _without_derived(grid: Grid, name: str) -> tuple[Grid, list[Dropped]]:
    """Return the grid without the columns that its others give, each with a word; or raise AloiError."""
    named = {column: kind for column in grid.names if (kind := computed_name(column))}
    possible = {column: kind for column in grid.names if (kind := possibly_computed(column))}
    others = [column for column in grid.names if column not in named]
    if len(others) < 2:
        return grid, []
    if len(grid.codes) > _SAMPLE and not named and not possible:
        head = grid.head(_SAMPLE)
        if not any(_unnamed(*_split(head, head.numbers(), column)) for column in grid.names):
            _check_shared(grid, name)
            return grid, []
    numbers = grid.numbers()
    dropped = []
    for column in grid.names:
        kind = named.get(column) or possible.get(column)
        its = numbers[:, grid.names.index(column)]
        # A column called Max may be an annotator, and be part of what the mean is of.
        bases = [[one for one in others if one != column and one not in possible], others]
        rests = [
            numbers[:, [grid.names.index(one) for one in base if one != column]]
            for base in bases
            if len(set(base) - {column}) >= 2
        ]
        if kind is not None and any(_equals(kind, its, rest, _LEAST_ROWS) for rest in rests):
            dropped.append(Dropped(column, f"the {kind} of the other columns"))
        elif column in named:
            raise AloiError("workbench.column-named-as-computed", name=name, column=repr(column), kind=kind)
        elif rests and (found := _unnamed(its, rests[-1])) is not None:
            raise AloiError("workbench.column-is-computed", name=name, column=repr(column), kind=found)
    left = {one.name for one in dropped}
    kept = grid.columns([column for column in grid.names if column not in left])
    _check_shared(kept, name)
    return kept, dropped


def columns_of_marks(grid: Grid) -> tuple[str, ...]:
    """Return the columns of 0 and 1 alone, where the others hold more degrees than these."""
    used = [np.flatnonzero(times) for times in _times(grid)]
    small = {place for place, text in enumerate(grid.texts) if is_number(text) and float(text) in (0, 1)}
    found = [
        at
        for at, its in enumerate(used)
        if small.issuperset(its.tolist()) and (grid.codes[:, at] >= 0).sum() >= _LEAST_COUNTED
    ]
    others = [used[at] for at in range(len(used)) if at not in found]
    if len(others) < 2 or len(np.unique(np.concatenate(others))) < _LEAST_DEGREES:
        return ()
    return tuple(grid.names[at] for at in found)


def _times(grid: Grid) -> Iterator[NDArray[np.intp]]:
    """Give for each column how often it holds each text."""
    for at in range(len(grid.names)):
        codes: NDArray[np.int32] = grid.codes[:, at]
        yield np.bincount(codes[codes >= 0], minlength=len(grid.texts))


def rows_of_totals(units: Sequence[str]) -> list[int]:
    """Return the places of rows at the end of a table that are named as computed: `Total`, `Moyenne`."""
    found = []
    for place in range(len(units) - 1, max(len(units) - 4, 0), -1):
        if computed_name(units[place]) is None:
            break
        found.append(place)
    return found


def _equals(kind: str, its: Floats, rest: Floats, least: int) -> bool:
    """Return whether a column is in every row what it is named as, and enough rows tell something."""
    if len(its) > _SAMPLE and not _equals(kind, its[:_SAMPLE], rest[:_SAMPLE], least):
        return False
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)  # rows without any rating
        if kind == "sum":  # beside zeros it is one of the columns themselves
            telling = (np.nan_to_num(rest) != 0).sum(axis=1) >= 2
        elif kind == "count":
            telling = np.isfinite(rest).any(axis=1)
        else:
            telling = np.nanmax(rest, axis=1) > np.nanmin(rest, axis=1)
        for found in _FIND[kind]:
            values = np.asarray(found(rest), dtype=np.float64)
            compared = np.isfinite(its) & np.isfinite(values)
            enough = int((compared & telling).sum()) >= least
            if enough and bool((np.abs(values - its)[compared] <= _ROUNDED).all()):
                return True
    return False


def _split(grid: Grid, numbers: Floats, column: str) -> tuple[Floats, Floats]:
    """Return the numbers of a column, and those of the others."""
    at = grid.names.index(column)
    return numbers[:, at], np.delete(numbers, at, axis=1)


def _unnamed(its: Floats, rest: Floats) -> str | None:
    """Return mean or sum where the values alone say so; a third annotator may stand between two by chance."""
    return next((kind for kind in ("mean", "sum") if _equals(kind, its, rest, _LEAST_UNNAMED)), None)


def _mode(rest: Floats) -> Floats:
    """Return the value that most of each row have, NaN where two are as frequent."""
    values = np.unique(rest[np.isfinite(rest)])
    if not len(values):
        return np.full(len(rest), np.nan)
    counts = np.stack([(rest == value).sum(axis=1) for value in values], axis=1)
    best = counts.max(axis=1)
    alone = (counts == best[:, None]).sum(axis=1) == 1
    return np.asarray(np.where(alone, values[counts.argmax(axis=1)], np.nan))


_FIND: Mapping[str, tuple[Callable[[Floats], object], ...]] = {
    "mean": (lambda rest: np.nanmean(rest, axis=1),),
    "sum": (lambda rest: np.nansum(rest, axis=1),),
    "median": (lambda rest: np.nanmedian(rest, axis=1),),
    "standard deviation": (
        lambda rest: np.nanstd(rest, axis=1),
        lambda rest: np.nanstd(rest, axis=1, ddof=1),
    ),
    "variance": (lambda rest: np.nanvar(rest, axis=1), lambda rest: np.nanvar(rest, axis=1, ddof=1)),
    "majority": (_mode,),
    "count": (lambda rest: (~np.isnan(rest)).sum(axis=1),),
    "lowest": (lambda rest: np.nanmin(rest, axis=1),),
    "highest": (lambda rest: np.nanmax(rest, axis=1),),
}


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
    found = [float(text) for text in its]
    return not numbers or max(found) < min(numbers) or min(found) > max(numbers)
