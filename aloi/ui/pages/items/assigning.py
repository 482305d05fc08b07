"""Selected items become a new round, or are added to one that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Purpose, Role, Round, Status
from aloi.ui import session
from aloi.ui.numbers import day_field
from aloi.ui.shared.choices import round_name
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting
from aloi.ui.texts import t
from aloi.workbench.corrections.extension import extend_round
from aloi.workbench.requests.rounds import ExtendRequest, RoundRequest
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.store.opening import Store

_NEW = ""
_KEY = "items:assign"


def draw_assigning(
    store: Store,
    campaign: Campaign,
    rounds: Sequence[Round],
    items: tuple[str, ...],
    finish: Callable[[], None],
) -> None:
    """Draw the choice of a round for selected items; `finish` ends it, once they are in a round or not."""
    with st.container(border=True, key=_KEY):
        st.subheader(t("items.assign_title", count=len(items)))
        opened = {one.id: one for one in rounds if one.status == Status.OPEN}
        chosen = _NEW
        if opened:
            chosen = st.segmented_control(
                t("glossary.round"),
                [_NEW, *opened],
                default=_NEW,
                required=True,
                format_func=lambda one: t("items.new_round") if one == _NEW else round_name(opened[one]),
                key=f"{_KEY}:round",
            )
        if chosen == _NEW:
            _open(store, campaign, items, finish)
        else:
            _extend(store, campaign, opened[str(chosen)], items, finish)


def _open(store: Store, campaign: Campaign, items: tuple[str, ...], finish: Callable[[], None]) -> None:
    names = {person.pseudonym: person for person in store.people.workers()}
    usual = [name for name, person in names.items() if person.role == Role.ANNOTATOR]
    form = RequestForm(RoundRequest, _KEY, campaign=campaign.id, items=items)
    with st.form(f"{_KEY}:form", border=False):
        left, right = st.columns([1, 2])
        form.ask("purpose", left, draw=left.selectbox, value=Purpose.MAIN.value)
        form.ask("annotators", right, options=list(names), value=usual)
        left, right = st.columns([1, 2])
        form.ask("overlap", left, min_value=1, max_value=50)
        form.ask("due", right, min_value="today", format=day_field())
        form.rest()
        with st.container(horizontal=True):
            is_done = st.form_submit_button(t("rounds.do_open"), type="primary")
            is_left = st.form_submit_button(t("items.leave"))
    if is_left:
        finish()
        st.rerun()
    if is_done:
        with acting(Role.MANAGER):
            by = session.require(Role.MANAGER).pseudonym
            round_ = open_round(store, form.request(), by=by, now=session.now())
            session.say(t("rounds.opened", number=round_.number))
            finish()


def _extend(
    store: Store, campaign: Campaign, round_: Round, items: tuple[str, ...], finish: Callable[[], None]
) -> None:
    form = RequestForm(
        ExtendRequest, f"{_KEY}:extend", campaign=campaign.id, round=round_.number, items=items
    )
    form.keep("overlap", "by")
    with st.form(f"{_KEY}:extend", border=False):
        st.caption(t("items.extend_why"))
        form.ask("why")
        form.rest()
        with st.container(horizontal=True):
            is_done = st.form_submit_button(t("items.extend", number=round_.number), type="primary")
            is_left = st.form_submit_button(t("items.leave"))
    if is_left:
        finish()
        st.rerun()
    if is_done:
        with acting(Role.MANAGER):
            form.give(by=session.require(Role.MANAGER).pseudonym)
            extend_round(store, form.request(), session.now())
            session.say(t("items.extended", count=len(items), number=round_.number))
            finish()
