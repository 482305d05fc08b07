"""How a long verb tells how far it is and learns that it should stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from aloi.corpora.mining.base import Cancelled

# (done, total, message) -> True to continue, False when the person requested a stop.
Progress: TypeAlias = Callable[[int, int, str], bool]


def silent(done: int, total: int, message: str) -> bool:
    """Return True: nobody watches, nobody stops."""
    del done, total, message
    return True


def go_on(progress: Progress, done: int, total: int, message: str) -> None:
    """Tell how far a verb is, or raise Cancelled where the person asked to stop."""
    if not progress(done, total, message):
        raise Cancelled
