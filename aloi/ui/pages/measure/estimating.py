"""Estimates from few human and many machine answers of a table: their form and their results."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from pathlib import Path

import streamlit as st

from aloi.agreement.measures import all_measures
from aloi.agreement.ratings import LEVELS
from aloi.annotation.model import Role
from aloi.base.records import from_json
from aloi.base.requests import from_data
from aloi.ui import language
from aloi.ui.numbers import counted
from aloi.ui.shared.agreement import title
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import start_request
from aloi.ui.shared.tables import acting, no_markup, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.agreement.estimates import estimates_table
from aloi.workbench.files.estimated_tables import EstimatedTable, forget
from aloi.workbench.jobs import Job
from aloi.workbench.requests.files.agreement import EstimateRequest
from aloi.workbench.store.opening import Store

KINDS = ("label", "mean", "system", "measure")
_FIELDS = {
    "label": ("label",),
    "mean": (),
    "system": ("system",),
    "measure": ("system", "measure", "level", "weights"),
}


def ask_estimate(store: Store, path: Path, names: Sequence[str], state: MutableMapping) -> None:
    """Draw the form of an estimate of a table; start its job."""
    form = RequestForm(EstimateRequest, "estimate", table=path)
    kind = st.radio(
        t("estimate.kind"),
        KINDS,
        format_func=lambda name: t(f"estimate.kind_{name}"),
        horizontal=True,
        key="estimate:kind",
    )
    nothing = t("measure.none")
    left, middle, right = st.columns(3)
    long = form.ask("annotator", left, options=[None, *names], format_func=lambda name: name or nothing)
    form.ask("unit", middle, options=names, value=names[0], key=None)
    if long is None:
        form.keep("value")
    else:
        form.ask("value", right, options=names, key=None)
    columns = None if long is not None else names
    with st.form("estimate:form"):
        _ask_answers(form, kind, columns)
        left, middle, right = st.columns(3)
        form.ask("cluster", left, options=names, max_selections=2, placeholder=nothing, key=None)
        for name, box in (("by", middle), ("stratum", right)):
            form.ask(name, box, options=[None, *names], format_func=lambda value: value or nothing, key=None)
        form.ask("normalise", placeholder=t("tables.normalise_none"))
        form.rest()
        if st.form_submit_button(t("estimate.do"), type="primary"):
            start_request(store, form.request(), state)


def _ask_answers(form: RequestForm[EstimateRequest], kind: str, columns: Sequence[str] | None) -> None:
    """Draw the fields of a kind of estimate; of a wide table, annotators are its columns."""
    fields = _FIELDS[kind]
    form.keep(*({name for of in _FIELDS.values() for name in of} - set(fields)))
    form.give(mean=kind == "mean")
    boxes = st.columns(3)
    chosen = {} if columns is None else {"options": columns, "key": None}
    form.ask("machine", boxes[0], **chosen)
    if "label" in fields:
        form.ask("label", boxes[1], value="")
    if "system" in fields:
        form.ask("system", boxes[1], **chosen)
    if columns is None:
        form.keep("columns")
    else:
        placeholder = t("measure.all_columns")
        form.ask("columns", boxes[2], options=columns, placeholder=placeholder, key=None)
    if "measure" in fields:
        boxes = st.columns(3)
        measures = [measure.name for measure in all_measures() if not measure.for_sets]
        form.ask("measure", boxes[0], options=measures, format_func=title)
        form.ask("level", boxes[1], options=LEVELS)
        form.ask("weights", boxes[2])


def draw_estimated(store: Store, job: Job, state: MutableMapping) -> None:
    """Draw the estimates of a job, with those of people alone beside them."""
    estimated = from_json(EstimatedTable, job.result)
    report = estimated.report
    name = _name(from_data(EstimateRequest, job.arguments))
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.subheader(no_markup(estimated.name))
        if st.button(t("measure.forget"), key="estimate:forget", type="tertiary"):
            with acting(Role.ADJUDICATOR, Role.MANAGER):
                forget(store, job)
                state["job"] = None
    parts = [(name, report.estimate), *report.groups, *report.differences]
    table = estimates_table(parts).in_language(language.current())
    text_table(
        [
            {**dict(zip(table.head, row, strict=True)), t("app.signature"): estimate.signature}
            for row, (_, estimate) in zip(table.rows, parts, strict=True)
        ],
        download="estimates.csv",
        signed=t("app.signature"),
    )
    if report.estimate.worth is not None:
        st.success(
            t(
                "estimate.worth",
                machine=counted(report.estimate.machine),
                worth=counted(round(report.estimate.worth)),
            )
        )
    for reason in dict.fromkeys(each.reason for _, each in parts if each.reason is not None):
        st.info(no_markup(translated(reason)))
    with st.expander(t("agreement.meaning")):
        st.markdown(t("estimate.meaning"))


def _name(request: EstimateRequest) -> str:
    """Return the name of an estimate in the reader's language."""
    if request.measure is not None:
        return t("estimate.name_measure", measure=title(request.measure), name=str(request.system))
    if request.system is not None:
        return t("estimate.name_system", name=request.system)
    return t("estimate.kind_mean") if request.mean else t("estimate.name_label", label=str(request.label))
