"""Decisions taken elsewhere, from a table: all of it or nothing."""

from __future__ import annotations

import streamlit as st

from annotation.model import Campaign, Role, Round
from ui import session
from ui.shared.tables import acting
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.rounds import adjudicating
from workbench.store.opening import Store


def draw_decision_table(store: Store, campaign: Campaign, current: Round) -> None:
    """Draw the upload of a table of decisions on the items of a round."""
    with st.expander(t("adjudicate.table")):
        st.caption(t("adjudicate.table_why"))
        upload = st.file_uploader(
            t("adjudicate.table_file"),
            type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
            key=f"adjudicate:table:{current.id}",
        )
        if upload is not None and st.button(t("adjudicate.table_do"), key="adjudicate:table:do"):
            with acting(Role.ADJUDICATOR, Role.MANAGER):
                path = saved_upload(upload)
                count = adjudicating.import_decisions(store, path, campaign.id, current.number, session.now())
                session.say(t("adjudicate.table_done", count=count))
