"""Items: all items of a campaign in one table, with their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import go, no_campaign_yet
from aloi.ui.pages.items import view
from aloi.ui.pages.items.assigning import draw_assigning
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.items import ListItems, items_ids, visible_index
from aloi.workbench.rounds.rounds import listed_rounds

_SKELETON = 480  # pixels, of the table before it was computed for the first time

store = session.open_store()
person = session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("items.menu"), help=explained("item", "dispute", "gold"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("rounds.no_campaign"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
if access.hidden_items(store, campaign.id):
    st.info(t("items.annotating"))
state = session.page_state(f"items:{campaign.id}")
rounds = listed_rounds(store, campaign.id, with_items=False)
assigns = access.may({access.role_in(store, person, campaign.id)}, access.MANAGERS)


def on_event(event: Mapping[str, Any]) -> None:
    """Keep what a person chose in the table for this run of the page."""
    state["event"] = event


def finish() -> None:
    """End the assignment of items, and clear the selection."""
    state.pop("assign", None)
    state["cleared"] = state.get("cleared", 0) + 1


event = state.pop("event", None)
if event is not None and event.get("kind") == "adjudicate":
    round_ = next((one for one in rounds if one.number == event.get("round")), None)
    if round_ is not None:
        query = {"campaign": campaign.id, "round": round_.id, "item": str(event.get("item"))}
        go("adjudicate", query)
if event is not None and event.get("kind") == "assign" and assigns:
    state["assign"] = items_ids(store, campaign.id, view.asked_for(campaign, event), session.settings().data)
if state.get("assign"):
    draw_assigning(store, campaign, rounds, state["assign"], finish)
index = latest_result(store, ListItems(campaign.id))
window = None if index is None else view.first_window(store, campaign)
if index is None:
    st.stop()  # a placeholder is drawn already
if window is None:
    st.skeleton(height=_SKELETON)
    st.stop()
view.draw_table(
    campaign,
    visible_index(index, campaign.id, Context(store, session.settings().data)),
    window,
    rounds,
    assigns=assigns,
    lang=store.texts.corpus(campaign.corpus_id).language,
    cleared=state.get("cleared", 0),
    on_event=on_event,
)
