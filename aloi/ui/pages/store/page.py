"""The store: a copy of it in one file, and whether all it holds fits together; the worker does both."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.pages.store.restoring import draw_restoring
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.jobs import job_progress, start_job, start_request, take_up
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.requests.store import BackupRequest

store = session.open_store()
session.require(Role.ADMINISTRATOR)
state = session.page_state("store")
st.title(t("store.menu"))
st.caption(t("store.why"))
untaken = [lane for lane, queue in jobs.queues(store).items() if jobs.is_late(queue, session.now())]
if untaken:
    st.warning(t("store.untaken", lanes=", ".join(t(f"store.lane_{lane}") for lane in untaken)))
copy_box, check_box = st.columns(2)
with copy_box:
    st.subheader(t("store.backup"))
    st.caption(t("store.backup_why"))
    if st.button(t("store.do_backup"), type="primary"):
        start_request(store, BackupRequest(), state, key="backup")
    take_up(store, state, "backup", key="backup")
    copied = job_progress(store, state, t("store.backup"), key="backup")
    if copied is not None:
        megabytes = number(copied.result["bytes"] / 1e6, ".1f")
        st.success(t("store.backed_up", size=megabytes))
        st.code(copied.result["path"], language=None, wrap_lines=True)
with check_box:
    st.subheader(t("store.check"))
    st.caption(t("store.check_why"))
    if st.button(t("store.do_check")):
        start_job(store, "check", {}, state, key="check")
    take_up(store, state, "check", key="check")
    checked = job_progress(store, state, t("store.check"), key="check")
    if checked is not None and checked.result["sound"]:
        st.success(t("store.sound", **{name: checked.result[name] for name in ("documents", "sentences")}))
        st.caption(t("store.log", **{name: checked.result[name] for name in ("answers", "events")}))
        st.code(checked.result["head"], language=None, wrap_lines=True)
    elif checked is not None:
        problems = checked.result["problems"]
        st.error(t("store.problems", count=len(problems)))
        text_table(
            [
                {
                    t("store.table"): problem["table"] or "-",
                    t("store.row"): problem["id"] or "-",
                    t("store.what"): problem["what"],
                }
                for problem in problems
            ],
            download="problems.csv",
        )
st.subheader(t("store.restore"))
draw_restoring(store, state)
correction_log(store)
