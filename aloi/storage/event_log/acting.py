"""Who acts, for entries of the event log whose rows do not say: told once a page or job, not by each verb."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ACTOR: ContextVar[str | None] = ContextVar("actor", default=None)


def act_as(pseudonym: str | None) -> None:
    """Let this thread act as a person from now on; None for nobody known."""
    _ACTOR.set(pseudonym)


@contextmanager
def acting(pseudonym: str) -> Iterator[None]:
    """Let this thread act as a person meanwhile."""
    before = _ACTOR.set(pseudonym)
    try:
        yield
    finally:
        _ACTOR.reset(before)


def who_acts() -> str | None:
    """Return the pseudonym of the person that this thread acts as."""
    return _ACTOR.get()
