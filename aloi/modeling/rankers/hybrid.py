"""Names ranked by the sum of a dense product and a weighted tf-idf cosine, as BioSyn trains it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aloi.modeling.rankers.base import Places, Ranker, Ranking, distinct
from aloi.modeling.rankers.search import Vectors, best_of_blocks
from aloi.modeling.rankers.synonyms import clean_text
from aloi.modeling.rankers.tfidf import weights

_MENTIONS, _NAMES = 512, 2048  # mentions with products in memory at once


@dataclass(frozen=True, slots=True)
class HybridRanker(Ranker):
    """An encoder and the weight of the sparse score; tf-idf is fitted on the names that are ranked.

    Parameters
    ----------
    embed : callable
        Takes texts, returns their vectors (N, D), which are compared by their products.
    sparse_weight : float
        Factor of the tf-idf cosine in the sum.
    clean : bool
        Whether names and mentions are cleaned as BioSyn does.
    description : str
        The encoder and what it was trained on, for the signature.

    References
    ----------
    Sung et al. 2020, Biomedical Entity Representations with Synonym Marginalization.
    """

    embed: Callable[[list[str]], Vectors]
    sparse_weight: float
    clean: bool
    description: str

    @property
    def signature(self) -> str:
        """The encoder, the score and the clean-up."""
        cleaned = "lower-cased without punctuation" if self.clean else "texts as they are"
        return (
            f"concept_ranker ({self.description}; {cleaned}; dot + {self.sparse_weight:.6g} * tf-idf cosine "
            "of characters and pairs, exact)"
        )

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` nearest names of each mention."""
        prepared = [clean_text(one) for one in names] if self.clean else list(names)
        distinct_names, owners = distinct(prepared)
        texts, rows = distinct([clean_text(one) for one in mentions] if self.clean else mentions)
        name_weights, mention_weights = weights(prepared, texts)
        first = np.unique(owners, return_index=True)[1]
        vectors = self.embed([*distinct_names, *texts])
        ranking = _search(
            (vectors[: len(distinct_names)], name_weights[first].astype(np.float32)),
            (vectors[len(distinct_names) :], mention_weights),
            self.sparse_weight,
            min(top, len(distinct_names)),
        )
        spread = _spread(ranking, owners, min(top, len(names)))
        return Ranking(spread.places[rows], spread.scores[rows])


def _search(names: tuple[Vectors, Any], mentions: tuple[Vectors, Any], weight: float, top: int) -> Ranking:
    """Return the `top` best of names (vectors, tf-idf weights) for mentions, by the sum of both products."""
    count = len(mentions[0])
    places = np.empty((count, top), dtype=np.int64)
    scores = np.empty((count, top), dtype=np.float64)
    for start in range(0, count, _MENTIONS):
        several = slice(start, start + _MENTIONS)
        dense = np.ascontiguousarray(mentions[0][several].T, dtype=np.float32)
        sparse = np.ascontiguousarray(mentions[1][several].T.toarray() * weight, dtype=np.float32)
        best = best_of_blocks(_products(names, dense, sparse), dense.shape[1], top)
        places[several], scores[several] = best.places, best.scores
    return Ranking(places, scores)


def _products(names: tuple[Vectors, Any], dense: Any, sparse: Any) -> Iterator[tuple[int, Any]]:
    for first in range(0, len(names[0]), _NAMES):
        block = slice(first, first + _NAMES)
        yield first, names[0][block] @ dense + names[1][block] @ sparse


def _spread(ranking: Ranking, owners: Places, top: int) -> Ranking:
    """Return a ranking of different names as one of all names, `owners` telling which each is."""
    if len(owners) == 0 or owners.max() + 1 == len(owners):
        return ranking
    order = np.argsort(owners, kind="stable")
    ends = np.cumsum(np.bincount(owners))
    starts = np.concatenate([[0], ends[:-1]])
    places = np.empty((len(ranking.places), top), dtype=np.int64)
    scores = np.empty((len(ranking.places), top), dtype=np.float64)
    for row, (each, points) in enumerate(zip(ranking.places, ranking.scores, strict=True)):
        expanded = np.concatenate([order[starts[at] : ends[at]] for at in each])
        weighed = np.repeat(points, ends[each] - starts[each])
        best = np.lexsort((expanded, -weighed))[:top]
        places[row], scores[row] = expanded[best], weighed[best]
    return Ranking(places, scores)
