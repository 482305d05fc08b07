"""The links of this session: of a campaign until they are hidden, of all on the page of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

import streamlit as st

from aloi.annotation.model import Annotator
from aloi.ui import session
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench import people
from aloi.workbench.requests.corrections import InviteRequest
from aloi.workbench.store.opening import Store


def note_links(store: Store, campaign: str, invited: Sequence[Annotator]) -> None:
    """Make a link for each person, to be shown on the next page of the campaign."""
    for person in invited:
        note_link(store, InviteRequest(person=person.id, name=person.name), campaign)


def note_link(store: Store, request: InviteRequest, campaign: str = "") -> None:
    """Make a link; it can be copied as long as this session lasts, since the store has only its digest."""
    token = people.invite(store, request, session.now())
    session.page_state("invitations").setdefault(campaign, []).append((request.name, token))


def draw_links(campaign: str) -> None:
    """Draw the links of a campaign that was just started, until they are hidden."""
    hidden = session.page_state("invitations:hidden")
    links = session.page_state("invitations").get(campaign, [])
    if not links or hidden.get(campaign):
        return
    with st.container(border=True):
        _draw_copies(links)
        if st.button(t("people.hide_links"), key=f"invitations:{campaign}:hide"):
            hidden[campaign] = True
            st.rerun()


def draw_all_links(store: Store) -> None:
    """Draw the links of this session that still work."""
    noted = [link for links in session.page_state("invitations").values() for link in links]
    links = [link for link in noted if store.people.invite(people.hash_token(link[1]), session.now())]
    if links:
        with st.container(border=True):
            _draw_copies(links)


def show_links(campaign: str, next_step: Callable[[], None]) -> None:
    """Open a dialog with the links of a campaign that was just started, and a button for the next step."""

    @st.dialog(t("people.links_title"), width="large", on_dismiss="rerun")
    def draw() -> None:
        _draw_copies(session.page_state("invitations")[campaign])
        if st.button(t("people.links_then"), type="primary", key=f"invitations:{campaign}:then"):
            next_step()

    draw()


def _draw_copies(links: Sequence[tuple[str, str]]) -> None:
    """Draw links by name, to be copied one by one or all together."""
    st.markdown(f"**{no_markup(t('people.link_ready', count=len(links), days=people.INVITE_DAYS))}**")
    warn_of_local_address()
    named = [
        (name or t("people.invited_nobody"), f"{session.address()}/invite/{token}") for name, token in links
    ]
    for name, address in named:
        st.caption(no_markup(name))
        st.code(address, language=None, wrap_lines=True)
    if len(links) > 1:
        st.caption(t("people.all_links"))
        st.code("\n".join(f"{name}: {address}" for name, address in named), language=None)


def warn_of_local_address() -> None:
    """Warn if the address of this server only works on this machine, with the action."""
    host = urlsplit(session.address()).hostname or ""
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host == "localhost" or host.endswith(".localhost")
    if local:
        st.warning(t("people.only_here", address=session.address()))
