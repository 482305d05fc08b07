"""Few labels: a sentence encoder trained on pairs of training texts, then logistic regression (SetFit)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from aloi.annotation.rows import LabelledText
from aloi.base.terms import Phrase
from aloi.evaluation.rows import LearntRow
from aloi.modeling.recipes.base import Predictor, Setting, Training, check_training, declared, of_kind
from aloi.modeling.recipes.tfidf_linear import (
    BALANCED,
    LabelHead,
    both_texts,
    fit_labels,
    has_several,
    several_labels,
)
from aloi.modeling.recipes.training.encoder import PREFIX, OpenEncoder, open_encoder, tune_encoder
from aloi.modeling.recipes.training.pairs import ENCODER_LOSSES, columns
from aloi.modeling.recipes.training.settings import TRAINER, FineTuning
from aloi.modeling.recipes.training.transformer import METRIC, STRENGTH, THRESHOLD


@dataclass(frozen=True, slots=True)
class FewLabelsPredictor:
    """A fitted encoder under logistic regression."""

    encoder: OpenEncoder
    head: LabelHead
    signature: str = ""
    best_epoch: float | None = None

    @property
    def device(self) -> str:
        """Return the device of the model."""
        return self.encoder.device

    def predict(self, rows: Sequence[LearntRow]) -> list[tuple[str, ...]]:
        """Return the labels of each row, in the order of the labels known."""
        texts = [both_texts(row) for row in of_kind(rows, LabelledText)]
        if not texts:
            return []
        return self.head.chosen(self.encoder.vectors(texts))


class SetFit(FineTuning[LabelledText]):
    """Learns from few labels: texts of one label become near to each other, then logistic regression.

    Each training text is paired with texts of the same and of other labels. The cosine of a pair is trained
    to be 1 or 0. For about 8 to 100 texts a label; with more, `text_classifier` is as good and faster.

    References
    ----------
    Tunstall et al. 2022, Efficient Few-Shot Learning Without Prompts.
    """

    name: ClassVar[str] = "setfit"
    title: ClassVar[str] = Phrase("recipe-text-classifier-few", "Text classifier for few labels (SetFit)")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    all_settings: ClassVar[Mapping[str, Setting]] = declared(
        {name: setting for name, setting in TRAINER.items() if name != "keep_model"},
        epochs=1,
        pairs=Setting(
            20,
            Phrase(
                "setting-pairs-each-training",
                "Pairs of each training text with the same label, and as many with another.",
            ),
            limits=(1, 1000),
        ),
        metric=replace(METRIC, default="weighted_f1"),
        strength=replace(STRENGTH, default=1.0),
        balanced=BALANCED,
        threshold=replace(THRESHOLD, default=0.5),
        prefix=PREFIX,
    )

    def fit(self, training: Training[LabelledText]) -> Predictor[LabelledText]:
        """Return the fitted encoder with its regression."""
        check_training(self, training)
        labels, settings = several_labels(training.train), training.settings
        threshold = float(str(settings["threshold"])) if has_several(training.train) else None
        encoder = open_encoder(training)
        texts = [both_texts(row) for row in training.train]

        def fitted() -> FewLabelsPredictor:
            head = fit_labels(encoder.vectors(texts), training.train, labels, threshold, settings)
            return FewLabelsPredictor(encoder, head)

        epoch = tune_encoder(
            encoder,
            training,
            ENCODER_LOSSES["cosine"],
            contrasts(training.train, int(str(settings["pairs"])), training.seed),
            str(settings["metric"]),
            lambda rows: fitted().predict(rows),
        )
        return replace(fitted(), signature=encoder.signature(self.name, training), best_epoch=epoch)


def contrasts(rows: Sequence[LabelledText], count: int, seed: int) -> dict[str, list[Any]]:
    """Return pairs of texts: for each, `count` drawn with a label in common (1.0) and `count` without (0.0).

    A text whose labels no other text has is paired with itself.
    """
    generator = np.random.default_rng(seed)
    pairs: list[tuple[str, str]] = []
    shares: list[float] = []
    for at, row in enumerate(rows):
        alike = np.array([bool({*row.labels} & {*each.labels}) or row.labels == each.labels for each in rows])
        same = [other for other in np.flatnonzero(alike) if other != at] or [np.intp(at)]
        for share, others in ((1.0, same), (0.0, np.flatnonzero(~alike))):
            drawn = generator.choice(others, count) if len(others) else ()
            pairs += [(both_texts(row), both_texts(rows[other])) for other in drawn]
            shares += [share] * len(drawn)
    return columns(pairs, shares)
