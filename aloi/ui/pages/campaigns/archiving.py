"""A whole campaign as one file: written by the worker, then downloaded."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.ui import session
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.store.archive_jobs import WRITE
from aloi.workbench.store.opening import Store


def draw_archiving(store: Store, campaign: Campaign) -> None:
    """Ask for the content of the archive of a campaign; draw the file once it is ready."""
    state = session.page_state(f"campaigns:archive:{campaign.id}")
    take_up(store, state, WRITE, campaign=campaign.id)
    with st.expander(t("archives.title"), expanded=bool(state)):
        st.caption(t("archives.why"))
        form = RequestForm(ArchiveRequest, "campaigns:archive", campaign=campaign.id)
        form.ask("names")
        if store.texts.corpus(campaign.corpus_id).restricted:
            form.ask("reason")
        else:
            form.give(reason="")
        form.rest()
        if st.button(t("archives.write"), key="campaigns:archive:write"):
            with problems_told():
                start_request(store, form.request(), state)
        done = job_progress(store, state, t("archives.writing"))
        if done is not None:
            name = done.result["file"]
            st.link_button(
                t("archives.download", name=name),
                f"{session.address()}/download/exports/{name}",
                type="primary",
            )
            st.caption(t("archives.checksum"))
            st.code(done.result["checksum"], language=None, wrap_lines=True)
