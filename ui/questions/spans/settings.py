"""The labels of spans of a campaign: asked for on the page Campaigns, and shown there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from annotation.fields import Spans
from annotation.spans import UNITS
from corpora.model import Json
from ui.shared.tables import no_markup, text_table
from ui.texts import t
from workbench.imports.layouts.spans import span_settings


def spans_form(ready: Mapping[str, Json] | None) -> Callable[[], dict[str, Json]]:
    """Draw what may be set about spans; return what makes the settings, which may raise AloiError.

    `ready` is a ready schema, whose labels stay; without one the labels are asked for.
    """
    ready = ready or {}
    question = st.text_input(t("campaigns.question"), value=str(ready.get("question", "")))
    written = ""
    if not ready:
        written = st.text_area(
            t("spans.labels"),
            placeholder=t("spans.labels_example"),
            help=t("spans.labels_help"),
            height=160,
        )
    one, two, three = st.columns(3)
    unit = one.radio(
        t("spans.unit"), UNITS, format_func=lambda word: t(f"spans.unit_{word}"), horizontal=True
    )
    nested = two.checkbox(t("spans.nested"), bool(ready.get("nested", True)), help=t("spans.nested_help"))
    broken = three.checkbox(t("spans.broken"), bool(ready.get("broken")), help=t("spans.broken_help"))

    def settings() -> dict[str, Json]:
        limits: dict[str, Json] = {"question": question, "unit": unit, "nested": nested, "broken": broken}
        return {**ready, **limits} if ready else span_settings(written, limits)

    return settings


def span_labels(field: Spans) -> None:
    """Draw the labels of a question with their keys and colours, and what a span may be."""
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    rules = [t("spans.nested" if field.nested else "spans.not_nested")]
    rules.append(t("spans.broken" if field.broken else "spans.not_broken"))
    st.caption(" · ".join(rules))
    text_table(
        [
            {
                t("campaigns.key"): one.key,
                t("campaigns.label"): one.value,
                t("campaigns.label_title"): one.title,
                t("campaigns.gloss"): one.gloss,
                t("spans.colour"): one.colour,
            }
            for one in field.labels
        ],
        download="labels.csv",
    )
