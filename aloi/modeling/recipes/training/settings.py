"""Settings of recipes that fine-tune a model, checked before long work; the choice of a checkpoint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.metrics.base import Metric
from aloi.modeling.encoders import devices, names
from aloi.modeling.encoders.packages import packaged
from aloi.modeling.recipes.base import R, Recipe, check_number

# Which epoch's weights are kept: the best on the dev part, the last, or that of the highest value.
BEST, LAST, HIGHEST = "best", "last", "highest"
# The least and the most of each setting that is a number; whole ones are those with whole limits.
_NUMBERS: Mapping[str, tuple[float, float]] = {
    "epochs": (1, 1000),
    "warmup_steps": (0, 1_000_000),
    "batch": (1, 4096),
    "learning_rate": (1e-9, 1.0),
    "weight_decay": (0.0, 1.0),
    "max_length": (8, 8192),
    "freeze_layers": (0, 1000),
    "strength": (1e-6, 1e6),
    "threshold": (0.0, 1.0),
}
# Word embeddings of more rows are not trained on a CPU: the optimiser would spend its time on them.
HUGE_VOCABULARY = 100_000


class FineTuning(Recipe[R]):
    """A recipe that fine-tunes a model.

    Attributes
    ----------
    numbers : mapping
        Setting -> its least and its most, for those that are numbers.
    """

    seeded: ClassVar[bool] = True
    shared: ClassVar[bool] = True
    floor: ClassVar[bool] = False
    numbers: ClassVar[Mapping[str, tuple[float, float]]] = _NUMBERS

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked: their kinds, the model's name or folder, metric and device."""
        chosen = super().settings(requested)
        for name, (low, high) in self.numbers.items():
            if name in chosen:
                check_number(name, chosen[name], low, high)
        metric_names = [one.name for one in metrics_of(self.row_kinds[0].__name__)]
        if chosen.get("metric", metric_names[0]) not in metric_names:
            raise AloiError(
                "aloi.value",
                name=Term("the-setting", name="metric"),
                value=repr(chosen["metric"]),
                expected=Term("metric-of-rows", name=self.row_kinds[0].__name__, metrics=metric_names),
            )
        devices.check(str(chosen["device"]), str(chosen.get("precision", "fp32")))
        names.check(str(chosen["model"]))
        model = packaged(str(chosen["model"]))
        if model and not model.trainable and not self.only_encodes(chosen):
            model.folder()  # which says that it only encodes
        return chosen

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return whether a model that cannot be trained will do."""
        del settings
        return False


class PairTuning(FineTuning[ScoredPair]):
    """A recipe of scored pairs; its defaults are the settings of CLISTER.

    References
    ----------
    Hiebel et al. 2022, CLISTER: a corpus for semantic textual similarity in French clinical narratives.
    """

    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    defaults: ClassVar[Mapping[str, Json]] = {
        "model": "me5-small",
        "loss": "",
        "epochs": 5,
        "warmup_steps": 10,
        "batch": 16,
        "learning_rate": 2e-5,
        "max_length": 128,
        "freeze_embeddings": "auto",
        "device": "auto",
        "precision": "auto",
        "keep_model": True,
    }
    help: ClassVar[Mapping[str, str]] = {
        "model": "The model to start from: me5-small, minilm, a folder, or a hub name.",
        "loss": "The loss that is minimised.",
        "epochs": "Passes over the training pairs.",
        "warmup_steps": "Steps in which the learning rate rises to its height.",
        "batch": "Pairs a step, over all processes together.",
        "learning_rate": "Height of the learning rate, which falls to 0 at the end.",
        "max_length": "Tokens of a text that are read, at most what the model can.",
        "freeze_embeddings": "Whether word embeddings stay: true, false, or auto (the huge ones, on a CPU).",
        "device": "auto, cpu or cuda.",
        "precision": "auto, fp32 or bf16; auto is bf16 on GPUs that have it.",
        "keep_model": "Whether the fitted model is saved in the folder of the run.",
    }
    choices: ClassVar[Mapping[str, tuple[Json, ...]]] = {
        "freeze_embeddings": ("auto", True, False),
        "device": devices.DEVICES,
        "precision": devices.PRECISIONS,
        "keep_model": (True, False),
    }
    of_training: ClassVar[frozenset[str]] = frozenset(
        {"loss", "epochs", "warmup_steps", "batch", "learning_rate", "freeze_embeddings", "keep_model"}
    )


def freezes(wish: Json, device: str, rows: int) -> bool:
    """Return whether word embeddings of so many rows stay as they are."""
    return device == "cpu" and rows > HUGE_VOCABULARY if wish == "auto" else bool(wish)


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
