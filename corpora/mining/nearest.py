"""Pairs of nearest sentences by their vectors: exact search by inner product through FAISS."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aloi.errors import AloiError
from corpora.mining.base import MinedPair
from corpora.model import Sentence


def mine_nearest(sentences: Sequence[Sentence], vectors: NDArray[np.float32], top: int) -> list[MinedPair]:
    """Return each sentence's `top` nearest others as pairs, once each, by falling cosine then ids.

    Parameters
    ----------
    vectors : array (N, D)
        One for each sentence; they are normalised here.

    Raises
    ------
    AloiError
        Another number of vectors than of sentences, or a vector that is not finite.
    """
    if len(vectors) != len(sentences) or not np.isfinite(vectors).all():
        raise AloiError(
            "corpora.vectors-sentences-all-finite",
            vectors=len(vectors),
            sentences=len(sentences),
            all=bool(np.isfinite(vectors).all()),
        )
    import faiss

    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.ascontiguousarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)
    index = faiss.IndexFlatIP(unit.shape[1])
    index.add(unit)
    _, neighbours = index.search(unit, min(top + 1, len(sentences)))
    pairs: set[tuple[int, int]] = set()
    for row, near in enumerate(neighbours.tolist()):
        others = [other for other in near if other != row][:top]
        pairs |= {(min(row, other), max(row, other)) for other in others}
    found = [
        MinedPair(sentences[left], sentences[right], None, None, float(np.dot(unit[left], unit[right])))
        for left, right in sorted(pairs)
    ]
    return sorted(found, key=lambda one: (-(one.score or 0.0), one.left.id, one.right.id))
