"""The invitations that nobody has taken up yet, and how one is ended."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench import people as verbs
from aloi.workbench.requests.corrections import UninviteRequest
from aloi.workbench.store.opening import Store


def draw_invitations(store: Store) -> None:
    """Draw the open invitations, each with the button that ends it."""
    invites = store.people.invites(session.now())
    if not invites:
        return
    names = {one.id: one.name for one in store.campaigns.list(archived=True)}
    with st.expander(t("people.invites", count=len(invites))):
        st.caption(t("people.invites_why"))
        for invite in invites:
            # A button of its own: what is chosen from a list may be another one once the list has changed.
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(_described(invite, names))
                if st.button(t("people.end_invite"), key=f"people:end_invite:{invite.ref}"):
                    with problems_told():
                        session.require(Role.MANAGER)
                        verbs.end_invite(store, UninviteRequest(invite.ref), session.now())
                        session.say(t("people.invite_ended"))
                        st.rerun()


def _described(invite: verbs.Invite, names: Mapping[str, str]) -> str:
    """Return the person, the role and the expiry of an invitation."""
    person = invite.person
    role = t(f"app.role_{(person or invite).role.value}")
    campaign = names.get(invite.campaign_id or "")
    until = moment(invite.expires.astimezone(session.local_now().tzinfo))
    return t(
        "people.invited",
        who=no_markup(
            f"{invite.name} ({person.pseudonym})" if person else invite.name or t("people.invited_nobody")
        ),
        role=role if campaign is None else t("people.in_campaign", role=role, campaign=no_markup(campaign)),
        until=until,
    )
