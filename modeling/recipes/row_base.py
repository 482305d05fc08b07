"""What a recipe of rows must answer: how to learn from rows of one kind and predict others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

from annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from corpora.model import Json
from errors import AloiError
from modeling.recipes.base import Watch, unwatched

R = TypeVar("R", LabelledText, TaggedTokens, MultipleChoice, LinkedMention, ScoredPair)


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


class RowRecipe(ABC, Generic[R]):
    """One way to learn the answers of rows of one kind.

    Attributes
    ----------
    row_kind : type
        The rows it learns from.
    seeded, floor, defaults, help, choices
        As `modeling.recipes.base.Recipe` has them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    row_kind: ClassVar[type]
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
        unknown = sorted(set(given) - set(self.defaults))
        if unknown:
            raise AloiError(
                f"The recipe {self.name} has no setting {unknown[0]!r}.",
                f"Some of these were expected: {', '.join(self.defaults) or 'it has none'}.",
                "Check the spelling.",
            )
        return {**self.defaults, **given}

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
