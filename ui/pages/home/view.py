"""What Home draws: one thing to do a line, the first one larger, and a line a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import streamlit as st

from annotation.model import Campaign, Status
from ui.navigation import link
from ui.shared.due import due_words
from ui.shared.tables import no_markup
from ui.texts import t
from workbench.figures.overview import CampaignTallies
from workbench.home import TodoStep
from workbench.overview.campaign import current_round
from workbench.rounds.rounds import listed_rounds
from workbench.store.opening import Store


def draw_step(step: TodoStep, today: date, *, leads: bool = False) -> None:
    """Draw one thing to do with the way to it; the one that `leads` also says why."""
    with st.container(border=leads):
        words, way = st.columns([4, 1.2], vertical_alignment="center")
        values = {name: no_markup(one) if isinstance(one, str) else one for name, one in step.values.items()}
        told = t(f"home.{step.key}", **values)
        words.markdown(f"#### {told}" if leads else told)
        if step.due is not None:
            words.markdown(due_words(step.due, today))
        if leads:
            words.caption(t(f"home.{step.key}_why"))
        with way:
            link(step.page, t(f"home.{step.key}_do"), step.place)


def campaign_rows(
    store: Store, campaigns: Sequence[Campaign], tallies: Mapping[str, CampaignTallies | None]
) -> None:
    """Draw a line a campaign, open ones first: the way to its overview, and how far its round is."""
    for campaign in sorted(campaigns, key=lambda one: one.status != Status.OPEN):
        name, far, state = st.columns([2, 3, 1], vertical_alignment="center")
        with name:
            link("overview", no_markup(campaign.name), {"campaign": campaign.id})
        with far:
            _far(store, campaign, tallies.get(campaign.id))
        releases = store.gold.release_heads(campaign.id)
        told = (
            t("home.released", version=releases[-1].version)
            if releases
            else t(f"app.{campaign.status.value}")
        )
        state.caption(told)


def _far(store: Store, campaign: Campaign, counted: CampaignTallies | None) -> None:
    current = current_round(listed_rounds(store, campaign.id, with_items=False))
    if current is None:
        st.caption(t("home.no_round"))
        return
    every = () if counted is None else counted.rounds
    tally = next((one for one in every if one.round_id == current.id), None)
    if tally is None:
        return  # counted for the first time: the line above the steps says so
    words = {"number": current.number, "done": tally.done, "planned": tally.planned}
    told = t("overview.closed_with" if current.status == Status.CLOSED else "home.far", **words)
    st.progress(min(1.0, tally.done / tally.planned) if tally.planned else 1.0, text=told)
