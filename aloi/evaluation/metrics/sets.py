"""Sets of answers, such as those ticked in a question with several right ones: equal, or overlapping."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

import numpy as np

from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Answers, Metric, Sums, mean_of_sums, with_ones


@dataclass(frozen=True, kw_only=True)
class MeanOfRows(Metric):
    """The mean of what each row earns for its set of answers."""

    earned: Callable[[Set[str], Set[str]], float]
    row_kinds: tuple[str, ...] = ("LabelledText", "MultipleChoice")
    references: tuple[str, ...] = ("labrak2024drbenchmark",)
    resampling_unit: str = "document"

    def sums_of(self, gold: Answers, predicted: Answers, low: float, high: float) -> Sums:
        """Return for each row what it earns, and 1."""
        del low, high
        gold_sets, answered = ([frozenset(map(str, row)) for row in side] for side in (gold, predicted))
        earned = np.array([self.earned(*sets) for sets in zip(gold_sets, answered, strict=True)])
        return Sums.of(with_ones(earned), mean_of_sums, Phrase("reason-no-rows", "no rows"))


def exact_match(gold: Set[str], predicted: Set[str]) -> float:
    """Return 1 where the two sets are equal, else 0."""
    return float(gold == predicted)


def jaccard(gold: Set[str], predicted: Set[str]) -> float:
    """Return the share of all labels of either set that both have, in [0, 1]; 1 for two empty sets."""
    either = gold | predicted
    return len(gold & predicted) / len(either) if either else 1.0


EXACT_MATCH = MeanOfRows(
    earned=exact_match, name="exact_match", title="Exact match (accuracy, of one label a row)"
)
JACCARD = MeanOfRows(earned=jaccard, name="jaccard", title="Jaccard overlap (DrBenchmark calls it Hamming)")
