"""Training data by test data: a table asked for, made by a job, shown with its differences and cuts."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.records import from_json
from aloi.base.requests import info_of
from aloi.studies.clister_table.pages import view as drawn
from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.studies.clister_table.study import ClisterTable
from aloi.studies.clister_table.tables import table_csv, table_latex
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.numbers import moment
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.runs import notes
from aloi.ui.shared.tables import give, no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench.jobs import Job
from aloi.workbench.models.recipes import recipes_for
from aloi.workbench.texts import uploads

VERB = info_of(ClisterTableRequest).job
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state(VERB)
data: Path = session.settings().data
st.title(t("clister_table.title"), help=explained("run", "recipe", "letters", "interval"))
st.caption(t("clister_table.why"))
tables = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]


def sources() -> dict[str, str]:
    """Return the sources of scored pairs with their titles: releases, the newest first, then uploads."""
    names = {
        campaign.id: campaign.name
        for campaign in store.campaigns.list()
        if task(campaign.schema.task_type).row_kind is ScoredPair
    }
    titles = {
        release.id: t("models.release_name", campaign=names[release.campaign_id], version=release.version)
        for release in store.gold.release_heads()[::-1]
        if release.campaign_id in names
    }
    visible = store.members.shared("dataset")
    for file in uploads.data_sets(data):
        if visible is None or file.parent.name in visible:
            titles[str(file)] = t("models.upload_name", name=file.name)
    return titles


def label(job: Job) -> str:
    """Return the title of a finished table: the tests of its sources, and when it was made."""
    tests = job.result["tests"][:-1] if isinstance(job.result, dict) else ()
    return t(
        "clister_table.named",
        sources=" × ".join(map(str, tests)),
        when=moment(job.finished_at or job.created_at),
    )


take_up(store, state, VERB)
titles = sources()
if not tables and "job" not in state:
    st.info(t("clister_table.empty"))
with st.expander(t("clister_table.new"), expanded=not tables):
    if len(titles) < 2:
        st.caption(t("clister_table.few", count=len(titles)))
    form = RequestForm(ClisterTableRequest, "clister_table:new")
    with st.form("clister_table:new:form", border=False):
        form.ask("data", options=list(titles), value=list(titles)[:2], format_func=titles.__getitem__)
        left, middle, right = st.columns(3)
        names = [recipe.name for recipe in recipes_for(ScoredPair) if not recipe.floor]
        form.ask("recipe", left, options=names)
        form.ask("items", middle)
        form.ask("seeds", right)
        form.rest()
        is_sent = st.form_submit_button(t("clister_table.do"), type="primary", disabled=len(titles) < 2)
    if is_sent:
        with problems_told():
            start_request(store, form.request(), state)
job_progress(store, state, t("app.table"), cancelled=t("clister_table.cancelled"))
if not tables:
    st.stop()

job = st.selectbox(t("clister_table.which"), tables, format_func=label) if len(tables) > 1 else tables[0]
if len(tables) == 1:
    st.subheader(no_markup(label(job)))
table = from_json(ClisterTable, job.result)
notes(table.comparison)
table_tab, difference_tab, cut_tab = st.tabs(
    [t(f"clister_table.tab_{each}") for each in ("table", "differences", "cuts")]
)
with table_tab:
    drawn.main_table(table)
with difference_tab:
    drawn.differences(table)
with cut_tab:
    drawn.cuts(table)
row = st.container(horizontal=True)
for kind, suffix, content in (("latex", "tex", table_latex(table)), ("csv", "csv", table_csv(table))):
    give(
        t(f"comparison.{kind}"),
        content,
        f"clister-table.{suffix}",
        f"clister_table:download:{suffix}",
        box=row,
    )
