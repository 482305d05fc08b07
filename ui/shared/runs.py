"""Runs of models as people read them: what they are called, their scores, how two of them differ."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from evaluation.scores import TestScore
from modeling.recipes import ROW_RECIPES
from modeling.runs.spec import RunSpec
from ui.texts import t
from workbench.models.row_comparing import RowDifference, row_differences


def value_with_interval(score: TestScore | None) -> str:
    """Return a score with its interval, such as `0.712 [0.680, 0.741]`, or why there is none."""
    if score is None:
        return "-"
    if score.value is None:
        return f"- ({score.reason})"
    if score.low is None or score.high is None:
        return f"{score.value:.3f}"
    return f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]"


def recipe_title(name: str) -> str:
    """Return the title of a recipe; its name where it is not known any more."""
    return next((one.title for one in ROW_RECIPES if one.name == name), name)


def title_of(spec: RunSpec) -> str:
    """Return how lists name a run: its recipe, its model where it has one, and what it learnt from."""
    model = spec.settings.get("model")
    named = f"{spec.recipe} {Path(str(model)).name}" if model else spec.recipe
    return t("models.run_name", recipe=named, data=trained_on(spec))


def trained_on(spec: RunSpec) -> str:
    """Return what a run learnt from, in a few words."""
    if not spec.train:
        return t("models.untuned")
    names = " + ".join(one.label for one in spec.train)
    if spec.train_items is None:
        return names
    return t("models.drawn", names=names, count=spec.train_items, subset=spec.subset)


def train_items(spec: RunSpec) -> int:
    """Return how many pairs a run learnt from."""
    return spec.train_items or sum(one.items for one in spec.train)


def is_floor(spec: RunSpec) -> bool:
    """Return whether the recipe of a run is a baseline."""
    return any(one.floor for one in ROW_RECIPES if one.name == spec.recipe)


@st.cache_data(show_spinner=False, max_entries=50)
def differences(
    folder: Path, ids: tuple[str, ...], checksums: tuple[str, ...], scored: tuple[tuple[str, str], ...]
) -> tuple[RowDifference, ...]:
    """Return the differences of runs by (test, metric), computed once for the same predictions."""
    del checksums  # part of what is remembered
    return tuple(one for test, name in scored for one in row_differences(folder, ids, name, test))


def gain(one: RowDifference) -> str:
    """Return a difference with its interval, such as `+0.120 [+0.080, +0.161]`, or why there is none."""
    if one.difference is None:
        return f"- ({one.reason})"
    ends = "" if one.low is None else f" [{one.low:+.3f}, {one.high:+.3f}]"
    return f"{one.difference:+.3f}{ends}"


def p_value(value: float | None) -> str:
    """Return a p as tables show it."""
    if value is None:
        return "-"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
