"""What the concept widget shows: the mention in its text, candidates in their order, what a search found."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.records import to_json
from annotation.fields import Concept
from annotation.tasks.linking.task import concepts_of
from corpora.model import Json, Mention
from gold.making.adjudicate import Dispute
from ui import session
from ui.texts import section, t
from workbench.rounds.answering import Desk, Screen
from workbench.rounds.concepts import (
    candidates_of,
    concepts_named,
    names_of,
    ranks_of,
    search_concepts,
    terminology_of,
)
from workbench.store.opening import Store


def concept_data(
    store: Store, desk: Desk, screen: Screen, field: Concept, searched: object
) -> dict[str, Json]:
    """Return the parts of the widget's data that are its own; `searched` is the value of a search event."""
    place = terminology_of(store, field.terminology)
    candidates = candidates_of(store, field, screen.suggestion, screen.assignment.key, desk.language)
    ids = {*concepts_of(screen.answer), *concepts_of(screen.draft)}
    ranks = ranks_of(screen.suggestion)
    return {
        "asked": {
            "name": field.name,
            "question": field.question,
            "parts": marked_parts(field.text, field.spans),
            "group": screen.item.group if isinstance(screen.item, Mention) else "",
            "composite": field.composite,
            "at_once": not field.composite,
            "none": field.may_be_none,
            "terminology": place.name if place else "",
            "candidates": [to_json(one) for one in candidates],
            "shuffled": field.shuffled,
            "ranks": [ranks[one.id] for one in candidates],
            "made_by": screen.suggestion.made_by if screen.suggestion else "",
        },
        "draft": screen.draft,
        "known": names_of(store, field.terminology, ids, desk.language),
        "results": found_data(store, screen.item.id, field, searched, desk.language),
    }


def concept_decision_data(
    store: Store,
    dispute: Dispute,
    item: Mention,
    field: Concept,
    state: Mapping[str, object],
    *,
    language: str,
    blind: bool,
) -> dict[str, Json]:
    """Return what the widget shows to decide between answers: the concepts given, and by whom."""
    given: dict[str, list[str]] = {}
    for answer in dispute.answers:
        for one in concepts_of(answer.value):
            given.setdefault(one, []).append(answer.pseudonym)
    words = section("concept")
    total = len(dispute.answers)
    by = {
        one: t("adjudicate.by_count", count=len(names), total=total) if blind else ", ".join(names)
        for one, names in given.items()
    }
    ids = sorted(given, key=lambda one: (-len(given[one]), one))
    place = terminology_of(store, field.terminology)
    return {
        "item": {"id": item.id, "occasion": 1},
        "asked": {
            "name": field.name,
            "question": field.question,
            "parts": marked_parts(field.text, field.spans),
            "group": item.group,
            "composite": field.composite,
            "at_once": False,
            "none": field.may_be_none,
            "terminology": place.name if place else "",
            "candidates": [
                {**to_json(one), "matched": by[one.id]}
                for one in concepts_named(store, field.terminology, ids, language)
            ],
            "shuffled": False,
            "ranks": [*range(1, len(ids) + 1)],
            "made_by": "",
        },
        "answer": None,
        "draft": None,
        "known": {},
        "results": found_data(store, item.id, field, state.get("searched"), language),
        "decides": True,
        "flag": False,
        "note": "",
        "ack": str(state.get("ack") or ""),
        "error": None if state.get("error") is None else str(state["error"]),
        "min_show_ms": session.min_show_ms(),
        "can_undo": False,
        "guideline": [],
        "texts": section("component")
        | words
        | {
            "note": t("adjudicate.why"),
            "note_hint": words["reason_hint"],
            "save": t("adjudicate.decide"),
            "cc_candidates": words["cc_given"],
            "cc_no_candidates": words["cc_none_given"],
            "cc_ranked": words["cc_given_how"],
            "cc_how": words["cc_how_decide"],
            "cc_how_several": words["cc_how_decide_several"],
        },
    }


def marked_parts(text: str, spans: tuple[tuple[int, int], ...]) -> list[Json]:
    """Return a text cut at the parts of a mention: {text, mark}, empty stretches left out."""
    parts: list[Json] = []
    at = 0
    for start, end in spans:
        parts += [{"text": text[at:start], "mark": False}, {"text": text[start:end], "mark": True}]
        at = end
    parts.append({"text": text[at:], "mark": False})
    return [one for one in parts if isinstance(one, dict) and one["text"]]


def found_data(store: Store, item_id: str, field: Concept, searched: object, language: str) -> Json:
    """Return what the last search found, None where nobody searched for this item."""
    text = searched.get("text") if isinstance(searched, Mapping) else None
    if not isinstance(text, str):
        return None
    found = search_concepts(store, field.terminology, text, language)
    return {"item": item_id, "text": text, "found": [to_json(one) for one in found]}
