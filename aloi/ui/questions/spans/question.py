"""Labelled spans of a text, marked by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field, Spans
from aloi.annotation.spans import TOKENS, UNITS, pieces
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.spans.settings import (
    relation_name,
    schema_attributes,
    schema_relations,
    value_name,
)
from aloi.annotation.tasks.spans.values import relations_of, spans_of, value_of
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui.questions.base import Case, DeskItem, MeasuredRound, QuestionKind
from aloi.ui.questions.label_rows import edit_labels
from aloi.ui.questions.spans import agreement
from aloi.ui.questions.spans.marked_data import marked_data
from aloi.ui.questions.spans.schema_rows import edit_attributes_and_relations
from aloi.ui.shared.choices import worded
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.annotation.answering import Suggestion
from aloi.workbench.reports.table import Table


class SpansQuestion(QuestionKind[Spans]):
    """Labelled spans of a text.

    The annotation interface takes:

    - `asked`: `{text, question, pieces, labels: [{name, title, gloss, colour, key}], nested, broken,
      tokens}`, with positions in code points; `pieces` are those of `steps`.
    - `answer`: `{spans: [{id, label, parts, attributes}], relations: [{type, from, to}]}` or None.
    - `draft`: the same, with `offers` that are neither accepted nor removed yet.
    - `suggestion`: `{by, spans, relations}` or None.
    - for adjudication, `proposals` and `marked_by`: see `marked_data`.

    An answer has `shown`: `{end_reached}`, whether the end of the text was ever in view. It also has
    `suggestion` if there was a suggestion, and `nothing_to_mark` if the annotator said so.
    """

    field: ClassVar[type[Field]] = Spans
    script: ClassVar[Path] = Path(__file__).with_name("spans.js")
    sections: ClassVar[tuple[str, ...]] = ("spans",)

    def data(self, fields: Sequence[Spans], work: DeskItem) -> dict[str, Json]:
        """Return the text, its labels, and its suggestion."""
        return {"asked": _field_data(fields[0]), "suggestion": _suggested(work.screen.suggestion)}

    def decision_data(self, fields: Sequence[Spans], case: Case) -> dict[str, Json]:
        """Return the spans and relations of all annotators or of the earlier decision, and who gave what."""
        return {
            "asked": _field_data(fields[0]),
            "suggestion": None,
            **marked_data(fields[0], case),
            "texts": {"note_hint": t("spans.reason_hint")},
        }

    def above_decision(self, case: Case) -> None:
        """Say that common spans are already set, and how attributes and relations are decided."""
        settings = case.campaign.schema.settings
        st.caption(t("spans.agreed"))
        if settings.get("attributes") or settings.get("relations"):
            st.caption(t("spans.agreed_more"))

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the question, the labels and the options of spans."""
        question = st.text_input(
            t("campaigns.question"), str(settings.get("question", "")), key=f"{key}:question"
        )
        edited = edit_labels(kind, {**settings, "question": question}, key)
        has_more = bool(settings.get("attributes") or settings.get("relations"))
        with st.expander(t("spans.more"), expanded=has_more):
            edited = edit_attributes_and_relations(kind, settings, edited, key)
        with st.expander(t("app.more_options")):
            unit = str(settings.get("unit", UNITS[0]))
            edited["unit"] = worded(
                st.radio, "spans.unit", UNITS, UNITS.index(unit), horizontal=True, key=f"{key}:unit"
            )
            edited["nested"] = st.checkbox(
                t("spans.nested"),
                bool(settings.get("nested", True)),
                help=t("spans.nested_help"),
                key=f"{key}:nested",
            )
            edited["broken"] = st.checkbox(
                t("spans.broken"),
                bool(settings.get("broken")),
                help=t("spans.broken_help"),
                key=f"{key}:broken",
            )
        return edited

    def summary(self, field: Spans, settings: Mapping[str, Json]) -> None:
        """Draw the labels with their keys and colours, and the options of spans."""
        del settings
        st.markdown(f"**{no_markup(field.question or field.title)}**")
        rules = [t("spans.nested" if field.nested else "spans.not_nested")]
        rules.append(t("spans.broken" if field.broken else "spans.not_broken"))
        st.caption(" · ".join(rules))
        text_table(
            [
                {
                    t("campaigns.key"): label.key,
                    t("campaigns.label"): label.value,
                    t("campaigns.label_title"): label.title,
                    t("campaigns.gloss"): label.gloss,
                    t("spans.colour"): label.colour,
                }
                for label in field.labels
            ],
            download="labels.csv",
        )
        _draw_attributes_and_relations(field)

    def mapped_words(self, settings: Mapping[str, Json]) -> dict[str, str]:
        """Return values with the title of their attribute, and types of relations."""
        pairs = {
            value_name(attribute.name, value.name): (attribute.title, value.title)
            for attribute in schema_attributes(settings)
            for value in attribute.values
        }
        pairs |= {
            relation_name(each.name): (t("spans.relation"), each.title) for each in schema_relations(settings)
        }
        return {name: t("spans.sp_pair", name=of, value=title) for name, (of, title) in pairs.items()}

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return the F1 of spans, and the use of suggestions by annotators."""
        return [(t("spans.title"), lambda: agreement.report(measured))]

    def report_tables(self, measured: MeasuredRound) -> list[Table]:
        """Return the agreement on spans; with gamma and alpha_u if they were computed."""
        return agreement.tables(measured)


def _draw_attributes_and_relations(field: Spans) -> None:
    if field.attributes:
        text_table(
            [
                {
                    t("campaigns.key"): value.key,
                    t("spans.attribute"): attribute.title,
                    t("spans.value"): value.title,
                    t("campaigns.gloss"): value.gloss,
                    t("spans.default"): "✓" if value.name == attribute.default else "",
                    t("spans.applies_to"): ", ".join(attribute.labels) or t("spans.all_labels"),
                }
                for attribute in field.attributes
                for value in attribute.values
            ],
            download="attributes.csv",
        )
    if field.relations:
        text_table(
            [
                {
                    t("campaigns.key"): relation.key,
                    t("spans.relation"): relation.title,
                    t("spans.from"): ", ".join(relation.heads) or t("spans.all_labels"),
                    t("spans.to"): ", ".join(relation.tails) or t("spans.all_labels"),
                    t("spans.symmetric"): "" if relation.directed else "✓",
                    t("spans.single"): ", ".join(t(f"spans.{end}") for end in relation.single),
                }
                for relation in field.relations
            ],
            download="relations.csv",
        )


def _field_data(field: Spans) -> dict[str, Json]:
    labels = [to_json(one, "value", "parent", name=one.value) for one in field.labels]
    tokens = field.pieces == pieces(field.text, TOKENS)
    return to_json(field, "name", "title", labels=labels, tokens=tokens, pieces=steps(field.pieces))


def steps(places: Sequence[tuple[int, int]]) -> str:
    """Return pieces as numbers: the distance of each from the end of the previous one, and its length.

    A text has thousands of them; as pairs they would be longer than the text.

    Examples
    --------
    >>> steps([(0, 2), (2, 5), (6, 9)])
    '0 2 0 3 1 3'
    """
    ends = [0, *(end for _, end in places)]
    return " ".join(f"{start - ends[at]} {end - start}" for at, (start, end) in enumerate(places))


def _suggested(suggestion: Suggestion | None) -> Json:
    if suggestion is None:
        return None
    return {"by": suggestion.made_by, **value_of(spans_of(suggestion.value), relations_of(suggestion.value))}
