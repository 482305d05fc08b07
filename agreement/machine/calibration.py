"""Whether the confidence that a machine states is its share of right answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.result import Interval
from aloi.base.arrays import Floats

BINS = 10
REPLICATES = 1000


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Answers with a stated confidence from `low` to `high`: number, mean confidence, share right."""

    low: float
    high: float
    answers: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The reliability curve of stated confidences and the expected calibration error.

    Parameters
    ----------
    answers : int
        Answers with a stated confidence and a known right answer.
    bins : tuple of ReliabilityBin
        Of equal width, those with answers.
    error : float or None
        The mean distance of confidence and share right, weighted by answers; None without answers.
    interval : Interval or None
        95 % percentile interval over documents drawn with replacement. The error is biased upwards in small
        samples, and so is the interval.
    """

    answers: int
    bins: tuple[ReliabilityBin, ...]
    error: float | None
    interval: Interval | None


def calibration(
    confidence: Sequence[float], right: Sequence[bool], clusters: Sequence[str], seed: int = 0
) -> Calibration:
    """Return the calibration of stated confidences.

    Parameters
    ----------
    confidence : sequence of float, N
        From 0 to 1.
    right : sequence of bool, N
        Whether each answer is right.
    clusters : sequence of str, N
        The document of each answer.
    seed : int
        Of the bootstrap.

    >>> calibration([0.9, 0.9, 0.1, 0.1], [True, True, False, False], ["a", "b", "c", "d"]).error
    0.1
    """
    stated, is_right = np.asarray(confidence, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if not len(stated):
        return Calibration(0, (), None, None)
    index = np.minimum((stated * BINS).astype(np.intp), BINS - 1)
    names, cluster = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.zeros((len(names), BINS, 3))  # of each document and bin: answers, confidence, right
    np.add.at(sums, (cluster, index), np.column_stack([np.ones(len(stated)), stated, is_right]))
    draws = np.random.default_rng(seed).multinomial(
        len(names), np.full(len(names), 1 / len(names)), size=REPLICATES
    )
    totals = sums.sum(axis=0)
    error = float(_error(totals[None])[0])
    interval = None
    if len(names) > 1:
        errors = _error(np.tensordot(draws, sums, axes=1))
        low, high = np.quantile(errors, [0.025, 0.975])
        interval = Interval(float(low), float(high), "percentile")
    bins = tuple(
        ReliabilityBin(at / BINS, (at + 1) / BINS, int(count), float(mean / count), float(hits / count))
        for at, (count, mean, hits) in enumerate(totals)
        if count
    )
    return Calibration(len(stated), bins, round(error, 12), interval)


def _error(sums: Floats) -> Floats:
    """Return the expected calibration error of sums, (R, BINS, 3), one for each replicate."""
    return np.asarray(np.abs(sums[..., 1] - sums[..., 2]).sum(axis=-1) / sums[..., 0].sum(axis=-1))
