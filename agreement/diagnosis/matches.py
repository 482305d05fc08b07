"""Precision, recall and F1 of what two annotators marked, with intervals over whole items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, figure, mean_statistic, of_share, undefined
from aloi.agreement.drawing import Clusters
from aloi.agreement.measures.base import divide
from aloi.agreement.result import NO_PAIRABLE
from aloi.base.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class MatchCounts:
    """Of two annotators, in each of N documents: spans of each, and how many of them the other has.

    All are 0 in a document that one of them did not read.
    """

    of_a: Floats
    of_b: Floats
    matched_a: Floats
    matched_b: Floats


def _precision(counts: MatchCounts, times: Floats) -> Floats:
    return divide(times @ counts.matched_b, times @ counts.of_b)


def _recall(counts: MatchCounts, times: Floats) -> Floats:
    return divide(times @ counts.matched_a, times @ counts.of_a)


def _f1(counts: MatchCounts, times: Floats) -> Floats:
    precision = np.nan_to_num(_precision(counts, times))
    recall = np.nan_to_num(_recall(counts, times))
    value = divide(2 * precision * recall, precision + recall, missing=0.0)
    return np.where(times @ (counts.of_a + counts.of_b) > 0, value, np.nan)


def match_figures(
    pairs: Sequence[MatchCounts], documents: int, nothing: str, *, intervals: bool
) -> tuple[Figure, Figure, Figure]:
    """Return precision, recall and F1, each the mean over the pairs where it is defined.

    `nothing` is the reason where nobody marked anything.
    """
    if documents == 0:
        return (undefined(NO_PAIRABLE),) * 3
    ways: tuple[Callable[[MatchCounts, Floats], Floats], ...] = (_precision, _recall, _f1)
    law = of_share if intervals else None
    figures = [
        figure(
            mean_statistic([partial(way, one) for one in pairs]), Clusters(documents), documents, nothing, law
        )
        for way in ways
    ]
    return figures[0], figures[1], figures[2]
