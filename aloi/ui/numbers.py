"""Numbers as the reader's language writes them: `0.5` and `53%` in English, `0,5` and `53 %` in French.

Fields for numbers are the browser's own: it writes and reads them in its language, which no page can set. A
French browser takes `0,5`; one in English shows a point on a French page too, and drops a comma that is
typed.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from aloi.agreement.number import Number
from aloi.base.messages import ENGLISH
from aloi.ui import language
from aloi.workbench.reports.table import DECIMAL_COMMA, Part, cell_text, with_decimal_comma

NARROW, NO_BREAK = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
NO_WRAP = "\N{WORD JOINER}"
_MONTHS = ("janvier", "février", "mars", "avril", "mai", "juin", "juillet")
_MONTHS += ("août", "septembre", "octobre", "novembre", "décembre")
_SHORT = ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.")
_DAYS = ("dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi")
_CHARTS: dict[str, dict[str, Any]] = {
    "fr": {
        "number": {
            "decimal": ",",
            "thousands": NARROW,
            "grouping": [3],
            "currency": ["", f"{NARROW}€"],
            "percent": f"{NARROW}%",
        },
        "time": {
            "dateTime": "%A %e %B %Y à %X",
            "date": "%d/%m/%Y",
            "time": "%H:%M:%S",
            "periods": ["AM", "PM"],
            "days": list(_DAYS),
            "shortDays": [f"{one[:3]}." for one in _DAYS],
            "months": list(_MONTHS),
            "shortMonths": list(_SHORT),
        },
    }
}


def number(value: float, form: str = "") -> str:
    """Return a number as a page shows it.

    Parameters
    ----------
    value : float
        The number.
    form : str
        How Python formats it, such as `.2f`, `.0%` or `,`.
    """
    text = format(value, form)
    if language.current() not in DECIMAL_COMMA:
        return text
    # Thousands first: their comma would be taken for that of decimals.
    return text.replace(",", NARROW).replace(".", ",").replace("%", f"{NARROW}%")


def counted(value: int) -> str:
    """Return a count with separated thousands, for places outside sentences and tables."""
    return number(value, ",")


def is_long(value: object) -> bool:
    """Return whether a count needs separated thousands: four digits or more."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 1000


def has_decimal_comma() -> bool:
    """Return whether the reader's language, and a spreadsheet in it, writes a comma before decimals."""
    return language.current() in DECIMAL_COMMA


def numbers(text: str) -> str:
    """Return a text made of numbers alone, such as `0.50 [0.25, 0.75]`, as a page shows it."""
    if language.current() not in DECIMAL_COMMA:
        return text
    return with_decimal_comma(text)


def shown(cell: object, part: Part = "whole") -> str:
    """Return a cell of a table as a person reads it, numbers in the reader's language."""
    if isinstance(cell, int) and is_long(cell):
        return number(cell, ",")
    text = cell_text(cell, part)
    return numbers(text) if isinstance(cell, Number | float) else text


def day(date: date) -> str:
    """Return a day as a page writes it: 2026-11-23 in English, 23/11/2026 in French."""
    return f"{date:%Y-%m-%d}" if language.current() not in DECIMAL_COMMA else f"{date:%d/%m/%Y}"


def moment(at: datetime) -> str:
    """Return a day and a time as a page writes them, in the time zone that they are in."""
    return f"{day(at)} {at:%H:%M}"


def chart_day() -> str:
    """Return how charts write a day, in the form of d3."""
    return "%Y-%m-%d" if language.current() not in DECIMAL_COMMA else "%d/%m/%Y"


def day_field() -> str:
    """Return the form in which a field asks for a day, as Streamlit names it."""
    return "YYYY-MM-DD" if language.current() not in DECIMAL_COMMA else "DD/MM/YYYY"


def chart_locale() -> dict[str, Any] | None:
    """Return how charts write numbers and days in the reader's language; None for English."""
    tongue = language.current()
    return None if tongue == ENGLISH else _CHARTS.get(tongue)
