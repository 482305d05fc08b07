"""Tokenisation: sub-words per word of models, the words they split, the overlap of vocabularies."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.studies.tokenisation.pages import view as drawn
from aloi.studies.tokenisation.requests import FertilityRequest
from aloi.studies.tokenisation.study import TokenizerStudy, keep_texts
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.forms.requests import RequestForm, label_of
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.shared.uploads import isolated, saved_each, show_upload
from aloi.ui.texts import t
from aloi.workbench.jobs import Job
from aloi.workbench.models.vectors import packaged_encoders

VERB = info_of(FertilityRequest).job
_MOST_TERMS = 100
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("tokenisation")
st.title(t("tokenisation.title"))
st.caption(t("tokenisation.why"))
studies = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]
studies.sort(key=lambda job: job.created_at, reverse=True)


def lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text that say something."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def ask() -> None:
    """Draw the form that starts the job."""
    corpora = {one.id: one.name for one in store.texts.corpora()}
    encoders = {one.name: one.title for one in packaged_encoders() if one.trainable}
    absent = {one.name for one in packaged_encoders() if one.missing}
    uploads = st.file_uploader(
        t("tokenisation.files"),
        type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "conll", "txt", "zip"],
        accept_multiple_files=True,
        help=t("tokenisation.files_help"),
        key="tokenisation:new:files",
    )
    show_upload(*uploads)
    form = RequestForm(FertilityRequest, "tokenisation:new")
    with st.form("tokenisation:new:form", border=False):
        left, right = st.columns(2)
        models = left.multiselect(
            t("tokenisation.models"),
            list(encoders),
            default=[name for name in encoders if name not in absent],
            format_func=lambda name: t("tokenisation.absent", name=name) if name in absent else name,
            help="; ".join(f"{name}: {title}" for name, title in encoders.items()),
        )
        folders = right.text_area(
            t("tokenisation.folders"),
            height=80,
            help=t("tokenisation.folders_help"),
            placeholder="/models/camembert",
        )
        form.ask(
            "corpora",
            left,
            options=list(corpora),
            value=list(corpora)[:1],
            format_func=corpora.__getitem__,
            placeholder=t("tokenisation.corpora_none"),
        )
        label, help_text = label_of(FertilityRequest, "terms"), t("tokenisation.terms_help")
        terms = left.text_area(label, height=80, help=help_text, placeholder="hépatomégalie")
        form.ask("examples", right, value=20)
        form.give(models=(*models, *lines(folders)), terms=lines(terms)[:_MOST_TERMS], upload="")
        form.rest()
        is_sent = st.form_submit_button(t("tokenisation.do"), type="primary")
    if is_sent and not (form.value("models") and (form.value("corpora") or uploads)):
        st.error(t("tokenisation.missing"))
    elif is_sent:
        with problems_told():
            if paths := saved_each(uploads):
                form.give(upload=isolated(keep_texts, paths, session.settings().data))
            start_request(store, form.request(), state)


def titled(job: Job) -> str:
    """Return the title of a study: its comparison, its data, and its time."""
    study_ = TokenizerStudy.from_json(job.result)
    on = ", ".join(one.name for one in study_.datasets)
    return t(
        "tokenisation.study",
        models=", ".join(study_.models),
        datasets=on,
        when=moment(job.created_at),
    )


def is_restricted(job: Job) -> bool:
    """Return whether an agreement restricts texts of a study; of a corpus that is gone nobody can tell."""
    free = {one.id for one in store.texts.corpora(archived=True) if not one.restricted}
    return not free.issuperset(job.arguments.get("corpora") or ())


take_up(store, state, VERB)
with st.expander(t("tokenisation.new"), expanded=not studies and "job" not in state):
    ask()
job_progress(store, state, t("tokenisation.running"))
if not studies:
    if "job" not in state:
        st.info(t("tokenisation.empty"))
    st.stop()
chosen = studies[0]
if len(studies) > 1:
    newest = f"tokenisation:study:{studies[0].id}"
    chosen = st.selectbox(t("tokenisation.choose"), studies, format_func=titled, key=newest)
else:
    st.subheader(no_markup(titled(chosen)))
drawn.study(TokenizerStudy.from_json(chosen.result), restricted=is_restricted(chosen))
