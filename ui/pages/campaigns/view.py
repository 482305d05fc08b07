"""The questions of a campaign as an annotator will meet them: degrees, labels, operations, spans, words."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annotation.fields import Alignment, Choice, Choices, Concept, Spans, Words
from annotation.tasks.base import TaskType
from corpora.model import Json, Question
from ui.questions.choice.settings import label_tree
from ui.questions.concept.settings import linking_schema
from ui.questions.spans.settings import span_labels
from ui.shared.tables import no_markup, text_table
from ui.texts import t


def scale_tables(kind: TaskType, settings: Mapping[str, Json]) -> None:
    """Draw the scales of a schema, degree by degree."""
    for field in kind.fields(kind.example().item, settings):
        if isinstance(field, Alignment):
            _operation_table(field)
            continue
        if isinstance(field, Words):
            st.markdown(t("campaigns.words", most=field.most))
            if field.may_be_none:
                st.markdown(t("campaigns.words_none"))
            refused = [t(f"campaigns.refuse_{one}") for one in settings["refuse"]]
            if refused:
                st.markdown(t("campaigns.words_refused", what=", ".join(refused)))
            continue
        if isinstance(field, Choice):
            _option_table(field)
            continue
        if isinstance(field, Concept):
            linking_schema(settings)
            continue
        if isinstance(field, Spans):
            span_labels(field)
            continue
        if isinstance(field, Choices):
            if kind.item_kind == Question.kind:  # each question has options of its own
                st.markdown(f"**{no_markup(field.question or field.title)}**")
            else:
                label_tree(field)
            continue
        st.markdown(f"**{field.title}**")
        if not hasattr(field, "degrees"):
            continue
        st.caption(field.question or t("campaigns.range", low=f"{field.low:g}", high=f"{field.high:g}"))
        if field.degrees:
            text_table(
                [
                    {
                        t("campaigns.degree"): f"{one.value:g}",
                        t("campaigns.gloss"): one.gloss,
                        t("candidates.left"): one.example[0],
                        t("candidates.right"): one.example[1],
                    }
                    for one in field.degrees
                ]
            )


def _option_table(field: Choice) -> None:
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    text_table(
        [
            {
                t("campaigns.key"): str(place),
                t("campaigns.answer"): one.title,
                t("campaigns.gloss"): one.gloss,
            }
            for place, one in enumerate(field.options, start=1)
        ]
    )


def _operation_table(field: Alignment) -> None:
    text_table(
        [
            {
                t("campaigns.key"): one.key,
                t("campaigns.operation"): one.title,
                t("campaigns.gloss"): one.gloss,
                t("campaigns.sides"): t(f"campaigns.sides_{one.sides}"),
                t("campaigns.example"): " → ".join(part or "∅" for part in one.example)
                if any(one.example)
                else "",
            }
            for one in field.operations
        ],
        download="typology.csv",
    )
