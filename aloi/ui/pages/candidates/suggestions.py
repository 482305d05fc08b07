"""The form that suggests spans from a dictionary, a terminology or files, and its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.numbers import counted
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_request
from aloi.ui.shared.tables import no_markup, problem, problems_told
from aloi.ui.shared.uploads import isolated, saved_upload
from aloi.ui.texts import t
from aloi.workbench.candidates.model_spans import VERB, span_runs
from aloi.workbench.candidates.suggestions import (
    count_entries,
    count_spans,
    prefill_from_dictionary,
    prefill_from_spans,
    prefill_from_terminology,
)
from aloi.workbench.models.runs import Run
from aloi.workbench.requests.candidates import PrefillRequest
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
            isolated(count_entries, path, **named)  # content that could end the server is rejected there
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


_STATE = "spans_job"


def suggest_by_run(store: Store, corpus: Corpus, campaigns: Sequence[Campaign], state: dict) -> None:
    """Draw the form that lets the model of a run suggest spans, its job, and the last result."""
    runs = span_runs(session.settings().data, store.members.shared("run"))
    if not runs:
        st.info(t("spans.no_runs"))
        return
    with st.form("candidates:spans:run_form"):
        offered = selection.chosen_first(store, campaigns)
        campaign = st.selectbox(t("app.campaign"), offered, format_func=NAME)
        run = st.selectbox(t("spans.run"), runs, format_func=_named)
        form = RequestForm(PrefillRequest, "candidates:spans", campaign=campaign.id, run=run.id)
        form.ask("split")
        form.rest()
        submitted = st.form_submit_button(t("spans.suggest_do"), type="primary")
    what_is_ready(store, campaign)
    if submitted:
        with problems_told():
            start_request(store, form.request(), state, key=_STATE)
    job = job_progress(store, state, t("spans.predicting"), key=_STATE)
    job = job or last_job(store, VERB, campaign.id, of="campaign")
    if job is not None and job.result:
        _show(job.result)


def what_is_ready(store: Store, campaign: Campaign | None) -> None:
    """Draw the suggestions of a campaign, by source."""
    counts = store.suggestions.counts(campaign.id) if campaign else {}
    for made_by, count in counts.items():
        st.caption(no_markup(t("spans.ready", made_by=made_by, count=count)))


def what_was_done(done: Mapping[str, Any]) -> list[str]:
    """Return sentences on the suggestions and the exclusions."""
    sentences = [
        t("spans.suggested", count=sum(done["spans"].values()), texts=done["texts"], items=done["items"])
    ]
    if done["unknown"]:
        names = ", ".join(f"{name} ({counted(count)})" for name, count in done["unknown"].items())
        sentences.append(t("spans.unknown", names=names))
    if done["unfit"] or done["widened"]:
        sentences.append(t("spans.unfit", unfit=done["unfit"], widened=done["widened"]))
    return sentences


def _show(result: Mapping[str, Any]) -> None:
    source = t("spans.run_done", campaign=result["campaign"], run=result["run"], seed=result["seed"])
    suggested, *left_out = what_was_done(result)
    st.success(no_markup(f"{source} {suggested}"))
    for line in left_out:
        st.markdown(no_markup(line))
    st.caption(t("spans.run_kept" if result["kept"] else "spans.run_anew"))
    if not result["as_run"]:
        st.warning(t("spans.run_other"))


def _named(run: Run) -> str:
    model = run.spec.settings.get("model")
    learnt = " + ".join(one.label for one in run.spec.train)
    return " · ".join(str(one) for one in (run.id, run.spec.recipe, model, learnt) if one)
