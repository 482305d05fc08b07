"""The trainer's settings, declared once and checked before long work; the choice of a checkpoint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.metrics.base import Metric
from aloi.modeling.encoders import devices, names
from aloi.modeling.encoders.packages import packaged
from aloi.modeling.recipes.base import R, Recipe, Setting, unsuitable

# Which epoch's weights are kept: the best on the dev part, the last, or that of the highest value.
BEST, LAST, HIGHEST = "best", "last", "highest"
AUTO = "auto"
# Word embeddings of more rows are not trained on a CPU: the optimiser would spend its time on them.
HUGE_VOCABULARY = 100_000
# What every recipe that fine-tunes a model has; a recipe changes defaults and adds its own.
TRAINER: Mapping[str, Setting] = {
    "model": Setting(
        "me5-small",
        Phrase(
            "setting-model-start-from", "The model to start from: me5-small, minilm, a folder, or a hub name."
        ),
        training=False,
    ),
    "epochs": Setting(
        5, Phrase("setting-passes-over-training", "Passes over the training rows."), limits=(1, 1000)
    ),
    "learning_rate": Setting(
        2e-5,
        Phrase("setting-height-learning-rate", "Height of the learning rate, which falls to 0 at the end."),
        limits=(1e-9, 1.0),
    ),
    "batch": Setting(
        16, Phrase("setting-rows-step-over", "Rows a step, over all processes together."), limits=(1, 4096)
    ),
    "max_length": Setting(
        128,
        Phrase("setting-tokens-row-read", "Tokens of a row that are read, at most what the model can."),
        limits=(8, 8192),
        training=False,
    ),
    "weight_decay": Setting(
        0.01, Phrase("setting-how-much-weights", "How much weights are drawn to 0."), limits=(0.0, 1.0)
    ),
    "warmup_steps": Setting(
        0,
        Phrase("setting-steps-learning-rate", "Steps in which the learning rate rises to its height."),
        limits=(0, 1_000_000),
    ),
    "accumulation": Setting(
        1,
        Phrase(
            "setting-parts-batch-computed",
            "Parts in which a batch is computed, one after the other, to save memory. If memory runs out, "
            "the number doubles by itself. The batch stays the same.",
        ),
        limits=(1, 4096),
    ),
    "checkpointing": Setting(
        False,
        Phrase(
            "setting-whether-activations-computed",
            "Whether activations are computed again instead of stored: less memory, about a third more time.",
        ),
        (False, True),
    ),
    "lora_rank": Setting(
        0,
        Phrase(
            "setting-rank-low-rank",
            "Rank of the low-rank adapters (LoRA) that are trained instead of the model; 0: none.",
        ),
        limits=(0, 512),
    ),
    "freeze_layers": Setting(
        0,
        Phrase(
            "setting-number-lowest-layers",
            "Number of the lowest layers that stay fixed, with the word embeddings; 0: none.",
        ),
        limits=(0, 1000),
    ),
    "freeze_embeddings": Setting(
        AUTO,
        Phrase(
            "setting-whether-word-embeddings",
            "Whether word embeddings stay: true, false, or auto (the huge ones, on a CPU).",
        ),
        (AUTO, True, False),
    ),
    "checkpoint": Setting(
        BEST,
        Phrase(
            "setting-best-last-highest",
            "best; last; or highest, the highest value whatever the metric, as once released.",
        ),
        (BEST, LAST, HIGHEST),
    ),
    "dev_items": Setting(
        None,
        Phrase(
            "setting-score-each-epoch",
            "Score each epoch on so many dev rows, drawn at random. By default on all.",
        ),
        limits=(5, 1_000_000),
    ),
    "device": Setting(
        AUTO, Phrase("setting-auto-cpu-cuda", "auto, cpu, cuda or mps."), devices.DEVICES, training=False
    ),
    "precision": Setting(
        AUTO,
        Phrase(
            "setting-auto-fp32-bf16",
            "auto, fp32, bf16 or fp16; auto is what was measured to be fastest on the device.",
        ),
        devices.PRECISIONS,
    ),
    "trust_remote_code": Setting(
        False,
        Phrase(
            "setting-whether-model-own",
            "Whether the model's own program is run, which its authors wrote. The run notes it.",
        ),
        (False, True),
        training=False,
    ),
    "keep_model": Setting(
        True,
        Phrase("setting-whether-fitted-model", "Whether the fitted model is saved in the folder of the run."),
        (True, False),
    ),
}


class FineTuning(Recipe[R]):
    """A recipe that fine-tunes a model."""

    seeded: ClassVar[bool] = True
    shared: ClassVar[bool] = True
    floor: ClassVar[bool] = False

    def settings(self, requested: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked: their kinds, the model's name or folder, metric and device.

        `auto` is replaced by its meaning on this machine, so that equal settings are equal models: whether
        word embeddings are trained, and in which precision.
        """
        chosen = super().settings(requested)
        metric_names = [one.name for one in metrics_of(self.row_kinds[0].__name__)]
        if chosen.get("metric", metric_names[0]) not in metric_names:
            expected = Term("metric-of-rows", name=self.row_kinds[0].__name__, metrics=metric_names)
            raise unsuitable("metric", chosen["metric"], expected)
        devices.check(str(chosen["device"]), str(chosen["precision"]))
        model = str(chosen["model"])
        names.check(model)
        package = packaged(model)
        if package and not package.trainable:
            if not self.only_encodes(chosen):
                package.folder()  # which says that it only encodes
            return chosen | {"freeze_embeddings": True, "precision": "fp32"}
        return chosen | resolved(chosen)

    def only_encodes(self, settings: Mapping[str, Json]) -> bool:
        """Return whether a model that cannot be trained will do."""
        del settings
        return False


def resolved(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return the settings that depend on the machine or the model, as they are on this machine."""
    device = devices.device_for(str(settings["device"]))
    values: dict[str, Json] = {"precision": devices.precision_for(str(settings["precision"]), device)}
    if settings["freeze_embeddings"] == AUTO:
        huge = device == "cpu" and names.vocabulary(str(settings["model"])) > HUGE_VOCABULARY
        values["freeze_embeddings"] = huge
    return values


def freezes(wish: Json, device: str, rows: int) -> bool:
    """Return whether word embeddings of so many rows stay; `auto` is in specs of earlier versions."""
    return device == "cpu" and rows > HUGE_VOCABULARY if wish == AUTO else bool(wish)


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
