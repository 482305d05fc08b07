"""Concept linking: fair test sets, rankers on them in one table, and rankers trained for it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.corpora.model import Json
from aloi.studies.linking.corpora import curve_csv, table_csv, table_latex
from aloi.studies.linking.job import crossed_of_json
from aloi.studies.linking.pages import linking_sets, linking_tables
from aloi.studies.linking.requests import CrossRequest
from aloi.studies.linking.tables import cross_csv, cross_latex
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import give, no_markup, problems_told
from aloi.ui.texts import t
from aloi.workbench.jobs import Job

VERB = info_of(CrossRequest).job
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("linking")
data: Path = session.settings().data
st.title(t("linking_tables.title"))
st.caption(t("linking_tables.why"))
offered = linking_sets.offered_sets(store, data)
done = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]


def label(job: Job) -> str:
    """Return the title of a finished table."""
    when = job.finished_at or job.created_at
    return t("linking_tables.named", title=job.arguments["title"], when=moment(when))


def ask_table() -> None:
    """Draw the form of a new table."""
    chosen = st.multiselect(
        t("linking_tables.sets"), list(offered), default=list(offered)[:6], key="linking:new:sets"
    )
    rankers: list[dict[str, Json]] = linking_sets.ask_rankers(store, data)
    form = RequestForm(
        CrossRequest, "linking:new", sets=tuple(offered[one] for one in chosen), rankers=tuple(rankers)
    )
    first, second, third, fourth = st.columns([1.2, 1, 1, 1.2])
    form.ask("threshold", first)
    form.ask("mode", second)
    form.ask("seed", third)
    form.ask("title", fourth, placeholder=", ".join(chosen)[:80], max_chars=80)
    form.rest()
    if st.button(t("linking_tables.do"), type="primary", disabled=not (chosen and rankers)):
        with problems_told():
            form.give(title=form.value("title").strip() or ", ".join(chosen)[:80])
            start_request(store, form.request(), state)


def show(job: Job) -> None:
    """Draw a finished table."""
    crossed = crossed_of_json(job.result)
    files = (
        ("csv", cross_csv(crossed.table), "cross.csv"),
        ("tex", cross_latex(crossed.table), "cross.tex"),
        ("sets_csv", table_csv(crossed.corpora), "test-sets.csv"),
        ("sets_tex", table_latex(crossed.corpora), "test-sets.tex"),
        ("curve", curve_csv(crossed.corpora), "curve.csv"),
    )
    row = st.container(horizontal=True)
    for kind, content, name in files:
        give(t(f"linking_tables.download_{kind}"), content, name, f"linking:download:{kind}", box=row)
    parts = ("scores", "fair", "curve", "differences")
    first, second, third, fourth = st.tabs([t(f"linking_tables.{one}") for one in parts])
    with first:
        linking_tables.scores(crossed.table)
    with second:
        linking_tables.fair_sets(crossed.corpora)
    with third:
        linking_tables.curve(crossed.corpora)
    with fourth:
        linking_tables.differences(crossed.table)
    linking_tables.signatures(crossed)


tables, sets, rankers = st.tabs([t(f"linking_tables.tab_{one}") for one in ("tables", "sets", "rankers")])
with sets:
    if offered:
        linking_sets.set_table(offered)
    linking_sets.add_set(store, data, expanded=not offered)
    linking_sets.remove_set(store, data)
with rankers:
    linking_sets.train(store, data, state)
with tables:
    if offered:
        with st.expander(t("linking_tables.new"), expanded=not done):
            ask_table()
    elif not done:
        st.info(t("linking_tables.empty"))
    take_up(store, state, VERB)
    job_progress(store, state, t("linking_tables.running"))
    if done:
        job = st.selectbox(t("linking_tables.which"), done, format_func=label) if len(done) > 1 else done[0]
        if len(done) == 1:
            st.subheader(no_markup(label(job)))
        show(job)
    elif offered:
        st.caption(t("linking_tables.no_table"))
