"""SARI study: annotated operations against SARI and its parts, of uploaded files or a campaign's gold."""

from __future__ import annotations

import json

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.rows import TaggedPair
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.requests import info_of
from aloi.evaluation.simplification import study_of_json
from aloi.studies.simplification.latex import study_latex
from aloi.studies.simplification.pages.sari_study import view as drawn
from aloi.studies.simplification.requests import SariStudyRequest
from aloi.studies.simplification.uploads import keep_study_files, study_rows
from aloi.ui import selection, session
from aloi.ui.navigation import link
from aloi.ui.numbers import moment
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import csv_bytes, give, no_markup, problem
from aloi.ui.shared.uploads import isolated, saved_each
from aloi.ui.texts import t
from aloi.workbench.jobs import Job
from aloi.workbench.releases.gold import find_gold

VERB = info_of(SariStudyRequest).job
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state(VERB)
st.title(t("sari_study.title"))
st.caption(t("sari_study.why"))
studies = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]
campaigns = [one for one in store.campaigns.list() if task(one.schema.task_type).row_kind is TaggedPair]


def ask_files() -> dict[str, str]:
    """Draw the uploader; return the arguments of a job about the files, nothing while there are none."""
    uploads = st.file_uploader(
        t("sari_study.files"),
        type=["zip", "txt", "aln"],
        accept_multiple_files=True,
        help=t("sari_study.files_help"),
        key="sari_study:new:files",
    )
    if not uploads:
        return {}
    try:
        name = isolated(keep_study_files, saved_each(uploads), session.settings().data)
    except AloiError as error:
        problem(error)
        return {}
    archives = [one.name for one in uploads if one.name.endswith(".zip")]
    return {"files": name, "title": ", ".join(archives) or t("sari_study.some_files", count=len(uploads))}


def ask_campaign(offered: list[Campaign]) -> dict[str, str]:
    """Draw the choice of a campaign; return the job's arguments for its gold, nothing while it has none."""
    first = selection.chosen_first(store, offered)
    chosen = st.selectbox(t("app.campaign"), first, format_func=NAME, key="sari_study:new:campaign")
    try:
        gold = find_gold(store, chosen, None)
    except AloiError as error:
        problem(error)
        link("releases", t("sari_study.to_releases"))
        return {}
    st.caption(t("sari_study.gold_why", count=len(gold.items)))
    return {"campaign": chosen.id, "gold": gold.id, "title": chosen.name}


def label(job: Job) -> str:
    """Return the title of a finished study."""
    when = job.finished_at or job.created_at
    title = str(job.arguments.get("title", ""))
    if job.arguments.get("tune"):
        title = t("sari_study.tuned", title=title)
    return t("sari_study.named", title=title, when=moment(when))


take_up(store, state, VERB)
if not studies and "job" not in state:
    st.info(t("sari_study.empty"))
with st.expander(t("sari_study.new"), expanded=not studies):
    way = "files"
    if campaigns:
        way = worded(
            st.radio, "sari_study.of", ["files", "campaign"], horizontal=True, key="sari_study:new:way"
        )
    about = ask_files() if way == "files" else ask_campaign(campaigns)
    form = RequestForm(SariStudyRequest, "sari_study:new")
    for name in ("files", "campaign", "gold"):
        form.give(**{name: about.get(name)})
    with st.form("sari_study:new:form", border=False):
        form.ask("title", placeholder=str(about.get("title", "")), max_chars=80)
        left, right = st.columns([3, 1])
        form.ask("models", left)
        form.ask("seed", right)
        form.ask("tune")
        form.rest()
        if st.form_submit_button(t("sari_study.do"), type="primary", disabled=not about):
            form.give(title=form.value("title").strip() or about["title"])
            start_request(store, form.request(), state)
job_progress(store, state, t("sari_study.running"))
if not studies:
    st.stop()

job = st.selectbox(t("sari_study.which"), studies, format_func=label) if len(studies) > 1 else studies[0]
if len(studies) == 1:
    st.subheader(no_markup(label(job)))
study = study_of_json(job.result)
drawn.summary(study, int(job.result["sources_left_out"]))
for column, (kind, content) in zip(
    st.columns(3),
    (
        ("json", json.dumps(job.result, ensure_ascii=False, indent=2)),
        ("tex", study_latex(study)),
        ("csv", csv_bytes(study_rows(study))),
    ),
    strict=True,
):
    give(
        t(f"sari_study.download_{kind}"),
        content,
        f"sari-study.{kind}",
        f"sari_study:download:{kind}",
        box=column,
        width="stretch",
    )
first, second, third = st.tabs(
    [t("sari_study.correlations"), t("sari_study.coefficients"), t("sari_study.explained")]
)
with first:
    drawn.correlations(study)
with second:
    drawn.coefficients(study)
with third:
    drawn.explained(study)
    drawn.importances(study)
drawn.signatures(study)
