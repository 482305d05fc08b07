"""Home: the tasks of this person, most urgent first, and the state of campaigns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import streamlit as st

from aloi.annotation.model import Campaign, Round, Status
from aloi.ui import session
from aloi.ui.cached_results import latest_results
from aloi.ui.glossary import explained
from aloi.ui.navigation import link
from aloi.ui.shared.due_dates import due_words
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.cache.campaigns import CountCampaign, Tallies
from aloi.workbench.cache.results import ResultReader
from aloi.workbench.home import TodoStep, first_steps, next_steps
from aloi.workbench.overview.campaign import current_round
from aloi.workbench.store.opening import Store

_WAY, _NAME, _STATE = 230, 300, 150  # pixels: of the link to a step, and of the text beside a bar


def draw_step(step: TodoStep, today: date, position: int) -> None:
    """Draw one task with its link; the first one, at position 0, also with the reason."""
    leads = position == 0
    values = {name: no_markup(one) if isinstance(one, str) else one for name, one in step.values.items()}
    text = t(f"home.{step.key}", **values)
    due = "" if step.due is None else f"\n\n{due_words(step.due, today)}"
    # One block a line and not columns: each block is a message of its own, and there are many lines.
    with st.container(
        border=leads, horizontal=True, vertical_alignment="center", key=f"home:step:{position}"
    ):
        words = st.container() if leads else st
        words.markdown(f"{'#### ' if leads else ''}{text}{due}", width="stretch")
        if leads:
            words.caption(t(f"home.{step.key}_why"))
        link(step.page, t(f"home.{step.key}_do"), step.page_values, width=_WAY)


def campaign_rows(store: Store, campaigns: Sequence[Campaign], tallies: Mapping[str, Tallies | None]) -> None:
    """Draw a line for each campaign, open ones first: link to its overview, and progress of its round."""
    rounds = [one for one in store.campaigns.rounds(with_items=False) if not one.archived]
    versions = {one.campaign_id: one.version for one in store.gold.release_heads()}
    for campaign in sorted(campaigns, key=lambda one: one.status != Status.OPEN):
        version = versions.get(campaign.id)
        state = t(f"campaigns.status_{campaign.status.value}")
        text = t("home.released", version=version) if version else state
        with st.container(horizontal=True, vertical_alignment="center"):
            link("overview", no_markup(campaign.name), {"campaign": campaign.id}, width=_NAME)
            _far([one for one in rounds if one.campaign_id == campaign.id], tallies.get(campaign.id))
            st.caption(text, width=_STATE)


def _far(rounds: Sequence[Round], tallies: Tallies | None) -> None:
    current = current_round(rounds)
    if current is None:
        st.caption(t("home.no_round"))
        return
    tally = next((one for one in tallies or () if one.round_id == current.id), None)
    if tally is None:
        st.caption(t("app.round_name", number=current.number))  # the line above says that it is being counted
        return
    words = {"number": current.number, "done": tally.done, "planned": tally.planned}
    text = t("overview.closed_with" if current.status == Status.CLOSED else "home.far", **words)
    st.progress(min(1.0, tally.done / tally.planned) if tally.planned else 1.0, text=text)


store = session.open_store()
person = session.require()

st.title(t("home.title", name=no_markup(person.name or person.pseudonym)))
reader = ResultReader(store)
steps = next_steps(store, person, reader, session.now())
manages = access.may(session.roles(), access.MANAGERS)
store_of_manager = access.store_of(store, person, access.MANAGERS)
campaigns = store_of_manager.campaigns.list() if manages else []
reader.prefetch([CountCampaign(one.id) for one in campaigns])
tallies = {one.id: reader(CountCampaign(one.id)) for one in campaigns}
if latest_results(store, reader.requested) != [one.value for one in reader.requested]:
    st.rerun()  # the steps were computed from older ones; all of these lead to other pages
if not steps and not any(one.at is None for one in reader.requested):
    st.success(t("home.nothing_manager") if manages else t("home.nothing"))
first, rest = first_steps(steps)
for position, step in enumerate(first):
    draw_step(step, session.today(), position)
if rest:
    with st.expander(t("home.more", count=len(rest))):
        for position, step in enumerate(rest, len(first)):
            draw_step(step, session.today(), position)

if campaigns:
    st.subheader(t("home.campaigns"), help=explained("campaign", "round", "release"))
    campaign_rows(store_of_manager, campaigns, tallies)
