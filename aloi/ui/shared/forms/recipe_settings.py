"""The settings of a recipe as form fields: the default determines the kind of field."""

from __future__ import annotations

import json
from collections.abc import Mapping

import streamlit as st

from aloi.corpora.model import Json
from aloi.ui.texts import named, t, translated
from aloi.workbench.models.recipes import AnyRecipe

_SHOWN = 4  # settings in sight; the others are folded, so a recipe names its main ones first


def ask_settings(recipe: AnyRecipe, key: str) -> dict[str, Json]:
    """Return the settings a person gave, drawn three a row, the later ones of the recipe folded."""
    names = list(recipe.defaults)
    values = _rows(recipe, names[:_SHOWN], key)
    if names[_SHOWN:]:
        with st.expander(t("models.more_settings", count=len(names) - _SHOWN)):
            values |= _rows(recipe, names[_SHOWN:], key)
    return values


def changed(recipe: AnyRecipe, values: Mapping[str, Json]) -> dict[str, Json]:
    """Return the settings that differ from the recipe's defaults, for the job."""
    return {name: value for name, value in values.items() if value != recipe.defaults[name]}


def _rows(recipe: AnyRecipe, names: list[str], key: str) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for start in range(0, len(names), 2):
        for column, name in zip(st.columns(2), names[start : start + 2], strict=False):
            with column:
                values[name] = _field(recipe, name, f"{key}:{recipe.name}:{name}")
    return values


def _field(recipe: AnyRecipe, name: str, key: str) -> Json:
    """Return one setting: a list of few values, a box for yes and no, a field for a number, or a text."""
    default, label = recipe.defaults[name], named("setting", name.replace("_", " "))
    why = translated(recipe.help.get(name, ""))
    if name in recipe.choices:
        options = list(recipe.choices[name])
        position = next(
            at for at, value in enumerate(options) if value == default and type(value) is type(default)
        )
        return st.selectbox(label, options, position, format_func=_choice_text, help=why, key=key)
    if isinstance(default, bool):
        return st.checkbox(label, default, help=why, key=key)
    if isinstance(default, int):
        return int(st.number_input(label, value=default, step=1, help=why, key=key))
    if isinstance(default, float):
        step = default / 10 if default else 0.1
        return float(st.number_input(label, value=default, step=step, format="%g", help=why, key=key))
    if isinstance(default, str):
        return st.text_input(label, default, help=why, key=key).strip()
    text = "" if default is None else json.dumps(default, ensure_ascii=False)
    return _read(st.text_input(label, text, placeholder=t("models.not_set"), help=why, key=key))


def _choice_text(value: Json) -> str:
    """Return a choice as people read it."""
    if isinstance(value, bool):
        return t("app.yes") if value else t("app.no")
    return str(value)


def _read(text: str) -> Json:
    """Return the text typed for an optional setting: as JSON if it is valid, else as text."""
    text = text.strip()
    if not text:
        return None
    try:
        value: Json = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value
