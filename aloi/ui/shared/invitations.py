"""Links for new annotators, shown on the page of their campaign until they are hidden."""

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
    now = session.now()
    links = [
        (person.name, people.invite(store, InviteRequest(person=person.id, name=person.name), now))
        for person in invited
    ]
    if links:
        session.page_state("invitations")[campaign] = links


def draw_links(campaign: str) -> None:
    """Draw the links of a campaign that was just started, until they are hidden."""
    state = session.page_state("invitations")
    if not state.get(campaign):
        return
    with st.container(border=True):
        _draw_copies(state[campaign])
        if st.button(t("people.hide_links"), key=f"invitations:{campaign}:hide"):
            del state[campaign]
            st.rerun()


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
    addresses = {name: f"{session.address()}/invite/{token}" for name, token in links}
    for name, address in addresses.items() if len(links) > 1 else ():
        st.caption(no_markup(name))
        st.code(address, language=None, wrap_lines=True)
    if len(links) > 1:
        st.caption(t("people.all_links"))
    st.code("\n".join(f"{name}: {address}" for name, address in addresses.items()), language=None)


def warn_of_local_address() -> None:
    """Warn if the address of this server only works on this machine, with the action."""
    host = urlsplit(session.address()).hostname or ""
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host == "localhost" or host.endswith(".localhost")
    if local:
        st.warning(t("people.only_here", address=session.address()))
