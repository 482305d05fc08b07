"""Resamples of sentences: how often each is drawn, so that counts need adding up only once a replicate."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval
from errors import AloiError

Floats = NDArray[np.float64]

# Cells of the (replicates, sentences) table of weights held at once.
_CELLS = 1_000_000


def resampling_method(replicates: int, seed: int, unit: str = "sentences") -> str:
    """Return how intervals over sentences, or another unit, are made, in the words of a signature.

    Raises
    ------
    AloiError
        Fewer than 0 replicates.
    """
    if replicates < 0:
        raise AloiError(
            f"{replicates} replicates were asked for.", "0 or more were expected.", "Change the number."
        )
    return f"bootstrap-percentile-{unit}-{replicates}-seed{seed}" if replicates else "none"


def sentence_intervals(
    counts: Floats,
    scores: Callable[[Floats], Floats],
    replicates: int,
    seed: int,
    unit: str = "sentences",
) -> list[Interval | None]:
    """Return the 2.5 and 97.5 percentiles of K scores over resampled sentences.

    Parameters
    ----------
    counts : array (N, ...)
        What adds up over sentences.
    scores : function
        From sums of shape (R, ...) to the K scores of each, (R, K); NaN where one is undefined.
    replicates : int
        At least 1. The same seed draws the same sentences whatever the score: intervals go together.

    Returns
    -------
    list of K intervals
        None for a score undefined in half of the resamples or more.
    """
    generator = np.random.default_rng(seed)
    size = len(counts)
    flat = counts.reshape(size, -1)
    rows = max(1, _CELLS // size)
    found = []
    for start in range(0, replicates, rows):
        weights = generator.multinomial(size, np.full(size, 1 / size), size=min(rows, replicates - start))
        found.append(scores((weights @ flat).reshape(-1, *counts.shape[1:])))
    method = resampling_method(replicates, seed, unit)
    return [_interval(column, method) for column in np.concatenate(found).T]


def _interval(values: Floats, method: str) -> Interval | None:
    defined = values[~np.isnan(values)]
    if len(defined) * 2 <= len(values):
        return None
    low, high = np.quantile(defined, [0.025, 0.975])
    return Interval(float(low), float(high), method)
