"""Machine annotators: add one, read a prompt before anything is sent, annotate a round, read the report."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.machines.model import MachineAnnotator
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import no_campaign_yet
from aloi.ui.pages.machines import adding, annotating, counting, report, suggesting, trying
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.rounds.rounds import listed_rounds
from aloi.workbench.store.opening import Store


def choose_machine(store: Store) -> MachineAnnotator | None:
    """Draw the choice of a version of a machine, the newest first."""
    versions = store.machines.list()[::-1]
    if not versions:
        return None
    return st.selectbox(t("glossary.machine"), versions, format_func=adding.title, key="machines:machine")


def choose_round(store: Store, campaign: Campaign) -> Round | None:
    """Draw the choice of a round, the newest first."""
    rounds = listed_rounds(store, campaign.id)
    if not rounds:
        return None
    return selection.choose_round(
        store,
        campaign,
        rounds,
        key="machines:round",
        label=t("glossary.round"),
        named=lambda one: t("agreement.round_name", number=one.number, version=one.guideline_version or "-"),
        first=rounds[-1],
    )


store = session.open_store()
session.require(Role.MANAGER)
st.title(
    t("machines.title"),
    help=explained("machine", "prompt", "alternative_test", "winning_rate", "advantage", "calibration_of"),
)
st.caption(t("machines.why"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("machines.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("machines.empty"))
corpus = store.texts.corpus(campaign.corpus_id)
if corpus.restricted:
    st.info(no_markup(t("machines.restricted", corpus=corpus.name)))
left, right = st.columns(2)
with left:
    machine = choose_machine(store)
with right:
    round_ = choose_round(store, campaign)
names = ("machines", "prompt", "annotate", "report")
list_tab, prompt_tab, annotate_tab, report_tab = st.tabs([t(f"machines.tab_{name}") for name in names])
with list_tab:
    adding.draw(store, campaign)
    if machine is not None:
        counting.draw(store, campaign, machine)
        suggesting.draw(store, campaign, machine)
for container, part in ((prompt_tab, trying), (annotate_tab, annotating), (report_tab, report)):
    with container:
        if machine is None:
            st.info(t("machines.add_first"))
        elif round_ is None:
            st.info(t("machines.round_first"))
        else:
            part.draw(store, campaign, round_, machine)
