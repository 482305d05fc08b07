"""The members of a campaign: who takes part and as what; add, change the role, remove."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Annotator, Campaign, Role
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.people import Member
from aloi.workbench.store.opening import Store

_ROLES = [role.value for role in reversed(access.CAMPAIGN_ROLES)]


def draw_members(store: Store, campaign: Campaign) -> None:
    """Draw who takes part in a campaign, each with a choice of their role, and how to add somebody."""
    st.subheader(t("campaigns.members"))
    st.caption(t("campaigns.members_why"))
    present = access.members(store, campaign.id)
    if not present:
        st.info(t("campaigns.no_members"))
    for member in present:
        _draw_member(store, campaign, member)
    others = access.candidates(store, campaign.id)
    if others:
        _draw_adding(store, campaign, others)
    link("people", t("campaigns.invite_member"))


def _draw_member(store: Store, campaign: Campaign, member: Member) -> None:
    who, key = member.person.pseudonym, f"campaigns:member:{campaign.id}:{member.person.id}"
    with st.container(horizontal=True, vertical_alignment="bottom", key=key):
        role = st.selectbox(
            no_markup(who),
            _ROLES,
            index=_ROLES.index(member.role.value),
            format_func=lambda word: t(f"app.role_{word}"),
            key=f"{key}:role:{member.role.value}",
            width=260,
        )
        if st.button(t("campaigns.set_member"), key=f"{key}:set", disabled=role == member.role.value):
            with acting(Role.MANAGER):
                access.add_member(store, campaign.id, member.person.id, role)
                session.say(t("people.role_set", who=no_markup(who), role=t(f"app.role_{role}")))
        if st.button(t("campaigns.remove_member"), key=f"{key}:remove"):
            with acting(Role.MANAGER):
                access.remove_member(store, campaign.id, member.person.id)
                session.say(t("campaigns.member_removed", who=no_markup(who)))


def _draw_adding(store: Store, campaign: Campaign, others: list[Annotator]) -> None:
    key = f"campaigns:add:{campaign.id}"
    with st.form(key, border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        person = st.selectbox(
            t("campaigns.new_member"),
            others,
            format_func=lambda one: one.pseudonym,
            key=f"{key}:who",
            width=260,
        )
        role = st.selectbox(
            t("people.role"),
            _ROLES,
            format_func=lambda word: t(f"app.role_{word}"),
            key=f"{key}:role",
            width=180,
        )
        if st.form_submit_button(t("campaigns.add_member")):
            with acting(Role.MANAGER):
                access.add_member(store, campaign.id, person.id, role)
                session.say(t("people.role_set", who=no_markup(person.pseudonym), role=t(f"app.role_{role}")))
