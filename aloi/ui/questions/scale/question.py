"""Degrees of a scale: one item, one or several scales, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field, Scale
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui.numbers import number
from aloi.ui.questions.base import DeskItem, QuestionKind
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.rounds.campaigns import scale_settings
from aloi.workbench.store.opening import Store


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

    def ask(self, field: Scale, key: str) -> Json:
        """Return the degree chosen from a short list, or the number typed; None while there is none."""
        if len(field.values) > 11:
            return st.number_input(
                no_markup(field.title), field.low, field.high, value=None, step=field.step, key=key
            )
        glosses = {one.value: one.gloss for one in field.degrees}
        return st.radio(
            no_markup(field.title),
            field.values,
            index=None,
            format_func=lambda number: f"{number:g}",
            captions=[no_markup(glosses.get(number, "")) for number in field.values],
            horizontal=not any(glosses.values()),
            key=key,
        )

    def settings_form(
        self, store: Store, ready: Mapping[str, Json] | None
    ) -> Callable[[], dict[str, Json]] | None:
        """Draw the ends, the step and the glosses of another scale; a ready one stays as it is."""
        del store
        if ready is not None:
            return None
        low_box, high_box, step_box = st.columns(3)
        low = low_box.number_input(t("campaigns.low"), value=0.0)
        high = high_box.number_input(t("campaigns.high"), value=4.0)
        step = step_box.number_input(t("campaigns.step"), value=1.0, min_value=0.01)
        glosses = st.text_area(t("campaigns.glosses"), help=t("campaigns.glosses_help"))
        return lambda: scale_settings(low, high, step, glosses=tuple(glosses.splitlines()))

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


@lru_cache(256)  # the same at each answer
def _scale_data(scale: Scale) -> dict[str, Json]:
    degrees = [
        {"value": degree.value, "gloss": degree.gloss, "left": degree.example[0], "right": degree.example[1]}
        for degree in scale.degrees
    ]
    return to_json(scale, degrees=degrees)
