"""Campaigns: all of them, and the settings of the selected one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Role, Status
from aloi.annotation.tasks import TASKS, task
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.campaigns.archiving import draw_archiving
from aloi.ui.pages.campaigns.members import draw_members
from aloi.ui.pages.campaigns.schema import draw_changing
from aloi.ui.pages.campaigns.score_distribution import draw_wanted
from aloi.ui.pages.campaigns.view import campaign_table
from aloi.ui.questions import question_of_task
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import section, t
from aloi.ui.translations import translated
from aloi.workbench.rounds import campaigns as verbs
from aloi.workbench.store.opening import Store


def draw_new(store: Store, corpora: Sequence[Corpus], *, any_yet: bool) -> None:
    """Draw the form of a new campaign on a corpus, open if there is no campaign yet."""
    with st.expander(t("campaigns.new"), expanded=not any_yet):
        corpus = selection.choose_corpus(
            store, corpora, key="campaigns:new:corpus", label=t("campaigns.corpus")
        )
        kind = st.selectbox(
            t("campaigns.task"),
            TASKS,
            format_func=lambda one: translated(one.summary),
            key="campaigns:new:task",
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
            if st.button(t("campaigns.create"), key="campaigns:new:do"):
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


def draw_settings(store: Store, campaign: Campaign) -> None:
    """Draw the label schema of a campaign, its status, its members, its archive and its corrections."""
    st.subheader(t("campaigns.scales"))
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
    draw_members(store, campaign)
    draw_archiving(store, campaign)
    st.subheader(t("corrections.put_right"))
    setup_corrections(store, "campaign", (campaign.id,), campaign.name, title=campaign.name)
    correction_log(store, campaign=campaign.id)


store = session.open_store()
session.require(Role.MANAGER)
campaigns, corpora = store.campaigns.list(), store.texts.corpora()
st.title(
    t("campaigns.settings" if campaigns else "campaigns.title"),
    help=explained("campaign", "schema", "guideline"),
)
if not corpora:
    nothing_yet(t("campaigns.no_corpus"), "corpora", t("candidates.to_corpora"))
if campaigns:
    campaign = selection.choose_campaign(store, campaigns, why_not=t("campaigns.empty"))
    draw_settings(store, campaign)
    st.subheader(t("campaigns.title"))
    campaign_table(store)
else:
    st.info(t("campaigns.empty"))
draw_new(store, corpora, any_yet=bool(campaigns))
archived = [one for one in store.campaigns.list(archived=True) if one.archived]
archive(store, "campaign", [((one.id,), one.name) for one in archived])
if campaigns:
    link("rounds", t("campaigns.next"))
