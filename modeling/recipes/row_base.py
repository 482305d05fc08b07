"""What a recipe of rows must answer: how to learn from rows of one kind and predict others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

from corpora.mining.base import Cancelled
from corpora.model import Json
from errors import AloiError
from evaluation.rows import LearntRow
from modeling.recipes.base import Step, Watch, unwatched
from modeling.recipes.training.checks import check_choice, merged

R = TypeVar("R", bound=LearntRow)
K = TypeVar("K", bound=LearntRow)


@dataclass(frozen=True, slots=True)
class RowTraining(Generic[R]):
    """What one fit is given.

    Parameters
    ----------
    train, dev : tuple of rows
        `dev` is for the choice of a checkpoint; it may be empty: then the last one is kept.
    settings : mapping
        As `RowRecipe.settings` returned them.
    seed : int
        Of everything random in this fit.
    folder : Path
        For checkpoints and the fitted model.
    watch : Watch
        Told how far it is; False asks to stop, and `corpora.mining.base.Cancelled` is raised.
    cache : Path or None
        Where vectors of texts are kept.
    """

    train: tuple[R, ...]
    dev: tuple[R, ...]
    settings: Mapping[str, Json]
    seed: int
    folder: Path
    watch: Watch = unwatched
    cache: Path | None = None


class RowPredictor(Protocol[R]):
    """A fitted model of rows."""

    @property
    def signature(self) -> str:
        """What gives its predictions: packages, versions, and a checksum of the weights where it has any."""
        ...

    def predict(self, rows: Sequence[R]) -> tuple[R, ...]:
        """Return the rows in their order, each with what is predicted in the place of its gold.

        The gold of the rows given is never looked at.
        """
        ...


def check_rows(recipe: RowRecipe[R], training: RowTraining[R]) -> type:
    """Return the kind of the rows given, all of one kind that the recipe takes, or raise AloiError."""
    kinds = {type(one) for one in (*training.train, *training.dev)}
    if not training.train or len(kinds) > 1 or not kinds <= set(recipe.row_kinds):
        found = " and ".join(sorted(kind.__name__ for kind in kinds)) or "no"
        raise AloiError(
            f"The recipe {recipe.name} was given {found} rows, {len(training.train)} of them to learn from.",
            f"Rows of one kind were expected: {' or '.join(kind.__name__ for kind in recipe.row_kinds)}.",
            "Train on other data, or choose a recipe that takes these rows (aloi recipes lists them).",
        )
    return kinds.pop()


def of_kind(rows: Sequence[LearntRow], kind: type[K]) -> tuple[K, ...]:
    """Return the rows, or raise AloiError where one is of another kind than the one learnt."""
    found = tuple(row for row in rows if isinstance(row, kind))
    if len(found) != len(rows):
        other = next(type(row).__name__ for row in rows if not isinstance(row, kind))
        raise AloiError(
            f"Rows of the kind {other} were to be predicted.",
            f"Rows of the kind learnt were expected: {kind.__name__}.",
            "Score the model on data of the kind that it was trained on.",
        )
    return found


def tell_started(training: RowTraining[R]) -> None:
    """Tell that a fit without steps is under way; raise Cancelled where the one who watches stops it."""
    if not training.watch(Step(0, 1, 0.0)):
        raise Cancelled


def tell_done(training: RowTraining[R]) -> None:
    """Tell that a fit without steps is done; raise Cancelled where the one who watches stops it."""
    if not training.watch(Step(1, 1, 1.0)):
        raise Cancelled


class RowRecipe(ABC, Generic[R]):
    """One way to learn the answers of rows of one kind.

    Attributes
    ----------
    row_kinds : tuple of type
        The kinds of rows it learns from; one fit is given rows of one kind.
    seeded, floor, defaults, help, choices
        As `modeling.recipes.base.Recipe` has them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    row_kinds: ClassVar[tuple[type, ...]]
    seeded: ClassVar[bool]
    floor: ClassVar[bool]
    defaults: ClassVar[Mapping[str, Json]]
    help: ClassVar[Mapping[str, str]]
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {}

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings with those given in place; called before any long work, loads no model.

        Raises
        ------
        AloiError
            A setting that is unknown or cannot work.
        """
        return merged(self.name, self.defaults, given)

    def check_choices(self, settings: Mapping[str, Json]) -> None:
        """Raise AloiError where a setting with few values has another."""
        for name, choices in self.choices.items():
            check_choice(name, settings[name], choices)

    @abstractmethod
    def fit(self, training: RowTraining[R]) -> RowPredictor[R]:
        """Return the fitted model.

        Raises
        ------
        AloiError
            No training rows, or nothing to learn in them.
        Cancelled
            `watch` asked to stop.
        """
