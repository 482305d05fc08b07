"""Runs of models as people read them: what they are called, and numbers with their intervals."""

from __future__ import annotations

from pathlib import Path

from agreement.result import Interval
from evaluation.metrics import metric
from evaluation.scores import TestScore
from ui.texts import t
from workbench.models import recipes
from workbench.models.runs import RunSpec


def value_with_interval(score: TestScore | None) -> str:
    """Return a score with its interval, such as `0.712 [0.680, 0.741]`, or why there is none."""
    if score is None:
        return "-"
    if score.value is None:
        return f"- ({score.reason})"
    if score.low is None or score.high is None:
        return f"{score.value:.3f}"
    return f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]"


def metric_name(name: str) -> str:
    """Return the title of a metric without what stands in brackets."""
    return metric(name).title.partition(" (")[0]


def recipe_and_model(spec: RunSpec) -> str:
    """Return the recipe of a run with its model, where it has one."""
    model = spec.settings.get("model")
    return f"{spec.recipe} {Path(str(model)).name}" if model else spec.recipe


def title_of(spec: RunSpec) -> str:
    """Return how lists name a run: its recipe, its model where it has one, and what it learnt from."""
    return t("models.run_name", recipe=recipe_and_model(spec), data=trained_on(spec))


def trained_on(spec: RunSpec) -> str:
    """Return what a run learnt from, in a few words."""
    if not spec.train:
        return t("models.untuned")
    names = " + ".join(one.label for one in spec.train)
    if spec.train_items is None:
        return names
    return t("models.drawn", names=names, count=spec.train_items, subset=spec.subset)


def train_items(spec: RunSpec) -> int:
    """Return how many items a run learnt from."""
    return spec.train_items or sum(one.items for one in spec.train)


def is_floor(spec: RunSpec) -> bool:
    """Return whether the recipe of a run is a baseline."""
    return recipes.is_floor(spec.recipe)


def interval(ends: Interval | None, sign: str = "") -> str:
    """Return an interval as it stands behind a number, with signs where `sign` is `+`."""
    return "" if ends is None else f" [{ends.low:{sign}.3f}, {ends.high:{sign}.3f}]"


def difference(value: float | None, ends: Interval | None, reason: str | None = None) -> str:
    """Return a difference with its interval, such as `+0.120 [+0.080, +0.161]`, or why there is none."""
    if value is None:
        return f"- ({reason})" if reason else "-"
    return f"{value:+.3f}{interval(ends, '+')}"


def p_value(value: float | None) -> str:
    """Return a p as tables show it."""
    if value is None:
        return "-"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
