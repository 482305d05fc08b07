"""Scored pairs as arrays, in the shapes that evaluation takes: what tests of metrics share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from aloi.base.arrays import Floats
from aloi.evaluation.comparison.permutation import Swapped, swapped_pairs
from aloi.evaluation.metrics import metric, metrics_of
from aloi.evaluation.metrics.base import Sums
from aloi.evaluation.metrics.edrm import EDRM, EdrmVariant
from aloi.evaluation.resampling import Measured, Units
from aloi.evaluation.rows import EvaluationSet
from aloi.evaluation.scores import measure_set

SCORE_METRICS = tuple(one.name for one in metrics_of("ScoredPair"))


def gold_set(gold: Sequence[float], low: float = 0, high: float = 5) -> EvaluationSet:
    """Return an evaluation set of scored pairs without texts."""
    ids = tuple(f"i{at:05}" for at in range(len(gold)))
    return EvaluationSet("t", "", "ScoredPair", ids, ("",) * len(ids), tuple(map(float, gold)), low, high)


def sums(name: str, gold: Floats, predicted: Floats, low: float = 0, high: float = 5) -> Sums:
    """Return what a metric makes of one list of scores."""
    return metric(name).sums(gold, [predicted], low, high)[0]


def edrm(
    gold: Sequence[float],
    given: Sequence[float | None],
    low: float,
    high: float,
    variant: EdrmVariant = EdrmVariant.FROM_SYSTEM,
) -> float | None:
    """Return EDRM in one of its variants; None is a missing answer."""
    answers = [np.nan if one is None else one for one in given]
    return replace(EDRM, variant=variant).sums_of(gold, answers, low, high).observed


def value(name: str, gold: Floats, predicted: Floats, low: float = 0, high: float = 5) -> float | None:
    """Return a metric of one list of scores."""
    return sums(name, gold, predicted, low, high).observed


def values(name: str, gold: Floats, predicted: Floats, times: Floats, low: float, high: float) -> Floats:
    """Return a metric of each resample, given how often it draws each item (R, N)."""
    one = sums(name, gold, predicted, low, high)
    return one.value(times @ one.parts) if one.drawn is None else one.drawn(times.astype(float))


def measure(
    name: str,
    gold: Floats,
    predicted: Floats,
    low: float = 0,
    high: float = 5,
    *,
    replicates: int,
    seed: int = 0,
) -> Measured:
    """Return a metric of the seeds of a system, (S, N), with its resamples."""
    return measure_set(name, gold_set(gold, low, high), predicted.tolist(), replicates, seed)


def swap(
    name: str,
    gold: Floats,
    systems: Mapping[str, Floats],
    pairs: Sequence[tuple[str, str]],
    low: float,
    high: float,
    *,
    swaps: int,
    seed: int,
) -> list[Swapped]:
    """Return what swaps say of each pair of systems, each (S, N)."""
    made = {one: metric(name).sums(gold, rows, low, high) for one, rows in systems.items()}
    return swapped_pairs(made, pairs, Units("items", len(gold)), swaps=swaps, seed=seed)
