"""Draw a task's questions and read them back: for the annotate component, and as plain widgets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import streamlit as st
from markdown_it import MarkdownIt

from aloi.records import to_json
from annotation.alignment import Group
from annotation.fields import Alignment, Choice, Choices, Concept, Field, Label, Note, Scale, Spans, Words
from annotation.tasks.operations.task import groups_of
from annotation.tasks.substitution.task import words_of as substitutes_of
from corpora.identity import checksum
from corpora.model import Candidate, Item, Json, Question, Target
from gold.making.adjudicate import Dispute
from ui import session
from ui.questions.concept.data import concept_data
from ui.questions.spans.data import spans_data, suggestion_data
from ui.shared.tables import no_markup
from ui.texts import section, t
from workbench.rounds.answering import Desk, Screen
from workbench.rounds.cleaning import kept_lexicon
from workbench.rounds.word_checks import check_words

_FEW_LABELS = 60  # a list up to that is sent with each item
_BREAKS = {"softbreak": " ", "hardbreak": "\n"}
_LEADING_WORD = re.compile(r"^(-?\d+(?:\.\d+)?\b|[A-Za-z]\w*(?=\s*:))")


def screen_data(
    desk: Desk, screen: Screen, state: Mapping[str, object], *, guideline: bool
) -> dict[str, Json]:
    """Return what the annotate component shows, as JSON: only texts and numbers, never markup.

    The guideline is long and stays the same: it goes with the first drawing only.
    """
    item: dict[str, Json] = {
        "id": screen.assignment.key.item_id,
        "occasion": screen.assignment.key.occasion,
    }
    texts = section("component")
    field = asked(screen.fields)
    question: dict[str, Json]
    if isinstance(field, Words):
        question = {"asked": _words_data(field), "draft": screen.draft, "checks": _checks_data(desk, screen)}
        texts |= section("words")
    elif isinstance(field, Choice):
        question = {"asked": _choice_data(field, screen.item)}
        texts |= section("choice")
    elif isinstance(field, Concept):
        question = concept_data(session.open_store(), desk, screen, field, state.get("searched"))
        texts |= section("concept")
    elif isinstance(field, Spans):
        suggestion = suggestion_data(screen.suggestion)
        question = {"asked": spans_data(field), "draft": screen.draft, "suggestion": suggestion}
        texts |= section("spans")
    elif isinstance(field, Choices):
        question = {"asked": _choices_data(field, screen.item, whole=guideline), "draft": screen.draft}
        texts |= section("choice") | section("choices")
    else:
        left, right = screen.item.texts if screen.left_first else reversed(screen.item.texts)
        item |= {"left": left, "right": right}
        if isinstance(field, Alignment):
            question = {"alignment": alignment_data(field), "draft": screen.draft}
            texts |= section("operations")
        else:
            scales: list[Json] = [_scale_data(one) for one in screen.fields if isinstance(one, Scale)]
            question = {"scales": scales, "tint": True}
    return question | {
        "item": item,
        "answer": screen.answer,
        "flag": screen.flag,
        "note": screen.note,
        "progress": {"done": screen.done, "total": screen.total},
        "ack": str(state.get("ack") or ""),
        "error": None if state.get("error") is None else str(state["error"]),
        "min_show_ms": session.min_show_ms(),
        "can_undo": screen.done > 0,
        "guideline": guideline_sections(desk.guideline.text if desk.guideline else "") if guideline else None,
        "texts": texts,
    }


def asked(fields: Sequence[Field]) -> Field | None:
    """Return the question that decides how an item is drawn, None where all are scales and notes."""
    return next((one for one in fields if not isinstance(one, Scale | Note)), None)


def alignment_data(field: Alignment) -> dict[str, Json]:
    """Return a question of groups of tokens as the operations component takes it."""
    return {
        "source": [*field.source],
        "target": [*field.target],
        "labels": [to_json(one, example=" → ".join(filter(None, one.example))) for one in field.operations],
    }


def decision_data(
    dispute: Dispute, item: Item, fields: Sequence[Field], state: Mapping[str, object], *, blind: bool
) -> dict[str, Json]:
    """Return what the operations component shows to decide between answers: what all drew, what some drew."""
    field = asked(fields)
    drawn: dict[Group, list[str]] = {}
    for answer in dispute.answers:
        for group in groups_of(answer.value):
            drawn.setdefault(group, []).append(answer.pseudonym)
    total = len(dispute.answers)
    agreed: list[Json] = [to_json(one) for one, names in drawn.items() if len(names) == total]
    proposals: list[Json] = [
        {
            **to_json(one),
            "by": t("adjudicate.by_count", count=len(names), total=total) if blind else ", ".join(names),
        }
        for one, names in drawn.items()
        if len(names) < total
    ]
    return {
        "item": {"id": item.id, "occasion": 1, "left": item.texts[0], "right": item.texts[1]},
        "alignment": alignment_data(field) if isinstance(field, Alignment) else {},
        "answer": {"groups": agreed, "err": False},
        "draft": None,
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
        | section("operations")
        | {"note": t("adjudicate.why"), "note_hint": t("adjudicate.reason_hint")},
    }


@lru_cache(maxsize=64)
def guideline_sections(text: str) -> list[dict[str, Any]]:
    """Return a guideline cut at its headings; a leading number, or a word before a colon, is its anchor."""
    sections: list[dict[str, Any]] = [{"anchor": "", "title": "", "paragraphs": []}]
    mark, cells = "", False
    # HTML is text here, as everywhere in a component.
    before = ""
    for token in MarkdownIt("commonmark", {"html": False}).enable("table").parse(text):
        last, before = before, token.type
        if token.type == "list_item_open":
            mark = f"{token.info}{token.markup} " if token.info else "• "
        cells = cells and token.type != "tr_open"
        words = token.content.strip()
        if token.type == "inline":
            words = "".join(one.content or _BREAKS.get(one.type, "") for one in token.children or ())
        if last == "heading_open":
            first = _LEADING_WORD.match(words)
            sections.append({"anchor": first[1] if first else "", "title": words, "paragraphs": []})
        elif last in ("th_open", "td_open") and cells:
            sections[-1]["paragraphs"][-1] += f" | {words}"
        elif words:
            sections[-1]["paragraphs"].append(mark + words)
            mark, cells = "", last in ("th_open", "td_open")
    return [one for one in sections if one["title"] or one["paragraphs"]]


def ask(fields: Sequence[Field], key: str) -> dict[str, Json]:
    """Return the value given to a task's questions through plain widgets."""
    value: dict[str, Json] = {}
    for field in fields:
        if isinstance(field, Choice):
            titles = {one.value: one.title for one in field.options}
            value[field.name] = st.radio(
                no_markup(field.question or field.title),
                list(titles),
                index=None,
                format_func=titles.get,
                captions=[one.gloss for one in field.options],
                key=f"{key}:{field.name}",
            )
        elif isinstance(field, Choices):
            value[field.name] = _ask_labels(field, key)
        elif not isinstance(field, Scale):
            value[field.name] = st.text_input(field.title, key=f"{key}:{field.name}")
        elif len(field.values) <= 11:
            glosses = {one.value: one.gloss for one in field.degrees}
            value[field.name] = st.radio(
                field.title,
                field.values,
                index=None,
                format_func=lambda number: f"{number:g}",
                captions=[glosses.get(number, "") for number in field.values],
                horizontal=not any(glosses.values()),
                key=f"{key}:{field.name}",
            )
        else:
            value[field.name] = st.number_input(
                field.title, field.low, field.high, value=None, step=field.step, key=f"{key}:{field.name}"
            )
    return value


