"""Names ranked by the mean of their word vectors: the dense baseline of concept ranking."""

from __future__ import annotations

import numpy as np

from aloi.modeling.encoders.word_vectors import spacy_vectors
from aloi.modeling.rankers.encoder import EncoderRanker
from aloi.modeling.rankers.search import Distance, Vectors


def word_vector_ranker(model: str, distance: Distance) -> EncoderRanker:
    """Return a ranker by a spaCy model; a text without a known word is the zero vector."""
    nlp = spacy_vectors(model)

    def embed(texts: list[str]) -> Vectors:
        return np.array([nlp.make_doc(text).vector for text in texts], dtype=np.float32)

    description = f"mean word vectors, {model} {nlp.meta.get('version', '')}"
    return EncoderRanker(embed, description, distance, "vectors")
