"""Campaigns: one task on one corpus, and its guideline, version by version."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role, Status
from aloi.annotation.tasks import TASKS, task
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.campaigns.archiving import draw_archiving
from aloi.ui.pages.campaigns.members import draw_members
from aloi.ui.pages.campaigns.schema import draw_changing
from aloi.ui.pages.campaigns.score_distribution import draw_wanted
from aloi.ui.pages.campaigns.view import campaign_table, changes
from aloi.ui.questions import question_of_task
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import section, t
from aloi.ui.translations import translated
from aloi.workbench.rounds import campaigns as verbs

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("campaigns.title"), help=explained("campaign", "schema", "guideline"))
corpora = store.texts.corpora()
campaigns = store.campaigns.list()
if not corpora:
    nothing_yet(t("campaigns.no_corpus"), "corpora", t("candidates.to_corpora"))
if campaigns:
    campaign_table(store)
else:
    st.info(t("campaigns.empty"))

with st.expander(t("campaigns.new"), expanded=not campaigns):
    corpus = selection.choose_corpus(store, corpora, key="campaigns:new:corpus", label=t("campaigns.corpus"))
    kind = st.selectbox(
        t("campaigns.task"), TASKS, format_func=lambda one: translated(one.summary), key="campaigns:new:task"
    )
    presets = kind.presets(corpus.language)
    preset = st.radio(
        t("campaigns.schema"),
        [*presets, *([kind.own_schema] if kind.own_schema else [])],
        format_func=lambda word: section("campaigns").get(f"schema_{word}", word.replace("_", " ")),
        key="campaigns:new:preset",
    )
    with st.container(border=True):  # no form: a list of labels in a workbook asks which sheet is meant
        name = st.text_input(t("campaigns.name"))
        form = question_of_task(kind).settings_form(store, presets.get(preset))
        if st.button(t("campaigns.create"), type="primary", key="campaigns:new:do"):
            with acting(Role.MANAGER):
                settings = form() if form else None
                if form and settings is None:
                    st.stop()
                campaign_ = verbs.create_campaign(
                    store,
                    name,
                    corpus.id,
                    task_type=kind.name,
                    settings=settings,
                    preset=preset if preset in presets else None,
                )
                selection.choose(campaign_.id)
                session.say(t("campaigns.created", name=no_markup(campaign_.name)))

archived = [one for one in store.campaigns.list(archived=True) if one.archived]
archive(store, "campaign", [((one.id,), one.name) for one in archived])
if not campaigns:
    st.stop()
st.divider()
campaign = selection.choose_campaign(
    store, campaigns, key="campaigns:show:choice", why_not=t("campaigns.empty")
)
schema_tab, guideline_tab, history_tab = st.tabs(
    [t("campaigns.scales"), t("campaigns.guideline"), t("campaigns.versions")]
)
with schema_tab:
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    for field in kind.fields(kind.example().item, settings):
        question_of_task(kind, settings).summary(field, settings)
    draw_changing(store, campaign)
    draw_wanted(store, campaign)
    opened = campaign.status == Status.OPEN
    if st.button(t("campaigns.close") if opened else t("campaigns.reopen"), key="campaigns:show:status"):
        session.require(Role.MANAGER)
        verbs.set_status(store, campaign.id, Status.CLOSED if opened else Status.OPEN)
        st.rerun()

versions = store.campaigns.guidelines(campaign.id)
with guideline_tab:
    language = store.texts.corpus(campaign.corpus_id).language
    if not versions:
        st.info(t("campaigns.no_guideline"))
    start = versions[-1].text if versions else verbs.ready_guideline(campaign.schema.task_type, language)
    edit, view_tab = st.columns(2)
    with edit:
        text = st.text_area(
            t("campaigns.text"), value=start, height=520, key=f"campaigns:guideline:{campaign.id}"
        )
        why = st.text_input(t("campaigns.why"), key=f"campaigns:why:{campaign.id}")
        if st.button(t("campaigns.save"), type="primary", key="campaigns:guideline:save"):
            with acting(Role.MANAGER):
                saved = verbs.add_guideline(store, campaign.id, text, why, session.now())
                session.say(t("campaigns.saved", version=saved.version))
    with view_tab, st.container(border=True, height=600):
        draw_guideline(text, "new")

with history_tab:
    if not versions:
        st.caption(t("campaigns.no_guideline"))
    for before, version in zip([None, *versions], versions, strict=False):
        why = no_markup(version.why_changed or t("campaigns.first"))
        with st.expander(t("campaigns.version", version=version.version, why=why)):
            if before is None:
                draw_guideline(version.text, "first")
            else:
                changes(before.text, version.text)
draw_members(store, campaign)
draw_archiving(store, campaign)
st.subheader(t("corrections.put_right"))
setup_corrections(store, "campaign", (campaign.id,), campaign.name, title=campaign.name)
correction_log(store, campaign=campaign.id)
link("rounds", t("campaigns.next"))
