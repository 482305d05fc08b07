"""The members of a campaign: who takes part and as what; add, change the role, remove."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.annotation.model import Annotator, Campaign, Role
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.people import Member
from aloi.workbench.requests.campaigns import AddMemberRequest, RemoveMemberRequest
from aloi.workbench.store.opening import Store


def draw_members(store: Store, campaign: Campaign) -> None:
    """Draw the members of a campaign with their roles, and the forms that change, remove and add one."""
    st.subheader(t("campaigns.members"))
    st.caption(t("campaigns.members_why"))
    present = access.members(store, campaign.id)
    if present:
        text_table(
            [
                {
                    t("glossary.pseudonym"): member.person.pseudonym,
                    t("people.role"): _role_title(member.role.value),
                }
                for member in present
            ]
        )
        with st.expander(t("campaigns.change_member")):
            _draw_changing(store, campaign, present)
    else:
        st.info(t("campaigns.no_members"))
    others = access.candidates(store, campaign.id)
    if others:
        with st.expander(t("campaigns.add_member")):
            _draw_adding(store, campaign, others)
    link("people", t("campaigns.invite_member"))


def _draw_changing(store: Store, campaign: Campaign, present: Sequence[Member]) -> None:
    key = f"campaigns:member:{campaign.id}"
    left, right = st.columns(2)
    people = {one.person.id: one for one in present}
    form = RequestForm(AddMemberRequest, key, campaign=campaign.id)
    form.ask("person", left, options=list(people), format_func=lambda one: people[one].person.pseudonym)
    member = people[form.value("person")]
    role_key = f"{key}:role:{member.person.id}:{member.role.value}"
    role = form.ask("role", right, value=member.role.value, format_func=_role_title, key=role_key)
    form.rest()
    name = no_markup(member.person.pseudonym)
    with st.container(horizontal=True):
        if st.button(t("people.set_role"), key=f"{key}:set", disabled=role == member.role.value):
            with acting(Role.MANAGER):
                access.add_member(store, form.request())
                session.say(t("people.role_set", who=name, role=_role_title(role)))
        if st.button(t("campaigns.remove_member", who=name), key=f"{key}:remove"):
            with acting(Role.MANAGER):
                access.remove_member(store, RemoveMemberRequest(campaign.id, member.person.id))
                session.say(t("campaigns.member_removed", who=name))


def _draw_adding(store: Store, campaign: Campaign, others: Sequence[Annotator]) -> None:
    key = f"campaigns:add:{campaign.id}"
    with st.form(key, border=False):
        left, right = st.columns(2)
        people = {one.id: one for one in others}
        form = RequestForm(AddMemberRequest, key, campaign=campaign.id)
        form.ask("person", left, options=list(people), format_func=lambda one: people[one].pseudonym)
        role = form.ask("role", right, value="annotator", format_func=_role_title)
        form.rest()
        if st.form_submit_button(t("campaigns.do_add_member")):
            with acting(Role.MANAGER):
                added = access.add_member(store, form.request())
                name = no_markup(added.person.pseudonym)
                session.say(t("people.role_set", who=name, role=_role_title(role)))


def _role_title(role: str) -> str:
    return t(f"app.role_{role}")
