"""Stretches of a text, each with a label, marked by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.records import to_json
from annotation.fields import Field, Spans
from annotation.rows import LabelledSpan
from annotation.spans import TOKENS, in_order, pieces
from annotation.tasks.spans.task import spans_of
from corpora.model import Json
from ui.questions.base import Case, MeasuredRound, QuestionKind, Work
from ui.questions.spans import agreement
from ui.questions.spans.settings import span_labels, spans_form
from ui.texts import section, t
from workbench.agreement.spans import span_report
from workbench.candidates.suggestions import suggestion_use
from workbench.rounds.answering import Suggestion
from workbench.store.opening import Store


class SpansQuestion(QuestionKind[Spans]):
    """Stretches of a text with labels.

    The desk takes `asked` {text, question, pieces: [[start, end]], labels: [{name, title, gloss, colour,
    key}], nested, broken, tokens}, places in code points; `answer` {spans: [{label, parts}]} or None; `draft`
    the same, with `offers` that are neither accepted nor removed yet; `suggestion` {by, spans} or None. To
    decide, `proposals` [{label, parts, by}] lists what answers differ in. An answer has `shown` {suggestion}
    where something was suggested.
    """

    field: ClassVar[type[Field]] = Spans
    script: ClassVar[Path] = Path(__file__).with_name("spans.js")

    def texts(self) -> dict[str, str]:
        """Return the sentences about spans."""
        return section("spans")

    def data(self, fields: Sequence[Spans], work: Work) -> dict[str, Json]:
        """Return the text, its labels, and what was made ready for it."""
        return {"asked": _asked(fields[0]), "suggestion": _suggested(work.screen.suggestion)}

    def decision_data(self, fields: Sequence[Spans], case: Case) -> dict[str, Json]:
        """Return what all marked, and what some marked."""
        drawn: dict[LabelledSpan, list[str]] = {}
        for answer in case.dispute.answers:
            for span in spans_of(answer.value):
                drawn.setdefault(span, []).append(answer.pseudonym)
        total = len(case.dispute.answers)
        return {
            "asked": _asked(fields[0]),
            "suggestion": None,
            "answer": {"spans": [to_json(one) for one in in_order(drawn) if len(drawn[one]) == total]},
            "proposals": [
                {**to_json(one), "by": case.by(drawn[one])}
                for one in in_order(drawn)
                if len(drawn[one]) < total
            ],
            "texts": {"note_hint": t("spans.reason_hint")},
        }

    def above_decision(self, case: Case) -> None:
        """Say what stands already."""
        del case
        st.caption(t("spans.agreed"))

    def settings_form(
        self, store: Store, ready: Mapping[str, Json] | None
    ) -> Callable[[], dict[str, Json]] | None:
        """Draw the labels, and what a span may be."""
        del store
        return spans_form(ready)

    def summary(self, field: Spans, settings: Mapping[str, Json]) -> None:
        """Draw the labels, and what a span may be."""
        del settings
        span_labels(field)

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return the F1 of spans, and what annotators made of suggestions."""
        place = (measured.store, measured.campaign.id, measured.number)
        return [(t("spans.title"), lambda: agreement.report(span_report(*place), suggestion_use(*place)))]


def _asked(field: Spans) -> dict[str, Json]:
    return {
        "text": field.text,
        "question": field.question,
        "pieces": [[start, end] for start, end in field.pieces],
        "labels": [
            {
                "name": one.value,
                "title": one.title,
                "gloss": one.gloss,
                "colour": one.colour,
                "key": one.key,
            }
            for one in field.labels
        ],
        "nested": field.nested,
        "broken": field.broken,
        "tokens": field.pieces == pieces(field.text, TOKENS),
    }


def _suggested(suggestion: Suggestion | None) -> Json:
    if suggestion is None:
        return None
    return {"by": suggestion.made_by, "spans": [to_json(one) for one in spans_of(suggestion.value)]}
