"""The form that suggests spans from a dictionary, a terminology or files, and what it suggested."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.pages.candidates.model_spans import suggest_by_run, what_is_ready, what_was_done
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.jobs import running_job
from aloi.ui.shared.tables import no_markup, problem
from aloi.ui.shared.uploads import isolated, saved_upload
from aloi.ui.texts import t
from aloi.workbench.candidates.suggestions import (
    count_entries,
    count_spans,
    prefill_from_dictionary,
    prefill_from_spans,
    prefill_from_terminology,
)
from aloi.workbench.store.opening import Store


def suggest(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form that suggests spans in the texts of a campaign, and a model's job on them."""
    st.markdown(t("spans.suggest_why"))
    campaigns = [
        campaign_
        for campaign_ in store.campaigns.list()
        if campaign_.corpus_id == corpus.id and task(campaign_.schema.task_type).row_kind is TaggedTokens
    ]
    if not campaigns:
        st.info(t("spans.suggest_none"))
        return
    terminologies = [one.name for one in store.terminologies.list()]
    sources = ["dictionary", *(["terminology"] if terminologies else []), "files", "run"]
    source = worded(
        st.radio,
        "spans.source",
        sources,
        sources.index("run") if running_job(store, state, key="spans_job") else 0,
        captions=[t(f"spans.source_{word}_why") for word in sources],
        key="candidates:spans:source",
    )
    if source == "run":
        suggest_by_run(store, corpus, campaigns, state)
        return
    with st.form("candidates:spans:form"):
        offered = selection.chosen_first(store, campaigns)
        campaign = st.selectbox(t("app.campaign"), offered, format_func=NAME)
        upload, terminology, label = None, "", ""
        if source == "terminology":
            terminology = st.selectbox(t("spans.terminology"), terminologies)
        else:
            kinds = ["tsv", "txt"] if source == "dictionary" else ["zip", "ann", "conll"]
            upload = st.file_uploader(t(f"spans.file_{source}"), kinds)
        if source != "files":
            label = st.text_input(t(f"spans.label_{source}"), help=t(f"spans.label_{source}_help")).strip()
        submitted = st.form_submit_button(t("spans.suggest_do"), type="primary")
    what_is_ready(store, campaign)
    if not submitted:
        return
    session.require(Role.MANAGER)
    if upload is None and not terminology:
        st.warning(t("spans.no_file"))
        return
    named = {"label": label or None}
    try:
        if terminology:
            done = prefill_from_terminology(store, campaign.id, terminology, session.now(), **named)
        elif source == "dictionary":
            path = Path(saved_upload(upload))
            isolated(count_entries, path, **named)  # what could end the server is refused there
            done = prefill_from_dictionary(store, campaign.id, path, session.now(), **named)
        else:
            path = Path(saved_upload(upload))
            isolated(count_spans, path)
            done = prefill_from_spans(store, campaign.id, path, session.now())
    except AloiError as error:
        problem(error)
        return
    for line in what_was_done(to_json(done)):
        session.say(no_markup(line))
    st.rerun()
