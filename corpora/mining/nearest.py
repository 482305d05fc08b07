"""Pairs of nearest sentences by their vectors: the neighbours of each, or the nearest pairs of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled, MinedPair, MiningProgress, go_on
from aloi.corpora.model import Sentence

EXACT_UP_TO = 200_000  # sentences whose neighbours are searched exactly; beyond, lists of an index are
_BLOCK = 512
_MARGIN = 1e-5  # errors of float32 products are smaller: pairs this near to the last one are computed again
_PROBES = 64  # lists of the index that are searched
_LOOKED_AT = 500  # sentences whose neighbours are searched exactly too, to measure the recall

Floats32 = NDArray[np.float32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NearestPairs:
    """Pairs by falling cosine then ids, how they were searched, and which share of the true ones is there.

    `recall` is measured if the search is not exact: over neighbours of randomly drawn sentences.
    """

    pairs: list[MinedPair]
    method: str
    recall: float | None = None


def mine_nearest(
    sentences: Sequence[Sentence], vectors: Floats32, top: int, *, exact_up_to: int = EXACT_UP_TO
) -> NearestPairs:
    """Return each sentence's `top` nearest others as pairs, once each.

    Parameters
    ----------
    vectors : array (N, D)
        One for each sentence; they are normalised here.
    exact_up_to : int
        With more sentences FAISS searches the nearest lists of an inverted file, and the recall is measured.

    Raises
    ------
    AloiError
        Another number of vectors than of sentences, or a vector that is not finite.
    """
    unit = _unit(sentences, vectors)
    top = min(top, len(sentences) - 1)
    exact = len(sentences) <= exact_up_to
    places = _flat(unit, unit, top) if exact else _by_lists(unit, top)
    lefts, rights = _pairs_of(places)
    pairs = _mined(sentences, unit, lefts, rights)
    if exact:
        return NearestPairs(pairs, "exact neighbours")
    rows = np.sort(np.random.default_rng(0).choice(len(unit), min(_LOOKED_AT, len(unit)), replace=False))
    true = _flat(unit, unit[rows], top, rows)
    overlaps = [len(set(a) & set(b)) for a, b in zip(true.tolist(), places[rows].tolist(), strict=True)]
    return NearestPairs(pairs, "neighbours by an inverted file", sum(overlaps) / (len(rows) * top))


def mine_top_pairs(
    sentences: Sequence[Sentence],
    vectors: Floats32,
    count: int,
    *,
    block: int = _BLOCK,
    progress: MiningProgress = go_on,
) -> NearestPairs:
    """Return the `count` nearest pairs of all, exactly; of equal ones the first ones by their ids.

    Every pair is compared, a block of rows at a time, with the cosine of the last pair kept so far. So a
    sentence near many others loses none of its pairs. About two times `count` pairs are in memory, and those
    that are as near as the last of them.

    Parameters
    ----------
    vectors : array (N, D)
        One for each sentence; they are normalised here.
    progress : callable
        Called after each block with (pairs compared, pairs in all).

    Raises
    ------
    AloiError
        Another number of vectors than of sentences, or a vector that is not finite.
    Cancelled
        `progress` returned False.
    """
    unit = _unit(sentences, vectors)
    size = len(unit)
    top_pairs = _TopPairs(count)
    for start in range(0, size, block):
        stop = min(start + block, size)
        products = unit[start:stop] @ unit[start:].T
        # Each pair once: cells on the diagonal and below it are no candidates.
        products[:, : stop - start][np.tril_indices(stop - start)] = -np.inf
        top_pairs.add(products, start)
        done = size - stop
        if not progress((size * (size - 1) - done * (done - 1)) // 2, size * (size - 1) // 2):
            raise Cancelled
    lefts, rights = top_pairs.places()
    return NearestPairs(_mined(sentences, unit, lefts, rights)[:count], "exact over all pairs")


class _TopPairs:
    """The pairs that may be among the nearest so far: those within a margin of the last of them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._lowest = -np.inf
        self._scores: Floats32 = np.empty(0, dtype=np.float32)
        self._codes: Places = np.empty((0, 2), dtype=np.int64)

    def add(self, products: Floats32, start: int) -> None:
        """Take what may be among the nearest from the products of a block of rows, (n, N - start)."""
        if self._lowest == -np.inf:
            self._raise(products.ravel())
        rows, columns = np.nonzero(products >= self._lowest)
        scores = products[rows, columns]
        real = scores > -np.inf
        self._scores = np.concatenate([self._scores, scores[real]])
        self._codes = np.concatenate([self._codes, np.column_stack([rows, columns])[real] + start])
        if len(self._scores) > 2 * self._count:
            self._raise(self._scores)
            mask = self._scores >= self._lowest
            self._scores, self._codes = self._scores[mask], self._codes[mask]

    def _raise(self, scores: Floats32) -> None:
        if len(scores) > self._count:
            self._lowest = float(np.partition(scores, len(scores) - self._count)[-self._count]) - _MARGIN

    def places(self) -> tuple[Places, Places]:
        """Return the rows of the left and of the right sides."""
        return self._codes[:, 0], self._codes[:, 1]


