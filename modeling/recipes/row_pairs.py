"""Recipes of scored pairs as recipes of rows, so that whatever runs rows can run them too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.rows import ScoredPair
from corpora.model import Json
from evaluation.rows import LearntRow
from modeling.data.dataset import ScoredItem
from modeling.recipes.base import Predictor, Recipe, Training
from modeling.recipes.row_base import RowRecipe, RowTraining, check_rows, of_kind


@dataclass(frozen=True, slots=True)
class PairRowPredictor:
    """A fitted recipe of pairs, on the scale low..high it was fitted for."""

    fitted: Predictor
    low: float
    high: float

    @property
    def signature(self) -> str:
        """Return the signature of the fitted recipe."""
        return self.fitted.signature

    def predict(self, rows: Sequence[LearntRow]) -> tuple[ScoredPair, ...]:
        """Return the rows with predicted scores, which may lie outside their scale."""
        pairs = of_kind(rows, ScoredPair)
        if not pairs:
            return ()
        found = self.fitted.predict([(one.left, one.right) for one in pairs])
        return tuple(
            replace(one, score=on_scale(float(score), (self.low, self.high), (one.low, one.high)))
            for one, score in zip(pairs, found, strict=True)
        )


class PairRecipe(RowRecipe[ScoredPair]):
    """A recipe of scored pairs, under its own name and with its own settings."""

    row_kinds = (ScoredPair,)

    def __init__(self, inner: Recipe) -> None:
        """Take over what the recipe says of itself."""
        self.inner = inner
        self.name = inner.name  # type: ignore[misc]
        self.title = inner.title  # type: ignore[misc]
        self.seeded = inner.seeded  # type: ignore[misc]
        self.floor = inner.floor  # type: ignore[misc]
        self.defaults = inner.defaults  # type: ignore[misc]
        self.help = inner.help  # type: ignore[misc]
        self.choices = inner.choices  # type: ignore[misc]

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return the settings as the recipe checks them."""
        return self.inner.settings(given)

    def fit(self, training: RowTraining[ScoredPair]) -> PairRowPredictor:
        """Return the fitted recipe; its scale is that of the first training row."""
        check_rows(self, training)
        low, high = training.train[0].low, training.train[0].high
        train, dev = ([_item(one, low, high) for one in part] for part in (training.train, training.dev))
        return PairRowPredictor(
            self.inner.fit(
                Training(
                    tuple(train) if self.inner.learns else (),
                    tuple(dev) if self.inner.learns else (),
                    low,
                    high,
                    training.settings,
                    training.seed,
                    training.folder,
                    training.watch,
                    training.cache,
                )
            ),
            low,
            high,
        )


def _item(row: ScoredPair, low: float, high: float) -> ScoredItem:
    return ScoredItem(row.id, row.left, row.right, on_scale(row.score, (row.low, row.high), (low, high)))


def on_scale(score: float, before: tuple[float, float], after: tuple[float, float]) -> float:
    """Return a score of one scale on another, ends to ends."""
    if before == after:
        return score
    return after[0] + (score - before[0]) / (before[1] - before[0]) * (after[1] - after[0])
