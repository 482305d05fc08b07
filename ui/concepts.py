"""What the concept widget shows: the mention in its text, candidates in their order, what a search found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from annotation.fields import Concept
from annotation.tasks.linking import concepts_of
from corpora.model import Json, Mention
from storage.store import Store
from workbench.answering import Desk, Screen
from workbench.concepts import candidates_of, names_of, ranks_of, search_concepts, terminology_of


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
            "none": field.may_be_none,
            "terminology": place.name if place else "",
            "candidates": [asdict(one) for one in candidates],
            "shuffled": field.shuffled,
            "ranks": [ranks[one.id] for one in candidates],
            "made_by": screen.suggestion.made_by if screen.suggestion else "",
        },
        "draft": screen.draft,
        "known": names_of(store, field.terminology, ids, desk.language),
        "results": _results(store, desk, screen, field, searched),
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


def _results(store: Store, desk: Desk, screen: Screen, field: Concept, searched: object) -> Json:
    """Return what the last search found, None where nobody searched for this item."""
    text = searched.get("text") if isinstance(searched, Mapping) else None
    if not isinstance(text, str):
        return None
    found = search_concepts(store, field.terminology, text, desk.language)
    item = screen.assignment.key.item_id
    return {"item": item, "text": text, "found": [asdict(one) for one in found]}
