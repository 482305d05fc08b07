"""The list of own answers below the annotation page, in pages, each answer opened in that page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import streamlit as st

from aloi.annotation.model import Annotator
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.shared.items import answer_told, item_columns, skip_told
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.annotation.answer_history import (
    FILTERS,
    PAGE,
    DoneCounts,
    DoneLine,
    count_done,
    done_lines,
)
from aloi.workbench.annotation.answering import Desk
from aloi.workbench.store.opening import Store

_OPEN = "annotate:answers"
_FOLDER = Path(__file__).parent
_LONGEST = 160  # characters of a text
_rows = st.components.v2.component(
    "aloi_answers_list",
    html='<div class="answers" data-keys="own"></div>',
    css=(_FOLDER / "answers_list.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "answers_list.js").read_text(encoding="utf-8"),
)


def open_list() -> None:
    """Open the list at the next drawing of the page, and give it the keyboard."""
    st.session_state[_OPEN] = True
    session.page_state("annotate")["to_list"] = session.event_id()


def come_back() -> None:
    """Give the keyboard focus back to the list if the last item was opened from it."""
    if session.page_state("annotate").pop("from_list", False) and is_open():
        open_list()


def is_open() -> bool:
    """Return whether the list is drawn."""
    return bool(st.session_state.get(_OPEN))


@st.fragment
def draw(
    store: Store,
    desk: Desk,
    person: Annotator,
    look_at: Callable[[int], None] | None,
    turns: Iterator[int],
) -> None:
    """Draw the list while it is open; the annotation interface and the end of a round have its button.

    `look_at` puts the item of a number before the person; None where answers may no longer change. The first
    turn is part of a drawing of the page, which has looked who is signed in; each later one looks itself.
    """
    if next(turns) > 0:
        with problems_told(stop=True):
            session.require()
    if session.page_state("annotate").pop("list_opened", False):
        st.rerun()  # the annotation interface is above this part of the page
    if not is_open():
        return
    box = st.expander(t("annotate.answers"), key=_OPEN, on_change="rerun")
    if not box.open:
        return
    with box:
        counts = count_done(store, desk, person.id)
        if not counts.total:
            st.caption(t("annotate.no_answers"))
            return
        key_prefix = f"{_OPEN}:{desk.round.id}"
        only, text = _ask(counts, key_prefix)
        # Another filter or another search begins at its first page.
        pager = f"{key_prefix}:page:{only}:{text}"
        page = int(st.session_state.get(pager) or 1)
        total, lines = done_lines(
            store, desk, person.id, only="" if only == "every" else only, text=text, page=page
        )
        if not lines:
            st.caption(t("annotate.none_fit"))
            return
        _draw_lines(desk, lines, f"{key_prefix}:rows", look_at)
        if total > PAGE:
            st.pagination(-(-total // PAGE), key=pager)


def _ask(counts: DoneCounts, key_prefix: str) -> tuple[str, str]:
    """Return the filter and the search text of the list."""
    names = {
        filter_: t(
            f"annotate.{filter_}", count=counts.total if filter_ == "every" else getattr(counts, filter_)
        )
        for filter_ in ("every", *FILTERS)
    }  # counts of all, also while something is searched
    with st.container(horizontal=True, vertical_alignment="bottom"):
        only = st.segmented_control(
            t("annotate.filter"),
            list(names),
            format_func=lambda one: names.get(one, one),
            default="every",
            required=True,
            wrap=True,
            key=f"{key_prefix}:only",
            label_visibility="collapsed",
        )
        text = st.text_input(
            t("annotate.search"),
            key=f"{key_prefix}:text",
            placeholder=t("annotate.search"),
            type="search",
            label_visibility="collapsed",
        )
    return str(only), text or ""


def _draw_lines(desk: Desk, lines: list[DoneLine], key: str, look_at: Callable[[int], None] | None) -> None:
    """Draw a page of the list."""
    state = session.page_state("annotate")
    st.caption(t("annotate.answers_how") if look_at else t("annotate.answers_closed"))

    def opened() -> None:
        number = (session.sent(key) or {}).get("number")
        if look_at is not None and isinstance(number, int):
            look_at(number)
            state["from_list"] = state["list_opened"] = True

    kind = task(desk.campaign.schema.task_type)
    rows: list[Json] = [_line_data(kind, one) for one in lines]
    data: dict[str, Json] = {
        "rows": rows,
        "opens": look_at is not None,
        "focus": state.get("to_list"),
        "flagged": t("annotate.has_flag"),
        "title": t("annotate.answers"),
        "lang": desk.language,
    }
    _rows(key=key, data=data, on_event_change=opened)


def _line_data(kind: TaskType, line: DoneLine) -> dict[str, Json]:
    """Return the data of a finished item in the list, as JSON: texts, never markup."""
    done = line.item
    skipped = done.annotation is None
    why = (
        t("annotate.was_skipped", reason=skip_told(done.assignment.skip_reason, done.assignment.skip_note))
        if skipped
        else ""
    )
    return {
        "number": done.number,
        "answer": why or answer_told(kind, line.described),
        "skipped": skipped,
        "shown": [_short(text) for text in item_columns(done.item).values()],
        "flag": done.flag,
        "note": done.note,
    }


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
