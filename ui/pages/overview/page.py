"""Overview: where a campaign stands, answered at a glance from figures that the worker counted."""

from __future__ import annotations

from datetime import date, datetime

import streamlit as st

from annotation.model import Role
from ui import selection, session
from ui.figures import settled
from ui.navigation import link, nothing_yet
from ui.pages.overview import view
from ui.texts import t
from workbench.figures.keeping import read, read_all
from workbench.figures.overview import CAMPAIGN_TALLIES, ROUND_DAYS, ROUND_QUALITY
from workbench.figures.rounds import DISPUTED_ITEMS
from workbench.overview import campaign as overviews
from workbench.overview.progress import round_progress
from workbench.rounds.rounds import listed_rounds

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("overview.title"))
campaigns = store.campaigns.list()
if not campaigns:
    nothing_yet(t("rounds.no_campaign"), "campaigns", t("candidates.to_campaigns"))
campaign = selection.choose_campaign(
    store, campaigns, key="overview:campaign:choice", why_not=t("rounds.no_campaign")
)
rounds = listed_rounds(store, campaign.id, with_items=False)
current = overviews.current_round(rounds)
here = session.local_now().tzinfo


def local(moment: datetime) -> date:
    """Return the day of a moment where the person is."""
    return moment.astimezone(here).date()


if current is None:
    st.info(t("rounds.empty"))
    link("rounds", t("overview.next_open"), {"campaign": campaign.id})
    st.stop()
disputed_rounds = [one for one in rounds if overviews.has_disputes(one)]
known = [
    read(store, CAMPAIGN_TALLIES, campaign.id),
    read(store, ROUND_DAYS, campaign.id, current.id),
    *read_all(store, ROUND_QUALITY, [(campaign.id, one.id) for one in rounds]),
    *read_all(store, DISPUTED_ITEMS, [(campaign.id, one.id) for one in disputed_rounds]),
]
tallies, days, *rest = settled(store, known)
counted = [] if tallies is None else overviews.tallies_of(rounds, tallies.rounds)
if days is None or len(counted) < len(rounds):
    st.stop()  # counted for the first time: the line above says so
qualities, disputed = rest[: len(rounds)], rest[len(rounds) :]
disputes = {
    one.id: len(set(found.items) - store.gold.decided_items(one.id)) if found else 0
    for one, found in zip(disputed_rounds, disputed, strict=True)
}
trust = [
    overviews.trust_of(one, quality, disputes.get(one.id, 0))
    for one, quality, tally in zip(rounds, qualities, counted, strict=True)
    if quality is not None and tally.done
]
names = {person.id: person.pseudonym for person in store.people.list()}
progress = round_progress(current, days, names, session.now())
late, released = overviews.late_answers(store, rounds), overviews.releases(store, campaign)
found = overviews.overview_of(campaign, rounds, counted, progress, trust, late, released)
view.cards(found, session.today(), local)
view.steps(found)
left, right = st.columns([3, 2])
with left:
    view.burn_up(found)
    view.scores(found)
with right:
    view.coefficients(found)
view.people(progress, local)
view.rounds(found)
