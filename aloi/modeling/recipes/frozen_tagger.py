"""A linear tagger over vectors of words, with the most likely sequence of tags that can be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aloi.base.arrays import Floats

_STEPS = 40  # of the optimiser; more bring nothing
# The squared weights cost so much at the strength 1, beside the mean loss of a word.
_PENALTY = 0.01


@dataclass(frozen=True, slots=True)
class FrozenTagger:
    """Logistic regression of tags over a word and its two neighbours.

    Parameters
    ----------
    weights : array (3 D + 1, L)
        Of the features of `with_neighbours`, less `mean`, over `spread`; the last row is the intercept.
    begins, follows : array (L,), (L, L)
        0 if a tag may begin a sentence, or may follow another (row); minus infinity otherwise.
    """

    weights: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    tags: tuple[str, ...]
    begins: Floats
    follows: Floats

    def tags_of(self, vectors: np.ndarray) -> list[str]:
        """Return the most likely tags of a sentence of W words, from their vectors (W, D)."""
        if not len(vectors):
            return []
        features = (with_neighbours(vectors) - self.mean) / self.spread
        logits = features @ self.weights[:-1] + self.weights[-1]
        logits -= np.logaddexp.reduce(logits, axis=1, keepdims=True)
        path = _best_path(np.asarray(logits, dtype=np.float64), self.begins, self.follows)
        return [self.tags[at] for at in path]


def fit_tagger(vectors: Sequence[np.ndarray], tags: Sequence[Sequence[str]], strength: float) -> FrozenTagger:
    """Return the tagger fitted on sentences: vectors (W, D) and W tags each.

    Parameters
    ----------
    strength : float
        Inverse of the penalty on the weights.
    """
    used = sorted({tag for row in tags for tag in row})
    features = np.concatenate([with_neighbours(one) for one in vectors if len(one)])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    targets = np.array([used.index(tag) for row in tags for tag in row])
    features -= mean
    features /= spread
    weights = _regression(features, targets, len(used), _PENALTY / strength)
    begins = np.where([tag.startswith("I-") for tag in used], -np.inf, 0.0)
    follows = np.array([[0.0 if _may_follow(one, after) else -np.inf for after in used] for one in used])
    return FrozenTagger(weights, mean, spread, tuple(used), begins, follows)


def _regression(features: np.ndarray, targets: np.ndarray, classes: int, penalty: float) -> np.ndarray:
    """Return the weights (D + 1, L) of logistic regression, the last row those of a constant."""
    import torch

    inputs, target = torch.tensor(features), torch.tensor(targets)
    weights = torch.zeros(inputs.shape[1] + 1, classes, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> Any:
        optimiser.zero_grad()
        logits = inputs @ weights[:-1] + weights[-1]
        total_loss = torch.nn.functional.cross_entropy(logits, target) + penalty * (weights[:-1] ** 2).sum()
        total_loss.backward()  # type: ignore[no-untyped-call]
        return total_loss

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    return np.asarray(weights.detach().numpy())


def with_neighbours(vectors: np.ndarray) -> np.ndarray:
    """Return the vector of each word with those of the words before and after it, (W, 3 D)."""
    none = np.zeros((1, vectors.shape[1]), dtype=vectors.dtype)
    return np.concatenate([np.vstack([none, vectors[:-1]]), vectors, np.vstack([vectors[1:], none])], axis=1)


def _may_follow(before: str, after: str) -> bool:
    """Return whether a tag may follow another: `I-X` follows `B-X` and `I-X` only."""
    return not after.startswith("I-") or before in (after, f"B-{after[2:]}")


def _best_path(logits: Floats, begins: Floats, follows: Floats) -> list[int]:
    """Return the tags of the best sequence (Viterbi)."""
    best = begins + logits[0]
    back = []
    for row in logits[1:]:
        through = best[:, None] + follows
        back.append(through.argmax(axis=0))
        best = through.max(axis=0) + row
    path = [int(best.argmax())]
    for choice in reversed(back):
        path.append(int(choice[path[-1]]))
    return path[::-1]
