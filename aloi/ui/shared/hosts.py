"""Whether others can reach the address that a manager sends them."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

import streamlit as st

from aloi.ui import session
from aloi.ui.texts import t


def warn_of_local_address() -> None:
    """Warn if the address of this server only works on this machine, with the action."""
    host = urlsplit(session.address()).hostname or ""
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = host == "localhost" or host.endswith(".localhost")
    if local:
        st.warning(t("people.only_here", address=session.address()))
