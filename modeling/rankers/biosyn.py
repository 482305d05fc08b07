"""The candidates and the loss of BioSyn (sung2020biomedical): pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice

import numpy as np
from numpy.typing import ArrayLike

_LEAST = 1e-9  # of a probability, before its logarithm


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


def marginal_nll(scores: ArrayLike, targets: ArrayLike) -> float:
    """Return the mean, over mentions with a right candidate, of -ln of the probability of all right ones.

    Parameters
    ----------
    scores : array (N, K)
        Of the candidates; their softmax is the probability.
    targets : array (N, K)
        1 for a right candidate, 0 otherwise. Mentions without one do not count; 0 if none has one.
    """
    told = np.asarray(targets, dtype=np.float64)
    raw = np.asarray(scores, dtype=np.float64)
    known = told.any(axis=1)
    if not known.any():
        return 0.0
    weights = np.exp(raw - raw.max(axis=1, keepdims=True))
    right = (weights * told).sum(axis=1) / weights.sum(axis=1)
    return float(-np.log(np.clip(right[known], _LEAST, 1)).mean())
