"""What a recipe must answer: its settings, and how to learn from scored pairs and predict others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from corpora.model import Json
from errors import AloiError
from modeling.data.dataset import ScoredItem
from modeling.recipes.training.checks import merged

Floats = NDArray[np.float64]
FEWEST = 10  # training items below which nothing is fitted


@dataclass(frozen=True, slots=True)
class Step:
    """How far a training is.

    Parameters
    ----------
    step, steps : int
        Optimiser steps done and in all; for what has no steps, 1 of 1.
    epoch : float
        Passes over the training items so far.
    loss : float or None
        Mean training loss since the last report.
    dev : mapping
        Metric name -> value on the dev part, at the ends of epochs only.
    """

    step: int
    steps: int
    epoch: float
    loss: float | None = None
    dev: Mapping[str, float] | None = None


# Told after every few steps; False asks the recipe to stop, and it raises `corpora.mining.base.Cancelled`.
Watch: TypeAlias = Callable[[Step], bool]


def unwatched(step: Step) -> bool:
    """Return True: nobody watches, nobody stops."""
    del step
    return True


@dataclass(frozen=True, slots=True)
class Training:
    """What one fit is given.

    Parameters
    ----------
    train : tuple of ScoredItem
        May be empty: then a recipe that has a model without training (an encoder, a string similarity)
        gives that one, and any other raises AloiError.
    dev : tuple of ScoredItem
        For the choice of a checkpoint; may be empty: then the last one is kept.
    low, high : float
        The ends of the scale of all scores.
    settings : mapping
        As `Recipe.settings` returned them.
    seed : int
        Of everything random in this fit.
    folder : Path
        For checkpoints and the fitted model. A fit that was broken off resumes from what it left there.
    watch : Watch
        Told how far it is.
    cache : Path or None
        Where vectors of texts are kept, and what was measured of encoders on this machine.
    """

    train: tuple[ScoredItem, ...]
    dev: tuple[ScoredItem, ...]
    low: float
    high: float
    settings: Mapping[str, Json]
    seed: int
    folder: Path
    watch: Watch = unwatched
    cache: Path | None = None


def check_training(recipe: str, training: Training) -> None:
    """Raise AloiError for fewer than 10 training items, or gold that never varies."""
    count = len(training.train)
    if count < FEWEST:
        raise AloiError(
            f"The recipe {recipe} was given {count} pairs to learn from.",
            f"At least {FEWEST} were expected.",
            "Name a part with more pairs to train on.",
        )
    if len({one.score for one in training.train}) < 2:
        raise AloiError(
            f"All {count} training pairs have the score {training.train[0].score:g}.",
            "Scores that vary were expected: there is nothing to learn from one score.",
            "Train on other pairs.",
        )


class Predictor(Protocol):
    """A fitted model."""

    @property
    def signature(self) -> str:
        """What gives its predictions: packages, versions, and a checksum of the weights where it has any."""
        ...

    def predict(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Return a score for each pair on the scale it was fitted for, shape (N,); it may lie outside it."""
        ...


class Recipe(ABC):
    """One way to learn scores of pairs.

    Attributes
    ----------
    seeded : bool
        Whether another seed gives another model; where not, one run is all there is.
    learns : bool
        Whether training items change what it predicts; where not, it is given none.
    needs_training : bool
        Whether it has nothing to say before it saw training items.
    floor : bool
        Whether it is a baseline that others are measured against.
    defaults : mapping
        Setting -> its value unless told otherwise; every setting there is.
    help : mapping
        Setting -> what it means, in a sentence.
    choices : mapping
        Setting -> all values it may have, for those with few.
    of_training : set of str
        Settings that change nothing where there are no training items.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seeded: ClassVar[bool]
    learns: ClassVar[bool] = True
    needs_training: ClassVar[bool]
    floor: ClassVar[bool]
    defaults: ClassVar[Mapping[str, Json]]
    help: ClassVar[Mapping[str, str]]
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {}
    of_training: ClassVar[frozenset[str]] = frozenset()

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings with those given in place; called before any long work, loads no model.

        A recipe with more to check (a folder that is no model, a device that is not there) extends this.

        Raises
        ------
        AloiError
            A setting that is unknown or cannot work.
        """
        return merged(self.name, self.defaults, given)

    def check_trainable(self, settings: Mapping[str, Json], pairs: int) -> None:
        """Raise AloiError where these settings cannot be trained on so many pairs (0: untrained).

        Called before any long work, loads no model; nothing is refused unless a recipe extends this.
        """
        del settings, pairs

    @abstractmethod
    def fit(self, training: Training) -> Predictor:
        """Return the fitted model.

        Raises
        ------
        AloiError
            No training items where it needs some, fewer than 10, or gold that never varies.
        Cancelled
            `watch` asked to stop.
        """
