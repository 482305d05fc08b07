"""Progress and cancellation of a long operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from aloi.corpora.mining.base import Cancelled

# (done, total, message) -> True to continue, False when the person requested a stop.
Progress: TypeAlias = Callable[[int, int, str], bool]


def silent(done: int, total: int, message: str) -> bool:
    """Return True: there is no display and no cancellation."""
    del done, total, message
    return True


def go_on(progress: Progress, done: int, total: int, message: str) -> None:
    """Report the progress of an operation, or raise Cancelled if the person requested a stop."""
    if not progress(done, total, message):
        raise Cancelled
