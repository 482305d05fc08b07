"""The position of a table's header: people write titles above it, and units or long names below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aloi.corpora.readers.words import missing_words

_LOOKED_AT = 20  # rows in which a title ends
_LEAST_BELOW = 5  # cells that show how a column is written
_LEAST_LABELS = 8  # cells that show that a column has few different values
_REPEATED = 3  # how often each of these occurs on average
_NUMBER = re.compile(r"(?:\s*[+-])?[\d.,\s]+")


def header_row(records: Sequence[Sequence[str]]) -> int:
    """Return the index of the header among the first records of a table, blank records included.

    A title is a block of rows before a blank one, each with fewer cells than the row after it. Rows of one
    cell above a row of several names are a title, too. Anything else is a header: a table is never cut by a
    guess.

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


def second_header(rows: Sequence[Sequence[str]]) -> str | None:
    """Return whether the first row under a header is another header: units, or long names of the columns.

    The cells of a column are compared with its cell in that row. A column is evidence for a second header in
    these cases:

    - The cells are numbers, and the row has words or a range.
    - The cells are ids that all contain a digit, and the row has none.
    - The cells are ids all of one form, such as `u001`, and the row has another form.
    - The cells are a few repeated labels, and the row has a word that is in none of them.

    Blank cells and words for missing are no evidence. One column whose cell is like the rows below shows that
    the row is one of them.

    Parameters
    ----------
    rows : sequence of sequence of str
        The first rows under the header, cells trimmed; a row may be shorter than others.

    Returns
    -------
    str or None
        `certain` if the first column and every other column with evidence differ from five rows below or
        more. `possible` if only other columns differ, or the first one alone, or there are fewer rows. None
        for a row like any other.

    Examples
    --------
    >>> below = [[f"u{at}", str(at % 3)] for at in range(6)]
    >>> second_header([["(item)", "0 to 2"], *below])
    'certain'
    >>> second_header([["intro", "2"], *below])
    """
    first, below = rows[0], rows[1:]
    numbered = {
        index: kind
        for index, cell in enumerate(first)
        if (kind := _unlike(cell, [row[index] for row in below if index < len(row)])) is not None
    }
    if not all(numbered.values()):
        return None
    enough = len(below) >= _LEAST_BELOW
    # An id of another form may be that of another source: it takes a word above numbers as well.
    named = numbered.get(0) in ("number", "id") or (
        numbered.get(0) == "form" and "number" in numbered.values()
    )
    if named and enough and len(numbered) > 1:
        return "certain"
    # A label that only the first row has is nothing rare.
    return "possible" if len(numbered) > 1 or set(numbered.values()) - {"label"} else None


def _unlike(cell: str, below: Sequence[str]) -> str | None:
    """Return how a cell differs from all those below, empty if it does not; None if undecidable."""
    missing = {"", *missing_words([*{cell, *below}], (), ())}
    cells = [one for one in below if one not in missing]
    if cell in missing or not cells:
        return None
    if all(map(_NUMBER.fullmatch, cells)):
        return "" if _NUMBER.fullmatch(cell) else "number"
    if all(_has_digit(one) for one in cells):
        forms = {_form(one) for one in cells}
        if not _has_digit(cell):
            return "id" if any(map(_has_letter, cells)) or _has_letter(cell) else ""
        return "form" if len(cells) > 1 and len(forms) == 1 and _form(cell) not in forms else ""
    labels = {one.casefold() for one in cells}
    if len(cells) < _LEAST_LABELS or len(labels) * _REPEATED > len(cells):
        return None
    return "" if cell.casefold() in labels else "label"


def _form(text: str) -> str:
    """Return how a text is made of digits, letters and signs, however many: `u001` is `a0`."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _after_blank(filled: Sequence[int], start: int) -> int | None:
    """Return the first row after a narrower block and a blank row, None if there is none."""
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
