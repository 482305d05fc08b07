"""Agreement of any table: ratings of other tools, measured by the worker and not stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from aloi.agreement.measures import all_measures
from aloi.agreement.ratings import LEVELS
from aloi.annotation.model import Role
from aloi.corpora.readers import Preview
from aloi.corpora.readers import preview as read_preview
from aloi.corpora.readers.roles import ColumnRole
from aloi.ui import session
from aloi.ui.glossary import explained
from aloi.ui.pages.measure.estimating import ask_estimate, draw_estimated
from aloi.ui.pages.measure.view import draw_measured
from aloi.ui.shared.agreement import title
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.forms.requests import RequestForm, help_of, label_of
from aloi.ui.shared.jobs import job_progress, start_request
from aloi.ui.shared.tables import place_of, problems_told, show_read_as, text_table
from aloi.ui.shared.uploads import ask_sheet, isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.agreement.reading.exported_answers import is_export
from aloi.workbench.agreement.reading.layouts import usual_level
from aloi.workbench.agreement.reading.options import NOT_OF_SPANS, set_measures
from aloi.workbench.agreement.reading.span_tables import span_columns
from aloi.workbench.files.estimated_tables import ESTIMATE
from aloi.workbench.files.measured_tables import MEASURE
from aloi.workbench.requests.files.agreement import AgreementRequest

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_SUFFIXES = ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"]
_ROLES = (Role.ADJUDICATOR, Role.MANAGER)
_COLUMNS = (
    "level", "unit", "annotator", "value", "columns", "cluster", "by", "separator", "categories", "missing",
)  # fmt: skip
_USED = (ColumnRole.ID, ColumnRole.ANNOTATOR, ColumnRole.SCORE, ColumnRole.LABEL)
_FIRST = 50  # rows that say what kind of ratings a table holds
store = session.open_store()
me = session.require(*_ROLES)
state = session.page_state("measure")
estimates = session.page_state("estimate")


def ask(upload: UploadedFile) -> None:
    """Draw the reading and the form of a table; start the job that measures it."""
    ask_sheet(upload)
    path = saved_upload(upload)
    preview = beginning(path)
    names = list(preview.columns)
    show_read_as(preview.read_as)
    text_table([dict(zip(names, row, strict=True)) for row in preview.rows[:3]])
    second = st.file_uploader(
        label_of(AgreementRequest, "second"),
        type=_SUFFIXES,
        help=help_of(AgreementRequest, "second"),
        key="measure:second",
    )
    show_upload(second)
    layout = "exported" if is_export(names) else "spans" if span_columns(names) is not None else None
    form = RequestForm(AgreementRequest, "measure", table=path)
    if layout is None:
        form.ask("layout", draw=st.radio, options=[None, "wide", "long", "counts"], horizontal=True)
        if st.toggle(t("measure.by_hand"), key=f"measure:by_hand:{path.parent.name}"):
            form.give(columns=ask_columns(store, path, "measure", used=_USED) or ())
    else:
        st.info(t(f"measure.{layout}"))
    with st.form("measure:form"):
        if layout == "spans":
            form.keep(*NOT_OF_SPANS, "level", "weights_by", "replicates", "value", "separator", "pairs")
        elif layout == "exported":
            form.keep(*_COLUMNS)
        else:
            ask_layout(form, names)
            ask_options(form, names, usual_level(names, preview.rows, form.value("layout")))
        if layout != "spans":
            ask_measures(form)
        form.ask("normalise", placeholder=t("tables.normalise_none"))
        form.keep("layout")
        form.give(second=None if second is None else saved_upload(second))
        if second is None:
            form.keep("paired", "detect")
        else:
            left, right = st.columns(2)
            form.ask("paired", left)
            form.ask("detect", right, step=0.01)
        form.rest()
        if st.form_submit_button(t("measure.do"), type="primary"):
            start_request(store, form.request(), state)


def ask_about(upload: UploadedFile) -> None:
    """Draw the choice of agreement or an estimate, and its form."""
    tasks = ("agreement", "estimate")
    task = st.segmented_control(
        t("estimate.task"),
        tasks,
        format_func=lambda name: t(f"estimate.task_{name}"),
        default=tasks[0],
        required=True,
        key="measure:task",
    )
    if task == "agreement":
        ask(upload)
        return
    ask_sheet(upload)
    path = saved_upload(upload)
    preview = beginning(path)
    names = list(preview.columns)
    show_read_as(preview.read_as)
    st.caption(t("estimate.why"))
    text_table([dict(zip(names, row, strict=True)) for row in preview.rows[:3]])
    ask_estimate(store, path, names, estimates)


def beginning(path: Path) -> Preview:
    """Return the first rows of a table, cached: a spreadsheet must be read completely for them."""
    if state.get("preview", ("",))[0] != path:
        state["preview"] = (path, isolated(read_preview, path, _FIRST))
    preview: Preview = state["preview"][1]
    return preview


def ask_layout(form: RequestForm[AgreementRequest], names: Sequence[str]) -> None:
    """Draw the choice of the columns of items and ratings, which depends on the layout.

    Widgets whose choices come from the table have no key, so that another table starts with its own.
    """
    layout = form.value("layout")
    if layout is None or form.value("columns"):
        form.keep("unit", "columns", "annotator", "value")
        return
    left, middle, right = st.columns(3)
    form.ask("unit", left, options=names, value=names[0], key=None)
    if layout != "long":
        placeholder = t("measure.all_columns")
        form.ask("columns", middle, options=names, placeholder=placeholder, width="stretch", key=None)
        form.keep("annotator", "value")
        return
    annotator = names[place_of(names, ["annotator", "worker_id", "worker"])]
    form.ask("annotator", middle, options=names, value=annotator, key=None)
    value = names[place_of(names, ["value", "rating", "score", "label"])]
    form.ask("value", right, options=names, value=value, key=None)
    form.keep("columns")


def ask_options(form: RequestForm[AgreementRequest], names: Sequence[str], usual: str) -> None:
    """Draw the options of the table; `usual` is the suggested level."""
    left, middle, right = st.columns(3)
    form.ask("level", left, value=usual, options=LEVELS, key=None)
    nothing = t("measure.none")
    form.ask("cluster", middle, options=names, max_selections=2, placeholder=nothing, key=None)
    form.ask("by", right, options=[None, *names], format_func=lambda name: name or nothing, key=None)
    left, right = st.columns(2, vertical_alignment="bottom")
    sets = left.checkbox(t("measure.sets"), help=t("measure.sets_help"))
    form.ask("separator", right, max_chars=3)
    form.ask("categories")
    form.ask("missing")
    left, middle, right = st.columns(3)
    if form.value("layout") == "long":
        form.ask("machine", left)
    else:
        form.ask("machine", left, options=names, placeholder=nothing, key=None)
    form.ask("epsilon", middle, step=0.05)
    form.ask("alignment", right)
    if sets:
        form.give(level="nominal", measure=set_measures())


def ask_measures(form: RequestForm[AgreementRequest]) -> None:
    """Draw the choice of coefficients and of the full report; none chosen leaves those that are given."""
    preset = form.value("measure")
    names = [measure.name for measure in all_measures()]
    placeholder = t("measure.all_measures")
    if not form.ask("measure", options=names, format_func=title, placeholder=placeholder):
        form.give(measure=preset)
    form.ask("whole")


st.title(
    t("measure.menu"),
    help=explained("agreement", "alpha", "kappa", "ac1", "interval", "standard_error", "bca"),
)
st.caption(t("measure.why"))
table = st.file_uploader(t("measure.file"), type=_SUFFIXES, key="measure:file")
if table is not None:
    with problems_told():
        ask_about(table)
for about, verb in ((estimates, ESTIMATE), (state, MEASURE)):
    if "job" not in about:
        before = store.jobs.last(verb, me.pseudonym)
        about["job"] = before.id if before is not None else None
estimated = job_progress(store, estimates, t("estimate.doing"))
if estimated is not None:
    draw_estimated(store, estimated, estimates)
done = job_progress(store, state, t("measure.measuring"))
if done is not None:
    draw_measured(store, done, state)
elif table is None and state["job"] is None and estimates["job"] is None:
    st.info(t("measure.empty"))
