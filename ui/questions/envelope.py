"""What every desk is given alike, once: the item, the flag and the note, what was stored, the sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt

from annotation.fields import Field
from annotation.model import Work
from corpora.model import Json
from ui import session
from ui.questions.base import Case, DeskItem, QuestionKind
from ui.texts import section, t
from workbench.rounds.concepts import described

_BREAKS = {"softbreak": " ", "hardbreak": "\n"}
_LEADING_WORD = re.compile(r"^(-?\d+(?:\.\d+)?\b|[A-Za-z]\w*(?=\s*:))")


def work_data(question: QuestionKind[Any], work: DeskItem, state: Mapping[str, object]) -> dict[str, Json]:
    """Return what a desk shows of an item before an annotator, as JSON: texts and numbers, never markup.

    The guideline is long and stays the same: it goes with a whole drawing only.
    """
    screen, guideline = work.screen, work.desk.guideline
    own = {
        "answer": screen.answer,
        "draft": screen.draft,
        "flag": screen.flag,
        "note": screen.note,
        "progress": {"done": screen.done, "total": screen.total},
        "can_undo": screen.done > 0 and screen.back is None,  # what is looked back at is not taken back
        "where": _where(work),
        "guideline": guideline_sections(guideline.text if guideline else "") if work.whole else None,
    }
    key = screen.assignment.key
    drawn = question.data(screen.fields, work)
    return _envelope(key.item_id, key.occasion, state, question.texts()) | own | drawn


def _where(work: DeskItem) -> dict[str, Json]:
    """Return the round, those one may go to, and the number of the item among those one has done."""
    screen, here = work.screen, work.desk.round.id
    skipped = screen.assignment.status == Work.SKIPPED
    answered = screen.back is not None and not skipped
    return {
        "name": work.rounds.get(here, ""),
        "round": here,
        "rounds": [{"id": one, "name": name} for one, name in work.rounds.items()],
        "number": screen.back or screen.done + 1,
        "done": screen.done,
        "skipped": skipped,
        "answer": described(work.store, work.desk.campaign, [screen.answer])[0] if answered else "",
    }


def decision_data(
    question: QuestionKind[Any], fields: Sequence[Field], case: Case, state: Mapping[str, object]
) -> dict[str, Json] | None:
    """Return what a desk shows to decide between answers, None where they are decided by plain widgets."""
    drawn = question.decision_data(fields, case)
    if drawn is None:
        return None
    said = drawn.pop("texts", {})
    texts = {"note": t("adjudicate.why"), "note_hint": t("adjudicate.reason_hint")}
    texts |= said if isinstance(said, dict) else {}
    return _envelope(case.item.id, 1, state, question.texts() | texts) | {"decides": True} | drawn


def _envelope(
    item_id: str, occasion: int, state: Mapping[str, object], texts: Mapping[str, str]
) -> dict[str, Json]:
    return {
        "item": {"id": item_id, "occasion": occasion},
        "answer": None,
        "draft": None,
        "flag": False,
        "note": "",
        "ack": str(state.get("ack") or ""),
        "error": None if state.get("error") is None else str(state["error"]),
        "min_show_ms": session.min_show_ms(),
        "can_undo": False,
        "guideline": [],
        "texts": {**section("component"), **texts},
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
