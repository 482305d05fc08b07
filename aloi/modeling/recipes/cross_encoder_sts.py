"""Cross-encoder: a transformer that reads both texts at once and learns their score by regression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.correlation import SPEARMAN
from aloi.modeling.encoders.devices import device_for, precision_for, quiet
from aloi.modeling.encoders.names import locate, packages, unreadable, weights_checksum
from aloi.modeling.recipes.base import Predictor, Setting, Training, check_training, declared
from aloi.modeling.recipes.training.batches import AT_ONCE
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish
from aloi.modeling.recipes.training.pairs import (
    PAIR_TRAINER,
    PairTuning,
    columns,
    save_of,
    shares_of,
    texts_of,
)
from aloi.modeling.recipes.training.settings import TRAINER
from aloi.modeling.recipes.training.transformer import saved_as_model, trusts

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


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
    title: ClassVar[str] = Phrase("recipe-cross-encoder", "Cross-encoder")
    needs_training: ClassVar[bool] = True
    all_settings: ClassVar[Mapping[str, Setting]] = declared(
        PAIR_TRAINER,
        loss=Setting(
            "bce",
            Phrase(
                "setting-bce-cross-entropy",
                "bce (cross-entropy with the score as a share) or mse (squared distance).",
            ),
            ("bce", "mse"),
        ),
        max_length=replace(
            TRAINER["max_length"],
            default=256,
            help=Phrase(
                "setting-tokens-both-texts",
                "Tokens of both texts together that are read, at most what the model can.",
            ),
        ),
    )

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


def taught(training: Training[ScoredPair], pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return the share of the scale of each pair, by the cross-encoder in the setting `teacher`."""
    folder = Path(str(training.settings["teacher"]))
    settings = CROSS_ENCODER_STS.settings({"device": training.settings["device"], "model": str(folder)})
    teacher, _ = CROSS_ENCODER_STS.load(replace(training, folder=folder, settings=settings))
    return list(_scores(teacher.model, teacher.device, pairs, 0.0, 1.0).tolist())


def _scores(
    model: CrossEncoder, device: str, pairs: Sequence[tuple[str, str]], low: float, high: float
) -> Floats:
    """Return low + share * (high - low) of each pair, shape (N,)."""
    if not pairs:
        return np.empty(0, dtype=np.float64)
    shares = model.predict(list(pairs), batch_size=AT_ONCE[device], show_progress_bar=False)
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
                location.address,
                num_labels=1,
                device=device,
                local_files_only=location.local,
                trust_remote_code=trusts(training),
            )
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, error) from error
    length = int(str(training.settings["max_length"]))
    model.max_seq_length = min(length, model.max_seq_length or length)
    return model, location.name


def _train(model: CrossEncoder, device: str, training: Training[ScoredPair]) -> float | None:
    """Fine-tune the model in place, save it, and return the epoch that was kept."""
    from datasets import Dataset  # type: ignore[import-untyped]
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import BinaryCrossEntropyLoss, MSELoss
    from torch import nn

    settings = training.settings
    squared = settings["loss"] == "mse"
    loss = MSELoss(model, activation_fn=nn.Sigmoid()) if squared else BinaryCrossEntropyLoss(model)
    predictor = PairPredictor(model, training.low, training.high, device, "")
    loop = Loop(
        model=model,
        trainer=CrossEncoderTrainer,
        arguments=CrossEncoderTrainingArguments,
        trainer_inputs={
            "train_dataset": Dataset.from_dict(columns(texts_of(training.train), shares_of(training))),
            "loss": loss,
        },
        metric=SPEARMAN.name,
        score=dev_score(training, predictor.predict, SPEARMAN.name),
        device=device,
        precision=precision_for(str(settings["precision"]), device),
        idle=False,
    )
    epoch = fine_tune(loop, training).best_epoch
    finish(training, save_of(model) if settings["keep_model"] else None)
    return epoch
