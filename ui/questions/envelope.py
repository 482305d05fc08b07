"""What every desk is given alike, once: the item, the flag and the note, what was stored, the sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from annotation.fields import Field
from corpora.model import Json
from ui import session
from ui.questions.base import Case, DeskItem, QuestionKind
from ui.texts import section, t

_HEADING = re.compile(r"^##+ +(.*)$", re.MULTILINE)
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
        "can_undo": screen.done > 0,
        "guideline": guideline_sections(guideline.text if guideline else "") if work.whole else None,
    }
    key = screen.assignment.key
    drawn = question.data(screen.fields, work)
    return _envelope(key.item_id, key.occasion, state, question.texts()) | own | drawn


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
def guideline_sections(text: str) -> list[Json]:
    """Return a guideline cut at its headings; a leading number, or a word before a colon, is its anchor."""
    parts = _HEADING.split(text)
    sections: list[Json] = []
    for title, body in zip(["", *parts[1::2]], parts[0::2], strict=True):
        first = _LEADING_WORD.match(title)
        paragraphs: list[Json] = [_plain(one) for one in re.split(r"\n\s*\n", body) if one.strip()]
        if title or paragraphs:
            sections.append(
                {"anchor": first[1] if first else "", "title": _plain(title), "paragraphs": paragraphs}
            )
    return sections


def _plain(markdown: str) -> str:
    """Return Markdown without its marks: the component shows text only."""
    return re.sub(r"(\*\*|__|`)", "", re.sub(r"^#+ +", "", markdown.strip()))
