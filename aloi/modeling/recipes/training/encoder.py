"""A sentence encoder that is fine-tuned: opened with its prefix, its vectors, and its training."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.rows import Answer
from aloi.modeling.encoders.cache import Vectors, encode_distinct
from aloi.modeling.encoders.devices import device_for, precision_for
from aloi.modeling.encoders.names import packages, weights_checksum
from aloi.modeling.encoders.transformer import EMBEDDED_AT_ONCE, open_model, texts_at_once
from aloi.modeling.recipes.base import Setting, Training
from aloi.modeling.recipes.training.loop import Loop, dev_score, fine_tune, finish
from aloi.modeling.recipes.training.pairs import EncoderLoss, save_of
from aloi.modeling.recipes.training.transformer import trusts

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Models of this family by their names on the hub; the prefix of their training is put before every text.
_E5 = re.compile(r"(^|[-_/])m?e5([-_]|$)", re.IGNORECASE)
_E5_PREFIX = "query: "
PREFIX = Setting(
    None,
    Phrase(
        "setting-prefix-each-text", "The prefix of each text; by default the model's own ('query: ' for E5)."
    ),
    training=False,
    text=Term("text-or-default"),
)


@dataclass(frozen=True, slots=True)
class OpenEncoder:
    """A loaded sentence encoder; `prefix` is put before every text."""

    model: SentenceTransformer
    name: str
    prefix: str
    device: str

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return unit vectors of texts (N, D) in double precision; each distinct text is encoded once."""
        if not texts:
            return np.empty((0, self.model.get_embedding_dimension() or 0))
        return unit_vectors(self._encode(texts))

    def _encode(self, texts: Sequence[str]) -> Vectors:
        def embed(several: list[str]) -> np.ndarray:
            # The prefix is ours to put; an empty prompt keeps a default one of the model away.
            prefixed = [self.prefix + text for text in several]
            size = texts_at_once(self.device, prefixed)
            encoded = self.model.encode(prefixed, prompt="", batch_size=size, show_progress_bar=False)
            return np.asarray(encoded)

        dimension = self.model.get_embedding_dimension() or 0
        at_once = EMBEDDED_AT_ONCE[self.device]
        return encode_distinct(embed, texts, signature="", dimension=dimension, batch=at_once)

    def signature(self, recipe: str, training: Training[Any]) -> str:
        """Return the origin of the predictions: packages, seed, prefix, checksum of the weights."""
        return (
            f"{recipe}, seed {training.seed}, {self.name} ({packages()}, {self.device}, "
            f"prefix {self.prefix!r}, weights {weights_checksum(self.model)})"
        )


def open_encoder(training: Training[Any], address: str | None = None) -> OpenEncoder:
    """Return the encoder of the settings, or the one at an address, reading as many tokens as they say."""
    settings = training.settings
    device = device_for(str(settings["device"]))
    model, location = open_model(address or str(settings["model"]), device, trusted=trusts(training))
    shorten(model, settings)
    return OpenEncoder(model, location.name, prefix_of(model, location.name, settings), device)


def tune_encoder(
    encoder: OpenEncoder,
    training: Training[Any],
    loss: EncoderLoss,
    columns: Mapping[str, list[Any]],
    metric: str,
    predict: Callable[[Sequence[Any]], Sequence[Answer]],
) -> float | None:
    """Fine-tune the model in place, save it if requested, and return the epoch of its weights.

    Parameters
    ----------
    columns : mapping
        Of the training data: texts, and `label` unless all rows are alike.
    predict : callable
        From dev rows to answers, by the model as it is when it is called.
    """
    from datasets import Dataset  # type: ignore[import-untyped]
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer import losses

    model, settings = encoder.model, training.settings
    texts = {
        name: [encoder.prefix + each for each in values]
        for name, values in columns.items()
        if name != "label"
    }
    labels = {"label": columns["label"]} if "label" in columns else {}
    loop = Loop(
        model=model,
        trainer=SentenceTransformerTrainer,
        arguments=SentenceTransformerTrainingArguments,
        trainer_inputs={
            "train_dataset": Dataset.from_dict({**texts, **labels}),
            "loss": getattr(losses, loss.name)(model),
        },
        metric=metric,
        score=dev_score(training, predict, metric),
        device=encoder.device,
        precision=precision_for(str(settings["precision"]), encoder.device),
        idle=True,
        paired=loss.paired,
        # A text that occurs twice in a batch would be its own negative.
        options={} if labels else {"batch_sampler": "no_duplicates"},
    )
    epoch = fine_tune(loop, training).best_epoch
    put_prefix(model, encoder.prefix)
    finish(training, save_of(model) if settings.get("keep_model") else None)
    return epoch


def unit_vectors(vectors: Vectors) -> Floats:
    """Return vectors (N, D) at length 1, in double precision; zero vectors stay."""
    double = vectors.astype(np.float64)
    lengths = np.linalg.norm(double, axis=1, keepdims=True)
    return np.asarray(double / np.where(lengths > 0, lengths, 1), dtype=np.float64)


def shorten(model: SentenceTransformer, settings: Mapping[str, Json]) -> None:
    """Limit the tokens that the model reads to the number requested."""
    length = int(str(settings["max_length"]))
    model.max_seq_length = min(length, model.max_seq_length or length)


def prefix_of(model: SentenceTransformer, name: str, settings: Mapping[str, Json]) -> str:
    """Return the requested prefix, or that of the model's training: its prompt, or that of its family."""
    if settings["prefix"] is not None:
        return str(settings["prefix"])
    if model.default_prompt_name is None and _E5.search(name):
        return _E5_PREFIX
    return prompt_of(model)


def prompt_of(model: SentenceTransformer) -> str:
    """Return the prompt in the model's folder, which is put before every text."""
    return str(model.prompts.get(model.default_prompt_name or "") or "")


def put_prefix(model: SentenceTransformer, prefix: str) -> None:
    """Put a prefix before every text that the model reads, also after loading it from its folder."""
    model.prompts["query"] = prefix
    model.default_prompt_name = "query" if prefix else None
