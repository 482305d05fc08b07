"""Due dates of rounds in words; late ones are marked by words, not by colours."""

from __future__ import annotations

from datetime import date

from aloi.ui.numbers import day
from aloi.ui.texts import t


def due_words(due: date, today: date) -> str:
    """Return by when something is wanted, and how far off or how late that is."""
    days = (due - today).days
    near = {0: "today", 1: "tomorrow", -1: "late_one"}.get(days, "late" if days < 0 else "later")
    return t(f"my_work.due_{near}", day=day(due), days=abs(days))
