"""The answers of annotators with their flags and notes, for adjudicators, and a form to reopen one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round, Status
from aloi.annotation.tasks.base import TaskType
from aloi.base.names import counting_order
from aloi.corpora.identity import checksum
from aloi.ui import session
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import answer_told, skip_told
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections.reopening import reopen
from aloi.workbench.requests.rounds import ReopenRequest
from aloi.workbench.rounds.adjudicating import NotedAnswer
from aloi.workbench.store.opening import Store

_LONGEST_MESSAGE = 2000
_SHORT = 30  # letters of a line of which several stand in one


def named(answers: Sequence[NotedAnswer], item_id: str, *, blind: bool) -> dict[str, NotedAnswer]:
    """Return answers by the names that the adjudicator sees; if blind, numbers in an order of each item."""
    if not blind:
        in_order = sorted(answers, key=lambda answer: counting_order(answer.pseudonym))
        return {answer.pseudonym: answer for answer in in_order}
    mixed = sorted(answers, key=lambda one: checksum([item_id, one.pseudonym]))
    return {t("adjudicate.answer_number", number=at): one for at, one in enumerate(mixed, start=1)}


def draw_answers(answers: Mapping[str, NotedAnswer], kind: TaskType) -> None:
    """Draw the answer of each annotator with flag and note, one a line unless all are short."""
    lines = []
    for name, noted in answers.items():
        parts = [f"**{no_markup(name)}**"]
        if noted.skip_reason is not None:
            parts.append(t("annotate.was_skipped", reason=skip_told(noted.skip_reason, None)))
        else:
            parts.append(no_markup(answer_told(kind, noted.answer)))
        if noted.flag:
            parts.append(f"⚑ {t('annotate.has_flag')}")
        if noted.note:
            parts.append(f"“{no_markup(noted.note)}”")
        lines.append(" · ".join(parts))
    are_short = all(len(line) <= _SHORT for line in lines)
    st.markdown(("\u2003" if are_short else "  \n").join(lines), width="stretch")


def draw_reopening(
    store: Store,
    campaign: Campaign,
    current: Round,
    item_id: str,
    answers: Mapping[str, NotedAnswer],
    done: Callable[[], object] = dict,
) -> None:
    """Draw the form that asks one annotator to answer the item again; `done` is called afterwards."""
    choices = [name for name, answer in answers.items() if answer.skip_reason is None]
    if not choices or current.status is not Status.OPEN:
        return
    key = f"adjudicate:reopen:{current.id}:{item_id}"
    with (
        st.popover(t("adjudicate.reopen"), help=t("adjudicate.reopen_help")),
        st.form(key, border=False, clear_on_submit=True),
    ):
        chosen = st.radio(t("adjudicate.reopen_whose"), choices, key=f"{key}:who")
        form = RequestForm(
            ReopenRequest, key, campaign=campaign.id, round=current.number, item=item_id,
            annotator=answers[chosen].pseudonym,
            by=session.require(Role.ADJUDICATOR, Role.MANAGER).pseudonym,
        )  # fmt: skip
        form.ask("why", draw=st.text_area, max_chars=_LONGEST_MESSAGE)
        form.rest()
        if st.form_submit_button(t("adjudicate.reopen_do"), type="primary"):
            with acting(Role.ADJUDICATOR, Role.MANAGER):
                reopen(store, form.request(), session.now())
                done()
                session.say(t("adjudicate.reopened", name=chosen))
