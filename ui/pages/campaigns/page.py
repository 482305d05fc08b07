"""Campaigns: one task on one corpus, and its guideline, version by version."""

from __future__ import annotations

import difflib

import streamlit as st

from aloi.errors import AloiError
from annotation.model import Role, Status
from annotation.tasks import TASKS, task
from ui import session
from ui.navigation import link
from ui.pages.campaigns.view import scale_tables
from ui.questions.choice.settings import labels_form
from ui.questions.concept.settings import linking_form
from ui.questions.spans.settings import spans_form
from ui.shared.campaigns import campaign_table
from ui.shared.tables import problem
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.rounds import campaigns as verbs

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("campaigns.title"))
corpora = store.texts.corpora()
campaigns = store.campaigns.list()
if not corpora:
    st.info(t("campaigns.no_corpus"))
    link("corpora", t("candidates.to_corpora"))
    st.stop()
if campaigns:
    campaign_table(store)
else:
    st.info(t("campaigns.empty"))

OWN, TYPOLOGY, SUBSTITUTES, LABELS, MARKS = "own", "typology", "substitutes", "labels", "marks"
# What a person may set beside the ready schemas of a task.
OTHERS = {
    "similarity": OWN,
    "operations": TYPOLOGY,
    "substitution": SUBSTITUTES,
    "classification": LABELS,
    "spans": MARKS,
}
with st.expander(t("campaigns.new"), expanded=not campaigns):
    corpus = st.selectbox(
        t("campaigns.corpus"), corpora, format_func=lambda one: one.name, key="campaigns:new:corpus"
    )
    kind = st.selectbox(
        t("campaigns.task"), TASKS, format_func=lambda one: one.summary, key="campaigns:new:task"
    )
    presets = kind.presets(corpus.language)
    other = OTHERS.get(kind.name)
    preset = st.radio(
        t("campaigns.schema"),
        [*presets, *([other] if other else [])],
        format_func=lambda word: t(f"campaigns.schema_{word}"),
        key="campaigns:new:preset",
    )
    with st.form("campaigns:new:form"):
        name = st.text_input(t("campaigns.name"))
        settings = None
        upload = None
        if preset == TYPOLOGY:
            upload = st.file_uploader(
                t("campaigns.typology"), type=["toml"], help=t("campaigns.typology_help")
            )
            tokens = st.radio(
                t("campaigns.tokens"),
                ["words", "spaces"],
                format_func=lambda word: t(f"campaigns.tokens_{word}"),
                horizontal=True,
            )
        if preset == OWN:
            low_box, high_box, step_box = st.columns(3)
            low = low_box.number_input(t("campaigns.low"), value=0.0)
            high = high_box.number_input(t("campaigns.high"), value=4.0)
            step = step_box.number_input(t("campaigns.step"), value=1.0, min_value=0.01)
            glosses = st.text_area(t("campaigns.glosses"), help=t("campaigns.glosses_help"))
            settings = verbs.scale_settings(low, high, step, glosses=tuple(glosses.splitlines()))
        if preset == SUBSTITUTES:
            most = st.number_input(t("campaigns.most"), 1, 10, 3)
            none = st.checkbox(t("campaigns.none"), value=True)
            refuse = st.multiselect(
                t("campaigns.refuse"),
                ["target", "several_words"],
                format_func=lambda word: t(f"campaigns.refuse_{word}"),
                help=t("campaigns.refuse_help"),
            )
            settings = {"most": int(most), "none": none, "refuse": refuse}
        if kind.name == verbs.LINKING:
            settings = linking_form(store, presets[preset])
        form = {LABELS: labels_form, MARKS: spans_form}.get(other)
        asked = form(presets.get(preset)) if form else None
        if st.form_submit_button(t("campaigns.create"), type="primary"):
            try:
                session.require(Role.MANAGER)
                if asked is not None:
                    settings = asked()
                if preset == TYPOLOGY:
                    if upload is None:
                        st.warning(t("campaigns.no_typology"))
                        st.stop()
                    settings = verbs.typology_settings(saved_upload(upload), tokens)
                made = verbs.create_campaign(
                    store,
                    name,
                    corpus.id,
                    task_type=kind.name,
                    settings=settings,
                    preset=preset if preset in presets else None,
                )
                session.say(t("campaigns.created", name=made.name))
                st.rerun()
            except AloiError as error:
                problem(error)

if not campaigns:
    st.stop()
st.divider()
campaign = st.selectbox(
    t("app.campaign"), campaigns, format_func=lambda one: one.name, key="campaigns:show:choice"
)
schema_tab, guideline_tab, history_tab = st.tabs(
    [t("campaigns.scales"), t("campaigns.guideline"), t("campaigns.versions")]
)
with schema_tab:
    scale_tables(task(campaign.schema.task_type), campaign.schema.settings)
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
    edit, look = st.columns(2)
    with edit:
        text = st.text_area(
            t("campaigns.text"), value=start, height=520, key=f"campaigns:guideline:{campaign.id}"
        )
        why = st.text_input(t("campaigns.why"), key=f"campaigns:why:{campaign.id}")
        if st.button(t("campaigns.save"), type="primary", key="campaigns:guideline:save"):
            try:
                session.require(Role.MANAGER)
                saved = verbs.add_guideline(store, campaign.id, text, why, session.now())
                session.say(t("campaigns.saved", version=saved.version))
                st.rerun()
            except AloiError as error:
                problem(error)
    with look, st.container(border=True, height=600):
        st.markdown(text)

with history_tab:
    if not versions:
        st.caption(t("campaigns.no_guideline"))
    for before, version in zip([None, *versions], versions, strict=False):
        with st.expander(
            t("campaigns.version", version=version.version, why=version.why_changed or t("campaigns.first"))
        ):
            if before is None:
                st.markdown(version.text)
            else:
                lines = difflib.unified_diff(
                    before.text.splitlines(), version.text.splitlines(), lineterm="", n=1
                )
                st.code("\n".join(list(lines)[2:]), language="diff", wrap_lines=True)
link("rounds", t("campaigns.next"))
