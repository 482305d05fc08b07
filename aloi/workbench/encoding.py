"""Texts as vectors by a named encoder, kept between verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.terms import Term
from aloi.modeling.encoders.cache import VectorCache, Vectors
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER
from aloi.modeling.recipes.pair_features import PairFeatures
from aloi.workbench.progress import Progress, go_on, silent

CACHE = "cache"  # the folder of the data folder where vectors are kept


@dataclass(frozen=True, slots=True)
class EncodedTexts:
    """Unit vectors (N, D) of texts, and the signature of the encoder that gave them."""

    vectors: Vectors
    signature: str


def encoded(
    texts: Sequence[str], name: str, progress: Progress = silent, cache: Path | None = None
) -> EncodedTexts:
    """Return the unit vectors of texts by a sentence encoder, the default one when unnamed.

    Parameters
    ----------
    cache : Path or None
        The folder where vectors are looked up first, and kept; what `aloi.modeling.encoders.tuning` measured
        there is used.

    Raises
    ------
    Cancelled
        `progress` said to stop: it is asked before the encoder is loaded and after each batch.
    """

    def report_progress(done: int, total: int) -> None:
        go_on(progress, done, total, Term("progress-sentences-encoded"))

    report_progress(0, len(set(texts)))
    vector_cache = None if cache is None else VectorCache(cache)
    chosen_encoder = encoder(name or DEFAULT_ENCODER, cache)
    return EncodedTexts(chosen_encoder.encode(texts, report_progress, vector_cache), chosen_encoder.signature)


@dataclass(frozen=True, slots=True)
class PairsSeen:
    """Input of a model for N pairs: features (N, D), the last of them the cosine (N,) of an encoder."""

    features: Floats
    cosines: Floats
    encoder: str


def pair_features(
    texts: Sequence[str], name: str, progress: Progress = silent, cache: Path | None = None
) -> PairsSeen:
    """Return the features of pairs of consecutive texts, those of `features_sts` first."""
    embedded = encoded(texts, name, progress, cache)
    cosines = np.einsum("nd,nd->n", embedded.vectors[::2], embedded.vectors[1::2]).astype(np.float64)
    plain = PairFeatures.learn(texts).matrix(list(zip(texts[::2], texts[1::2], strict=True)))
    return PairsSeen(np.column_stack([plain, cosines]), cosines, embedded.signature)
