"""Late answers of a round for a manager: each with the current answer, to accept or to reject."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.numbers import moment
from aloi.ui.shared.items import answer_told, item_columns
from aloi.ui.shared.tables import acting, text_table
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import LeaveLateRequest, TakeLateRequest
from aloi.workbench.rounds import late_answers
from aloi.workbench.store.opening import Store

_SHOWN = 100
_LONGEST_TEXT = 160  # characters of an item: enough to know it again


def draw_late(store: Store, campaign: Campaign, current: Round) -> None:
    """Draw the undecided late answers of a round, with the decided ones below; or nothing."""
    answers = late_answers.late_answers(store, campaign.id, current.number, decided=True)
    rows = [row for row in answers if row.late.decision is None]
    if not answers:
        return
    kind, of = task(campaign.schema.task_type), (campaign.id, current.number)
    st.subheader(t("rounds.late"))
    st.caption(t("rounds.late_why"), help=explained("lease"))

    def take(*chosen: str) -> None:
        with acting(Role.MANAGER):
            request = TakeLateRequest(*of, chosen, all=not chosen, by=session.require(Role.MANAGER).id)
            count = late_answers.take(store, request, session.now())
            session.say(t("rounds.late_taken", count=count))

    def leave(*chosen: str) -> None:
        with acting(Role.MANAGER):
            request = LeaveLateRequest(*of, chosen, all=not chosen, by=session.require(Role.MANAGER).id)
            count = late_answers.leave(store, request, session.now())
            session.say(t("rounds.late_left", count=count))

    for row in rows[:_SHOWN]:
        details, answer, take_box, leave_box = st.columns([5, 4, 1.2, 1.2], vertical_alignment="center")
        details.caption(_about(row))
        details.text(_short(row))
        answer.text(_answer_text(row, kind))
        if take_box.button(t("rounds.late_take"), key=f"rounds:late:take:{row.event_id}"):
            take(row.event_id)
        if leave_box.button(t("rounds.late_leave"), key=f"rounds:late:leave:{row.event_id}"):
            leave(row.event_id)
    if len(rows) > _SHOWN:
        st.caption(t("rounds.late_more", shown=_SHOWN, count=len(rows)))
    if len(rows) > 1:
        with st.container(horizontal=True):
            if st.button(t("rounds.late_take_all", count=len(rows)), key="rounds:late:take:all"):
                take()
            if st.button(t("rounds.late_leave_all", count=len(rows)), key="rounds:late:leave:all"):
                leave()
    if len(answers) > len(rows):
        with st.expander(t("rounds.late_decided", count=len(answers) - len(rows))):
            text_table([_decided(row, kind) for row in answers if row.late.decision])


def _about(row: late_answers.LateRow) -> str:
    """Return the annotator of an answer, its time, and why it is late."""
    when = row.late.answer.created_at
    return t(
        "rounds.late_about",
        who=row.pseudonym,
        when="-" if when is None else moment(when.astimezone()),
        why=t(f"rounds.late_why_{row.late.why}"),
    )


def _short(row: late_answers.LateRow) -> str:
    text = " · ".join(one for one in item_columns(row.item).values() if one)
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"


def _answer_text(row: late_answers.LateRow, kind: TaskType) -> str:
    """Return the answer, its note, and the answer that would follow it."""
    lines = [answer_told(kind, row.described)]
    if row.late.answer.comment:
        lines.append(t("rounds.late_note", note=row.late.answer.comment))
    if row.stands is not None:
        lines.append(t("rounds.late_stands", answer=answer_told(kind, row.stands)))
    return "\n".join(lines)


def _decided(row: late_answers.LateRow, kind: TaskType) -> dict[str, object]:
    return {
        t("glossary.item"): _short(row),
        t("app.annotator"): row.pseudonym,
        t("app.answer"): answer_told(kind, row.described),
        t("rounds.late_reason"): t(f"rounds.late_why_{row.late.why}"),
        t("app.decision"): t(f"rounds.late_is_{row.late.decision}"),
    }
