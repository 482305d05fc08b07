"""Pair regression: both texts in one, one output, the squared distance to the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from annotation.rows import ScoredPair
from corpora.model import Json
from errors import AloiError
from evaluation.rows import LearntRow
from modeling.recipes.row_base import RowTraining, check_rows, of_kind, tell_done
from modeling.recipes.row_pairs import on_scale
from modeling.recipes.training.frozen import Floats, frozen_encoder, vectors_of
from modeling.recipes.training.row_loop import Example
from modeling.recipes.training.transformer import (
    INPUT_HELP,
    JOINED,
    PAIR,
    SHARED_HELP,
    Loaded,
    RowFineTuning,
    cut_note,
    load,
    shared_defaults,
    signature_of,
    tune,
)


@dataclass(frozen=True, slots=True)
class RegressionPredictor:
    """A fitted regression on the scale low..high; `best_epoch` is that of its weights."""

    loaded: Loaded
    low: float
    high: float
    signature: str = ""
    best_epoch: float | None = None

    @property
    def device(self) -> str:
        """Return where it computes."""
        return self.loaded.device

    def predict(self, rows: Sequence[LearntRow]) -> tuple[ScoredPair, ...]:
        """Return the rows with predicted scores, which may lie outside their scale."""
        found = of_kind(rows, ScoredPair)
        said = self.loaded.logits(self.loaded.encode(*_texts(found)))
        return _scored(found, [float(value[0]) for value in said], self.low, self.high)

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many pairs were cut."""
        return cut_note(self.loaded, _texts(of_kind(rows, ScoredPair)))


@dataclass(frozen=True, slots=True)
class RidgePredictor:
    """A ridge regression over the vectors of a frozen encoder, on the scale low..high."""

    signature: str
    features: Any
    head: Any
    low: float
    high: float

    def predict(self, rows: Sequence[LearntRow]) -> tuple[ScoredPair, ...]:
        """Return the rows with predicted scores, which may lie outside their scale."""
        found = of_kind(rows, ScoredPair)
        if not found:
            return ()
        return _scored(found, self.head.predict(self.features(found)).tolist(), self.low, self.high)


class PairRegression(RowFineTuning[ScoredPair]):
    """The score of a pair, from both texts with the model's separator between them.

    Frozen: ridge regression over the products and distances of the two vectors and their cosine.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "pair_regression"
    title: ClassVar[str] = "Pair regression"
    task: ClassVar[str] = "similarity"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    defaults: ClassVar[Mapping[str, Json]] = {
        **shared_defaults("similarity", "spearman"),
        "strength": 0.1,
        "input": PAIR,
    }
    help: ClassVar[Mapping[str, str]] = {**SHARED_HELP, "input": INPUT_HELP}
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {**RowFineTuning.choices, "input": (PAIR, JOINED)}

    def fit(self, training: RowTraining[ScoredPair]) -> RegressionPredictor | RidgePredictor:
        """Return the fitted regression; its scale is that of the first training row."""
        check_rows(self, training)
        low, high = training.train[0].low, training.train[0].high
        scores = [on_scale(row.score, (row.low, row.high), (low, high)) for row in training.train]
        if len(set(scores)) < 2:
            raise AloiError(
                f"All {len(scores)} training pairs have the same score.",
                "Scores that vary were expected: there is nothing to learn from one score.",
                "Train on other pairs.",
            )
        if training.settings["frozen"]:
            return _frozen(self.name, training, scores, low, high)
        loaded = load(training, "AutoModelForSequenceClassification", num_labels=1)
        predictor = RegressionPredictor(loaded, low, high)
        texts = loaded.encode(*_texts(training.train))
        examples = [Example((text,), score) for text, score in zip(texts, scores, strict=True)]
        epoch = tune(loaded, training, examples, _loss, predictor.predict)
        return replace(predictor, signature=signature_of(self.name, loaded, training), best_epoch=epoch)


def _texts(rows: Sequence[ScoredPair]) -> list[list[str]]:
    return [[row.left for row in rows], [row.right for row in rows]]


def _scored(
    rows: Sequence[ScoredPair], scores: Sequence[float], low: float, high: float
) -> tuple[ScoredPair, ...]:
    return tuple(
        replace(row, score=on_scale(score, (low, high), (row.low, row.high)))
        for row, score in zip(rows, scores, strict=True)
    )


def _loss(said: Any, targets: Sequence[float]) -> Any:
    import torch

    wanted = torch.tensor(targets, dtype=said.dtype, device=said.device)
    return torch.nn.functional.mse_loss(said[:, 0], wanted)


def _frozen(
    recipe: str, training: RowTraining[ScoredPair], scores: Sequence[float], low: float, high: float
) -> RidgePredictor:
    from sklearn.linear_model import Ridge

    model = frozen_encoder(training)

    def features(rows: Sequence[ScoredPair], *, told: bool = False) -> Floats:
        texts = [text for side in _texts(rows) for text in side]
        left, right = np.split(vectors_of(model, texts, training, told=told), 2)
        cosine = (left * right).sum(axis=1, keepdims=True)
        return np.concatenate([left * right, np.abs(left - right), cosine], axis=1)

    head = Ridge(alpha=1 / (2 * float(str(training.settings["strength"]))))
    head.fit(features(training.train, told=True), scores)
    tell_done(training)
    return RidgePredictor(f"{recipe} frozen, {model.signature}", features, head, low, high)
