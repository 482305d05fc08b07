"""Demands on every recipe. A check returns what contradicts its docstring, or an empty text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.rows import with_answer
from aloi.modeling.recipes.base import FEWEST, Recipe, Step, Training, unwatched
from aloi.workbench.plugins.examples import example_rows

_ROWS = 12
AnyRecipe = Recipe[Any]


def _training(recipe: AnyRecipe, kind: type, folder: str) -> Training[Any]:
    rows: tuple[Any, ...] = example_rows(kind, _ROWS)
    ends = (rows[0].low, rows[0].high) if isinstance(rows[0], ScoredPair) else (0.0, 1.0)
    settings = recipe.settings({"epochs": 1} if "epochs" in recipe.defaults else {})
    return Training(rows, rows, settings, 1, Path(folder), unwatched, None, *ends)


def _kinds(recipe: AnyRecipe) -> list[type]:
    return [kind for kind in recipe.row_kinds if example_rows(kind, 1)]


def identity(recipe: AnyRecipe) -> str:
    """Check that name, title, kinds of rows and flags are complete, and each setting has help."""
    flags = (recipe.seeded, recipe.learns, recipe.needs_training, recipe.floor)
    complete = {
        "name": recipe.name.isidentifier(),
        "title": recipe.title[0].isalpha(),
        "row_kinds": _kinds(recipe),
        "help": set(recipe.help) == set(recipe.defaults)
        and all(text.endswith(".") for text in recipe.help.values()),
        "flags": all(isinstance(flag, bool) for flag in flags),
        "learns": recipe.learns or not recipe.needs_training,
        "choices": set(recipe.choices) <= set(recipe.defaults)
        and all(recipe.defaults[name] in values for name, values in recipe.choices.items()),
        "of_training": recipe.of_training <= set(recipe.defaults),
    }
    return ", ".join(name for name, is_complete in complete.items() if not is_complete)


def unknown_setting(recipe: AnyRecipe) -> str:
    """Check that an unknown setting is rejected with AloiError."""
    with suppress(AloiError):
        return f"{recipe.settings({'junk': 1})}"
    return ""


def same_predictions(recipe: AnyRecipe) -> str:
    """Check that one seed gives the same predictions and signature twice, one prediction a row."""
    for kind in _kinds(recipe):
        predictions, signatures = [], []
        for _ in range(2):
            with TemporaryDirectory() as folder:
                training = _training(recipe, kind, folder)
                model = recipe.fit(training)
                predictions.append(list(model.predict(training.train)))
                signatures.append(model.signature)
                if len(model.predict([])):
                    return f"{kind.__name__}: predictions without rows"
        if predictions[0] != predictions[1] or signatures[0] != signatures[1]:
            return f"{kind.__name__}: two fits differ"
        if not signatures[0].startswith(recipe.name):
            return f"the signature is {signatures[0]}"
        answered = [
            with_answer(row, answer) for row, answer in zip(training.train, predictions[0], strict=True)
        ]
        if any(type(row) is not kind for row in answered):
            return f"{kind.__name__}: answers of another kind"
    return ""


def too_few_rows(recipe: AnyRecipe) -> str:
    """Check that a recipe that needs training rejects fewer than ten rows with AloiError."""
    for kind in _kinds(recipe) if recipe.needs_training else []:
        with TemporaryDirectory() as folder:
            training = _training(recipe, kind, folder)
            with suppress(AloiError):
                recipe.fit(replace(training, train=training.train[: FEWEST - 1]))
                return f"{kind.__name__}: {FEWEST - 1} rows are accepted"
    return ""


def _noted(steps: list[Step], step: Step) -> bool:
    steps.append(step)
    return True


def cancelled(recipe: AnyRecipe) -> str:
    """Check that a fit reports its progress up to the last step, and stops if it is cancelled."""
    for kind in _kinds(recipe):
        steps = [Step(0, 0, 0.0)]
        with TemporaryDirectory() as folder:
            training = _training(recipe, kind, folder)
            recipe.fit(replace(training, watch=partial(_noted, steps)))
        if len(steps) == 1 or steps[-1].step != steps[-1].steps:
            return f"{kind.__name__}: the last step is not reported"
        with TemporaryDirectory() as folder, suppress(Cancelled):
            recipe.fit(replace(_training(recipe, kind, folder), watch=lambda step: False))
            return f"{kind.__name__}: the fit goes on"
    return ""


CHECKS = (identity, unknown_setting, same_predictions, too_few_rows, cancelled)
