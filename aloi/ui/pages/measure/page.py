"""Agreement of any table: ratings of other tools, measured by the worker and not stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from aloi.agreement.measures import MEASURES
from aloi.agreement.ratings import LEVELS
from aloi.annotation.model import Role
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.corpora.readers import Preview
from aloi.corpora.readers import preview as read_preview
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.pages.measure.view import draw_measured
from aloi.ui.shared.agreement import title
from aloi.ui.shared.choices import worded
from aloi.ui.shared.jobs import job_progress, start_job
from aloi.ui.shared.tables import place_of, problems_told, show_read_as, text_table
from aloi.ui.shared.uploads import ask_normalise, ask_sheet, isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.agreement.reading.exported_answers import is_export
from aloi.workbench.agreement.reading.layouts import usual_level
from aloi.workbench.agreement.reading.span_tables import span_columns
from aloi.workbench.agreement.tables import SET_MEASURES, TableOptions
from aloi.workbench.files.measured_tables import MEASURE

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_SUFFIXES = ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"]
_ROLES = (Role.ADJUDICATOR, Role.MANAGER)
_FIRST = 50  # rows that say what kind of ratings a table holds
store = session.open_store()
me = session.require(*_ROLES)
state = session.page_state("measure")


def ask(upload: UploadedFile) -> None:
    """Draw the reading and the form of a table; start the job that measures it."""
    ask_sheet(upload)
    path = saved_upload(upload)
    preview = beginning(path)
    names = list(preview.columns)
    show_read_as(preview.read_as)
    text_table([dict(zip(names, row, strict=True)) for row in preview.rows[:3]])
    second = st.file_uploader(
        t("measure.second"), type=_SUFFIXES, help=t("measure.second_help"), key="measure:second"
    )
    show_upload(second)
    layout = "exported" if is_export(names) else "spans" if span_columns(names) is not None else None
    if layout is not None:
        st.info(t(f"measure.{layout}"))
    shape = ask_shape() if layout is None else ""
    with st.form("measure:form"):
        if layout == "spans":
            options: dict[str, Any] = {"normalise": ask_normalise("measure")}
        elif layout == "exported":
            options = ask_measures()
        else:
            level = usual_level(names, preview.rows, None if shape == "looks" else shape)
            options = {**ask_columns(names, shape), **ask_options(names, level)}
        paired, apart = False, 0.1
        if second is not None:
            left, right = st.columns(2)
            paired = left.checkbox(t("measure.paired"), help=t("measure.paired_help"), key="measure:paired")
            apart = right.number_input(
                t("comparing.detect"), 0.01, 1.0, 0.1, 0.01, help=t("comparing.detect_help")
            )
        if st.form_submit_button(t("measure.do"), type="primary"):
            arguments: dict[str, Json] = {
                "path": str(path),
                "name": upload.name,
                "options": to_json(TableOptions(**options)),
                "second": None if second is None else str(saved_upload(second)),
                "second_name": None if second is None else second.name,
                "paired": paired,
                "apart": apart,
            }
            start_job(store, MEASURE, arguments, state, roles=_ROLES)


def ask_shape() -> str:
    """Return the layout of a table from the form, or the one detected."""
    return st.radio(
        t("measure.shape"),
        ["looks", "wide", "long", "counts"],
        format_func=lambda word: t(f"measure.{word}"),
        horizontal=True,
        key="measure:shape",
    )


def beginning(path: Path) -> Preview:
    """Return the first rows of a table, cached: a spreadsheet must be read completely for them."""
    if state.get("preview", ("",))[0] != path:
        state["preview"] = (path, isolated(read_preview, path, _FIRST))
    preview: Preview = state["preview"][1]
    return preview


def ask_columns(names: Sequence[str], shape: str) -> dict[str, Any]:
    """Return the columns of items and ratings, as fields of TableOptions."""
    if shape == "looks":
        return {}
    left, middle, right = st.columns(3)
    unit = left.selectbox(t("measure.unit"), names)
    if shape != "long":
        columns = middle.multiselect(
            t("measure.columns"), names, placeholder=t("measure.all_columns"), width="stretch"
        )
        return {"layout": shape, "unit": unit, "columns": tuple(columns)}
    annotator = middle.selectbox(
        t("measure.annotator"), names, place_of(names, ["annotator", "worker_id", "worker"])
    )
    value = right.selectbox(t("measure.value"), names, place_of(names, ["value", "rating", "score", "label"]))
    return {"unit": unit, "annotator": annotator, "value": value}


def ask_options(names: Sequence[str], usual: str) -> dict[str, Any]:
    """Return the form's options of the table, as fields of TableOptions; `usual` is the level suggested."""
    left, middle, right = st.columns(3)
    level = worded(left.selectbox, "measure.level", list(LEVELS), list(LEVELS).index(usual))
    clusters = middle.multiselect(
        t("measure.cluster"),
        names,
        max_selections=2,
        placeholder=t("measure.none"),
        help=t("measure.cluster_help"),
    )
    by = right.selectbox(
        t("measure.by"),
        [None, *names],
        format_func=lambda name: name or t("measure.none"),
        help=t("measure.by_help"),
    )
    sets_box, separator_box = st.columns(2, vertical_alignment="bottom")
    sets = sets_box.checkbox(t("measure.sets"), help=t("measure.sets_help"))
    separator = separator_box.text_input(
        t("measure.separator"), help=t("measure.separator_help"), max_chars=3, key="measure:separator"
    )
    categories = st.text_input(t("measure.categories"), help=t("measure.categories_help"))
    missing = st.text_input(t("measure.missing"), help=t("measure.missing_help"), key="measure:missing")
    options = ask_measures()
    return {
        **options,
        "level": "nominal" if sets else level,
        "measures": options["measures"] or (SET_MEASURES if sets else ()),
        "categories": listed(categories),
        "missing": listed(missing),
        "separator": separator.strip() or None,
        "cluster": tuple(clusters),
        "by": by,
    }


def listed(text: str) -> tuple[str, ...]:
    """Return the comma-separated words of a field."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def ask_measures() -> dict[str, Any]:
    """Return the form's options of any table, as fields of TableOptions."""
    measures = st.multiselect(
        t("measure.measures"),
        [one.name for one in MEASURES],
        format_func=title,
        placeholder=t("measure.all_measures"),
    )
    normalise = ask_normalise("measure")
    full_report = st.checkbox(t("measure.whole"), help=t("measure.whole_help"), key="measure:whole")
    return {"measures": tuple(measures), "normalise": normalise, "whole": full_report}


st.title(
    t("measure.title"),
    help=explained("agreement", "alpha", "kappa", "ac1", "interval", "standard_error", "bca"),
)
st.caption(t("measure.why"))
if "job" not in state:
    before = store.jobs.last(MEASURE, me.pseudonym)
    state["job"] = before.id if before is not None else None
table = st.file_uploader(t("measure.file"), type=_SUFFIXES, key="measure:file")
if table is not None:
    with problems_told():
        ask(table)
done = job_progress(store, state, t("measure.measuring"))
if done is not None:
    draw_measured(store, done, state)
elif table is None and state["job"] is None:
    st.info(t("measure.empty"))
