"""Runs for tests: a recipe that learns nothing but numbers from its seed, and data from rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.recipes.base import Recipe, Step, Training, check_training
from aloi.modeling.runs.spec import DataUse, RunSpec


@dataclass(frozen=True, slots=True)
class Noisy:
    """Predicts the share of common words, with noise of a seed."""

    training: Training[ScoredPair]
    signature: str = "noisy 1"

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        noise = np.random.default_rng(self.training.seed).normal(0, 0.1, len(rows))
        share = [len(set(one.left.split()) & set(one.right.split())) / 4 for one in rows]
        span = self.training.high - self.training.low
        return (self.training.low + (np.array(share) + noise) * span).tolist()


class NoisyRecipe(Recipe[ScoredPair]):
    """Three steps and a model; what `fails` names, fails."""

    name: ClassVar[str] = "noisy"
    title: ClassVar[str] = "Noisy"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    seeded: ClassVar[bool] = True
    needs_training: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    defaults: ClassVar[Mapping[str, Json]] = {"rate": 1.0}
    help: ClassVar[Mapping[str, str]] = {"rate": "Nothing."}

    def __init__(self) -> None:
        self.fails: dict[int, BaseException] = {}
        self.fitted: list[int] = []
        self.trained_on: list[tuple[str, ...]] = []

    def fit(self, training: Training[ScoredPair]) -> Noisy:
        check_training(self, training)
        self.trained_on.append(tuple(one.id for one in training.train))
        for step in (1, 2, 3):
            if not training.watch(Step(step, 3, step / 3, 1 / step)):
                raise Cancelled
            if step == 2 and training.seed in self.fails:
                raise self.fails.pop(training.seed)
        self.fitted.append(training.seed)
        (training.folder / "model").mkdir()
        return Noisy(training)


def items(count: int, start: int = 0, high: float = 5.0) -> tuple[ScoredPair, ...]:
    """Return pairs that share 0 to 4 words, scored so, roughly."""
    made = []
    for number in range(start, start + count):
        left = [f"w{number}a", f"w{number}b", f"w{number}c", f"w{number}d"]
        same = number % 5
        right = left[:same] + [f"v{number}{at}" for at in range(4 - same)]
        score = min(high, (same + 0.3 * (number % 3)) * high / 4.6)
        name = f"i{number:03}"
        made.append(
            ScoredPair(name, f"{name}/1", f"{name}/2", " ".join(left), " ".join(right), score, 0.0, high)
        )
    return tuple(made)


def data(name: str = "made", high: float = 5.0, start: int = 0) -> Dataset:
    """Return 40 training, 10 dev and 30 test pairs without overlap."""
    parts = {
        "train": items(40, start, high),
        "dev": items(10, start + 40, high),
        "test": items(30, start + 50, high),
    }
    return dataset(name, ScoredPair, parts)


def use(found: Dataset, part: str) -> DataUse:
    """Return the use of a part; the source is the data's name."""
    return DataUse(found.name, part, found.name, found.checksum, len(found.parts[part]))


def spec(train: Sequence[Dataset], tests: Sequence[Dataset], **others: object) -> RunSpec:
    """Return a run of the noisy recipe with seeds 0, 1, 2 unless told otherwise."""
    settings: dict[str, object] = {
        "recipe": "noisy", "settings": {"rate": 1.0}, "dev": None, "seeds": (0, 1, 2), **others,
    }  # fmt: skip
    return RunSpec(
        train=tuple(use(one, "train") for one in train),
        tests=tuple(use(one, "test") for one in tests),
        **settings,
    )  # type: ignore[arg-type]
