"""Benchmark suite: twenty tasks of French biomedical text, their data, runs, tables and the leaderboard."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.pages import view as drawn
from aloi.studies.drbenchmark.pages.suite_form import ask_run
from aloi.studies.drbenchmark.tables import suite_csv, suite_latex
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.shared.jobs import job_progress, start_job, take_up
from aloi.ui.shared.tables import give, no_markup, problems_told
from aloi.ui.texts import t

VERB = "suite"
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state(VERB)
data: Path = session.settings().data
folder = suite.data_folder(data)
st.title(t("suite.title"), help=explained("run", "recipe"))
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
    return suite.curves(name, data)


take_up(store, state, VERB)
if not runs and "job" not in state:
    st.info(t("suite.empty"))
with st.expander(t("suite.new"), expanded=not runs):
    arguments = ask_run(data)
    if arguments:
        start_job(store, VERB, arguments, state)
job_progress(store, state, t("suite.running"), cancelled=t("suite.cancelled"))
with st.expander(t("suite.tasks_and_data"), expanded=not runs):
    drawn.tasks(suite.listed(folder), folder)
if not runs:
    drawn.protocols()
    st.stop()

names = [one.plan.name for one in runs]
name = st.selectbox(t("suite.run"), names, key="suite:run") if len(names) > 1 else names[0]
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
