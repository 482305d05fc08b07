"""Two ways to look a figure up: computed at once (terminal, notebook, tests), or as it is kept (pages)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from aloi.storage.store import Store
from aloi.workbench.figures.base import CachedResult, KeptFigure, Subject
from aloi.workbench.figures.keeping import read_all
from aloi.workbench.progress import silent

T = TypeVar("T")


class FigureReader(Protocol):
    """Gives a figure of a subject; None where it is not known yet, or cannot be computed."""

    def ahead(self, figure: KeptFigure[T], subjects: Sequence[Subject]) -> None:
        """Read a figure of several subjects at once, before each is asked for."""

    def __call__(self, figure: KeptFigure[T], *of: str) -> T | None:
        """Return the value."""


class Computing:
    """Computes each figure when it is asked for, and keeps nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ahead(self, figure: KeptFigure[T], subjects: Sequence[Subject]) -> None:
        """Do nothing: what nobody asks for is not computed."""

    def __call__(self, figure: KeptFigure[T], *of: str) -> T | None:
        """Return the value as it is now."""
        return figure.compute(self._store, Path(), of, silent)


class Keeping:
    """Gives figures as they are kept; `known` has all that were asked for, to be refreshed together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[tuple[str, Subject], CachedResult[Any]] = {}
        self.known: list[CachedResult[Any]] = []

    def ahead(self, figure: KeptFigure[T], subjects: Sequence[Subject]) -> None:
        """Read a figure of several subjects with two queries, in place of two for each."""
        cached_results = read_all(self._store, figure, subjects)
        self._read |= {(figure.name, of): one for of, one in zip(subjects, cached_results, strict=True)}

    def __call__(self, figure: KeptFigure[T], *of: str) -> T | None:
        """Return the value computed last."""
        if (figure.name, of) not in self._read:
            self.ahead(figure, [of])
        cached: CachedResult[T] = self._read[figure.name, of]
        self.known.append(cached)
        return cached.value
