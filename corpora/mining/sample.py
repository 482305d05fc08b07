"""Look at candidates by score bin, and draw a sample stratified by it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.errors import AloiError
from corpora.mining.base import MinedPair

WIDTH = 0.05


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores from `low` (included) to `high` (left out, but for 1), and how many candidates have them."""

    low: float
    high: float
    count: int

    @property
    def name(self) -> str:
        """The bin as a stratum is called: 0.45-0.50."""
        return f"{self.low:.2f}-{self.high:.2f}"

    def holds(self, score: float) -> bool:
        """Return whether a score is in this bin."""
        return _place(score) == round(self.low / WIDTH)


@dataclass(frozen=True, slots=True)
class SampledPair:
    """A candidate that was drawn, from which stratum, and with what chance."""

    candidate: MinedPair
    stratum: str
    probability: float


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn; `by_stratum` gives (how many there were, how many were drawn)."""

    chosen: tuple[SampledPair, ...]
    by_stratum: Mapping[str, tuple[int, int]]


def histogram(scores: Sequence[float]) -> tuple[Bin, ...]:
    """Return the bins of width 0.05 from the lowest to the highest score, empty ones between included."""
    if not scores:
        return ()
    places = [_place(score) for score in scores]
    return tuple(
        Bin(round(place * WIDTH, 2), round((place + 1) * WIDTH, 2), places.count(place))
        for place in range(min(places), max(places) + 1)
    )


def draw(candidates: Sequence[MinedPair], per_bin: int, seed: int) -> Sample:
    """Return up to `per_bin` candidates of each score bin, each as likely as the others of its bin.

    The draw does not depend on the order of the candidates.

    Raises
    ------
    AloiError
        No candidates, one without a score, or `per_bin` under 1.
    """
    scores = [one.score for one in candidates if one.score is not None]
    if per_bin < 1 or not candidates or len(scores) < len(candidates):
        raise AloiError(
            "corpora.pairs-bin-drawn-from-candidates",
            per_bin=per_bin,
            candidates=len(candidates),
            scores=len(scores),
        )
    generator = np.random.default_rng(seed)
    chosen: list[SampledPair] = []
    by_stratum = {}
    for one in histogram(scores):
        inside = [c for c in candidates if c.score is not None and one.holds(c.score)]
        inside.sort(key=lambda c: (c.left.id, c.right.id))
        size = min(per_bin, len(inside))
        places = sorted(generator.permutation(len(inside))[:size].tolist())
        chosen += [SampledPair(inside[place], one.name, size / len(inside)) for place in places]
        if inside:
            by_stratum[one.name] = (len(inside), size)
    return Sample(tuple(chosen), by_stratum)


def _place(score: float) -> int:
    """Return the number of the bin of a score; rounding first keeps 0.45 in 0.45-0.50."""
    return min(math.floor(round(score / WIDTH, 9)), round(1 / WIDTH) - 1)
