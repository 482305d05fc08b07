"""Answers made elsewhere: from a table, or those that the source of the items itself gives."""

from __future__ import annotations

import streamlit as st

from annotation.model import Campaign, Role
from annotation.tasks import task
from ui import session
from ui.shared.tables import acting
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.imports.importing import REFERENCE, ImportOptions, import_path
from workbench.imports.layouts.base import ReadOptions
from workbench.imports.mention_answers import keep_source_answers
from workbench.store.opening import Store


def draw_importing(store: Store, campaign: Campaign, upcoming: int) -> None:
    """Draw the forms that bring answers into a campaign; `upcoming` is the number of its next round."""
    with st.expander(t("rounds.import")):
        _of_table(store, campaign, upcoming)
    if task(campaign.schema.task_type).takes_terminology:
        with st.expander(t("rounds.source")):
            _of_source(store, campaign)


def _of_table(store: Store, campaign: Campaign, upcoming: int) -> None:
    upload = st.file_uploader(
        t("rounds.import_file"),
        type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
        key="rounds:import:file",
    )
    number = st.number_input(t("rounds.import_round"), 1, upcoming, upcoming, key="rounds:import:round")
    columns = st.text_input(
        t("rounds.import_columns"), help=t("rounds.import_columns_help"), key="rounds:import:columns"
    )
    newcomers = st.checkbox(t("rounds.import_people"), key="rounds:import:people")
    if upload is not None and st.button(t("rounds.do_import"), type="primary", key="rounds:import:do"):
        wanted = tuple(word.strip() for word in columns.split(",") if word.strip())
        with acting(Role.MANAGER):
            done = import_path(
                store,
                [saved_upload(upload)],
                ImportOptions(campaign.id, number=int(number), add_annotators=newcomers),
                session.now(),
                format_name="table",
                reading=ReadOptions(annotators=wanted),
            )
            session.say(t("rounds.imported", count=done.new, known=done.known, number=int(number)))


def _of_source(store: Store, campaign: Campaign) -> None:
    st.caption(t("rounds.source_why"))
    who = st.text_input(t("rounds.source_annotator"), REFERENCE, key="rounds:source:annotator")
    if st.button(t("rounds.source_do"), key="rounds:source:do"):
        with acting(Role.MANAGER):
            done = keep_source_answers(store, campaign.id, session.now(), annotator=who.strip() or REFERENCE)
            (number,) = (one.number for one in done.rounds.values())
            counts = {name: done.counts[name] for name in ("linked", "none", "silent", "several")}
            session.say(t("rounds.source_done", count=done.new, number=number, **counts))
