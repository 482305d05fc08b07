"""Properties of a sheet other than its values, and the area of its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 14  # of a sheet, in every spreadsheet
# The reader of cells keeps the rectangle from A1 to the last cell in memory, empty cells too.
_FREE_AREA = 2_000_000  # cells that a table may span however few of them are filled
_EMPTIER = 20  # above it: how many cells for each that is filled
_MOST_AREA = 40_000_000  # cells

CellPosition = tuple[int, int]  # row and column, from 0


@dataclass(frozen=True, slots=True)
class SheetParts:
    """The properties of one sheet other than its values; rows and columns are counted from 0.

    Parameters
    ----------
    merged : tuple of (first row, first column, last row, last column)
        Stretches of cells that were merged: the first one contains the value, the others none.
    valueless : tuple of (row, column)
        Formulas whose value no program has stored.
    hidden_rows : frozenset of int
        Those a filter or a person hid.
    percent : frozenset of (row, column)
        Numbers that are shown times 100.
    padded : mapping
        Whole numbers that are shown with zeros before them -> the number of digits.
    filled : int
        How many cells have a value.
    lowest, rightmost : (row, column)
        The lowest and the rightmost cells with a value; (-1, -1) if there are none.
    text_bytes : int
        The length of the texts of all cells; a text in several cells counts for each.
    """

    merged: tuple[tuple[int, int, int, int], ...] = ()
    valueless: tuple[CellPosition, ...] = ()
    hidden_rows: frozenset[int] = frozenset()
    percent: frozenset[CellPosition] = frozenset()
    padded: Mapping[CellPosition, int] = field(default_factory=dict)
    filled: int = 0
    lowest: CellPosition = (-1, -1)
    rightmost: CellPosition = (-1, -1)
    text_bytes: int = 0

    @property
    def rows(self) -> int:
        """Rows from the first to the last filled cell."""
        return self.lowest[0] + 1

    @property
    def columns(self) -> int:
        """Columns from the first to the last filled cell."""
        return self.rightmost[1] + 1

    @property
    def is_sparse(self) -> bool:
        """Whether the sheet spans far more cells than are filled, or more than should be in memory."""
        area = self.rows * self.columns
        return area > min(max(_FREE_AREA, _EMPTIER * self.filled), _MOST_AREA)


class PartsCollector:
    """Collects the parts of a sheet cell by cell, rows and columns counted from 0."""

    def __init__(self) -> None:
        self.merged: list[tuple[int, int, int, int]] = []
        self.valueless: list[CellPosition] = []
        self.hidden_rows: set[int] = set()
        self.percent: set[CellPosition] = set()
        self.padded: dict[CellPosition, int] = {}
        self.filled = 0
        self.lowest: CellPosition = (-1, -1)
        self.rightmost: CellPosition = (-1, -1)
        self.text_bytes = 0

    def add(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        """Count a filled cell, or the rectangle of cells that repeat it.

        Raises
        ------
        ValueError
            It is outside the limits of a sheet.
        """
        last = row + rows - 1, column + columns - 1
        if not (0 <= last[0] < MOST_ROWS and 0 <= last[1] < MOST_COLUMNS):
            raise ValueError(f"a cell beyond the {MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns of a sheet")
        self.filled += rows * columns
        if last[0] > self.lowest[0]:
            self.lowest = last
        if last[1] > self.rightmost[1]:
            self.rightmost = last

    def parts(self) -> SheetParts:
        """Return what was collected."""
        return SheetParts(
            tuple(self.merged),
            tuple(self.valueless),
            frozenset(self.hidden_rows),
            frozenset(self.percent),
            self.padded,
            self.filled,
            self.lowest,
            self.rightmost,
            self.text_bytes,
        )


def cell_name(cell: CellPosition) -> str:
    """Return what a spreadsheet calls a cell: `B3` for (2, 1)."""
    row, column = cell
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"
