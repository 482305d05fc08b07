"""Benchmark suite: twenty tasks of French biomedical text, their data, runs, tables and the leaderboard."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.pages import view as drawn
from aloi.studies.drbenchmark.requests import SuiteCurveRequest, SuiteRunRequest
from aloi.studies.drbenchmark.tables import suite_csv, suite_latex
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.shared.forms.requests import RequestForm, help_of
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import give, no_markup, problems_told
from aloi.ui.texts import t, translated
from aloi.workbench.models.vectors import packaged_encoders

_SHARES = (0.25, 0.5, 0.75, 1.0)
VERB = info_of(SuiteRunRequest).job
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state(VERB)
data: Path = session.settings().data
folder = suite.data_folder(data)
st.title(t("suite.menu"), help=explained("run", "recipe"))
st.caption(t("suite.why"))
runs = suite.runs(data, store.members.shared("suite"))


@st.cache_data(show_spinner=False, max_entries=20)
def results(name: str, stamp: str, data: Path) -> suite.SuiteResults:
    """Return the tables of a run, computed once for the same cells."""
    del stamp
    return suite.results(name, data)


@st.cache_data(show_spinner=False, max_entries=20)
def curves(name: str, stamp: str, data: Path) -> tuple[suite.SuiteCurve, ...]:
    """Return the curves of a run, computed once for the same cells."""
    del stamp
    return suite.curves(SuiteCurveRequest(name), data)


def ask_run() -> None:
    """Draw the form, and start the job of the run."""
    present = [one.task for one in suite.listed(folder) if one.present]
    form = RequestForm(SuiteRunRequest, "suite:new")
    form.ask("protocol", draw=st.radio, horizontal=True)
    if st.button(t("suite.dry"), help=help_of(SuiteRunRequest, "dry_run"), key="suite:new:dry"):
        start_request(store, SuiteRunRequest(protocol=form.value("protocol"), dry_run=True), state)
    if not present:
        st.caption(t("suite.no_data"))
        return
    form.give(dry_run=False)
    titles = {one.name: translated(one.title) for one in present}
    with st.form("suite:new:form", border=False):
        left, right = st.columns(2)
        form.ask("name", left, max_chars=60)
        form.ask("seeds", right)
        encoders = [one.name for one in packaged_encoders() if one.trainable]
        none = t("suite.models_none")
        form.ask("models", options=encoders, accept_new_options=True, placeholder=none)
        form.ask("tasks", options=list(titles), value=list(titles), format_func=titles.__getitem__)
        left, right = st.columns(2)
        has_curve = left.checkbox(t("suite.shares"), help=t("suite.shares_help"))
        form.give(shares=_SHARES if has_curve else (1.0,))
        form.ask("draws", right)
        form.ask("settings")
        form.rest()
        is_sent = st.form_submit_button(t("suite.do"), type="primary")
    if is_sent:
        with problems_told():
            suite.plan_of(form.request(), data)  # it names what is wrong before the job is queued
            start_request(store, form.request(), state)


take_up(store, state, VERB)
if not runs and "job" not in state:
    st.info(t("suite.empty"))
with st.expander(t("suite.new"), expanded=not runs):
    ask_run()
job_progress(store, state, t("suite.running"), cancelled=t("suite.cancelled"))
with st.expander(t("suite.tasks_and_data"), expanded=not runs):
    drawn.tasks(suite.listed(folder), folder)
if not runs:
    drawn.protocols()
    st.stop()

names = [one.plan.name for one in runs]
name = st.selectbox(t("glossary.run"), names, key="suite:run") if len(names) > 1 else names[0]
if len(names) == 1:
    st.subheader(no_markup(name))
run = next(one for one in runs if one.plan.name == name)
drawn.state(run)
with problems_told(stop=True), st.spinner(t("suite.working")):
    suite_results = results(name, suite.stamp(name, data), data)
tabs = st.tabs([t(f"suite.tab_{one}") for one in ("board", "tasks", "pairs", "curve", "protocols")])
with tabs[0]:
    drawn.leaderboard(suite_results)
with tabs[1]:
    drawn.by_task(suite_results)
with tabs[2]:
    drawn.differences(suite_results)
with tabs[3]:
    if len(run.plan.shares) < 2:
        st.info(t("suite.no_curve"))
    else:
        with problems_told():
            drawn.curves(curves(name, suite.stamp(name, data), data))
with tabs[4]:
    drawn.protocols()
    others = [one.plan.name for one in runs if one.plan.protocol != run.plan.protocol]
    if not others:
        st.info(t("suite.no_other_protocol"))
    else:
        other = st.selectbox(t("suite.beside"), others, key="suite:beside")
        with problems_told():
            drawn.side_by_side(suite.side_by_side(name, other, data), name, other)
row = st.container(horizontal=True)
for kind, content in (("csv", suite_csv(suite_results)), ("tex", suite_latex(suite_results))):
    give(t(f"suite.download_{kind}"), content, f"suite-{name}.{kind}", f"suite:download:{kind}", box=row)
