"""Models: train a recipe on releases, follow the training, and view the results of each run."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.requests import info_of, to_data
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link
from aloi.ui.pages.models import form, parts, run, watch
from aloi.ui.shared.tables import acting, no_markup, problems_told
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.models import runs as stored
from aloi.workbench.requests.models.training import TrainRequest
from aloi.workbench.texts import uploads

store = session.open_store()
session.require(Role.MANAGER)
data: Path = session.settings().data
state = session.page_state("models")
st.title(t("models.menu"), help=explained("recipe", "run", "seed"))
st.caption(t("models.why"))
watch.under_way(store, data, state)
folder = stored.runs_folder(data)
runs = stored.runs(folder, store.members.shared("run"))
train_tab, runs_tab = st.tabs([t("models.tab_train"), t("models.tab_runs", count=len(runs))])

with train_tab:
    at = selection.current(store).campaign
    campaign = at.id if at else None
    offered = parts.sources(store, data, campaign)
    if not offered:
        st.info(t("models.no_data"))
        link("releases", t("models.to_releases"))
    with st.expander(t("models.upload"), expanded=not offered):
        upload = st.file_uploader(
            t("models.upload_file"),
            type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "conll", "zip"],
            help=t("models.upload_help"),
            key="models:upload",
        )
        show_upload(upload)
        if upload is not None and st.button(t("models.upload_do"), key="models:upload:keep"):
            with acting(Role.MANAGER):
                stored_file = isolated(uploads.keep, saved_upload(upload), data)
                store.members.record_author("dataset", stored_file.parent.name)
                session.say(t("models.uploaded", name=no_markup(stored_file.name)))
    chosen = parts.ask_parts(store, offered, campaign) if offered else None
    form_ = form.ask_run(chosen) if chosen else None
    if form_ is not None and st.button(t(f"models.start_{form_.kind}"), type="primary", key="models:start"):
        person = session.require(Role.MANAGER)
        with problems_told():
            requests_ = form.requests(store, form_)
            state["jobs"] = [
                jobs.start(
                    store, info_of(TrainRequest).job, to_data(request), person.pseudonym, session.now()
                ).id
                for request in requests_
            ]
            session.say(t("models.started"))
            st.rerun()

with runs_tab:
    run.runs(store, folder, runs, state.get("ended", ""))
