"""A linear tagger over vectors of words, with the most likely sequence of tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_SMOOTHING = 0.1


@dataclass(frozen=True, slots=True)
class FrozenTagger:
    """Logistic regression of tags, joined with how often one tag follows another.

    Parameters
    ----------
    model : LogisticRegression
        Over what `with_neighbours` gives, scaled by `scale`.
    first, follows : array (L,), (L, L)
        Logarithms of how likely a tag begins a sentence, and follows another (row) there.
    prior : array (L,)
        Logarithm of how frequent a tag is.
    """

    model: Any
    scale: Floats
    tags: tuple[str, ...]
    first: Floats
    follows: Floats
    prior: Floats

    def tags_of(self, vectors: np.ndarray) -> list[str]:
        """Return the most likely tags of a sentence of W words, from their vectors (W, D)."""
        if not len(vectors):
            return []
        said = self.model.predict_log_proba(with_neighbours(vectors) / self.scale)
        return [
            self.tags[at] for at in _best_path(np.maximum(said, -30.0) - self.prior, self.first, self.follows)
        ]


def fit_tagger(vectors: Sequence[np.ndarray], tags: Sequence[Sequence[str]], strength: float) -> FrozenTagger:
    """Return the tagger learnt from sentences: vectors (W, D) and W tags each.

    Parameters
    ----------
    strength : float
        How closely training is followed: the inverse of the penalty (C).
    """
    from sklearn.linear_model import LogisticRegression

    used = sorted({tag for row in tags for tag in row})
    place = {tag: at for at, tag in enumerate(used)}
    wanted = [[place[tag] for tag in row] for row in tags]
    features = np.concatenate([with_neighbours(one) for one in vectors if len(one)])
    scale = features.std(axis=0) * np.sqrt(features.shape[1]) + 1e-9
    flat = np.concatenate([row for row in wanted if row])
    # The sum of squares of a scaled row is about 1, so that a strength means the same for every model.
    model = LogisticRegression(C=strength * 100, max_iter=300).fit(features / scale, flat)
    count = len(used)
    first, follows = np.full(count, _SMOOTHING), np.full((count, count), _SMOOTHING)
    for row in wanted:
        if row:
            first[row[0]] += 1
        for one, after in pairwise(row):
            follows[one, after] += 1
    allowed = np.array([[_may_follow(one, after) for after in used] for one in used])
    chance = np.where(allowed, np.log(follows / follows.sum(axis=1, keepdims=True)), -np.inf)
    begins = np.where([not tag.startswith("I-") for tag in used], np.log(first / first.sum()), -np.inf)
    prior = np.log(np.bincount(flat, minlength=count) / len(flat))
    return FrozenTagger(model, scale, tuple(used), begins, chance, prior)


def with_neighbours(vectors: np.ndarray) -> np.ndarray:
    """Return the vector of each word with those of the words before and after it, (W, 3 D)."""
    none = np.zeros((1, vectors.shape[1]), dtype=vectors.dtype)
    return np.concatenate([np.vstack([none, vectors[:-1]]), vectors, np.vstack([vectors[1:], none])], axis=1)


def _may_follow(one: str, after: str) -> bool:
    """Return whether a tag may follow another: `I-X` stands after `B-X` and `I-X` only."""
    return not after.startswith("I-") or one in (after, f"B-{after[2:]}")


def _best_path(said: Floats, first: Floats, follows: Floats) -> list[int]:
    """Return the tags of the best sequence (Viterbi)."""
    best = first + said[0]
    back = []
    for row in said[1:]:
        through = best[:, None] + follows
        back.append(through.argmax(axis=0))
        best = through.max(axis=0) + row
    path = [int(best.argmax())]
    for choice in reversed(back):
        path.append(int(choice[path[-1]]))
    return path[::-1]