def _ask_labels(field: Choices, key: str) -> list[Json] | None:
    """Return the labels chosen of a list searched as one types; None while the one asked is not chosen."""
    above = {one.value: one.parent for one in field.labels}
    inner = frozenset(above.values())
    titles = {one.value: label_title(one) for one in field.labels if field.inner or one.value not in inner}
    title, place = no_markup(field.question or field.title), f"{key}:{field.name}"
    if field.most == 1:
        none = {"": t("choices.ch_none")} if field.least == 0 else {}
        named = titles | none
        chosen = st.selectbox(title, list(named), index=None, format_func=named.get, key=place)
        return None if chosen is None else [chosen] if chosen else []
    return st.multiselect(title, list(titles), format_func=titles.get, max_selections=field.most, key=place)


def label_title(label: Label) -> str:
    """Return how a label reads in a list: its code where it has one, and its title."""
    coded = any(one.isdigit() for one in label.value) and not label.title.startswith(label.value)
    return f"{label.value} {label.title}" if coded else label.title


def _choices_data(field: Choices, item: Item, *, whole: bool) -> dict[str, Json]:
    """Return a question of labels; a long list goes with the first drawing only, as the guideline does."""
    labels: list[Json] = [to_json(one, "colour") for one in field.labels]
    title = t("choices.question") if isinstance(item, Question) else t("choice.text")
    return to_json(
        field,
        "title",
        shown={"title": title, "text": item.texts[0]},
        labels=labels if whole or len(labels) <= _FEW_LABELS else None,
        labels_key=checksum(labels),
    )


def _choice_data(field: Choice, item: Item) -> dict[str, Json]:
    return {
        "shown": _shown_texts(item),
        "name": field.name,
        "question": field.question,
        "options": [{"value": one.value, "title": one.title, "gloss": one.gloss} for one in field.options],
    }


def _shown_texts(item: Item) -> list[Json]:
    """Return the texts of an item, each cut at the word that is marked in it."""
    if not isinstance(item, Candidate):
        return [{"title": t("choice.text"), "before": one, "mark": "", "after": ""} for one in item.texts]
    target = item.target
    text = target.sentence.text
    before, after = text[: target.start], text[target.end :]
    return [
        {"title": t("choice.sentence"), "before": before, "mark": target.word, "after": after},
        {"title": t("choice.replaced"), "before": before, "mark": item.substitute, "after": after},
    ]


def _words_data(field: Words) -> dict[str, Json]:
    return {
        "before": field.text[: field.start],
        "target": field.text[field.start : field.end],
        "after": field.text[field.end :],
        "most": field.most,
        "none": field.may_be_none,
    }


def _checks_data(desk: Desk, screen: Screen) -> dict[str, Json]:
    """Return what looks wrong with the words so far, in sentences."""
    if not isinstance(screen.item, Target):
        return {}
    written = substitutes_of(screen.draft if screen.draft is not None else screen.answer)
    if not written:
        return {}
    lexicon = kept_lexicon(session.settings().data, desk.campaign)
    found = check_words(written, screen.item, desk.language, lexicon)
    return {
        word: [
            t(f"words.check_{one.kind}", **{name: _named(text) for name, text in one.values.items()})
            for one in remarks
        ]
        for word, remarks in found.items()
    }


def _named(text: str) -> str:
    """Return parts of speech in words, anything else as it is."""
    known = section("pos")
    return ", ".join(known.get(one, one) for one in text.split(", "))


def _scale_data(scale: Scale) -> dict[str, Json]:
    degrees = [
        {"value": one.value, "gloss": one.gloss, "left": one.example[0], "right": one.example[1]}
        for one in scale.degrees
    ]
    return to_json(scale, degrees=degrees)
