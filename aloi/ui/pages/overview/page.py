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
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.campaigns import CountCampaign, CountDays, CountValues, ListDisputed, RateRound
from aloi.workbench.cache.results import read_all
from aloi.workbench.overview import campaign as overviews
from aloi.workbench.overview.progress import imported_annotators, round_progress
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.rounds.schemas import decided_items

store = session.open_store()
session.require(Role.MANAGER)
title_box, round_box = st.columns([3, 2], vertical_alignment="center")
title_box.title(t("overview.title"), help=explained("round", "agreement", "gold", "release"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("rounds.no_campaign"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
draw_links(campaign.id)
rounds = listed_rounds(store, campaign.id, with_items=False)
current = overviews.current_round(rounds)
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
disputed_rounds = [one for one in rounds if overviews.has_disputes(one)]
requests: list[Request[object]] = [
    CountCampaign(campaign.id),
    CountDays(campaign.id, current.id),
    CountDays(campaign.id, looked_at.id),
    *(RateRound(campaign.id, one.id) for one in rounds),
    *(ListDisputed(campaign.id, one.id) for one in disputed_rounds),
    CountValues(campaign.id, answered.id),
]
tallies, days, days_shown, *rest, distribution = latest_results(store, read_all(store, requests))
sources = imported_annotators(store)
counted = [] if tallies is None else overviews.tallies_of(rounds, tallies, sources)
if days is None or days_shown is None or len(counted) < len(rounds):
    st.stop()  # counted for the first time: the line above says so
qualities, disputed = rest[: len(rounds)], rest[len(rounds) :]
disputes = {
    round_.id: len(set(disputed_items.items) - decided_items(store, round_.campaign_id, round_.id))
    if disputed_items
    else 0
    for round_, disputed_items in zip(disputed_rounds, disputed, strict=True)
}
trust = [
    overviews.trust_of(campaign, round_, quality, disputes.get(round_.id, 0))
    for round_, quality, tally in zip(rounds, qualities, counted, strict=True)
    if quality is not None and tally.done
]
names = {person.id: person.pseudonym for person in store.people.list()}
progress = round_progress(current, days, names, session.now(), sources)
progress_shown = round_progress(looked_at, days_shown, names, session.now(), sources)
late, released = overviews.late_answers(store, rounds), overviews.releases(store, campaign)
overview = overviews.overview_of(
    campaign, rounds, counted, progress, trust, late, released, (looked_at, progress_shown)
)
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
view.people(progress_shown, local)
view.rounds(overview)
