"""Pair regression: both texts in one, one output, the squared distance to the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.rows import LearntRow
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.recipes.base import DONE, Predictor, Rule, Setting, Training, check_training, of_kind
from aloi.modeling.recipes.training.batches import TrainingExample
from aloi.modeling.recipes.training.transformer import (
    INPUT,
    HeadPredictor,
    HeadTuning,
    cut_note,
    frozen_encoder,
    head_settings,
    load,
    saved_as_model,
    signature_of,
    tune,
    vectors_of,
)


@dataclass(frozen=True, slots=True)
class RegressionPredictor(HeadPredictor):
    """A fitted regression; `best_epoch` is that of its weights."""

    def predict(self, rows: Sequence[LearntRow]) -> list[float]:
        """Return the score of each row, which may lie outside the scale."""
        logits = self.loaded.logits(self.loaded.encode(*_texts(of_kind(rows, ScoredPair))))
        return [float(value[0]) for value in logits]

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many pairs were cut."""
        return cut_note(self.loaded, _texts(of_kind(rows, ScoredPair)))


class PairRegression(HeadTuning[ScoredPair]):
    """The score of a pair, from both texts with the model's separator between them.

    Frozen: ridge regression over the products and distances of the two vectors and their cosine.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "pair_regression"
    title: ClassVar[str] = Phrase("recipe-pair-regression", "Pair regression")
    task: ClassVar[str] = "similarity"
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    all_settings: ClassVar[Mapping[str, Setting]] = head_settings(
        "similarity", "spearman", strength=0.1, input=INPUT
    )

    def fit(self, training: Training[ScoredPair]) -> Predictor[ScoredPair]:
        """Return the fitted regression."""
        check_training(self, training)
        if training.settings["frozen"]:
            return _frozen(self.name, training)
        loaded = load(training, "AutoModelForSequenceClassification", num_labels=1)
        predictor = RegressionPredictor(loaded)
        texts = loaded.encode(*_texts(training.train))
        examples = [
            TrainingExample((text,), row.score) for text, row in zip(texts, training.train, strict=True)
        ]
        epoch = tune(loaded, training, examples, _loss, predictor.predict)
        return replace(predictor, signature=signature_of(self.name, loaded, training), best_epoch=epoch)

    def load(self, training: Training[ScoredPair]) -> tuple[RegressionPredictor, str]:
        """Return a saved regression, and the checksum of its weights."""
        loaded = load(saved_as_model(training), "AutoModelForSequenceClassification")
        return RegressionPredictor(loaded), weights_checksum(loaded.model)


def _texts(rows: Sequence[ScoredPair]) -> list[list[str]]:
    return [[row.left for row in rows], [row.right for row in rows]]


def _loss(logits: Any, targets: Sequence[float]) -> Any:
    import torch

    gold = torch.tensor(targets, dtype=logits.dtype, device=logits.device)
    return torch.nn.functional.mse_loss(logits[:, 0], gold)


def _frozen(recipe: str, training: Training[ScoredPair]) -> Rule[ScoredPair]:
    from sklearn.linear_model import Ridge

    model = frozen_encoder(training)

    def features(rows: Sequence[ScoredPair], *, report: bool = False) -> Floats:
        texts = [text for side in _texts(rows) for text in side]
        left, right = np.split(vectors_of(model, texts, training, report=report), 2)
        cosine = (left * right).sum(axis=1, keepdims=True)
        return np.concatenate([left * right, np.abs(left - right), cosine], axis=1)

    head = Ridge(alpha=1 / (2 * float(str(training.settings["strength"]))))
    head.fit(features(training.train, report=True), [row.score for row in training.train])
    training.tell(DONE)
    signature = f"{recipe} frozen, {model.signature}"
    return Rule(signature, ScoredPair, lambda rows: head.predict(features(rows)).tolist(), head)
