"""Answers made elsewhere: from a table, or those that the source of the items itself gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.corpora.readers.roles import table_head
from aloi.ui import session
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import problems_told, show_readings
from aloi.ui.shared.uploads import ask_normalise, ask_sheet, isolated, saved_upload
from aloi.ui.texts import t
from aloi.workbench.agreement.reading.exported_answers import is_export
from aloi.workbench.imports.jobs import IMPORT, SOURCE
from aloi.workbench.requests.imports import ImportRequest, SourceAnswersRequest
from aloi.workbench.requests.rounds import ImportAnswersRequest
from aloi.workbench.store.opening import Store


def draw_importing(store: Store, campaign: Campaign, upcoming: int) -> None:
    """Draw the forms that bring answers into a campaign; `upcoming` is the number of its next round."""
    state = session.page_state(f"rounds:import:{campaign.id}")
    take_up(store, state, IMPORT, campaign=campaign.id, preview=False)
    with st.expander(t("rounds.import"), expanded=bool(state)):
        _of_table(store, campaign, upcoming, state)
        _done(store, state)
    if task(campaign.schema.task_type).takes_terminology:
        state = session.page_state(f"rounds:source:{campaign.id}")
        take_up(store, state, SOURCE, campaign=campaign.id)
        with st.expander(t("rounds.source"), expanded=bool(state)):
            _of_source(store, campaign, state)


def _of_table(store: Store, campaign: Campaign, upcoming: int, state: dict[str, Any]) -> None:
    upload = st.file_uploader(
        t("rounds.import_file"),
        type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
        key="rounds:import:file",
    )
    form = RequestForm(ImportAnswersRequest, "rounds:import", campaign=campaign.id, annotators=())
    columns: tuple[str, ...] | None = None
    if upload is not None:
        with problems_told():
            ask_sheet(upload)
            form.give(table=saved_upload(upload))
            columns = _columns(store, form.value("table"))
    form.ask("round", min_value=1, max_value=upcoming, value=upcoming)
    form.give(normalise=ask_normalise("rounds:import"))
    form.ask("add_annotators")
    if columns is None:
        return
    form.give(columns=columns)
    form.rest()
    if st.button(t("rounds.do_import"), type="primary", key="rounds:import:do"):
        request = form.request()
        import_request = ImportRequest(
            request.table,
            campaign.id,
            "table",
            round=request.round,
            columns=request.columns,
            add_annotators=request.add_annotators,
            normalise=request.normalise,
        )
        start_request(store, import_request, state)


def _columns(store: Store, path: Path) -> tuple[str, ...] | None:
    """Return the roles of the columns of a table of answers; none of one that Aloi exported."""
    if is_export(isolated(table_head, path).columns):
        return ()
    return ask_columns(store, path, "rounds:import")


def _done(store: Store, state: dict[str, Any]) -> None:
    """Draw the progress of an import, and its result."""
    done = job_progress(store, state, t("imports.storing"))
    if done is not None:
        result: Any = done.result
        show_readings(result.get("tables", {}))
        (where,) = result["rounds"]
        st.success(t("rounds.imported", count=result["new"], known=result["known"], number=where))


def _of_source(store: Store, campaign: Campaign, state: dict[str, Any]) -> None:
    st.caption(t("rounds.source_why"))
    form = RequestForm(SourceAnswersRequest, "rounds:source", campaign=campaign.id)
    form.ask("annotator")
    form.rest()
    if st.button(t("rounds.source_do"), key="rounds:source:do"):
        with problems_told():
            start_request(store, form.request(), state)
    done = job_progress(store, state, t("imports.storing"))
    if done is not None:
        result: Any = done.result
        (number,) = result["rounds"]
        counts = {name: result["counts"][name] for name in ("linked", "none", "silent", "several")}
        st.success(t("rounds.source_done", count=result["new"], number=number, **counts))
