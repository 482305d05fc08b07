"""Sets of answers, such as those ticked in a question with several right ones: equal, or overlapping."""

from __future__ import annotations

from collections.abc import Set

from evaluation.metrics.base import Direction, Metric

EXACT_MATCH = Metric(
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
JACCARD = Metric(
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


def exact_match(gold: Set[str], predicted: Set[str]) -> float:
    """Return 1 where the two sets are equal, else 0."""
    return float(gold == predicted)


def jaccard(gold: Set[str], predicted: Set[str]) -> float:
    """Return the share of all labels of either set that both have, in [0, 1]; 1 for two empty sets."""
    either = gold | predicted
    return len(gold & predicted) / len(either) if either else 1.0
