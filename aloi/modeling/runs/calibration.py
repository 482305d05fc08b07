"""Similarities on the scale of scores: a line that is fitted on dev rows only, and the errors after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aloi.annotation.rows import ScoredPair
from aloi.evaluation.metrics.error import MAE_CALIBRATED, RMSE_CALIBRATED
from aloi.evaluation.rows import Answer, EvaluationSet, floats
from aloi.evaluation.scores import TestScore, score_set
from aloi.modeling.recipes.base import Predictor
from aloi.modeling.runs.inputs import rescaled
from aloi.modeling.runs.spec import SeedResult


def calibration_on(fitted: Predictor[ScoredPair], dev: Sequence[ScoredPair]) -> tuple[float, float] | None:
    """Return slope and intercept of least squares from predictions to scores; None if dev says nothing."""
    if not dev:
        return None
    predicted = np.asarray(fitted.predict(dev), dtype=np.float64)
    if not np.ptp(predicted):
        return None
    slope, intercept = np.polyfit(predicted, [row.score for row in dev], 1)
    return float(slope), float(intercept)


def run_scores(
    tests: Sequence[EvaluationSet],
    answers: Mapping[str, Sequence[Sequence[Answer]]],
    seeds: Sequence[SeedResult],
    scale: tuple[float, float],
) -> list[TestScore]:
    """Return every score of a run; calibrated errors if each seed has a line, on the scale of each test."""
    names, scores = [each.seed for each in seeds], []
    for test in tests:
        scores += score_set(test, answers[test.label], names)
        lines = [each.calibration for each in seeds if each.calibration]
        if len(lines) == len(seeds):
            ends = test.low, test.high
            calibrated = [
                rescaled(slope * rescaled(floats(several), ends, scale) + intercept, scale, ends).tolist()
                for several, (slope, intercept) in zip(answers[test.label], lines, strict=True)
            ]
            scores += score_set(test, calibrated, names, metrics=(RMSE_CALIBRATED, MAE_CALIBRATED))
    return scores
