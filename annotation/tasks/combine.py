"""Ways to make one number of several; the order of annotators never changes the result."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence


def mean(numbers: Sequence[float]) -> float | None:
    """Return the arithmetic mean, summed exactly; None without numbers."""
    return math.fsum(numbers) / len(numbers) if numbers else None


def median(numbers: Sequence[float]) -> float | None:
    """Return the median (the mean of the two middle numbers for an even count); None without numbers."""
    return float(statistics.median(numbers)) if numbers else None


def majority(numbers: Sequence[float]) -> float | None:
    """Return the most frequent number; None without numbers or where two are equally frequent."""
    ranked = Counter(numbers).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
