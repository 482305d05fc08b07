"""Candidates by score bin, a sample stratified by it, and pairs drawn at random."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.mining.base import MinedPair
from aloi.corpora.model import Sentence

WIDTH = 0.05
BINS = 20  # from 0 to 1


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores from `low` (included) to `high` (excluded, except 1), and the number of candidates with them."""

    low: float
    high: float
    count: int

    @property
    def name(self) -> str:
        """The bin as a stratum is called: 0.45-0.50."""
        return f"{self.low:.2f}-{self.high:.2f}"

    def holds(self, score: float) -> bool:
        """Return whether a score is in this bin."""
        return int(places_of(np.array([score]))[0]) == self.number

    @property
    def number(self) -> int:
        """The number of the bin, from 0 for scores below 0.05."""
        return round(self.low / WIDTH)


@dataclass(frozen=True, slots=True)
class SampledPair:
    """A candidate that was drawn, from which stratum, and with what chance; None if it has none."""

    candidate: MinedPair
    stratum: str
    probability: float | None


@dataclass(frozen=True, slots=True)
class Sample:
    """The drawn sample; `by_stratum` has the number of candidates and the number drawn."""

    chosen: tuple[SampledPair, ...]
    by_stratum: Mapping[str, tuple[int, int]]


def histogram(scores: Sequence[float]) -> tuple[Bin, ...]:
    """Return the bins of width 0.05 from the lowest to the highest score, empty ones between included."""
    places = places_of(np.asarray(scores, dtype=float))
    low = int(places.min(initial=0))
    return bins_of(np.bincount(places - low).tolist(), low) if len(places) else ()


def bins_of(counts: Sequence[int], lowest: int = 0) -> tuple[Bin, ...]:
    """Return the bins of counts by place, the first of them at `lowest`; without empty ones at the ends."""
    filled = [index for index, count in enumerate(counts) if count]
    return tuple(
        Bin(round((lowest + index) * WIDTH, 2), round((lowest + index + 1) * WIDTH, 2), int(counts[index]))
        for index in (range(filled[0], filled[-1] + 1) if filled else ())
    )


def bin_of(score: float) -> Bin:
    """Return the bin of a score, with one candidate in it."""
    bin_number = int(places_of(np.array([score]))[0])
    return Bin(round(bin_number * WIDTH, 2), round((bin_number + 1) * WIDTH, 2), 1)


def places_of(scores: Floats) -> NDArray[np.int64]:
    """Return the numbers of the bins of scores; rounding first keeps 0.45 in 0.45-0.50."""
    return np.minimum(np.floor(np.round(scores / WIDTH, 9)), BINS - 1).astype(np.int64)


def draw(candidates: Sequence[MinedPair], per_bin: int, seed: int) -> Sample:
    """Return up to `per_bin` candidates of each score bin, each as likely as the others of its bin.

    The draw does not depend on the order of the candidates.

    Raises
    ------
    AloiError
        No candidates, one without a score, or `per_bin` under 1.
    """
    scores = [candidate.score for candidate in candidates if candidate.score is not None]
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
    for bin_ in histogram(scores):
        inside = [c for c in candidates if c.score is not None and bin_.holds(c.score)]
        inside.sort(key=lambda c: (c.left.id, c.right.id))
        size = min(per_bin, len(inside))
        places = sorted(generator.permutation(len(inside))[:size].tolist())
        for candidate in (inside[place] for place in places):
            probability = candidate.probability
            chance = None if probability is None else probability * size / len(inside)
            chosen.append(SampledPair(candidate, bin_.name, chance))
        if inside:
            by_stratum[bin_.name] = (len(inside), size)
    return Sample(tuple(chosen), by_stratum)


_TRIES = 50  # draws allowed for each requested pair, before the corpus counts as too small


def mine_random(
    sentences: Sequence[Sentence],
    count: int,
    seed: int,
    *,
    exclude: Collection[frozenset[str]] = (),
) -> list[MinedPair]:
    """Return `count` distinct pairs in the order drawn; the same seed gives the same pairs.

    Parameters
    ----------
    exclude : collection of frozenset of str
        Pairs of texts not to draw; two equal texts are never drawn.

    Raises
    ------
    AloiError
        Fewer pairs than requested.
    """
    generator = np.random.default_rng(seed)
    left_out = set(exclude)
    drawn: dict[tuple[int, int], MinedPair] = {}
    size = len(sentences)
    for _ in range(count * _TRIES if size > 1 else 0):
        if len(drawn) == count:
            break
        first, second = sorted(generator.choice(size, 2, replace=False).tolist())
        left, right = sentences[first], sentences[second]
        if left.text != right.text and frozenset((left.text, right.text)) not in left_out:
            drawn.setdefault((first, second), MinedPair(left, right, None, None, None))
    if len(drawn) < count:
        raise AloiError("aloi.too-few", name=Term("random-pairs", size=size), count=len(drawn), least=count)
    return list(drawn.values())
