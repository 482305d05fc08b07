"""Synonym marginalisation in torch: the loss, and the objective of a training step.

Imported where a ranker is trained only: it needs torch at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from aloi.base.arrays import Floats
from aloi.modeling.rankers.base import Places
from aloi.modeling.rankers.encoder import embedder
from aloi.modeling.rankers.search import Distance, nearest
from aloi.modeling.rankers.synonyms import Names, Queries, targets_of
from aloi.modeling.rankers.tfidf import TfIdf, products, weights

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from torch import Tensor


DROP = "drop"  # of the setting own_name: a name equal to the query is no candidate
_LEAST = 1e-9  # of a probability, before its logarithm
_AT_ONCE = 64  # texts of nearly one length that the model takes at once


@dataclass(frozen=True, slots=True)
class Candidates:
    """The K candidates of N queries: places among the names, tf-idf cosines, 1 if right; each (N, K)."""

    places: Places
    sparse: Floats
    targets: np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def marginal_loss(scores: Tensor, targets: Tensor) -> Tensor:
    """Return the mean, over queries with a right candidate, of -ln of the probability of all right ones.

    The probability is the softmax of the scores (N, K); `targets` (N, K) is 1 for a right candidate. The loss
    of BioSyn (sung2020biomedical); 0 where no query has a right candidate.
    """
    answerable = targets.sum(dim=1) > 0
    probability = (scores.softmax(dim=1) * targets).sum(dim=1)[answerable].clamp(_LEAST, 1)
    return -probability.log().mean() if len(probability) else scores.sum() * 0


class Marginaliser(nn.Module):
    """A model in training and its sparse weight; a call returns the loss of a step.

    Parameters
    ----------
    model : SentenceTransformer
        Changed in place; what it must not change has `requires_grad` off.
    settings : mapping
        As the recipe `concept_ranker` returned them.
    """

    def __init__(
        self, model: SentenceTransformer, names: Names, queries: Queries, settings: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self._model = model
        self._names = names
        self._queries = queries
        self._settings = settings
        self._prefix = str(model.prompts.get(model.default_prompt_name or "") or "")
        self._drops = settings["own_name"] == DROP
        self._top = min(settings["top_k"], len(names.texts) - self._drops)
        self._weights = weights(names.texts, queries.texts)
        self._sparse = TfIdf().rank(names.texts, queries.texts, self._top + self._drops).places
        self._found: Candidates | None = None
        self._losses: list[float] = []
        start = torch.tensor(float(settings["sparse_start"]), device=model.device)
        self.sparse_weight = nn.Parameter(start)

    def optimiser(self) -> torch.optim.Optimizer:
        """Return Adam, which adds the decay to the gradient; the sparse weight has a rate of its own."""
        encoder = [one for one in self._model.parameters() if one.requires_grad]
        settings = self._settings
        return torch.optim.Adam(
            [
                {"params": encoder, "weight_decay": settings["weight_decay"]},
                {"params": [self.sparse_weight], "lr": settings["sparse_rate"], "weight_decay": 0.0},
            ],
            lr=settings["learning_rate"],
        )

    def begin_epoch(self) -> None:
        """Search the candidates of all queries again."""
        self._found = self.candidates()
        self._losses = []

    def facts(self) -> dict[str, float]:
        """Return the mean loss of the epoch, the share of queries with a right candidate, sparse weight."""
        reachable = self._found.targets.any(axis=1).mean() if self._found is not None else 0.0
        return {
            "loss": float(np.mean(self._losses)),
            "reachable": float(reachable),
            "sparse_weight": float(self.sparse_weight.item()),
        }

    def batch(self, rows: Sequence[int]) -> dict[str, Tensor]:
        """Return the queries of a step, as a call takes them."""
        return {"rows": torch.tensor(rows)}

    def answerable(self, rows: Sequence[int]) -> int:
        """Return the number of queries with a right candidate, whose mean is the loss of a step."""
        candidates = self._found or self.candidates()
        return max(1, int(candidates.targets[list(rows)].any(axis=1).sum()))

    def forward(self, rows: Tensor) -> dict[str, Tensor]:
        """Return the loss of some queries."""
        candidates, places = self._found or self.candidates(), rows.cpu().numpy()
        targets = torch.tensor(candidates.targets[places], device=self._model.device)
        loss = marginal_loss(self._scores(places, candidates), targets)
        self._losses.append(float(loss.item()))
        return {"loss": loss}

    def candidates(self) -> Candidates:
        """Return the candidates of all queries by the model as it is now."""
        self._model.eval()
        vectors = embedder(self._model)([*self._names.texts, *self._queries.texts])
        count = len(self._names.texts)
        dense_places = nearest(vectors[:count], vectors[count:], self._top + self._drops, Distance.DOT).places
        excluded = self._own_places()
        rows = [
            biosyn_candidates(
                [at for at in sparse if at != mine],
                [at for at in dense if at != mine],
                self._top,
                float(self._settings["dense_ratio"]),
            )
            for sparse, dense, mine in zip(
                self._sparse.tolist(), dense_places.tolist(), excluded, strict=True
            )
        ]
        places = np.array(rows, dtype=np.int64)
        targets = targets_of(self._queries.concepts, self._names, places)
        return Candidates(places, products(*self._weights, places), targets)

    def _scores(self, rows: Places, candidates: Candidates) -> Tensor:
        """Return the scores of the candidates of some queries, (B, K), with their gradient."""
        places, inverse = np.unique(candidates.places[rows], return_inverse=True)
        queries = self._vectors([self._queries.texts[at] for at in rows])
        names = self._vectors([self._names.texts[at] for at in places])
        chosen = names[torch.as_tensor(inverse.reshape(-1), device=names.device)]
        dense = torch.einsum("nd,nkd->nk", queries, chosen.reshape(len(rows), -1, names.shape[1]))
        sparse = torch.tensor(candidates.sparse[rows], dtype=dense.dtype, device=dense.device)
        return dense + self.sparse_weight * sparse

    def _vectors(self, texts: Sequence[str]) -> Tensor:
        """Return the vectors of texts (N, D), those of nearly one length encoded together."""
        from sentence_transformers.util import batch_to_device

        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        parts = []
        for start in range(0, len(order), _AT_ONCE):
            texts_of_batch = [self._prefix + texts[at] for at in order[start : start + _AT_ONCE]]
            features = batch_to_device(dict(self._model.preprocess(texts_of_batch)), self._model.device)
            parts.append(self._model(features)["sentence_embedding"])
        back = torch.tensor(np.argsort(order), device=parts[0].device)
        return torch.cat(parts)[back]

    def _own_places(self) -> list[int]:
        """Return the index of each query among the names if it must be no candidate; else -1."""
        if not self._drops:
            return [-1] * len(self._queries.texts)
        places = {text: place for place, text in enumerate(self._names.texts)}
        return [places.get(text, -1) for text in self._queries.texts]


def biosyn_candidates(
    sparse: Sequence[int], dense: Iterable[int], top: int = 20, dense_ratio: float = 0.5
) -> list[int]:
    """Return `top` candidates: the first sparse ones, then dense ones in order that are not yet there.

    Parameters
    ----------
    sparse, dense : sequence of int
        Places in the dictionary, best first.
    top : int
        How many.
    dense_ratio : float
        The share of dense ones, in [0, 1]; `top - int(top * dense_ratio)` are sparse.
    """
    first = list(sparse[: top - int(top * dense_ratio)])
    return list(islice(dict.fromkeys(chain(first, dense)), top))
