"""The choice of a checkpoint: the best of a training's log, by the direction its metric states."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aloi.base.errors import AloiError
from aloi.evaluation.metrics.base import Metric


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the model was worth on the dev part after some passes over the training rows.

    Parameters
    ----------
    epoch : float
        Passes done.
    value : float or None
        Of the metric; None where it was undefined (a model that answers the same to everything), or where
        there was nothing to score.
    step : int
        Optimiser steps done.
    facts : mapping
        What else the recipe keeps of the epoch.
    """

    epoch: float
    value: float | None
    step: int = 0
    facts: Mapping[str, float] = field(default_factory=dict)


def best(log: Sequence[Checkpoint], metric: Metric) -> Checkpoint:
    """Return the checkpoint with the best value, the earliest of equals; the last where none has a value.

    What "best" means is asked of the metric: the highest Spearman, but the lowest RMSE.

    Parameters
    ----------
    log : sequence of Checkpoint
        In the order of the training, at least one.

    Raises
    ------
    AloiError
        The log is empty.
    """
    if not log:
        raise AloiError("modeling.training-left-no-checkpoint", title=metric.title)
    chosen: Checkpoint | None = None
    for checkpoint in log:
        if checkpoint.value is None or math.isnan(checkpoint.value):
            continue
        if chosen is None or chosen.value is None or metric.better(checkpoint.value, chosen.value):
            chosen = checkpoint
    return chosen or log[-1]
