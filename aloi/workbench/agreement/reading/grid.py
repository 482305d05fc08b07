"""Cells of a table of ratings as one array of codes into distinct texts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time, timedelta

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.columns import ColumnTable
from aloi.corpora.readers.words import decimal_of, has_decimal_comma, is_number, number

MISSING = -1
_OBJECT = re.compile(r"\[?\s*\{\s*[\"}]")  # of JSON, or a list of such


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Cells of R rows and A columns.

    Parameters
    ----------
    names : tuple of str
        Of the columns.
    values : tuple
        Distinct cells, texts trimmed; lists stay lists.
    codes : ndarray of int32, shape (R, A)
        Index of each cell in `values`; -1 if it is empty.
    spaced : mapping
        Texts that occur both with and without surrounding white space, and their form with white space.
    """

    names: tuple[str, ...]
    values: tuple[object, ...]
    codes: NDArray[np.int32]
    spaced: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, table: ColumnTable, names: Sequence[str]) -> Grid:
        """Return some columns of a table.

        Raises
        ------
        AloiError
            A number that is not finite, a date, which a spreadsheet makes of a rating such as 1/2, or a whole
            answer, written as an object of JSON.
        """
        places: dict[tuple[type, str], int] = {}
        values: list[object] = []
        bare: set[str] = set()
        around: dict[str, str] = {}
        codes = np.empty((len(table.numbers), len(names)), dtype=np.int32)
        for at, name in enumerate(names):
            column = table.columns[name]
            places_of = np.full(len(column.values) + 1, MISSING, dtype=np.int32)
            for code, value in enumerate(column.values):
                cell = value.strip() if isinstance(value, str) else value
                if cell is None or cell == "":
                    continue
                _check(table, name, cell, column.codes, code)
                key = (type(cell), str(cell))
                if cell == value:
                    bare.add(key[1])
                else:
                    around.setdefault(key[1], str(value))
                places_of[code] = places.setdefault(key, len(values))
                if places_of[code] == len(values):
                    values.append(cell)
            codes[:, at] = places_of[column.codes]
        spaced = {text: raw for text, raw in around.items() if text in bare}
        return cls(tuple(names), tuple(values), codes, spaced)

    @property
    def texts(self) -> tuple[str, ...]:
        """The distinct cells as texts."""
        return tuple(map(str, self.values))

    def counts(self) -> dict[str, int]:
        """Return how often each text occurs in the grid."""
        times = np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))
        counts: dict[str, int] = {}
        for text, count in zip(self.texts, times.tolist(), strict=True):
            counts[text] = counts.get(text, 0) + count
        return {text: count for text, count in counts.items() if count}

    def numbers(self) -> Floats:
        """Return the cells as numbers, shape (R, A), NaN if they are none; a decimal comma is read."""
        comma = decimal_of(self.texts) == ","
        numbers = np.full(len(self.values) + 1, math.nan)
        for index, text in enumerate(self.texts):
            plain = text.replace(",", ".") if comma and has_decimal_comma(text) else text
            if is_number(plain):
                numbers[index] = number(plain)
        return numbers[self.codes]

    def without(self, texts: Mapping[str, str] | Sequence[str]) -> Grid:
        """Return the grid with some texts missing, or, by a mapping, some replaced by others."""
        moved = np.arange(len(self.values) + 1, dtype=np.int32)
        moved[-1] = MISSING
        index_of = {text: at for at, text in enumerate(self.texts)}
        for text, at in zip(self.texts, range(len(self.values)), strict=True):
            if text in texts:
                moved[at] = index_of[texts[text]] if isinstance(texts, Mapping) else MISSING
        return replace(self, codes=moved[self.codes])

    def head(self, rows: int) -> Grid:
        """Return the grid of the first rows."""
        return replace(self, codes=self.codes[:rows])

    def columns(self, names: Sequence[str]) -> Grid:
        """Return the grid of some columns, in the order given."""
        places = [self.names.index(name) for name in names]
        return replace(self, names=tuple(names), codes=self.codes[:, places])


def _check(table: ColumnTable, name: str, cell: object, codes: NDArray[np.int32], code: int) -> None:
    if isinstance(cell, dict) or (isinstance(cell, str) and _OBJECT.match(cell)):
        where = table.where(int(np.argmax(codes == code)))
        raise AloiError(
            "aloi.cell",
            column=repr(name),
            value=Term("a-complete-answer"),
            expected=Term("label-or-number"),
            todo=Term("export-the-answers-again-with-aloi"),
        ).at(where)
    wrong = isinstance(cell, float) and not math.isfinite(cell)
    if not wrong and not isinstance(cell, (date, time, timedelta)):
        return
    where = table.where(int(np.argmax(codes == code)))
    if wrong:  # else it would be a label at the nominal level
        raise AloiError(
            "aloi.cell",
            column=repr(name),
            value=cell,
            expected=Term("number-a-label"),
            todo=Term("correct-the-cell-or-leave"),
        ).at(where)
    raise AloiError(
        "aloi.cell",
        column=repr(name),
        value=Term("the-date-value", value=str(cell)),
        expected=Term("number-or-a-label"),
        todo=Term("format-the-column"),
    ).at(where)
