"""Tokenisation: sub-words per word of models, the words they split, the overlap of vocabularies."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.studies.tokenisation.pages import view as drawn
from aloi.studies.tokenisation.study import TokenizerStudy, keep_texts
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.jobs import job_progress, take_up
from aloi.ui.shared.tables import no_markup, problem
from aloi.ui.shared.uploads import isolated, saved_each, show_upload
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.jobs import Job
from aloi.workbench.models.vectors import packaged_encoders

VERB = "study_tokenizers"
_MOST_TERMS = 100
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("tokenisation")
st.title(t("tokenisation.title"))
st.caption(t("tokenisation.why"))
studies = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]
studies.sort(key=lambda job: job.created_at, reverse=True)


def lines(text: str) -> list[Json]:
    """Return the lines of a text that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()]


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
        chosen = left.multiselect(
            t("tokenisation.corpora"),
            list(corpora),
            default=list(corpora)[:1],
            format_func=corpora.__getitem__,
            placeholder=t("tokenisation.corpora_none"),
        )
        terms = left.text_area(
            t("tokenisation.terms"), height=80, help=t("tokenisation.terms_help"), placeholder="hépatomégalie"
        )
        examples = right.number_input(
            t("tokenisation.examples"), 0, 200, 20, help=t("tokenisation.examples_help")
        )
        if st.form_submit_button(t("tokenisation.do"), type="primary"):
            start([*models, *lines(folders)], chosen, uploads, lines(terms)[:_MOST_TERMS], int(examples))


def start(models: list[Json], corpora: list[str], uploads: list, terms: list[Json], examples: int) -> None:
    """Start the job, or say what is missing."""
    person = session.require(Role.MANAGER)
    if not models or not (corpora or uploads):
        st.error(t("tokenisation.missing"))
        return
    try:
        paths = saved_each(uploads)
        upload = isolated(keep_texts, paths, session.settings().data) if paths else ""
    except AloiError as error:
        problem(error)
        return
    arguments: dict[str, Json] = {
        "models": models,
        "corpora": list(corpora),
        "upload": upload,
        "terms": terms,
        "examples": examples,
    }
    state["job"] = jobs.start(store, VERB, arguments, person.pseudonym, session.now()).id
    state["shown"] = state["job"]
    st.rerun()


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
    ids = [job.id for job in studies]
    shown_job = state.get("shown")
    chosen = st.selectbox(
        t("tokenisation.choose"),
        studies,
        index=ids.index(shown_job) if shown_job in ids else 0,
        format_func=titled,
        key=f"tokenisation:study:{ids[0]}",
    )
else:
    st.subheader(no_markup(titled(chosen)))
drawn.study(TokenizerStudy.from_json(chosen.result), restricted=is_restricted(chosen))
