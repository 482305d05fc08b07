"""Cosine of tf-idf weights of characters and pairs of them: the sparse baseline of concept ranking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from aloi.base.arrays import Floats
from aloi.modeling.rankers.base import Places, Ranker, Ranking, distinct
from aloi.modeling.rankers.search import best_of_blocks

# Mentions and names with products in memory at once: 512 x 2,048 of 4 bytes is 4 MB, which fits a cache.
_MENTIONS, _NAMES = 512, 2048
# Candidates beyond those requested while products are in single precision; double precision then decides.
_SPARE = 4
_PAIR = 1 << 21  # above every code point


class TfIdf(Ranker):
    """Characters and pairs of them, spaces included, lower-cased; raw counts, smooth idf, unit length.

    The same numbers as scikit-learn's `TfidfVectorizer(analyzer="char", ngram_range=(1, 2))` fitted on the
    names. N-grams that no name has are ignored; a mention without any known n-gram has cosine 0 with every
    name.
    """

    @property
    def signature(self) -> str:
        """The definition."""
        return "tfidf (characters, 1-2-grams, lower-cased, raw tf, smooth idf, l2; cosine, exact)"

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` nearest names of each mention by cosine."""
        texts, rows = distinct([_prepared(one) for one in mentions])
        name_weights, mention_weights = weights(names, texts)
        top = min(top, len(names))
        places = _nearest(name_weights, mention_weights, min(top + _SPARE, len(names)))
        scores = products(name_weights, mention_weights, places)
        order = np.lexsort((places, -scores), axis=1)[:, :top]
        places = np.take_along_axis(places, order, axis=1)
        scores = np.take_along_axis(scores, order, axis=1)
        return Ranking(places[rows], scores[rows])


def weights(names: Sequence[str], mentions: Sequence[str]) -> tuple[Any, Any]:
    """Return the weights of names (C, G) and of mentions (N, G), sparse, over the n-grams that names have."""
    name_weights, grams = _name_weights([_prepared(one) for one in names])
    return name_weights, _mention_weights([_prepared(one) for one in mentions], *grams, name_weights.shape[1])


def _prepared(text: str) -> str:
    """Return the text as it is cut into n-grams: runs of white space become one space."""
    return re.sub(r"\s\s+", " ", text.lower())


def _grams(texts: Sequence[str]) -> tuple[Places, Places]:
    """Return the n-grams of texts as numbers, and the text of each; characters before pairs."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    owners = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    inside = np.flatnonzero(owners[:-1] == owners[1:])
    pairs = (codes[inside] + 1) * _PAIR + codes[inside + 1]
    return np.concatenate([codes, pairs]), np.concatenate([owners, owners[inside]])


def _name_weights(names: Sequence[str]) -> tuple[Any, tuple[Places, Floats]]:
    """Return the weights of names (C, G), sparse, and the n-grams they have with their idf."""
    grams, owners = _grams(names)
    vocabulary, columns = np.unique(grams, return_inverse=True)
    counts = _counted(columns, owners, (len(names), len(vocabulary)))
    frequencies = np.bincount(counts.indices, minlength=len(vocabulary))
    idf = np.log((1 + len(names)) / (1 + frequencies)) + 1
    return _weighted(counts, idf), (vocabulary, idf)


def _mention_weights(texts: Sequence[str], vocabulary: Places, idf: Floats, width: int) -> Any:
    """Return the weights of mentions (N, G), sparse, over the n-grams that names have."""
    grams, owners = _grams(texts)
    columns = np.searchsorted(vocabulary, grams)
    in_vocabulary = columns < width
    in_vocabulary[in_vocabulary] = vocabulary[columns[in_vocabulary]] == grams[in_vocabulary]
    return _weighted(_counted(columns[in_vocabulary], owners[in_vocabulary], (len(texts), width)), idf)


def _counted(columns: Places, owners: Places, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_matrix

    counts = csr_matrix((np.ones(len(columns)), (owners, columns)), shape=shape)
    counts.sum_duplicates()
    return counts


def _weighted(counts: Any, idf: Floats) -> Any:
    """Return counts times idf, rows of unit length; a row without n-gram stays zero."""
    weights = counts.copy()
    weights.data *= idf[weights.indices]
    norms = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).reshape(-1))
    weights.data /= np.repeat(np.where(norms > 0, norms, 1), np.diff(weights.indptr))
    return weights


def _nearest(names: Any, mentions: Any, top: int) -> Places:
    """Return the places of the `top` names with the highest products, (N, top).

    Products are made for a block of mentions, dense, and a block of names, sparse: the inner loop then runs
    over adjacent numbers.
    """
    single = names.astype(np.float32)
    blocks = [(start, single[start : start + _NAMES]) for start in range(0, names.shape[0], _NAMES)]
    nearest = np.empty((mentions.shape[0], top), dtype=np.int64)
    for start in range(0, mentions.shape[0], _MENTIONS):
        mention_block = np.ascontiguousarray(
            mentions[start : start + _MENTIONS].T.toarray(), dtype=np.float32
        )
        products = ((first, block @ mention_block) for first, block in blocks)
        nearest[start : start + _MENTIONS] = best_of_blocks(products, mention_block.shape[1], top).places
    return nearest


def products(names: Any, mentions: Any, places: Places) -> Floats:
    """Return the products of mentions with the names at the places, in double precision, (N, K)."""
    count, top = places.shape
    pairs = names[places.reshape(-1)].multiply(mentions[np.repeat(np.arange(count), top)])
    return np.asarray(pairs.sum(axis=1), dtype=np.float64).reshape(count, top)
