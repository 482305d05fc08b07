"""What simulations found, as rows of one table that is printed after the tests (`tests/conftest.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

PROPERTY = "simulated"  # the property of a test that says what its simulation found
FIGURE = "figure"  # the property of a test that says what it counted, in one line
HEAD = ("design", "interval, test or rule", "holds the truth, %", "false alarms, %")
Record: TypeAlias = Callable[[str, object], None]


def tell_held(record: Record, design: str, what: str, share: float, tables: int, note: str = "") -> None:
    """Tell what share of 95 % intervals, 0 to 1, held the true value, over so many simulated tables."""
    record(PROPERTY, [design, what, f"{_rate(share, tables)}{note}", ""])


def tell_alarms(record: Record, design: str, what: str, share: float, tables: int) -> None:
    """Tell what share of tests or rules, 0 to 1, saw what was not there."""
    record(PROPERTY, [design, what, "", _rate(share, tables)])


def error_of(share: float, tables: int) -> float:
    """Return the standard error of a share that was simulated."""
    return math.sqrt(share * (1 - share) / tables)


def table_of(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of the table, its columns as wide as they need be.

    >>> print(*table_of([["9 units", "alpha", "95.0 ± 0.7", ""]]), sep="\\n")
    design   interval, test or rule  holds the truth, %  false alarms, %
    9 units  alpha                   95.0 ± 0.7
    """
    whole = [HEAD, *rows]
    widths = [max(len(row[at]) for row in whole) for at in range(len(HEAD))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in whole
    ]


def _rate(share: float, tables: int) -> str:
    return f"{100 * share:.1f} ± {100 * error_of(share, tables):.1f}"
