"""Where the header of a table stands: people write titles above it, and leave rows and columns blank."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LOOKED_AT = 20  # rows in which a title ends
_NUMBER = re.compile(r"\s*[+-]?[\d.,\s]+\s*")


def header_row(records: Sequence[Sequence[str]]) -> int:
    """Return the place of the header among the first records of a table; blank records are counted.

    A title is a block of rows before a blank one, each with fewer cells than the row after it; or rows of
    one cell above a row of several names. Anything else is a header: a table is never cut by a guess.

    Examples
    --------
    >>> header_row([["Campaign of spring", "", ""], ["", "", ""], ["unit", "A", "B"], ["1", "2", "3"]])
    2
    >>> header_row([["unit", "A", "B"], ["1", "2", "3"]])
    0
    """
    filled = [sum(bool(cell.strip()) for cell in record) for record in records]
    start = next((place for place, count in enumerate(filled) if count), 0)
    after = _after_blank(filled, start)
    if after is not None:
        return after + header_row(records[after:])
    below = next((place for place in range(start, len(filled)) if filled[place] > 1), start)
    title = records[start:below]
    if below == start or not _names(records[below]) or below + 1 >= len(records):
        return start
    padded = any(len(row) == len(records[below]) for row in title if row)
    spoken = any(" " in cell.strip() for row in title for cell in row)
    return below if padded or spoken or 0 in filled[start:below] else start


def _after_blank(filled: Sequence[int], start: int) -> int | None:
    """Return the first row after a narrower block and a blank row, None where there is none."""
    blank = next((place for place in range(start, min(len(filled), _LOOKED_AT)) if not filled[place]), None)
    if blank is None:
        return None
    after = next((place for place in range(blank, len(filled)) if filled[place]), None)
    if after is None or filled[after] < 2 or max(filled[start:blank], default=0) >= filled[after]:
        return None
    return after


def _names(record: Sequence[str]) -> bool:
    """Return whether a row could name columns: no number in it, nothing twice."""
    cells = [cell.strip() for cell in record if cell.strip()]
    return len(set(cells)) == len(cells) and not any(_NUMBER.fullmatch(cell) for cell in cells)
