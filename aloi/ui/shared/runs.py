"""Names of runs of models for readers."""

from __future__ import annotations

from pathlib import Path

from aloi.evaluation.comparison.compare import Difference
from aloi.evaluation.metrics import metric
from aloi.ui.texts import section, t
from aloi.ui.translations import translated
from aloi.workbench.models import recipes
from aloi.workbench.models.runs import RunSpec


def metric_name(name: str) -> str:
    """Return the name of a metric, without the brackets of its title."""
    return str(section("metrics").get(name) or translated(metric(name).title.partition(" (")[0]))


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
    if spec.train_items is None:
        return names
    return t("models.drawn", names=names, count=spec.n_train, subset=spec.subset)


def is_floor(spec: RunSpec) -> bool:
    """Return whether the recipe of a run is a baseline."""
    return recipes.is_floor(spec.recipe)
