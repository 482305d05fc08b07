"""Exact search of the nearest vectors through FAISS, by inner product, cosine or squared distance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aloi.annotation.rows import LinkedMention
from aloi.evaluation.metrics.acc_at_k import hit_rank, parts_of
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers.base import Ranker, Ranking

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
    distances, places = index.search(np.ascontiguousarray(mentions, dtype=np.float32), min(top, len(names)))
    scores = np.asarray(-distances if distance is Distance.L2 else distances, dtype=np.float64)
    order = np.lexsort((places, -scores), axis=1)
    return Ranking(
        np.take_along_axis(places, order, axis=1).astype(np.int64), np.take_along_axis(scores, order, axis=1)
    )


def best_of_blocks(products: Iterable[tuple[int, Any]], width: int, top: int) -> Ranking:
    """Return the `top` highest products of `width` mentions; of equal names the first.

    Parameters
    ----------
    products : iterable of (int, array (B, width))
        The products of a block of names with all mentions, after the place of its first name. A product
        that does not pass the last of those kept is dropped at once; strictly, so that of equal names the
        first stay. There are `top` names or more.
    """
    floor = np.full(width, -np.inf, dtype=np.float32)
    columns = np.empty(0, dtype=np.int64)
    places = np.empty(0, dtype=np.int64)
    scores = np.empty(0, dtype=np.float32)
    for first, block in products:
        passing = block > floor
        if len(columns) < width * top and len(block) >= top:
            passing &= block >= np.partition(block, -top, axis=0)[-top]
        rows, new = np.nonzero(passing)
        if not len(rows):
            continue
        columns = np.concatenate([columns, new])
        places = np.concatenate([places, rows + first])
        scores = np.concatenate([scores, block[rows, new]])
        order = np.lexsort((places, -scores, columns))
        columns, places, scores = columns[order], places[order], scores[order]
        starts = np.searchsorted(columns, np.arange(width))
        in_top = np.arange(len(columns)) - starts[columns] < top
        columns, places, scores = columns[in_top], places[in_top], scores[in_top]
        counts = np.bincount(columns, minlength=width)
        floor = np.where(counts == top, scores[np.cumsum(counts) - 1], -np.inf).astype(np.float32)
    shape = (width, top)
    return Ranking(places.reshape(shape), scores.reshape(shape).astype(np.float64))


def _unit(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)


DEPTH = 20  # candidates a mention is given: what the reciprocal rank looks through


def candidates_of(
    dictionary: ConceptDictionary, mentions: Sequence[LinkedMention], by: Ranker, depth: int
) -> list[tuple[tuple[str, ...], ...]]:
    """Return for each mention the concept fields of the candidates of each of its parts, best first."""
    if not mentions:
        return []
    parts = [parts_of(one.mention) for one in mentions]
    places = iter(by.rank(dictionary.names, [part for each in parts for part in each], depth).places)
    return [tuple(tuple(dictionary.concepts[at] for at in next(places)) for _ in each) for each in parts]


def ranks_of(
    dictionary: ConceptDictionary, linked: Sequence[LinkedMention], by: Ranker, depth: int
) -> tuple[int, ...]:
    """Return the rank, from 1, of the right concept of each linked mention; 0 for none within the depth.

    The parts of a composite mention are ranked one by one.
    """
    candidates = candidates_of(dictionary, linked, by, depth)
    return tuple(hit_rank(one.concepts, each) for one, each in zip(linked, candidates, strict=True))
