"""The data common to all annotation interfaces: the item, flag and note, the stored answer, the sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from aloi.annotation.fields import Field
from aloi.annotation.model import Work
from aloi.annotation.tasks import task
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.questions.base import Case, DeskItem, QuestionKind
from aloi.ui.questions.guideline import guideline_sections
from aloi.ui.questions.stale_screens import screen_data
from aloi.ui.shared.items import answer_told
from aloi.ui.texts import Sentence, section, t
from aloi.workbench.annotation.guidelines import guideline_news, is_pinned
from aloi.workbench.annotation.keys import chosen_keys, keys_set_free
from aloi.workbench.annotation.labels import label_news
from aloi.workbench.annotation.my_work import stretch_so_far
from aloi.workbench.rounds.concepts import described

# Data that an item shown ahead does not change: they belong to a full redraw, or to the stored answer.
_ONCE_STORED = ("guideline", "now", "progress")
_NOTHING = object()


def work_data(question: QuestionKind[Any], work: DeskItem, state: Mapping[str, object]) -> dict[str, Json]:
    """Return the data of the annotation interface for an item, as JSON: texts and numbers, never markup.

    `ahead` has the differences to the next item, None if there is none. The interface shows it once the item
    is answered, before the answer is confirmed. The guideline is long and does not change: it is sent only
    with a full redraw, as are the person's keys.
    """
    shown = _shown(question, work, state)
    if work.screen.ahead is None:
        return shown | {"ahead": None}
    after = replace(work, screen=work.screen.ahead, searched=None, redrawn=False)
    ahead = _shown(question, after, state)
    return shown | {
        "ahead": {
            name: value
            for name, value in ahead.items()
            if name not in _ONCE_STORED and value != shown.get(name, _NOTHING)
        }
    }


def _shown(question: QuestionKind[Any], work: DeskItem, state: Mapping[str, object]) -> dict[str, Json]:
    screen = work.screen
    personal: dict[str, Json] = {
        "answer": screen.answer,
        "draft": screen.draft,
        "flag": screen.flag,
        "note": screen.note,
        "progress": {"done": screen.done, "total": screen.total},
        "can_undo": screen.done > 0 and screen.back is None,  # an item under review is not undone
        "where": _where(work),
        "schema": work.desk.campaign.schema.schema_version,
        "guideline": None,
        "restricted": work.desk.restricted,
        "reopened": screen.reopened,
        "hint": _hint(work),
    }
    if work.redrawn:
        person_id = screen.assignment.key.annotator_id
        personal |= _guideline(work, person_id)
        personal["stretch"] = stretch_so_far(work.store, person_id, session.now())
    key = screen.assignment.key
    if work.redrawn:
        personal["keys"] = chosen_keys(work.store, work.desk.campaign, key.annotator_id)
    drawn = question.data(screen.fields, work)
    personal |= screen_data(work, state)
    shared = _envelope(key.item_id, key.occasion, work.desk.language, state, question.texts())
    return shared | personal | drawn


def _hint(work: DeskItem) -> Json:
    """Return the answer that a machine suggests, also in words; empty without one, None if none is shown."""
    hint = work.screen.hint
    if hint is None:
        return {} if work.desk.has_hints else None
    return {"by": hint.made_by, "value": _answer_text(work, hint.value), "answer": hint.value}


def _where(work: DeskItem) -> dict[str, Json]:
    """Return the round, the other rounds, and the number of the item among the finished ones."""
    screen, round_id = work.screen, work.desk.round.id
    skipped = screen.assignment.status == Work.SKIPPED
    answered = screen.back is not None and not skipped
    return {
        "name": work.rounds.get(round_id, ""),
        "round": round_id,
        "rounds": [{"id": one, "name": name} for one, name in work.rounds.items()],
        "number": screen.back or screen.done + 1,
        "done": screen.done,
        "skipped": skipped,
        "answer": _answer_text(work, screen.answer) if answered else "",
    }


def _answer_text(work: DeskItem, answer: Json) -> str:
    campaign = work.desk.campaign
    return answer_told(task(campaign.schema.task_type), described(work.store, campaign, [answer])[0])


def _guideline(work: DeskItem, person_id: str) -> dict[str, Json]:
    """Return the guideline, whether it stays open beside the items, and its news for this person.

    Of labels that changed, `keys_free` has the keys that the person had chosen for some that are gone.
    """
    guideline = work.desk.guideline
    news = guideline_news(work.store, person_id, work.desk.round.id, guideline)
    campaign = work.desk.campaign
    about = "guide"
    if news is None:
        news = label_news(work.store, person_id, campaign)
        about = "terminology" if task(campaign.schema.task_type).takes_terminology else "labels"
    news_data: Json = news and {
        "about": about,
        "version": news.version,
        "before": news.before,
        "reasons": [{"version": version, "why": why} for version, why in news.reasons],
        "lines": [[list(part) for part in line.parts] for line in news.lines],
        "keys_free": keys_set_free(work.store, campaign, person_id) if about == "labels" else {},
    }
    return {
        "guideline": guideline_sections(guideline.text if guideline else ""),
        "guideline_pinned": is_pinned(work.store, person_id),
        "guideline_news": news_data,
    }


def decision_data(
    question: QuestionKind[Any], fields: Sequence[Field], case: Case, state: Mapping[str, object]
) -> dict[str, Json] | None:
    """Return the data of the interface for adjudication; None if plain widgets are used."""
    drawn = question.decision_data(fields, case)
    if drawn is None:
        return None
    item_texts = drawn.pop("texts", {})
    texts = {"note": t("adjudicate.why"), "note_hint": t("adjudicate.reason_hint")}
    texts |= item_texts if isinstance(item_texts, dict) else {}
    texts |= {"skip": t("adjudicate.later"), "skip_help": t("adjudicate.later_help")}
    texts |= {"did_skip": t("adjudicate.put_off"), "save": t("adjudicate.decide")}
    language = case.store.texts.corpus(case.campaign.corpus_id).language
    shared = _envelope(case.item.id, 1, language, state, question.texts() | texts)
    earlier: dict[str, Json] = {}
    if case.decision is not None:
        earlier = {"answer": case.decision.value, "note": case.decision.why}
    return shared | {"decides": True} | earlier | drawn


def _envelope(
    item_id: str,
    occasion: int,
    language: str,
    state: Mapping[str, object],
    texts: Mapping[str, Sentence],
) -> dict[str, Json]:
    return {
        "item": {"id": item_id, "occasion": occasion},
        "lang": language,
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
