"""Recruitment of a campaign: open a round for people who come by a link, follow, pay and close it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.ui import selection, session
from aloi.ui.navigation import no_campaign_yet
from aloi.ui.numbers import number
from aloi.ui.shared.forms.requests import RequestForm, help_of, label_of
from aloi.ui.shared.tables import acting, no_markup, text_table
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.crowds.opening import (
    CrowdState,
    close_crowd,
    export_crowd,
    forget_crowd,
    link_of,
    list_crowds,
    open_crowd,
)
from aloi.workbench.requests.crowds import (
    CloseCrowdRequest,
    CrowdRequest,
    ExportCrowdRequest,
    ForgetCrowdRequest,
    ListCrowdsRequest,
    attention_answers,
)
from aloi.workbench.store.opening import Store

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_COUNTS = ("free", "started", "finished", "screened_out", "timed_out", "left_out")
_SHOWN = (
    "participant",
    "pseudonym",
    "status",
    "minutes",
    "answers",
    "skips",
    "attention",
    "failures",
    "sessions",
)


def draw_crowd(store: Store, campaign: Campaign, state: CrowdState) -> None:
    """Draw a crowd with its link, its counts, its participants and its buttons."""
    of, key = (campaign.id, state.round.number), f"crowds:{state.round.id}"
    with st.container(border=True):
        st.subheader(t("crowds.round", number=state.round.number))
        st.code(session.address() + link_of(state.crowd), language=None, wrap_lines=True)
        counts = [t(f"crowds.{name}", count=getattr(state, name)) for name in _COUNTS]
        if state.median_minutes is not None:
            counts.append(t("crowds.median", minutes=number(state.median_minutes)))
        st.caption(" · ".join([*counts, *([t("crowds.is_closed")] if state.crowd.closed else [])]))
        with st.container(horizontal=True):
            if not state.crowd.closed and st.button(t("crowds.close"), key=f"{key}:close"):
                with acting(Role.MANAGER):
                    close_crowd(store, CloseCrowdRequest(*of), session.now())
                    session.say(t("crowds.closed"))
            with st.popover(t("crowds.forget")):
                st.markdown(t("crowds.forget_why"))
                if st.button(t("crowds.do_forget"), type="primary", key=f"{key}:forget"):
                    with acting(Role.MANAGER):
                        count = forget_crowd(store, ForgetCrowdRequest(*of))
                        session.say(t("crowds.forgotten", count=count))
        rows = export_crowd(store, ExportCrowdRequest(*of), session.now())
        if rows:
            shown = [{t(f"crowds.column_{name}"): _cell(name, row[name]) for name in _SHOWN} for row in rows]
            text_table(shown, download=f"participants-{state.round.number}.csv")


def _cell(name: str, value: object) -> object:
    if name == "status":
        return t(f"crowds.is_{value}")
    return "" if value is None else value


def draw_opening(store: Store, campaign: Campaign, *, is_first: bool) -> None:
    """Draw the form of a new crowd."""
    free = store.campaigns.count_free_items(campaign.id)
    with st.expander(t("crowds.open"), expanded=is_first):
        upload = st.file_uploader(
            label_of(CrowdRequest, "attention"), help=help_of(CrowdRequest, "attention"), key="crowds:upload"
        )
        show_upload(upload)
        with st.form("crowds:open", border=False):
            _draw_form(store, campaign, free, upload)


def _draw_form(store: Store, campaign: Campaign, free: int, upload: UploadedFile | None) -> None:
    form = RequestForm(
        CrowdRequest, f"crowds:{campaign.id}", campaign=campaign.id, attention={}, consent=None
    )
    boxes = st.columns(4)
    most = max(1, free)
    form.ask("items", draw=boxes[0].number_input, min_value=1, max_value=most, value=min(most, 30))
    form.ask("overlap", boxes[1], value=3)
    form.ask("items_per_person", boxes[2], value=10)
    form.ask("places", boxes[3], value=10)
    boxes = st.columns(2)
    form.ask("completion_url", boxes[0])
    form.ask("completion_code", boxes[1])
    consent = st.text_area(label_of(CrowdRequest, "consent"))
    form.rest()
    if st.form_submit_button(t("crowds.do_open"), type="primary"):
        with acting(Role.MANAGER):
            attention = {} if upload is None else isolated(attention_answers, str(saved_upload(upload)))
            request = replace(form.request(), attention=attention, consent=consent)
            person = session.require(Role.MANAGER)
            state = open_crowd(store, request, by=person.pseudonym, now=session.now())
            session.say(t("crowds.opened", number=state.round.number))


def draw() -> None:
    """Draw the crowds of the chosen campaign."""
    store = session.open_store()
    session.require(Role.MANAGER)
    st.title(t("crowds.menu"))
    st.caption(t("crowds.why"))
    campaigns = store.campaigns.list()
    if not campaigns:
        no_campaign_yet(t("rounds.no_campaign"))
    campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
    states = list_crowds(store, ListCrowdsRequest(campaign.id), session.now())
    if not states:
        st.info(t("crowds.none", campaign=no_markup(campaign.name)))
    draw_opening(store, campaign, is_first=not states)
    for state in states:
        draw_crowd(store, campaign, state)


draw()
