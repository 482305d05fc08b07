"""Somebody's role and account, as an administrator changes them."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Annotator, Role
from aloi.ui import session
from aloi.ui.shared.invitations import note_link
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.requests.corrections import InviteRequest
from aloi.workbench.store.opening import Store


def draw_changing(store: Store, annotator: Annotator) -> None:
    """Draw the possible changes of a person."""
    disabled = store.people.is_disabled(annotator.id)
    left, middle, right = st.columns(3)
    with left:
        roles = [role.value for role in Role]
        new_role = st.selectbox(
            t("people.role"),
            roles,
            index=roles.index(annotator.role.value),
            format_func=lambda word: t(f"app.role_{word}"),
            key=f"people:role:{annotator.id}",
        )
        if st.button(t("people.set_role"), disabled=new_role == annotator.role.value):
            session.require(Role.ADMINISTRATOR)
            store.people.set_role(annotator.id, Role(new_role), session.now())
            session.say(
                t("people.role_set", who=no_markup(annotator.pseudonym), role=t(f"app.role_{new_role}"))
            )
            st.rerun()
    with middle:
        st.caption(t("people.disable_why"))
        if st.button(t("people.enable") if disabled else t("people.disable")):
            session.require(Role.ADMINISTRATOR)
            store.people.set_disabled(annotator.id, not disabled, session.now())
            session.say(
                t("people.enabled" if disabled else "people.disabled", who=no_markup(annotator.pseudonym))
            )
            st.rerun()
    with right:
        st.caption(t("people.new_link_why"))
        if st.button(t("people.new_link")):
            session.require(Role.ADMINISTRATOR)
            note_link(store, InviteRequest(annotator.role.value, annotator.name, person=annotator.id))
            st.rerun()
