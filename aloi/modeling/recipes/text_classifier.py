"""Text classifier: a transformer under a softmax, or under a sigmoid a label with a threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import LabelledText
from aloi.base.terms import Phrase
from aloi.evaluation.rows import LearntRow
from aloi.modeling.encoders.names import weights_checksum
from aloi.modeling.recipes.base import DONE, Predictor, Rule, Setting, Training, check_training, of_kind
from aloi.modeling.recipes.tfidf_linear import (
    BALANCED,
    both_texts,
    chosen_labels,
    fit_labels,
    has_several,
    label_table,
    several_labels,
)
from aloi.modeling.recipes.training.batches import TrainingExample
from aloi.modeling.recipes.training.transformer import (
    INPUT,
    THRESHOLD,
    HeadPredictor,
    HeadTuning,
    Loaded,
    cut_note,
    frozen_encoder,
    head_settings,
    label_names,
    load,
    saved_as_model,
    saved_labels,
    signature_of,
    tune,
    vectors_of,
)

# Whether a text has one label or several, as transformers calls it.
_SINGLE_LABEL, _MULTI_LABEL = "single_label_classification", "multi_label_classification"


@dataclass(frozen=True, slots=True)
class TextPredictor(HeadPredictor):
    """A fitted classifier; `threshold` is the least share of a label, None for one label a text."""

    labels: tuple[str, ...]
    threshold: float | None

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[str, ...]]:
        """Return the labels of each row, in the order of the labels known."""
        texts = of_kind(rows, LabelledText)
        if not texts:
            return []
        logits = np.array(self.loaded.logits(encoded(self.loaded, texts)), dtype=np.float64)
        shares = logits if self.threshold is None else 1 / (1 + np.exp(-logits))
        return chosen_labels(shares, self.labels, self.threshold)

    def notes(self, rows: Sequence[LearntRow]) -> tuple[str, ...]:
        """Return how many texts were cut."""
        return cut_note(self.loaded, _texts(of_kind(rows, LabelledText)))


class TextClassifier(HeadTuning[LabelledText]):
    """One label a text: the most likely one. Several: those whose sigmoid reaches the threshold, or none.

    Whether a text may have several labels is seen in the training rows: one of them has none or several.
    Frozen: the mean of the token vectors (as the encoder pools them) under logistic regression.

    References
    ----------
    Labrak et al. 2024, DrBenchmark.
    """

    name: ClassVar[str] = "text_classifier"
    title: ClassVar[str] = Phrase("recipe-text-classifier", "Text classifier")
    task: ClassVar[str] = "classification"
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    all_settings: ClassVar[Mapping[str, Setting]] = head_settings(
        "classification", "weighted_f1", threshold=THRESHOLD, balanced=BALANCED, input=INPUT
    )

    def fit(self, training: Training[LabelledText]) -> Predictor[LabelledText]:
        """Return the fitted classifier."""
        check_training(self, training)
        labels = several_labels(training.train)
        threshold = float(str(training.settings["threshold"])) if has_several(training.train) else None
        if training.settings["frozen"]:
            return _frozen(self.name, training, labels, threshold)
        loaded = load(
            training,
            "AutoModelForSequenceClassification",
            problem_type=_SINGLE_LABEL if threshold is None else _MULTI_LABEL,
            **label_names(labels),
        )
        predictor = TextPredictor(loaded, labels, threshold)
        table = label_table(training.train, labels)
        targets: list[Any] = (
            table.astype(float).tolist() if threshold is not None else table.argmax(1).tolist()
        )
        examples = [
            TrainingExample((text,), target)
            for text, target in zip(encoded(loaded, training.train), targets, strict=True)
        ]
        loss = _sigmoid_loss if threshold is not None else softmax_loss
        epoch = tune(loaded, training, examples, loss, predictor.predict)
        signature = signature_of(self.name, loaded, training)
        return replace(predictor, signature=signature, best_epoch=epoch)

    def load(self, training: Training[LabelledText]) -> tuple[TextPredictor, str] | None:
        """Return a saved classifier and the checksum of its weights; None for one without its labels."""
        loaded = load(saved_as_model(training), "AutoModelForSequenceClassification")
        problem = loaded.model.config.problem_type
        if problem not in (_SINGLE_LABEL, _MULTI_LABEL):
            return None
        threshold = float(str(training.settings["threshold"])) if problem == _MULTI_LABEL else None
        return TextPredictor(loaded, saved_labels(loaded), threshold), weights_checksum(loaded.model)


def encoded(loaded: Loaded, rows: Sequence[LabelledText]) -> Any:
    """Return the texts of rows as the model reads them, with the second text after the separator."""
    return loaded.encode(*_texts(rows))


def _texts(rows: Sequence[LabelledText]) -> list[list[str]]:
    first, second = [row.text for row in rows], [row.second for row in rows]
    return [first, second] if any(second) else [first]


def softmax_loss(logits: Any, targets: Sequence[int]) -> Any:
    """Return the cross-entropy of classes."""
    import torch

    return torch.nn.functional.cross_entropy(logits, torch.tensor(targets, device=logits.device))


def _sigmoid_loss(logits: Any, targets: Sequence[Sequence[float]]) -> Any:
    import torch

    gold = torch.tensor(targets, dtype=logits.dtype, device=logits.device)
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, gold)


def _frozen(
    recipe: str, training: Training[LabelledText], labels: tuple[str, ...], threshold: float | None
) -> Rule[LabelledText]:
    """Return logistic regression over the vectors of the encoder."""
    model = frozen_encoder(training)
    texts = [both_texts(row) for row in training.train]
    vectors = vectors_of(model, texts, training, report=True)
    head = fit_labels(vectors, training.train, labels, threshold, training.settings)
    training.tell(DONE)

    def answers(rows: Sequence[LabelledText]) -> list[tuple[str, ...]]:
        return head.chosen(vectors_of(model, [both_texts(row) for row in rows], training))

    return Rule(f"{recipe} frozen, {model.signature}", LabelledText, answers, head)
