"""A linear tagger over vectors of words, with the most likely sequence of tags that can be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 100  # of the optimiser; more change nothing that is predicted


@dataclass(frozen=True, slots=True)
class FrozenTagger:
    """Logistic regression of tags over a word and its two neighbours.

    Parameters
    ----------
    model : LogisticRegression
        Over what `with_neighbours` gives, less `mean`, over `spread`.
    begins, follows : array (L,), (L, L)
        0 where a tag may begin a sentence, and follow another (row) there; minus infinity elsewhere.
    """

    model: Any
    mean: np.ndarray
    spread: np.ndarray
    tags: tuple[str, ...]
    begins: Floats
    follows: Floats

    def tags_of(self, vectors: np.ndarray) -> list[str]:
        """Return the most likely tags of a sentence of W words, from their vectors (W, D)."""
        if not len(vectors):
            return []
        said = self.model.predict_log_proba((with_neighbours(vectors) - self.mean) / self.spread)
        return [self.tags[at] for at in _best_path(np.maximum(said, -30.0), self.begins, self.follows)]


def fit_tagger(vectors: Sequence[np.ndarray], tags: Sequence[Sequence[str]], strength: float) -> FrozenTagger:
    """Return the tagger learnt from sentences: vectors (W, D) and W tags each.

    Parameters
    ----------
    strength : float
        How closely training is followed: the inverse of the penalty (C).
    """
    from sklearn.linear_model import LogisticRegression

    used = sorted({tag for row in tags for tag in row})
    features = np.concatenate([with_neighbours(one) for one in vectors if len(one)])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    wanted = np.array([used.index(tag) for row in tags for tag in row])
    features -= mean
    features /= spread
    model = LogisticRegression(C=strength, max_iter=_STEPS, tol=1e-3).fit(features, wanted)
    begins = np.where([tag.startswith("I-") for tag in used], -np.inf, 0.0)
    follows = np.array([[0.0 if _may_follow(one, after) else -np.inf for after in used] for one in used])
    return FrozenTagger(model, mean, spread, tuple(used), begins, follows)


def with_neighbours(vectors: np.ndarray) -> np.ndarray:
    """Return the vector of each word with those of the words before and after it, (W, 3 D)."""
    none = np.zeros((1, vectors.shape[1]), dtype=vectors.dtype)
    return np.concatenate([np.vstack([none, vectors[:-1]]), vectors, np.vstack([vectors[1:], none])], axis=1)


def _may_follow(one: str, after: str) -> bool:
    """Return whether a tag may follow another: `I-X` stands after `B-X` and `I-X` only."""
    return not after.startswith("I-") or one in (after, f"B-{after[2:]}")


def _best_path(said: Floats, begins: Floats, follows: Floats) -> list[int]:
    """Return the tags of the best sequence (Viterbi)."""
    best = begins + said[0]
    back = []
    for row in said[1:]:
        through = best[:, None] + follows
        back.append(through.argmax(axis=0))
        best = through.max(axis=0) + row
    path = [int(best.argmax())]
    for choice in reversed(back):
        path.append(int(choice[path[-1]]))
    return path[::-1]
