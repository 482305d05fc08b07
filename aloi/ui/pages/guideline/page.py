"""Guideline: the instructions of a campaign, version by version."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_campaign_yet
from aloi.ui.pages.guideline.view import changes
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.rounds.campaigns import add_guideline, ready_guideline

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("guideline.menu"), help=explained("guideline", "round"))
campaigns = store.campaigns.list()
if not campaigns:
    no_campaign_yet(t("rounds.no_campaign"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("rounds.no_campaign"))
versions = store.campaigns.guidelines(campaign.id)
if not versions:
    st.info(t("campaigns.no_guideline"))
language = store.texts.corpus(campaign.corpus_id).language
start = versions[-1].text if versions else ready_guideline(campaign.schema.task_type, language)
edit, preview = st.columns(2)
with edit:
    form = RequestForm(GuidelineRequest, f"campaigns:guideline:{campaign.id}", campaign=campaign.id)
    text = form.ask("text", draw=st.text_area, value=start, height=520)
    form.ask("why")
    form.rest()
    if st.button(t("campaigns.save"), type="primary", key="campaigns:guideline:save"):
        with acting(Role.MANAGER):
            saved = add_guideline(store, form.request(), session.now())
            session.say(t("campaigns.saved", version=saved.version))
with preview, st.container(border=True, height=600):
    draw_guideline(text, "new")

if versions:
    st.subheader(t("campaigns.versions"))
for before, version in zip([None, *versions], versions, strict=False):
    reason = no_markup(version.why_changed or t("campaigns.first"))
    with st.expander(t("campaigns.version", version=version.version, why=reason)):
        if before is None:
            draw_guideline(version.text, "first")
        else:
            changes(before.text, version.text)
link("rounds", t("campaigns.next"))
