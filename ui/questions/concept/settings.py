"""The settings of a linking campaign: asked for on the page Campaigns, and shown there."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from corpora.model import Json
from ui.shared.tables import no_markup
from ui.texts import t
from workbench.store.opening import Store


def linking_form(store: Store, ready: Mapping[str, Json]) -> dict[str, Json]:
    """Return the settings given in the widgets of a form, which start from a ready schema."""
    names = [one.name for one in store.terminologies.list()]
    if not names:
        st.warning(t("linking.no_terminology"))
    terminology = st.selectbox(t("linking.terminology"), names, help=t("linking.terminology_help"))
    question = st.text_input(t("linking.question"), str(ready["question"]))
    left, right = st.columns(2)
    number = left.number_input(
        t("linking.candidates"), 0, 50, int(str(ready["candidates"])), help=t("linking.candidates_help")
    )
    order = right.radio(
        t("linking.order"),
        ["ranked", "shuffled"],
        format_func=lambda word: t(f"linking.order_{word}"),
        help=t("linking.order_help"),
    )
    composite = left.checkbox(t("linking.composite"), value=bool(ready["composite"]))
    none = right.checkbox(t("linking.none"), value=bool(ready["none"]))
    return {
        "terminology": terminology or "",
        "question": question,
        "candidates": int(number),
        "order": order,
        "composite": composite,
        "none": none,
    }


def linking_schema(settings: Mapping[str, Json]) -> None:
    """Draw the settings of a linking campaign."""
    st.markdown(f"**{no_markup(str(settings['question']))}**")
    told = [
        t("linking.says_terminology", name=no_markup(str(settings["terminology"]))),
        t(
            "linking.says_candidates",
            count=settings["candidates"],
            order=t(f"linking.order_{settings['order']}"),
        ),
        t("linking.says_composite" if settings["composite"] else "linking.says_single"),
        t("linking.says_none" if settings["none"] else "linking.says_always"),
    ]
    st.markdown("\n".join(f"- {one}" for one in told))
