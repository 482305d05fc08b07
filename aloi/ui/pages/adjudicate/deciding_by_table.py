"""Decisions taken elsewhere, from a table: all of it or nothing."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role, Round
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.shared.jobs import job_progress, start_job, take_up
from aloi.ui.shared.tables import show_readings
from aloi.ui.shared.uploads import ask_normalise, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store


def draw_decision_table(store: Store, campaign: Campaign, current: Round) -> None:
    """Draw the upload of a table of decisions on the items of a round."""
    state = session.page_state(f"adjudicate:table:{current.id}")
    take_up(store, state, "import_decisions", campaign=campaign.id, number=current.number)
    with st.expander(t("adjudicate.table"), expanded=bool(state)):
        st.caption(t("adjudicate.table_why"))
        upload = st.file_uploader(
            t("adjudicate.table_file"),
            type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
            key=f"adjudicate:table:{current.id}",
        )
        show_upload(upload)
        normalise = ask_normalise("adjudicate:table")
        if upload is not None and st.button(t("adjudicate.table_do"), key="adjudicate:table:do"):
            path = str(saved_upload(upload))
            arguments: dict[str, Json] = {"path": path, "campaign": campaign.id, "number": current.number,
                                      "normalise": [*normalise]}  # fmt: skip
            start_job(store, "import_decisions", arguments, state, roles=(Role.ADJUDICATOR, Role.MANAGER))
        done = job_progress(store, state, t("adjudicate.table"))
        if done is not None:
            show_readings(done.result.get("tables", {}))
            st.success(t("adjudicate.table_done", count=done.result["count"]))
            if done.result["known"]:
                st.caption(t("adjudicate.table_known", count=done.result["known"]))
