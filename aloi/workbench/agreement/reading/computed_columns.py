"""Detection, by values, of columns that are computed from the other columns of a table of ratings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.corpora.readers.words import has_decimal_comma, is_number, missing_words
from aloi.workbench.agreement.reading.grid import Grid

SAMPLE = 1000  # rows that are looked at before all are
_HEAD = 50  # rows that show most columns to be no function of the others
_ROUNDED = 0.0051  # two decimals are what people round to
_EXACT = 1e-9
_LEAST_SPREAD = 5  # rows in which a column equals a spread of the others
_LEAST_CHOICE = (
    12  # rows in which a column equals one of the values of the others: an annotator may, for long
)
# Functions a column may compute if its name is no proof, and the number of informative rows required.
LEAST: Mapping[str, int] = {
    "standard deviation": _LEAST_SPREAD,
    "variance": _LEAST_SPREAD,
    "coefficient of variation": _LEAST_SPREAD,
    "z-score": _LEAST_SPREAD,
    "rank": _LEAST_SPREAD,
    "median": _LEAST_CHOICE,
    "majority": _LEAST_CHOICE,
    "lowest": _LEAST_CHOICE,
    "highest": _LEAST_CHOICE,
}


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The cells of a table as numbers that computed columns can be compared with.

    Parameters
    ----------
    names : tuple of str
        Of the columns.
    numbers : ndarray, shape (R, A)
        NaN if a cell is no number.
    labels : ndarray, shape (R, A)
        A number for each distinct cell, NaN if it is missing: of labels a majority can be computed.
    decimals : ndarray of int, shape (A,)
        How many decimals the numbers of each column have at most.
    """

    names: tuple[str, ...]
    numbers: Floats
    labels: Floats
    decimals: NDArray[np.intp]

    @classmethod
    def of(cls, grid: Grid) -> Values:
        """Return the values of a grid."""
        numbers = grid.numbers()
        void = set(missing_words(list(grid.texts), (), ()))
        keys = np.array(
            [np.nan if text in void else place for place, text in enumerate(grid.texts)] + [np.nan]
        )
        labels = np.where(
            np.isfinite(numbers), numbers, keys[grid.codes] + np.nanmax(np.abs(numbers), initial=0) + 1
        )
        digits = np.array([*map(_decimals, grid.texts), 0], dtype=np.intp)
        return cls(grid.names, numbers, labels, digits[grid.codes].max(axis=0, initial=0))

    def split(self, column: str, base: list[str], kind: str) -> tuple[Floats, Floats]:
        """Return a column, and the others that it may be computed from."""
        cells = self.labels if kind == "majority" else self.numbers
        places = [self.names.index(name) for name in base if name != column]
        return cells[:, self.names.index(column)], cells[:, places]

    def equals(self, kind: str, column: str, base: list[str], least: int, *, named: bool) -> bool:
        """Return whether a column is in every row what `kind` says of the others, in `least` rows or more.

        A column that is `named` so may be rounded to whole numbers.
        """
        its, rest = self.split(column, base, kind)
        if rest.shape[1] < (1 if kind in _OF_COLUMNS else 2):
            return False
        decimals = int(self.decimals[self.names.index(column)])
        rounded = 0.5 * 10.0**-decimals + _EXACT
        within = max(rounded, _ROUNDED) if named else min(rounded, _ROUNDED) if decimals != 1 else rounded
        return _equals(kind, its, rest, least, within)

    def unnamed(self, column: str, base: list[str], kinds: Mapping[str, int] = LEAST) -> str | None:
        """Return the function that a column equals, regardless of its name; None if there is none."""
        return next(
            (kind for kind, least in kinds.items() if self.equals(kind, column, base, least, named=False)),
            None,
        )


def _decimals(text: str) -> int:
    if not is_number(text) and not has_decimal_comma(text):
        return 0
    return len(text.replace(",", ".").partition(".")[2])


def _equals(kind: str, its: Floats, rest: Floats, least: int, within: float) -> bool:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)  # rows without any rating
        for head in (_HEAD, SAMPLE) if kind not in _OF_COLUMNS else ():
            if len(its) > head and not _agrees(kind, its[:head], rest[:head], 0, within):
                return False
        return _agrees(kind, its, rest, least, within)


def _agrees(kind: str, its: Floats, rest: Floats, least: int, within: float) -> bool:
    telling = _telling(kind, its, rest)
    for values in _candidates(kind, rest):
        compared = np.isfinite(its) & np.isfinite(values)
        enough = int((compared & telling).sum()) >= least
        if enough and bool((np.abs(values - its)[compared] <= within).all()):
            return True
    return False


