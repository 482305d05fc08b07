"""Campaigns: all of them, and the settings of the selected one."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role, Status
from aloi.annotation.tasks import task
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link
from aloi.ui.pages.campaigns.archiving import draw_archiving
from aloi.ui.pages.campaigns.members import draw_members
from aloi.ui.pages.campaigns.schema import draw_changing
from aloi.ui.pages.campaigns.score_distribution import draw_wanted
from aloi.ui.pages.campaigns.view import campaign_table
from aloi.ui.questions import question_of_task
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import CloseCampaignRequest, OpenCampaignRequest
from aloi.workbench.rounds import campaigns as verbs
from aloi.workbench.store.opening import Store


def draw_settings(store: Store, campaign: Campaign) -> None:
    """Draw the label schema of a campaign, its status, its members, its archive and its corrections."""
    st.subheader(t("campaigns.scales"))
    with problems_told():
        kind, settings = task(campaign.schema.task_type), campaign.schema.settings
        for field in kind.fields(kind.example().item, settings):
            question_of_task(kind, settings).summary(field, settings)
        draw_changing(store, campaign)
        draw_wanted(store, campaign)
    opened = campaign.status == Status.OPEN
    if st.button(t("campaigns.close") if opened else t("campaigns.reopen"), key="campaigns:show:status"):
        session.require(Role.MANAGER)
        change = CloseCampaignRequest if opened else OpenCampaignRequest
        verbs.set_status(store, change(campaign.id))
        st.rerun()
    draw_members(store, campaign)
    draw_archiving(store, campaign)
    st.subheader(t("corrections.put_right"))
    setup_corrections(store, "campaign", {"campaign": campaign.id}, campaign.name, title=campaign.name)
    correction_log(store, campaign=campaign.id)


store = session.open_store()
session.require(Role.MANAGER)
campaigns = store.campaigns.list()
st.title(
    t("campaigns.settings" if campaigns else "campaigns.menu"),
    help=explained("campaign", "schema", "guideline"),
)
if campaigns:
    campaign = selection.choose_campaign(store, campaigns, why_not=t("campaigns.empty"))
    draw_settings(store, campaign)
    st.subheader(t("campaigns.menu"))
    campaign_table(store)
else:
    st.info(t("campaigns.empty"))
link("start", t("start.menu"))
archived = [one for one in store.campaigns.list(archived=True) if one.archived]
archive(store, "campaign", [({"campaign": one.id}, one.name) for one in archived])
if campaigns:
    link("rounds", t("campaigns.next"))
