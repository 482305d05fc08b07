"""How near texts are to those of a reference: edits by the length of the longer, no near one missed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from aloi.arrays import Floats
from aloi.errors import AloiError

DEFAULT_THRESHOLD = 0.2


class Mode(StrEnum):
    """How near references are searched.

    `exact` finds all. `compatible` does as the released script of alekseev2022medical, which stops at
    int(t * length) + 2 edits and so misses some references of texts of 40 characters and more.
    """

    EXACT = "exact"
    COMPATIBLE = "compatible"


def cleaned(text: str) -> str:
    """Return a text as it is compared: lower-cased, stripped; punctuation stays."""
    return text.lower().strip()


def check_threshold(threshold: float) -> None:
    """Raise AloiError for a threshold outside [0, 1]."""
    if not 0 <= threshold <= 1:
        raise AloiError("gold.threshold", threshold=f"{threshold:g}")


def nearest_distances(
    texts: Sequence[str], references: Iterable[str], limit: float, mode: Mode = Mode.EXACT
) -> Floats:
    """Return each text's least edit distance by the longer length, (N,); 1 where none is under the limit.

    Notes
    -----
    Two texts nearer than t have lengths that differ by less than t times the longer. So texts of one
    length are compared with the references of such lengths only, in one call of compiled code, which
    gives a pair up as soon as it passes the limit. No reference that could be near enough is left out.
    """
    check_threshold(limit)
    known = sorted(set(references), key=lambda one: (len(one), one))
    lengths = np.array([len(one) for one in known], dtype=np.int64)
    nearest = np.ones(len(texts))
    for length, places in _by_length(texts).items():
        first, last = _span(lengths, length, limit)
        if first < last:
            longest = np.maximum(np.maximum(lengths[first:last], length), 1)
            most = (limit * longest).astype(np.int64)
            if mode is Mode.COMPATIBLE:
                most = np.minimum(most, int(limit * length) + 2)
            edits = process.cdist(
                [texts[place] for place in places],
                known[first:last],
                scorer=Levenshtein.distance,
                score_cutoff=int(most[-1]),
                dtype=np.int32,
            )
            nearest[places] = np.where(edits <= most, edits / longest, 1.0).min(axis=1)
    return nearest


def _span(lengths: NDArray[np.int64], length: int, limit: float) -> tuple[int, int]:
    """Return where references begin and end whose length could be near enough, in rising lengths."""
    differing = np.abs(lengths - length) <= (limit * np.maximum(lengths, length)).astype(np.int64)
    there = np.flatnonzero(differing)
    return (int(there[0]), int(there[-1]) + 1) if len(there) else (0, 0)


def _by_length(texts: Iterable[str]) -> dict[int, list[int]]:
    """Return the places of the texts by length."""
    found: dict[int, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        found[len(text)].append(place)
    return found