def _telling(kind: str, its: Floats, rest: Floats) -> NDArray[np.bool_]:
    """Return the rows in which a column equals what it is computed as by no accident, shape (R,)."""
    if kind == "sum":  # beside zeros it is one of the columns themselves
        return np.asarray((np.nan_to_num(rest) != 0).sum(axis=1) >= 2)
    if kind == "count":
        return np.asarray(np.isfinite(rest).any(axis=1))
    if kind in _OF_COLUMNS:
        several = len(np.unique(its[np.isfinite(its)])) > 2
        return np.full(len(its), several) & np.isfinite(rest).any(axis=1)
    return np.asarray(np.nanmax(rest, axis=1) > np.nanmin(rest, axis=1))


def _candidates(kind: str, rest: Floats) -> Iterator[Floats]:
    if kind in _OF_COLUMNS:
        bases = [np.nanmean(rest, axis=1), np.nansum(rest, axis=1), *rest.T]
        for base in bases:
            for of_column in _OF_COLUMNS[kind]:
                yield np.asarray(of_column(base), dtype=np.float64)
        return
    for of_rows in _OF_ROWS[kind]:
        yield np.asarray(of_rows(rest), dtype=np.float64)


def _mode(rest: Floats) -> Floats:
    """Return the value that most of each row have, NaN if two are as frequent."""
    values = np.unique(rest[np.isfinite(rest)])
    if not len(values):
        return np.full(len(rest), np.nan)
    counts = np.stack([(rest == value).sum(axis=1) for value in values], axis=1)
    best = counts.max(axis=1)
    alone = (counts == best[:, None]).sum(axis=1) == 1
    return np.asarray(np.where(alone, values[counts.argmax(axis=1)], np.nan))


def _z_score(ddof: int) -> Callable[[Floats], object]:
    return lambda base: (base - np.nanmean(base)) / np.nanstd(base, ddof=ddof)


_TIES = ("average", "min", "max", "dense", "ordinal")


def _rank(method: str, sign: int) -> Callable[[Floats], object]:
    return lambda base: ranks(sign * base, method)


def ranks(values: Floats, method: str) -> Floats:
    """Return the rank of each value, from 1, as `scipy.stats.rankdata` gives it; NaN stays NaN.

    `scipy.stats` takes longer to load than most tables take to read.

    >>> ranks(np.array([5.0, 2.0, np.nan, 5.0]), "average").tolist()
    [2.5, 1.0, nan, 2.5]
    """
    filled = ~np.isnan(values)
    result = np.full(len(values), np.nan)
    _, inverse, counts = np.unique(values[filled], return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    first = last - counts + 1
    if method == "ordinal":
        order = np.argsort(inverse, kind="stable")
        result[np.flatnonzero(filled)[order]] = np.arange(1, len(order) + 1)
        return result
    by_value = {
        "average": (first + last) / 2,
        "min": first,
        "max": last,
        "dense": np.arange(1, len(counts) + 1),
    }
    result[filled] = by_value[method][inverse]
    return result


def _variation(ddof: int, unit: int) -> Callable[[Floats], object]:
    return lambda rest: unit * np.nanstd(rest, axis=1, ddof=ddof) / np.nanmean(rest, axis=1)


_OF_ROWS: Mapping[str, tuple[Callable[[Floats], object], ...]] = {
    "mean": (lambda rest: np.nanmean(rest, axis=1),),
    "sum": (lambda rest: np.nansum(rest, axis=1),),
    "median": (lambda rest: np.nanmedian(rest, axis=1),),
    "standard deviation": (
        lambda rest: np.nanstd(rest, axis=1),
        lambda rest: np.nanstd(rest, axis=1, ddof=1),
    ),
    "variance": (lambda rest: np.nanvar(rest, axis=1), lambda rest: np.nanvar(rest, axis=1, ddof=1)),
    "coefficient of variation": tuple(_variation(ddof, unit) for ddof in (0, 1) for unit in (1, 100)),
    "range": (lambda rest: np.nanmax(rest, axis=1) - np.nanmin(rest, axis=1),),
    "majority": (_mode,),
    "count": (lambda rest: (~np.isnan(rest)).sum(axis=1),),
    "lowest": (lambda rest: np.nanmin(rest, axis=1),),
    "highest": (lambda rest: np.nanmax(rest, axis=1),),
}
_OF_COLUMNS: Mapping[str, tuple[Callable[[Floats], object], ...]] = {
    "z-score": tuple(_z_score(ddof) for ddof in (0, 1)),
    "rank": tuple(_rank(method, sign) for method in _TIES for sign in (1, -1)),
}
