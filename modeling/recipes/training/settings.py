"""The settings of the recipes that fine-tune a model, checked before any long work."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import ClassVar

from corpora.model import Json
from modeling.encoders import devices, names
from modeling.recipes.base import Recipe
from modeling.recipes.training.checks import check_choice, check_number

# The least and the most of each setting that is a number; whole ones are those with whole limits.
_NUMBERS: Mapping[str, tuple[float, float]] = {
    "epochs": (1, 1000),
    "warmup_steps": (0, 1_000_000),
    "batch": (1, 4096),
    "learning_rate": (1e-9, 1.0),
    "max_length": (8, 8192),
}
# Word embeddings of more rows are not trained on a CPU: the optimiser would spend its time on them.
HUGE_VOCABULARY = 100_000


class FineTuning(Recipe):
    """A recipe that fine-tunes a transformer, with the settings of CLISTER unless told otherwise.

    References
    ----------
    Hiebel et al. 2022, CLISTER: a corpus for semantic textual similarity in French clinical narratives.
    """

    seeded: ClassVar[bool] = True
    floor: ClassVar[bool] = False
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
        "loss": "What is minimised.",
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

    def settings(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """Return all settings, checked: their kinds, the model's name or folder, the device."""
        chosen = super().settings(given)
        for name, (low, high) in _NUMBERS.items():
            check_number(name, chosen[name], low, high)
        for name, choices in self.choices.items():
            check_choice(name, chosen[name], choices)
        devices.check(str(chosen["device"]), str(chosen["precision"]))
        names.check(str(chosen["model"]))
        return chosen


def freezes(wish: Json, device: str, rows: int) -> bool:
    """Return whether word embeddings of so many rows stay as they are."""
    return device == "cpu" and rows > HUGE_VOCABULARY if wish == "auto" else bool(wish)


def packages() -> str:
    """Return the versions of the packages that train, as signatures tell them."""
    return ", ".join(f"{name} {version(name)}" for name in ("sentence-transformers", "transformers", "torch"))
