"""The first candidates of a ranker in the order of a cross-encoder, which reads mention and name together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from aloi.modeling.encoders.devices import device_for, quiet
from aloi.modeling.encoders.names import locate, packages, unreadable, weights_checksum
from aloi.modeling.rankers.base import Ranker, Ranking, distinct

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

RERANKED = 20  # candidates, as many as the reciprocal rank looks through
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class RerankedRanker(Ranker):
    """A ranker whose first candidates are scored again by a cross-encoder.

    Parameters
    ----------
    depth : int
        Candidates that are scored again; the others follow in their order.

    References
    ----------
    Nogueira and Cho 2019, Passage Re-ranking with BERT.
    """

    first: Ranker
    model: CrossEncoder
    description: str
    depth: int = RERANKED

    @property
    def signature(self) -> str:
        """The first ranker, the cross-encoder and the number of candidates."""
        return f"{self.first.signature}, first {self.depth} reranked by {self.description}"

    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` names of each mention; candidates of equal score stay in the first order."""
        texts, rows = distinct(mentions)
        before = self.first.rank(names, texts, max(top, self.depth))
        depth = min(self.depth, before.places.shape[1])
        pairs = [
            (text, names[index])
            for text, indices in zip(texts, before.places[:, :depth], strict=True)
            for index in indices
        ]
        scored = self.model.predict(pairs, batch_size=_AT_ONCE, show_progress_bar=False)
        scores = np.asarray(scored, dtype=np.float64).reshape(len(texts), depth)
        order = np.argsort(-scores, axis=1, kind="stable")
        places, values = before.places.copy(), before.scores.copy()
        places[:, :depth] = np.take_along_axis(before.places[:, :depth], order, axis=1)
        values[:, :depth] = np.take_along_axis(scores, order, axis=1)
        # The others have scores of another kind: they follow below the last one that was scored again.
        rest = np.arange(1, before.places.shape[1] - depth + 1)
        values[:, depth:] = values[:, depth - 1 : depth] - rest
        return Ranking(places[rows, :top], values[rows, :top])


def reranked(first: Ranker, name: str, depth: int = RERANKED) -> RerankedRanker:
    """Return a ranker with its candidates reranked by a cross-encoder, a folder or a hub name.

    Raises
    ------
    AloiError
        A model that cannot be loaded.
    """
    from sentence_transformers import CrossEncoder

    location = locate(name)
    try:
        with quiet():
            model = CrossEncoder(location.address, device=device_for("auto"), local_files_only=location.local)
    except (OSError, ValueError, KeyError) as error:
        raise unreadable(name, error) from error
    description = f"{location.name} ({packages()}, weights {weights_checksum(model)})"
    return RerankedRanker(first, model, description, depth)
