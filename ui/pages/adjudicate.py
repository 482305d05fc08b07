"""Adjudicate: decide the items on which answers differ, widest difference first."""

from __future__ import annotations

import streamlit as st

from annotation.model import Role
from annotation.tasks import task
from errors import AloiError
from ui import session, views
from ui.fields import ask
from ui.navigation import link
from ui.texts import t
from workbench import adjudicating

store = session.open_store()
person = session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("adjudicate.title"))
campaigns = [one for one in store.campaigns.list() if store.campaigns.rounds(one.id)]
if not campaigns:
    st.info(t("adjudicate.empty"))
    link("home", t("app.to_home"))
    st.stop()
left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
campaign = left.selectbox(
    t("app.campaign"), campaigns, format_func=lambda one: one.name, key="adjudicate:campaign"
)
rounds = [one for one in store.campaigns.rounds(campaign.id) if one.overlap > 1]
if not rounds:
    st.info(t("adjudicate.single"))
    st.stop()
current = middle.selectbox(
    t("agreement.round"),
    list(reversed(rounds)),
    format_func=lambda one: t("app.round_name", number=one.number),
    key="adjudicate:round",
)
blind = right.toggle(t("adjudicate.blind"), help=t("adjudicate.blind_help"), key="adjudicate:blind")
queue = adjudicating.queue(store, campaign.id, current.number)
st.progress(
    queue.decided / max(1, queue.decided + len(queue.disputes)),
    t("adjudicate.progress", decided=queue.decided, left=len(queue.disputes)),
)
if queue.waiting:
    st.caption(t("adjudicate.waiting", count=queue.waiting))
if not queue.disputes:
    st.success(t("adjudicate.done") if not queue.waiting else t("adjudicate.not_yet"))
else:
    later: list[str] = session.page_state("adjudicate").setdefault("later", [])
    # Widest difference first; what was put off comes last, in the order it was put off.
    dispute = min(queue.disputes, key=lambda one: later.index(one.item_id) + 1 if one.item_id in later else 0)
    item = store.texts.items([dispute.item_id])[0]
    kind = task(campaign.schema.task_type)
    views.item_card(item)
    views.answers(
        {one.pseudonym: one.value for one in dispute.answers}, kind, campaign.schema.settings, blind=blind
    )
    with st.form(f"adjudicate:{dispute.item_id}:form"):
        value = ask(kind.fields(item, campaign.schema.settings), f"adjudicate:{dispute.item_id}")
        why = st.text_input(t("adjudicate.why"), placeholder=t("adjudicate.why_example"))
        with st.container(horizontal=True):
            decided = st.form_submit_button(t("adjudicate.decide"), type="primary")
            put_off = st.form_submit_button(t("adjudicate.later"), help=t("adjudicate.later_help"))
        if put_off:
            if dispute.item_id in later:
                later.remove(dispute.item_id)
            later.append(dispute.item_id)
            st.rerun()
        if decided:
            try:
                decider = session.require(Role.ADJUDICATOR, Role.MANAGER)
                adjudicating.decide(
                    store,
                    campaign.id,
                    current.number,
                    dispute.item_id,
                    value,
                    why,
                    (decider.pseudonym,),
                    session.now(),
                )
                session.say(t("adjudicate.decided"))
                st.rerun()
            except AloiError as error:
                views.problem(error)

guidelines = store.campaigns.guidelines(campaign.id)
guideline = next((one for one in guidelines if one.version == current.guideline_version), None)
if guideline is not None:
    with st.expander(t("adjudicate.guideline", version=guideline.version)):
        st.markdown(guideline.text)
decisions = store.gold.adjudications(current.id)
if decisions:
    with st.expander(t("adjudicate.decisions", count=len(decisions))):
        views.decision_table(store, campaign, decisions)
