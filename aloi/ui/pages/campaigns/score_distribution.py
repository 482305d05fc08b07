"""The distribution of scores that a manager wants of a campaign."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.ui import session
from aloi.ui.numbers import numbers
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.overview.scores import state_wanted, wanted_levels
from aloi.workbench.requests.campaigns import WantedRequest
from aloi.workbench.store.opening import Store

_A_ROW = 6


def draw_wanted(store: Store, campaign: Campaign) -> None:
    """Draw a field for each level of the campaign's scale, in per cent; nothing if answers are no numbers."""
    levels = wanted_levels(campaign)
    if not levels:
        return
    key = f"campaigns:wanted:{campaign.id}"
    with st.expander(t("campaigns.wanted")):
        st.caption(t("campaigns.wanted_why"))
        with st.form(key, border=False):
            shares = {}
            for start in range(0, len(levels), _A_ROW):
                for column, level in zip(st.columns(_A_ROW), levels[start : start + _A_ROW], strict=False):
                    shares[level.level] = column.number_input(
                        t("campaigns.wanted_level", level=numbers(level.level)),
                        min_value=0.0,
                        value=round(100 * level.share, 1),
                        format="%g",
                        key=f"{key}:{level.level}",
                    )
            with st.container(horizontal=True):
                is_saved = st.form_submit_button(t("campaigns.wanted_save"))
                even = st.form_submit_button(t("campaigns.wanted_even"))
        if is_saved or even:
            with acting(Role.MANAGER):
                if even:
                    for level in levels:  # the fields show what is wanted now
                        del st.session_state[f"{key}:{level.level}"]
                state_wanted(store, WantedRequest(campaign.id, shares if is_saved else {}))
                session.say(t("campaigns.wanted_saved", name=no_markup(campaign.name)))
