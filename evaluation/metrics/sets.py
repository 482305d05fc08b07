"""Sets of answers, such as those ticked in a question with several right ones: equal, or overlapping."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

import numpy as np

from evaluation.metrics.base import Direction, Metric, Sums, mean_of_sums, with_ones


@dataclass(frozen=True, kw_only=True)
class MeanOfRows(Metric):
    """The mean of what each row earns for its set of answers."""

    earned: Callable[[Set[str], Set[str]], float]

    def sums(
        self,
        gold: Sequence[Sequence[object]],
        systems: Sequence[Sequence[Sequence[object]]],
        low: float,
        high: float,
    ) -> list[Sums]:
        """Return one for each system: what each row earns, and 1."""
        del low, high
        wanted = [frozenset(map(str, row)) for row in gold]
        found = []
        for given in systems:
            pairs = zip(wanted, given, strict=True)
            earned = np.array([self.earned(row, frozenset(map(str, one))) for row, one in pairs])
            found.append(Sums.of(with_ones(earned), mean_of_sums, "no rows"))
        return found


def exact_match(gold: Set[str], predicted: Set[str]) -> float:
    """Return 1 where the two sets are equal, else 0."""
    return float(gold == predicted)


def jaccard(gold: Set[str], predicted: Set[str]) -> float:
    """Return the share of all labels of either set that both have, in [0, 1]; 1 for two empty sets."""
    either = gold | predicted
    return len(gold & predicted) / len(either) if either else 1.0


EXACT_MATCH = MeanOfRows(
    earned=exact_match,
    name="exact_match",
    title="Exact match (accuracy, of one label a row)",
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    clipping="none",
    resampling_unit="document",
    row_kinds=("LabelledText", "MultipleChoice"),
    references=("labrak2024drbenchmark",),
)
JACCARD = MeanOfRows(
    earned=jaccard,
    name="jaccard",
    title="Jaccard overlap (DrBenchmark calls it Hamming)",
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    clipping="none",
    resampling_unit="document",
    row_kinds=("LabelledText", "MultipleChoice"),
    references=("labrak2024drbenchmark",),
)
