"""The answers of a campaign as a table: written by the worker, then downloaded."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.base.requests import info_of
from aloi.ui import session
from aloi.ui.numbers import has_decimal_comma
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.store.opening import Store


def draw_export(store: Store, campaign: Campaign) -> None:
    """Draw the options for exporting the answers of a campaign, and the file once it is ready."""
    state = session.page_state(f"rounds:export:{campaign.id}")
    take_up(store, state, info_of(ExportAnswersRequest).job, campaign=campaign.id)
    with st.expander(t("rounds.export"), expanded=bool(state)):
        st.caption(t("rounds.export_why"))
        form = RequestForm(ExportAnswersRequest, "rounds:export", campaign=campaign.id, round=None)
        form.give(decimal_comma=has_decimal_comma(), reason="")
        form.ask("suffix", draw=st.radio, value="xlsx", horizontal=True)
        form.ask("skips")
        if store.texts.corpus(campaign.corpus_id).restricted:
            form.ask("reason")
        form.rest()
        if st.button(t("rounds.do_export"), key="rounds:export:do"):
            start_request(store, form.request(), state)
        done = job_progress(store, state, t("rounds.export"))
        if done is not None:
            name = done.result["file"]
            if done.result["schema_version"] > 1:
                version, changed = done.result["schema_version"], done.result["relabelled"]
                st.caption(t("rounds.export_version", count=changed, version=version))
                if done.result["left_out"]:
                    st.caption(t("rounds.export_left_out", count=done.result["left_out"]))
            st.link_button(
                t("rounds.export_download", count=done.result["answers"]),
                f"{session.address()}/download/exports/{name}",
                type="primary",
            )
