"""The annotation page of a campaign that does not exist yet, on its first items; nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from aloi.annotation.model import (
    Annotator,
    Assignment,
    AssignmentKey,
    Campaign,
    Guideline,
    Purpose,
    Round,
    Schema,
)
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.identity import checksum
from aloi.corpora.model import Item, Json
from aloi.ui import session
from aloi.ui.questions import question_of
from aloi.ui.questions.base import DeskItem
from aloi.ui.questions.envelope import work_data
from aloi.ui.texts import t
from aloi.workbench.annotation.answering import Desk, Screen
from aloi.workbench.rounds.campaigns import ready_guideline
from aloi.workbench.store.opening import Store

_NAME = "preview"
# The page at two thirds of its size, in view while the form is scrolled.
_STYLE = """<style>
@media (min-width: 48rem) {
  .stColumn:has(.st-key-start-preview) { position: sticky; top: 4rem; align-self: flex-start }
  .st-key-start-preview .stBidiComponent { zoom: .68 }
}
</style>"""


@st.fragment
def draw_preview(
    store: Store,
    me: Annotator,
    kind: TaskType,
    settings: Mapping[str, Json],
    items: Sequence[Item],
    language: str,
) -> None:
    """Draw the annotation page on some items: answers go to the next item, and are stored nowhere."""
    subject = f"{_NAME}:{checksum([kind.name, dict(settings), items[0].id])}"
    state = session.page_state(subject)

    def on_event(event: Mapping[str, Any]) -> None:
        state["ack"] = str(event.get("event_id") or "")
        state["searched"] = event.get("value") if event.get("kind") == "search" else None
        if event.get("kind") in ("answer", "skip"):
            state["done"] = state.get("done", 0) + 1
            state.pop("draft", None)
        elif event.get("kind") == "draft":
            state["draft"] = event.get("value")

    done = state.get("done", 0)
    item = items[done % len(items)]
    guideline = Guideline(_NAME, 1, ready_guideline(kind.name, language), "", session.now())
    ids = tuple(each.id for each in items)
    round_ = Round(_NAME, _NAME, 1, Purpose.PILOT, 1, ids, (me.id,), overlap=1, seed=0)
    campaign = Campaign(_NAME, _NAME, Schema(kind.name, kind.version, settings), "")
    key = AssignmentKey(_NAME, item.id, me.id, done // len(items) + 1)
    screen = Screen(
        assignment=Assignment(key, done),
        item=item,
        fields=kind.fields(item, settings),
        answer=None,
        draft=state.get("draft"),
        flag=False,
        note="",
        done=done % len(items),
        total=len(items),
        left_first=True,
        schema=1,
    )
    question = question_of(screen.fields)
    desk = Desk(campaign, round_, guideline, language)
    rounds = {_NAME: t("start.preview")}
    work = DeskItem(store, desk, screen, state.get("searched"), redrawn=True, rounds=rounds)
    st.html(_STYLE)
    with st.container(key="start-preview", border=True):
        # Without `where` there are no buttons to other items and to the list of answers: nothing is stored.
        data = work_data(question, work, state) | {"where": None}
        question.draw(f"{subject}:{question.name}", data, on_event)
