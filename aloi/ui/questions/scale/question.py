"""Degrees of a scale: one item, one or several scales, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field, Scale
from aloi.annotation.tasks.base import TaskType
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui.numbers import number
from aloi.ui.questions.base import Case, DeskItem, QuestionKind
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t

_DEGREE = ("gloss", "left", "right")
_WIDTHS = {"value": 56, "gloss": 170, "left": 96, "right": 96}  # pixels
_MOST_ROWS = 21  # degrees; a longer scale has no glosses


class ScaleQuestion(QuestionKind[Scale]):
    """A number on each of one or several scales.

    The annotation interface takes:

    - `item`: `{id, occasion, left, right}`.
    - `scales`: `[{name, title, question, low, high, step, degrees: [{value, gloss, left, right}]}]`.
    - `answer`: `{scale: number}` or None.
    - `tint`: whether differences are tinted at first.
    """

    field: ClassVar[type[Field]] = Scale
    script: ClassVar[Path] = Path(__file__).with_name("scale.js")

    def data(self, fields: Sequence[Scale], work: DeskItem) -> dict[str, Json]:
        """Return the two texts and the scales."""
        screen = work.screen
        left, right = screen.item.texts if screen.left_first else reversed(screen.item.texts)
        key = screen.assignment.key
        return {
            "item": {"id": key.item_id, "occasion": key.occasion, "left": left, "right": right},
            "scales": [_scale_data(one) for one in fields],
            "tint": True,
        }

    def decision_data(self, fields: Sequence[Scale], case: Case) -> dict[str, Json]:
        """Return the two texts and the scales, each degree with its annotators."""
        left, right = case.item.texts

        def degree_on(name: str) -> Callable[[Json], list[str]]:
            return lambda value: [f"{value[name]:g}"] if isinstance(value, dict) and name in value else []

        return {
            "item": {"id": case.item.id, "occasion": 1, "left": left, "right": right},
            "scales": [_scale_data(one) for one in fields],
            "marks": {one.name: case.marks(degree_on(one.name)) for one in fields},
            "tint": True,
        }

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw each scale: its question, its ends, and a row for each degree."""
        del kind
        listed = settings["scales"]
        scales = [one for one in (listed if isinstance(listed, list) else []) if isinstance(one, Mapping)]
        boxes = st.tabs([str(one["title"]) for one in scales]) if len(scales) > 1 else [st.container()]
        edited: list[Json] = []
        for box, scale in zip(boxes, scales, strict=True):
            with box:
                edited.append(_edit_scale(scale, f"{key}:{scale['name']}"))
        return {**settings, "scales": edited}

    def summary(self, field: Scale, settings: Mapping[str, Json]) -> None:
        """Draw a scale degree by degree."""
        del settings
        st.markdown(f"**{no_markup(field.title)}**")
        st.caption(
            no_markup(field.question)
            or t("campaigns.range", low=number(field.low, "g"), high=number(field.high, "g"))
        )
        if field.degrees:
            text_table(
                [
                    {
                        t("campaigns.degree"): f"{degree.value:g}",
                        t("campaigns.gloss"): degree.gloss,
                        t("candidates.left"): degree.example[0],
                        t("candidates.right"): degree.example[1],
                    }
                    for degree in field.degrees
                ]
            )


def _edit_scale(scale: Mapping[str, Json], key: str) -> dict[str, Json]:
    question = st.text_input(t("campaigns.question"), str(scale.get("question", "")), key=f"{key}:question")
    low_box, high_box, step_box = st.columns(3)
    ends = {name: float(str(scale[name])) for name in ("low", "high", "step")}
    low = low_box.number_input(t("campaigns.low"), value=ends["low"], format="%g", step=1.0, key=f"{key}:low")
    high = high_box.number_input(
        t("campaigns.high"), value=ends["high"], format="%g", step=1.0, key=f"{key}:high"
    )
    step = step_box.number_input(
        t("campaigns.step"), 0.01, value=ends["step"], format="%g", step=0.5, key=f"{key}:step"
    )
    edited = {**scale, "question": question, "low": low, "high": high, "step": step}
    values = _degrees(low, high, step)
    if not values:
        return {**edited, "degrees": []}
    listed = scale["degrees"]
    stored = listed if isinstance(listed, list) else []
    by_value = {degree["value"]: degree for degree in stored if isinstance(degree, dict)}
    rows = [
        {
            "value": number(value, "g"),
            **{name: str(by_value.get(value, {}).get(name, "")) for name in _DEGREE},
        }
        for value in values
    ]
    names = {"value": "campaigns.degree", "gloss": "campaigns.gloss", "left": "candidates.left"}
    heads = {name: t(text) for name, text in {**names, "right": "candidates.right"}.items()}
    shown = st.data_editor(
        rows,
        # These widths fit half of a page of 1280 pixels; all columns grow with the page.
        column_config={name: st.column_config.Column(heads[name], width=_WIDTHS[name]) for name in heads},
        disabled=["value"],
        hide_index=True,
        width="stretch",
        key=f"{key}:degrees:{low:g}:{high:g}:{step:g}",
    )
    degrees: list[Json] = [
        {"value": value, **{name: str(row[name] or "") for name in _DEGREE}}
        for value, row in zip(values, shown, strict=True)
        if any(row[name] for name in _DEGREE)
    ]
    return {**edited, "degrees": degrees}


def _degrees(low: float, high: float, step: float) -> list[float]:
    """Return the degrees of a scale; none if it has too many for a row each."""
    count = round((high - low) / step) + 1
    return [round(low + place * step, 10) for place in range(count)] if 0 < count <= _MOST_ROWS else []


@lru_cache(256)  # the same at each answer
def _scale_data(scale: Scale) -> dict[str, Json]:
    degrees = [
        {"value": degree.value, "gloss": degree.gloss, "left": degree.example[0], "right": degree.example[1]}
        for degree in scale.degrees
    ]
    return to_json(scale, degrees=degrees)
