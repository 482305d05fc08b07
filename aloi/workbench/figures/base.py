"""What a figure is, and how one that was computed stands to what is in the store now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.progress import Progress

T = TypeVar("T")
# What a figure is of: ids, then whatever else tells it from others of its name (a scale, a choice).
Subject: TypeAlias = tuple[str, ...]


def itself(store: Store, of: Subject) -> Sequence[str]:
    """Return the ids a figure is of: those of the campaign and of the round, whose changes make it old."""
    del store
    return of


@dataclass(frozen=True, slots=True)
class KeptFigure(Generic[T]):
    """Something that is counted or computed from a store, kept until what it was computed from changes.

    Parameters
    ----------
    name : str
        What it is kept under.
    kind : type
        The dataclass of its value, which `aloi.base.records` writes as JSON and reads back.
    compute : callable
        (store, data folder, subject, progress) -> value. The terminal may call it directly. What it raises
        as an AloiError is kept in place of a value; a long one tells how far it is.
    depends : callable
        (store, subject) -> the ids of what it is computed from: any `note_change` of one of them makes it
        old. Ids of rounds and campaigns, `aloi.storage.changes.decisions_of(round)`, or none where the
        subject itself says what it was computed from (checksums).
    version : int
        Counted up where a value is computed otherwise, or has other fields, than before.
    most : int, optional
        How many are kept, the ones computed last: of figures whose subject holds what a person asks for.
    """

    name: str
    kind: type[T]
    compute: Callable[[Store, Path, Subject, Progress], T]
    depends: Callable[[Store, Subject], Sequence[str]] = itself
    version: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class CachedResult(Generic[T]):
    """A figure as it is known now; `value` and `error` are None before it is computed for the first time.

    `answers_since` counts the answers, skips and undos since; `is_current` says that nothing has changed at
    all. `seconds` is what computing it took.
    """

    figure: KeptFigure[T]
    of: Subject
    value: T | None
    error: AloiError | None
    at: datetime | None
    answers_since: int
    is_current: bool
    seconds: float
