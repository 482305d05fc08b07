"""Ways to make one value of several; the order of annotators never changes the result."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def mean(numbers: Sequence[float]) -> float | None:
    """Return the arithmetic mean, summed exactly; None without numbers."""
    return math.fsum(numbers) / len(numbers) if numbers else None


def median(numbers: Sequence[float]) -> float | None:
    """Return the median (the mean of the two middle numbers for an even count); None without numbers."""
    return float(statistics.median(numbers)) if numbers else None


def mean_jaccard_distance(sets: Sequence[AbstractSet[str]]) -> float | None:
    """Return 1 minus the mean Jaccard index of every two sets, empty ones being equal; None for fewer."""
    if len(sets) < 2:
        return None
    alike = [len(a & b) / len(a | b) if a | b else 1.0 for a, b in combinations(sets, 2)]
    return 1 - sum(alike) / len(alike)


def majority(values: Sequence[T]) -> T | None:
    """Return the most frequent value; None without values or where two are equally frequent."""
    ranked = Counter(values).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
