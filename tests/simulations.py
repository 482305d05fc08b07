"""What simulations found, as rows of one table that is printed after the tests (`tests/conftest.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

PROPERTY = "simulated"  # the property of a test that says what its simulation found
FIGURE = "figure"  # the property of a test that says what it counted, in one line
KILLED = "killed"  # the property of a test that killed programs: a row of their table
HEAD = ("design", "interval, test or rule", "holds the truth, %", "false alarms, %")
KILLED_HEAD = (
    "database", "what was killed", "kills", "in time", "acknowledged", "lost", "doubled", "problems",
)  # fmt: skip
Record: TypeAlias = Callable[[str, object], None]


def tell_held(record: Record, design: str, what: str, share: float, tables: int, note: str = "") -> None:
    """Tell what share of 95 % intervals, 0 to 1, held the true value, over so many simulated tables."""
    record(PROPERTY, [design, what, f"{_rate(share, tables)}{note}", ""])


def tell_alarms(record: Record, design: str, what: str, share: float, tables: int) -> None:
    """Tell what share of tests or rules, 0 to 1, saw what was not there."""
    record(PROPERTY, [design, what, "", _rate(share, tables)])


def tell_kills(record: Record, database: str, what: str, *counts: int) -> None:
    """Tell how often a program was killed and what came of it, in the order of `KILLED_HEAD`."""
    record(KILLED, [database, what, *counts])


def kills_table(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return the lines of the table of kills, a row for each program, what they add up to at its end.

    `in time` counts those before the program had ended by itself.

    >>> rows = [["sqlite", "serve", 2, 1, 9, 0, 0, 0], ["sqlite", "serve", 3, 2, 1, 0, 0, 0]]
    >>> print(*kills_table(rows), sep="\\n")
    database  what was killed  kills  in time  acknowledged  lost  doubled  problems
    sqlite    serve            5      3        10            0     0        0
    together                   5      3        10            0     0        0
    """
    kinds = sorted({(database, what) for database, what, *_ in rows}, reverse=True)
    sums = [_summed(rows, database, what) for database, what in kinds]
    return _aligned(
        [KILLED_HEAD, *sums, ["together", "", *(map(sum, zip(*(one[2:] for one in sums), strict=True)))]]
    )


def _summed(rows: Sequence[Sequence[Any]], database: str, what: str) -> list[Any]:
    counts = [row[2:] for row in rows if tuple(row[:2]) == (database, what)]
    return [database, what, *map(sum, zip(*counts, strict=True))]


def error_of(share: float, tables: int) -> float:
    """Return the standard error of a share that was simulated."""
    return math.sqrt(share * (1 - share) / tables)


def table_of(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of the table, its columns as wide as they need be.

    >>> print(*table_of([["9 units", "alpha", "95.0 ± 0.7", ""]]), sep="\\n")
    design   interval, test or rule  holds the truth, %  false alarms, %
    9 units  alpha                   95.0 ± 0.7
    """
    return _aligned([HEAD, *rows])


def _aligned(rows: Sequence[Sequence[object]]) -> list[str]:
    whole = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in whole
    ]


def _rate(share: float, tables: int) -> str:
    return f"{100 * share:.1f} ± {100 * error_of(share, tables):.1f}"
