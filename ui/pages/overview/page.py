"""Overview: where a campaign stands, answered at a glance."""

from __future__ import annotations

from datetime import date, datetime

import streamlit as st

from annotation.model import Role
from ui import session
from ui.navigation import link, nothing_yet
from ui.pages.overview import view
from ui.shared.choices import NAME
from ui.texts import t
from workbench.overview.campaign import campaign_overview

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("overview.title"))
campaigns = store.campaigns.list()
if not campaigns:
    nothing_yet(t("rounds.no_campaign"), "campaigns", t("candidates.to_campaigns"))
campaign = st.selectbox(t("app.campaign"), campaigns, format_func=NAME, key="overview:campaign:choice")
found = campaign_overview(store, campaign.id, session.now())
here = session.local_now().tzinfo


def local(moment: datetime) -> date:
    """Return the day of a moment where the person is."""
    return moment.astimezone(here).date()


if found.current is None:
    st.info(t("rounds.empty"))
    link("rounds", t("overview.next_open"), {"campaign": campaign.id})
    st.stop()
view.cards(found, session.today(), local)
view.steps(found)
left, right = st.columns([3, 2])
with left:
    view.burn_up(found)
with right:
    view.coefficients(found)
if found.progress is not None:
    view.people(found.progress, local)
view.rounds(found)
