"""Vectors of a model that stays as it is, for linear heads: kept on disk, so that a text is read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aloi.base.arrays import Floats
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.named import encoder
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER, Encoder, load_transformer, transformer_encoder
from aloi.modeling.recipes.base import R, Step, Training


def frozen_encoder(training: Training[R]) -> Encoder:
    """Return the encoder of the settings, reading as many tokens as they say."""
    name, length = str(training.settings["model"]), int(str(training.settings["max_length"]))
    if name == DEFAULT_ENCODER:
        return encoder(name)
    loaded = load_transformer(name)
    read = min(length, loaded.model.max_seq_length or length)
    loaded.model.max_seq_length = read
    return replace(transformer_encoder(loaded), signature=f"{loaded.signature}, {read} tokens")


def vectors_of(
    model: Encoder, texts: Sequence[str], training: Training[Any], *, report: bool = False
) -> Floats:
    """Return unit vectors (N, D) of texts; with `report`, the one who watches hears of it and may stop it."""
    cache = VectorCache(training.cache) if training.cache is not None else None

    def progress(done: int, total: int) -> None:
        if report:
            training.tell(Step(done, total + 1, 0.0))

    return np.asarray(model.encode(texts, progress, cache), dtype=np.float64)
