"""Names of runs of models for readers, and the notes of their comparisons."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.evaluation.comparison.compare import Difference
from aloi.evaluation.metrics import short_title
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import section, t, translated
from aloi.workbench.models import recipes
from aloi.workbench.models.comparison import Comparison
from aloi.workbench.models.runs import RunSpec

_NAMED = 3  # runs that are named one by one in a note


def metric_name(name: str) -> str:
    """Return the name of a metric, without the brackets of its title."""
    return str(section("metrics").get(name) or translated(short_title(name)))


def tested_by(difference: Difference) -> str:
    """Return the source of the p-value of two systems, as a cell of a table."""
    by = difference.tested_by
    return t("comparison.no_better") if by is None else t(f"comparison.by_{by.name.lower()}")


def recipe_and_model(spec: RunSpec) -> str:
    """Return the recipe of a run with its model, if it has one."""
    model = spec.settings.get("model")
    return f"{spec.recipe} {Path(str(model)).name}" if model else spec.recipe


def title_of(spec: RunSpec) -> str:
    """Return the title of a run in lists: its recipe, its model if it has one, and its training data."""
    return t("models.run_name", recipe=recipe_and_model(spec), data=trained_on(spec))


def trained_on(spec: RunSpec) -> str:
    """Return the training data of a run, in a few words."""
    if not spec.train:
        return t("models.untuned")
    names = " + ".join(one.label for one in spec.train)
    if spec.folds:
        names = t("models.in_folds", names=names, count=spec.folds)
    if spec.train_items is None:
        return names
    return t("models.drawn", names=names, count=spec.n_train, subset=spec.subset)


def is_floor(spec: RunSpec) -> bool:
    """Return whether the recipe of a run is a baseline."""
    return recipes.is_floor(spec.recipe)


def notes(comparison: Comparison) -> None:
    """Draw the notes on the validity of the numbers, with the runs they apply to."""
    texts = []
    for note in comparison.notes:
        names = [comparison.run(run).label for run in note.runs]
        if len(names) > _NAMED:
            names = [t("comparison.of_runs", count=len(names))]
        words = translated(note.text)
        texts.append(f"{words} ({'; '.join(names)})" if names else words)
    if texts:
        st.warning("\n".join(f"- {no_markup(one)}" for one in texts))
