"""Exact search of the nearest vectors through FAISS, by inner product, cosine or squared distance."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from modeling.rankers.base import Ranking

Vectors = NDArray[np.float32]


class Distance(StrEnum):
    """How two vectors are compared."""

    COSINE = "cosine"
    DOT = "dot"
    L2 = "l2"


def nearest(names: Vectors, mentions: Vectors, top: int, distance: Distance) -> Ranking:
    """Return the `top` nearest names (C, D) of mentions (N, D), exactly; equal ones in dictionary order."""
    import faiss

    if distance is Distance.COSINE:
        names, mentions = _unit(names), _unit(mentions)
    kind = faiss.IndexFlatL2 if distance is Distance.L2 else faiss.IndexFlatIP
    index = kind(names.shape[1])
    index.add(np.ascontiguousarray(names, dtype=np.float32))
    found, places = index.search(np.ascontiguousarray(mentions, dtype=np.float32), min(top, len(names)))
    scores = np.asarray(-found if distance is Distance.L2 else found, dtype=np.float64)
    order = np.lexsort((places, -scores), axis=1)
    return Ranking(
        np.take_along_axis(places, order, axis=1).astype(np.int64), np.take_along_axis(scores, order, axis=1)
    )


def _unit(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)