def _unit(sentences: Sequence[Sentence], vectors: Floats32) -> Floats32:
    if len(vectors) != len(sentences) or not np.isfinite(vectors).all():
        raise AloiError(
            "aloi.value",
            name=Term("vectors-per-sentence"),
            value=(len(vectors), len(sentences)),
            expected=Term("vector-each"),
        )
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.ascontiguousarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)


def _flat(unit: Floats32, queries: Floats32, top: int, rows: Places | None = None) -> Places:
    """Return the `top` nearest others of some vectors, (n, top); `rows` are their places, if not all's."""
    import faiss

    index = faiss.IndexFlatIP(unit.shape[1])
    index.add(unit)
    _, near = index.search(queries, top + 1)
    return _others(near, np.arange(len(unit)) if rows is None else rows, top)


def _by_lists(unit: Floats32, top: int) -> Places:
    """Return the `top` nearest others that an inverted file finds, (N, top); -1 if it finds fewer."""
    import faiss

    lists = max(1, round(4 * len(unit) ** 0.5))
    quantizer = faiss.IndexFlatIP(unit.shape[1])
    index = faiss.IndexIVFFlat(quantizer, unit.shape[1], lists, faiss.METRIC_INNER_PRODUCT)
    index.train(unit)
    index.add(unit)
    index.nprobe = min(_PROBES, lists)
    _, near = index.search(unit, top + 1)
    return _others(near, np.arange(len(unit)), top)


def _others(near: Places, rows: Places, top: int) -> Places:
    """Return the first `top` of each row but for itself; duplicates may precede it, or displace it."""
    others = near != rows[:, None]
    others[others.all(axis=1), -1] = False
    return np.asarray(near[others]).reshape(len(near), top)


def _pairs_of(places: Places) -> tuple[Places, Places]:
    """Return each pair of a row and one of its neighbours once, the lower row on the left."""
    rows = np.repeat(np.arange(len(places)), places.shape[1])
    flat = places.ravel()
    rows, flat = rows[flat >= 0], flat[flat >= 0]
    both = np.unique(np.column_stack([np.minimum(rows, flat), np.maximum(rows, flat)]), axis=0)
    return both[:, 0], both[:, 1]


def _mined(sentences: Sequence[Sentence], unit: Floats32, lefts: Places, rights: Places) -> list[MinedPair]:
    """Return pairs with their cosine in double precision, by falling cosine then ids."""
    scores = np.concatenate(
        [
            np.einsum(
                "nd,nd->n", unit[lefts[at : at + _BLOCK]], unit[rights[at : at + _BLOCK]], dtype=np.float64
            )
            for at in range(0, len(lefts), _BLOCK)
        ]
        or [np.empty(0)]
    )
    pairs = [
        MinedPair(sentences[left], sentences[right], None, None, score)
        for left, right, score in zip(lefts.tolist(), rights.tolist(), scores.tolist(), strict=True)
    ]
    return sorted(pairs, key=lambda one: (-(one.score or 0.0), one.left.id, one.right.id))
