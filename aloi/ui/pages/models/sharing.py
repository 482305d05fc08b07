"""The model of a run for others: its directory as a download, and its upload to the Hub."""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st

from aloi.base.requests import info_of
from aloi.ui import session
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.models.runs import Run
from aloi.workbench.models.sharing.exporting import run_formats
from aloi.workbench.releases.pushing import TOKEN
from aloi.workbench.requests.models.runs import ExportRunRequest, PushRunRequest
from aloi.workbench.store.opening import Store


def draw_sharing(store: Store, folder: Path, run: Run) -> None:
    """Draw the forms that export and upload the saved model of a run; `folder` is that of all runs."""
    formats = run_formats(folder, run.id)
    st.caption(t("models.export_why" if len(formats) > 1 else "models.export_card_why"))
    state, key = session.page_state(f"models:export:{run.id}"), f"models:export:{run.id}"
    take_up(store, state, info_of(ExportRunRequest).job, run=run.id)
    form = RequestForm(ExportRunRequest, key, run=run.id)
    with st.form(f"{key}:form", border=False):
        form.ask("format", draw=st.radio, options=formats, value=formats[0])
        form.rest()
        submitted = st.form_submit_button(t("models.export_do"), type="primary")
    if submitted:
        with problems_told():
            start_request(store, form.request(), state)
    done = job_progress(store, state, t("models.exporting"))
    if done is not None:
        st.link_button(
            t("models.export_download", name=done.result["file"]),
            f"{session.address()}/download/exports/{done.result['file']}",
        )
    if "hub" in formats:
        _draw_push(store, run)


def _draw_push(store: Store, run: Run) -> None:
    with st.expander(t("releases.push")):
        st.caption(t("models.push_why"))
        has_token = bool(os.environ.get(TOKEN))
        if not has_token:
            st.info(t("releases.push_no_token", name=TOKEN))
        state, key = session.page_state(f"models:push:{run.id}"), f"models:push:{run.id}"
        form = RequestForm(PushRunRequest, key, run=run.id)
        with st.form(f"{key}:form", border=False):
            form.ask("repository")
            form.ask("private", value=True)
            form.rest()
            submitted = st.form_submit_button(t("releases.push_do"), disabled=not has_token)
        if submitted:
            with problems_told():
                start_request(store, form.request(), state)
        take_up(store, state, info_of(PushRunRequest).job, run=run.id)
        done = job_progress(store, state, t("releases.pushing"))
        if done is not None:
            st.success(t("releases.pushed", count=done.result["files"]))
            st.link_button(done.result["address"], done.result["address"])
