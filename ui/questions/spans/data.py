"""Draw a question of spans, and read decisions on it: what the spans component takes."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.records import to_json
from annotation.fields import Field, Spans
from annotation.rows import LabelledSpan
from annotation.spans import TOKENS, in_order, pieces
from annotation.tasks.spans.task import spans_of
from corpora.model import Item, Json
from gold.making.adjudicate import Dispute
from ui import session
from ui.texts import section, t
from workbench.rounds.answering import Suggestion


def spans_data(field: Spans) -> dict[str, Json]:
    """Return a question of spans as the component takes it."""
    labels = [to_json(one, "value", "parent", name=one.value) for one in field.labels]
    return to_json(field, "name", "title", labels=labels, tokens=field.pieces == pieces(field.text, TOKENS))


def suggestion_data(suggestion: Suggestion | None) -> Json:
    """Return what was made ready for an item, None where nothing was."""
    if suggestion is None:
        return None
    return {"by": suggestion.made_by, "spans": [to_json(one) for one in spans_of(suggestion.value)]}


def span_decision_data(
    dispute: Dispute, item: Item, field: Field | None, state: Mapping[str, object], *, blind: bool
) -> dict[str, Json]:
    """Return what the component shows to decide between answers: what all marked, and what some marked."""
    drawn: dict[LabelledSpan, list[str]] = {}
    for answer in dispute.answers:
        for span in spans_of(answer.value):
            drawn.setdefault(span, []).append(answer.pseudonym)
    total = len(dispute.answers)
    agreed: list[Json] = [to_json(one) for one in in_order(drawn) if len(drawn[one]) == total]
    proposals: list[Json] = [
        {
            **to_json(one),
            "by": t("adjudicate.by_count", count=len(drawn[one]), total=total)
            if blind
            else ", ".join(drawn[one]),
        }
        for one in in_order(drawn)
        if len(drawn[one]) < total
    ]
    return {
        "item": {"id": item.id, "occasion": 1},
        "asked": spans_data(field) if isinstance(field, Spans) else {},
        "answer": {"spans": agreed},
        "draft": None,
        "suggestion": None,
        "proposals": proposals,
        "decides": True,
        "flag": False,
        "note": "",
        "ack": str(state.get("ack") or ""),
        "error": None if state.get("error") is None else str(state["error"]),
        "min_show_ms": session.min_show_ms(),
        "can_undo": False,
        "guideline": [],
        "texts": section("component")
        | section("spans")
        | {"note": t("adjudicate.why"), "note_hint": t("spans.reason_hint")},
    }
