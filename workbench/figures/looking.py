"""Two ways to look a figure up: computed at once (terminal, notebook, tests), or as it is kept (pages)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, TypeVar

from storage.store import Store
from workbench.figures.base import KeptFigure, Known
from workbench.figures.keeping import read
from workbench.progress import silent

T = TypeVar("T")


class FigureReader(Protocol):
    """Gives a figure of a subject; None where it is not known yet, or cannot be computed."""

    def __call__(self, figure: KeptFigure[T], *of: str) -> T | None:
        """Return the value."""


def computing(store: Store) -> FigureReader:
    """Return what computes each figure when it is asked for, and keeps nothing."""

    def look(figure: KeptFigure[T], *of: str) -> T | None:
        return figure.compute(store, Path(), of, silent)

    return look


class Keeping:
    """Gives figures as they are kept; `known` has all that were asked for, to be refreshed together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.known: list[Known[Any]] = []

    def __call__(self, figure: KeptFigure[T], *of: str) -> T | None:
        """Return the value computed last."""
        found = read(self._store, figure, *of)
        self.known.append(found)
        return found.value
