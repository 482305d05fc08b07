"""The choice of a checkpoint: the best one of a training log, by the direction of its metric."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.evaluation.metrics.base import Metric


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The score of the model on the dev split after some passes over the training rows.

    Parameters
    ----------
    epoch : float
        Passes done.
    value : float or None
        Of the metric; None if it was undefined (a model with constant predictions), or without a dev split.
    step : int
        Optimiser steps done.
    facts : mapping
        Further values that the recipe stores for the epoch.
    """

    epoch: float
    value: float | None
    step: int = 0
    facts: Mapping[str, float] = field(default_factory=dict)


def best(log: Sequence[Checkpoint], metric: Metric) -> Checkpoint:
    """Return the checkpoint with the best value, the earliest of equals; the last one if none has a value.

    The metric defines "best": the highest Spearman, but the lowest RMSE.

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
        raise AloiError("aloi.too-few", name=Term("checkpoint"), count=0, least=1, todo=Term("one-epoch"))
    chosen: Checkpoint | None = None
    for checkpoint in log:
        if checkpoint.value is None or math.isnan(checkpoint.value):
            continue
        if chosen is None or chosen.value is None or metric.better(checkpoint.value, chosen.value):
            chosen = checkpoint
    return chosen or log[-1]
