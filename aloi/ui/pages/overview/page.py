"""Overview: the state of a campaign at a glance, from results cached by the worker."""

from __future__ import annotations

from datetime import date, datetime

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_results
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_campaign_yet
from aloi.ui.pages.overview import view
from aloi.ui.shared.choices import round_name
from aloi.ui.shared.invitations import draw_links
from aloi.ui.texts import t
from aloi.workbench.cache.campaigns import CountValues
from aloi.workbench.cache.overview import overview_of_results, overview_requests
from aloi.workbench.cache.results import read_all
from aloi.workbench.overview.campaign import current_round
from aloi.workbench.rounds.rounds import listed_rounds

store = session.open_store()
session.require(Role.MANAGER)
title_box, round_box = st.columns([3, 2], vertical_alignment="center")
title_box.title(t("overview.menu"), help=explained("round", "agreement", "gold", "release"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("rounds.no_campaign"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
draw_links(campaign.id)
rounds = listed_rounds(store, campaign.id, with_items=False)
current = current_round(rounds)
timezone = session.local_now().tzinfo


def local(moment: datetime) -> date:
    """Return the day of a moment in the time zone of the person."""
    return moment.astimezone(timezone).date()


if current is None:
    st.info(t("overview.empty"))
    link("rounds", t("overview.next_open"), {"campaign": campaign.id})
    st.stop()
shown = selection.choose_round(
    store,
    campaign,
    rounds[::-1],
    key="overview:round",
    label=t("overview.round_shown"),
    named=round_name,
    first=current,
    where=round_box,
    label_visibility="collapsed",
)
looked_at = shown or current
answered = next((one for one in (looked_at, *rounds[::-1]) if store.answers.any_answer(one.id)), looked_at)
requests = [*overview_requests(campaign, rounds, looked_at), CountValues(campaign.id, answered.id)]
*results, distribution = latest_results(store, read_all(store, requests))
overview = overview_of_results(store, campaign, rounds, results, session.now(), looked_at)
if overview is None or overview.progress is None:
    st.stop()  # counted for the first time: the line above says so
view.cards(overview, session.today(), local)
view.steps(overview)
left, right = st.columns([3, 2])
with left:
    view.scores(overview)
    if overview.scored is None and distribution is not None:
        view.values(answered, distribution)
with right:
    view.coefficients(overview)
view.burn_up(overview)
view.people(overview.progress, local)
view.rounds(overview)
