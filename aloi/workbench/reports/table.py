"""One table of results: what the terminal, files and pages draw."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from aloi.agreement.number import MISSING, Number, p_text
from aloi.base.terms import Phrase

__all__ = ["INTERVAL", "Head", "Number", "Part", "Table", "cell_text", "p_text"]

T = TypeVar("T")
INTERVAL = Phrase("head-interval", "95% interval")
WHY = Phrase("head-why-undefined", "why undefined")
Head = str | tuple[str, str]  # two words: separate columns for value and interval of a number
Part = str  # of a number in its cell: "whole", "value" or "interval"
DECIMAL_COMMA = frozenset({"fr"})  # the languages of reports and pages that write 0,5
_NUMBERS = re.compile(r"[-+\[\]\d., ∞]+")  # such as `0.41 [0.25, 0.75]`
_POINT = re.compile(r"(?<=\d)[.](?=\d)")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of numbers, texts and counts under heads.

    Parameters
    ----------
    title : str
        Its title; empty if the surrounding text has one.
    head : sequence of str or of two str
        One for each cell of a row; two words give value and interval of the numbers below a column each.
    rows : sequence of sequences
        Cells: a Number, a text, a count, a plain float, several of them, or None for an empty cell.
    notes : sequence of str
        Notes below it, such as the signature of all its numbers.
    groups : sequence of (str, int)
        Words above as many columns each, from the second column on; none for most tables.
    why : str
        Head of the last column with reasons, which exists if a number is undefined.
    ends : tuple of str
        Names of the limits of intervals, if they have columns.
    """

    title: str
    head: Sequence[Head]
    rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()
    groups: Sequence[tuple[str, int]] = ()
    why: str = WHY
    ends: tuple[str, str] = ("low", "high")

    @classmethod
    def of(
        cls,
        rows: Sequence[Mapping[Any, object]],
        columns: Sequence[Head] | None = None,
        *,
        why: str = WHY,
        ends: tuple[str, str] = ("low", "high"),
    ) -> Table:
        """Return the table of rows that name their cells; by default the first row names the columns."""
        head = list(rows[0]) if columns is None else columns
        return cls("", head, [[row.get(name) for name in head] for row in rows], why=why, ends=ends)

    def in_language(self, language: str) -> Table:
        """Return the table with the texts of its phrases in a language, or else in English."""

        def written(value: str) -> str:
            is_number = language in DECIMAL_COMMA and _NUMBERS.fullmatch(value)
            return with_decimal_comma(value) if is_number else value

        def text(word: Any) -> Any:
            if isinstance(word, Phrase):
                return word.text(language, written=written)
            if isinstance(word, Number) and isinstance(word.reason, Phrase):
                return replace(word, reason=word.reason.text(language))
            return tuple(map(text, word)) if isinstance(word, tuple) else word

        return replace(
            self,
            title=text(self.title),
            head=[text(head) for head in self.head],
            rows=[[text(cell) for cell in row] for row in self.rows],
            notes=[text(note) for note in self.notes],
            why=text(self.why),
        )

    def numbers(self, column: int) -> list[Number]:
        """Return the numbers of a column."""
        return [cell for cell in (row[column] for row in self.rows) if isinstance(cell, Number)]

    def drawn(
        self, show: Callable[[object, Part], T], *, reasons: bool = True
    ) -> tuple[list[str], list[list[T]]]:
        """Return the heads and the cells as formatted by `show`, with the column of reasons if it is needed.

        Parameters
        ----------
        show : callable
            Returns a cell, or the part of a number that is asked for, as the renderer needs it.
        reasons : bool
            Whether the renderer has a column of reasons.
        """
        heads = [word for one in self.head for word in ([one] if isinstance(one, str) else one)]
        rows = [
            [
                show(cell, part)
                for cell, head in zip(row, self.head, strict=True)
                for part in (("whole",) if isinstance(head, str) else ("value", "interval"))
            ]
            for row in self.rows
        ]
        if reasons and any(self.reasons):
            heads.append(self.why)
            for row, reason in zip(rows, self.reasons, strict=True):
                row.append(show(reason, "whole"))
        return heads, rows

    @property
    def reasons(self) -> list[str]:
        """Why numbers of each row, or their intervals, are undefined, each reason once; empty if none is."""
        undefined = [
            [
                number.reason
                for number in row
                if isinstance(number, Number)
                and number.reason
                and (number.value is None or number.interval is None)
            ]
            for row in self.rows
        ]
        return ["; ".join(dict.fromkeys(each)) for each in undefined]

    def numeric(self) -> list[bool]:
        """Return of each column that is drawn, without that of reasons, whether it holds no words."""
        return [
            all(row[column] is None or isinstance(row[column], Number | int | float) for row in self.rows)
            for column, head in enumerate(self.head)
            for _ in ([head] if isinstance(head, str) else head)
        ]


def with_decimal_comma(text: str) -> str:
    """Return a text made of numbers alone with decimal commas; values are separated by semicolons.

    >>> with_decimal_comma("0.50 [0.25, 0.75]").split()
    ['0,50', '[0,25', ';', '0,75]']
    """
    return _POINT.sub(",", text.replace(", ", "\N{NARROW NO-BREAK SPACE};\N{NO-BREAK SPACE}"))


def cell_text(cell: object, part: Part = "whole") -> str:
    """Return a cell as text for people; the reason of an undefined number is in a separate column."""
    if isinstance(cell, Number):
        if part == "whole":
            return MISSING if cell.value is None else str(cell)
        return cell.interval_text if part == "interval" else f"{cell.value_text} {cell.mark}".rstrip()
    if cell is None:
        return MISSING
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    if isinstance(cell, list | tuple):
        return ", ".join(map(cell_text, cell))
    return str(cell)


def cell_in(language: str, cell: object, part: Part = "whole") -> str:
    """Return a cell as text for people who read a language: its words, its numbers."""
    if isinstance(cell, bool):
        return Phrase("cell-yes", "yes").text(language) if cell else Phrase("cell-no", "no").text(language)
    text = cell_text(cell, part)
    is_number = isinstance(cell, Number | float) and language in DECIMAL_COMMA
    return with_decimal_comma(text) if is_number else text
