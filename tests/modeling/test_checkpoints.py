"""The choice of a checkpoint follows the metric's direction, not the size of the number."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from errors import AloiError
from modeling.checkpoints import Checkpoint, best
from modeling.metrics.base import Direction, Metric
from modeling.metrics.correlation import SPEARMAN

RMSE = replace(SPEARMAN, name="rmse", title="RMSE", direction=Direction.LOWER, low=0.0, high=math.inf)
# Errors of a training that learns, then learns by heart: whoever takes "the higher the better" keeps epoch 1.
ERRORS = [Checkpoint(epoch, value) for epoch, value in enumerate((1.40, 0.92, 0.71, 0.83, 0.97), start=1)]


def test_of_errors_the_lowest_is_kept() -> None:
    assert max(ERRORS, key=lambda one: one.value or 0).epoch == 1
    assert best(ERRORS, RMSE) == Checkpoint(3, 0.71)


def test_of_correlations_the_highest_is_kept() -> None:
    log = [Checkpoint(1, -0.1), Checkpoint(2, 0.6), Checkpoint(3, 0.4)]
    assert best(log, SPEARMAN).epoch == 2
    assert best(log, RMSE).epoch == 1


@pytest.mark.parametrize("metric", [SPEARMAN, RMSE])
def test_of_equals_the_earliest_is_kept(metric: Metric) -> None:
    assert best([Checkpoint(1, 0.5), Checkpoint(2, 0.5)], metric).epoch == 1


@pytest.mark.parametrize("metric", [SPEARMAN, RMSE])
@pytest.mark.parametrize("nothing", [None, math.nan])
def test_an_undefined_value_is_never_kept_before_a_number(metric: Metric, nothing: float | None) -> None:
    log = [Checkpoint(1, nothing), Checkpoint(2, 0.2), Checkpoint(3, nothing)]
    assert best(log, metric).epoch == 2
    assert best([Checkpoint(1, nothing), Checkpoint(2, nothing)], metric).epoch == 2


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(AloiError, match="no checkpoint"):
        best([], SPEARMAN)
