"""Cross-encoder: a transformer that reads both texts at once and learns their score by regression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.corpora.model import Json
from aloi.evaluation.metrics.correlation import SPEARMAN
from aloi.modeling.encoders.devices import device_for, precision_for, quiet
from aloi.modeling.encoders.names import locate, packages, unreadable, weights_checksum
from aloi.modeling.recipes.base import Predictor, Training, check_training
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish, freeze
from aloi.modeling.recipes.training.ranking import columns, save_of, texts_of
from aloi.modeling.recipes.training.settings import PairTuning
from aloi.modeling.recipes.training.transformer import saved_as_model

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

# Pairs scored at once: few on a CPU, where padding costs more than calls.
_AT_ONCE = {"cpu": 8, "cuda": 256}


@dataclass(frozen=True, slots=True)
class PairPredictor:
    """A fitted cross-encoder; `best_epoch` as the sentence encoder's."""

    model: CrossEncoder
    low: float
    high: float
    device: str
    signature: str
    best_epoch: float | None = None

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        """Return a score within the scale for each pair; the order of the two texts matters a little."""
        return list(_scores(self.model, self.device, texts_of(rows), self.low, self.high).tolist())


class CrossEncoderSts(PairTuning):
    """Fine-tunes a transformer with a regression head on both texts together.

    More exact than a sentence encoder as a rule, and far slower where many pairs share few texts.

    References
    ----------
    Thakur et al. 2021, Augmented SBERT.
    """

    name: ClassVar[str] = "cross_encoder_sts"
    title: ClassVar[str] = "Cross-encoder"
    needs_training: ClassVar[bool] = True
    defaults: ClassVar[Mapping[str, Json]] = {**PairTuning.defaults, "loss": "bce", "max_length": 256}
    help: ClassVar[Mapping[str, str]] = {
        **PairTuning.help,
        "loss": "bce (cross-entropy with the score as a share) or mse (squared distance).",
        "max_length": "Tokens of both texts together that are read, at most what the model can.",
    }
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {**PairTuning.choices, "loss": ("bce", "mse")}

    def fit(self, training: Training[ScoredPair]) -> Predictor[ScoredPair]:
        """Return the fine-tuned cross-encoder."""
        check_training(self, training)
        settings = training.settings
        device = device_for(str(settings["device"]))
        model, name = _load(training, device)
        epoch = _train(model, device, training)
        signature = (
            f"{self.name} {settings['loss']}, seed {training.seed}, {name} ({packages()}, {device}, "
            f"weights {weights_checksum(model)})"
        )
        return PairPredictor(model, training.low, training.high, device, signature, epoch)

    def load(self, training: Training[ScoredPair]) -> tuple[PairPredictor, str]:
        """Return a saved cross-encoder, and the checksum of its weights."""
        device = device_for(str(training.settings["device"]))
        model, _ = _load(saved_as_model(training), device)
        return PairPredictor(model, training.low, training.high, device, ""), weights_checksum(model)


CROSS_ENCODER_STS = CrossEncoderSts()


def _scores(
    model: CrossEncoder, device: str, pairs: Sequence[tuple[str, str]], low: float, high: float
) -> Floats:
    """Return low + share * (high - low) of each pair, shape (N,)."""
    if not pairs:
        return np.empty(0, dtype=np.float64)
    shares = model.predict(list(pairs), batch_size=_AT_ONCE[device], show_progress_bar=False)
    return np.asarray(low + np.asarray(shares, dtype=np.float64) * (high - low), dtype=np.float64)


def _load(training: Training[ScoredPair], device: str) -> tuple[CrossEncoder, str]:
    """Return the model with a new head on its device, and its name; the seed gives the head."""
    from sentence_transformers import CrossEncoder
    from transformers import set_seed

    name = str(training.settings["model"])
    location = locate(name)
    set_seed(training.seed)
    try:
        with quiet():
            model = CrossEncoder(
                location.address, num_labels=1, device=device, local_files_only=location.local
            )
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, location.local, error) from error
    length = int(str(training.settings["max_length"]))
    model.max_seq_length = min(length, model.max_seq_length or length)
    return model, location.name


def _train(model: CrossEncoder, device: str, training: Training[ScoredPair]) -> float | None:
    """Fine-tune the model in place, save it, and return the epoch that was kept."""
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import BinaryCrossEntropyLoss, MSELoss
    from torch import nn

    settings = training.settings
    freeze(model, settings["freeze_embeddings"], device)
    squared = settings["loss"] == "mse"
    loss = MSELoss(model, activation_fn=nn.Sigmoid()) if squared else BinaryCrossEntropyLoss(model)
    predictor = PairPredictor(model, training.low, training.high, device, "")
    loop = Loop(
        model=model,
        trainer=CrossEncoderTrainer,
        arguments=CrossEncoderTrainingArguments,
        trainer_inputs={"train_dataset": columns(training), "loss": loss},
        metric=SPEARMAN.name,
        score=dev_score(training, predictor.predict, SPEARMAN.name),
        device=device,
        precision=precision_for(str(settings["precision"]), device),
        idle=False,
    )
    epoch = fine_tune(loop, training).best_epoch
    finish(training, save_of(model) if settings["keep_model"] else None)
    return epoch
