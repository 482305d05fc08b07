"""The selection of a person: campaign, round and corpus, in the address of every page and in the tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from aloi.annotation.model import Campaign, Round
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store

_PARTS = ("campaign", "round", "corpus")
_STATE_KEY, _ORDER_KEY = "selection", "campaigns:order"
_OWN_PAGES = ("", "annotate", "my_work")  # an own round there is not a round that a manager views


@dataclass(frozen=True, slots=True)
class CampaignSelection:
    """The selection: a campaign, the id of one of its rounds, the id of a corpus; None if not selected.

    Without a round a page shows its default, mostly the latest; without a corpus, that of the campaign.
    `unknown` says that the address names an object that does not exist.
    """

    campaign: Campaign | None = None
    round_id: str | None = None
    corpus_id: str | None = None
    unknown: bool = False

    @property
    def query(self) -> dict[str, str]:
        """The selection as a query of an address."""
        ids = (self.campaign.id if self.campaign else None, self.round_id, self.corpus_id)
        return {name: value for name, value in zip(_PARTS, ids, strict=True) if value}


def current(store: Store) -> CampaignSelection:
    """Return the selection: that of the address, else the last one of this tab; it is remembered.

    A round alone names its campaign, and is none of another campaign's that the address names beside it. A
    page of one's own may name the campaign alone: the round of it that one was at stays chosen.
    """
    query = {name: value for name in _PARTS if (value := session.in_address(name))}
    selected = _read(store, query)
    if selected.campaign is None or (selected.round_id is None and session.page_open() in _OWN_PAGES):
        remembered = _read(store, st.session_state.get(_STATE_KEY, {}))
        if selected.campaign in (None, remembered.campaign):
            corpus_id = selected.corpus_id or remembered.corpus_id
            selected = CampaignSelection(
                remembered.campaign, remembered.round_id, corpus_id, selected.unknown
            )
    st.session_state[_STATE_KEY] = selected.query
    return selected


def _read(store: Store, query: Mapping[str, str]) -> CampaignSelection:
    """Return the selection of these ids; without those that do not exist."""
    round_id, corpus_id = query.get("round"), query.get("corpus")
    owner = store.campaigns.of_round(round_id) if round_id else None
    campaign_id = query.get("campaign", owner)
    campaign = (
        next((one for one in store.campaigns.list() if one.id == campaign_id), None) if campaign_id else None
    )
    if campaign is None or campaign.id != owner:
        round_id = None
    if corpus_id and corpus_id not in {one.id for one in store.texts.corpora()}:
        corpus_id = None
    selected = CampaignSelection(campaign, round_id, corpus_id)
    return replace(selected, unknown=not query.keys() <= selected.query.keys())


def order_campaigns(ids: Sequence[str]) -> None:
    """Set the order of the campaigns in the menu of this tab: that of Home."""
    st.session_state[_ORDER_KEY] = tuple(ids)


def ordered(campaigns: Sequence[Campaign]) -> list[Campaign]:
    """Return campaigns in the order of Home; before Home was open, and if they are newer, the last first."""
    order = {one: place for place, one in enumerate(st.session_state.get(_ORDER_KEY, ()))}
    latest_first = campaigns[::-1]
    return sorted(latest_first, key=lambda one: order.get(one.id, -1))


def choose(campaign_id: str, round_id: str | None = None) -> None:
    """Select a campaign and a round of it for this person; the page's address says it."""
    query = {"campaign": campaign_id, **({"round": round_id} if round_id else {})}
    st.session_state[_STATE_KEY] = query
    session.put_in_address(query)


def choose_campaign(store: Store, offered: Sequence[Campaign], *, why_not: str) -> Campaign:
    """Return the selected campaign; end the page if the page does not apply to it.

    The header of the page has the list of campaigns. A page never shows another campaign than the selected
    one: it says why it does not apply to that one.

    Parameters
    ----------
    offered : sequence of Campaign
        Campaigns that the page applies to, at least one; the first is the default.
    why_not : str
        The requirement that other campaigns do not meet, as a sentence.
    """
    chosen = current(store)
    if chosen.unknown:
        st.warning(t("app.not_there"))
    elif chosen.campaign is None:
        st.session_state[_STATE_KEY] = {"campaign": offered[0].id}
        st.rerun()  # menu and header, drawn before, follow the choice; a bare address then has it
    campaign = chosen.campaign or offered[0]
    if campaign.id not in {one.id for one in offered}:
        st.info(t("app.not_here", name=no_markup(campaign.name), why=why_not))
        st.stop()
    return campaign


def chosen_first(store: Store, campaigns: Sequence[Campaign]) -> list[Campaign]:
    """Return campaigns with the selected one first, as the default of a form."""
    chosen = current(store).campaign
    return sorted(campaigns, key=lambda one: chosen is None or one.id != chosen.id)


def choose_own_round(
    store: Store, campaigns: Mapping[str, str], names: Mapping[str, str], *, key: str
) -> str:
    """Draw the choice of one of a person's own rounds, if there are several, and return its id.

    The default is the first round of the selected campaign, else the first of all.

    Parameters
    ----------
    campaigns, names : mapping
        The id of the campaign and the name of each round, by its id; at least one.
    """
    selection = current(store)
    campaign_id = selection.campaign.id if selection.campaign else None
    first = next((one for one in names if campaigns[one] == campaign_id), next(iter(names)))
    shown = selection.round_id if selection.round_id and selection.round_id in names else first
    if len(names) > 1:
        session.choose_in_address(
            st.container(),
            t("annotate.round"),
            names,
            shown,
            key=key,
            query=lambda one: {"campaign": campaigns[one], "round": one},
        )
    return shown


def choose_round(
    store: Store,
    campaign: Campaign,
    offered: Sequence[Round],
    *,
    key: str,
    label: str,
    named: Callable[[Round], str],
    first: Round,
    where: DeltaGenerator | None = None,
    **options: Any,
) -> Round | None:
    """Draw the choice of a round and return it; None if the selected one is not offered.

    Parameters
    ----------
    offered : sequence of Round
        The rounds of the campaign, in the order of the list.
    named : callable
        Returns the name of a round in the list.
    first : Round
        The default round.
    options
        Further arguments of the list.
    """
    round_id = current(store).round_id
    by_id = {one.id: one for one in offered}
    shown = by_id.get(round_id) if round_id else first
    session.choose_in_address(
        where or st.container(),
        label,
        {one.id: named(one) for one in offered},
        shown.id if shown else None,
        key=f"{key}:{campaign.id}",  # another campaign has rounds of its own
        query=lambda one: {"campaign": campaign.id, "round": one},
        **options,
    )
    return shown


def choose_corpus(store: Store, offered: Sequence[Corpus], *, key: str, label: str) -> Corpus:
    """Draw the choice of a corpus and return it: the selected one, else the campaign's, else the first."""
    chosen = current(store)
    by_id = {one.id: one for one in offered}
    corpus_id = chosen.campaign.corpus_id if chosen.campaign else ""
    corpus = by_id.get(chosen.corpus_id or corpus_id) or offered[0]
    session.choose_in_address(
        st.container(),
        label,
        {one.id: one.name for one in offered},
        corpus.id,
        key=key,
        query=lambda one: {**chosen.query, "corpus": one},
    )
    return corpus
