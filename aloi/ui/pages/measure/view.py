"""Results of a table, drawn until another one is measured or they are cleared."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

import streamlit as st

from aloi.agreement.result import Agreement
from aloi.annotation.model import Role
from aloi.base.records import from_json
from aloi.ui import session
from aloi.ui.numbers import counted
from aloi.ui.shared import whole_report
from aloi.ui.shared.agreement import crosscheck, differences, means, pairs, result_table, span_labels
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.shared.machines import machine_tests
from aloi.ui.shared.tables import acting, no_markup, report_table, show_read_as, twins_text
from aloi.ui.texts import t, translated
from aloi.workbench.agreement.full_report.machines import plan_table
from aloi.workbench.agreement.tables import TableReport
from aloi.workbench.files.measured_tables import SUFFIXES, MeasuredTable, forget
from aloi.workbench.jobs import Job
from aloi.workbench.requests.files.agreement import AgreementRequest
from aloi.workbench.store.opening import Store

_LISTED = 5  # cells that are named in a warning


def draw_results(
    results: Sequence[Agreement], titles: Mapping[str, str], download: str, *, of_spans: bool = False
) -> None:
    """Draw coefficients, each with the title of its view if there are several."""
    views = [titles[str(one.view)] for one in results] if titles else None
    counted = (t("spans.texts"), t("spans.marked")) if of_spans else None
    result_table(results, download=download, views=views, counted=counted)


def _draw_doubts(report: TableReport) -> None:
    """Draw possible errors in the data that would bias the numbers, and simulations of the intervals."""
    for twins in report.read_as.twins:
        if not twins.joined:
            st.warning(no_markup(t("measure.twins", told=twins_text(twins), field=t("tables.normalise"))))
    for word, count in report.read_as.doubtful:
        text = f"{t('tables.quoted', text=word)} ({counted(count)})"
        st.warning(no_markup(t("measure.doubtful", words=text, field=label_of(AgreementRequest, "missing"))))
    for kind in ("doubled", "unsplit", "parted"):
        cells: Sequence[tuple[str, int]] = getattr(report.read_as, kind)
        if cells:
            listed = ", ".join(
                f"{t('tables.quoted', text=word)} ({counted(count)})" for word, count in cells[:_LISTED]
            )
            words = f"{listed}, …" if len(cells) > _LISTED else listed
            field = label_of(AgreementRequest, "separator")
            st.warning(no_markup(t(f"measure.{kind}", count=len(cells), words=words, field=field)))
    for name, _ in report.read_as.suspected:
        st.warning(no_markup(t("measure.suspected", name=name)))
    for name in report.read_as.marks:
        st.warning(no_markup(t("measure.marks", name=name)))
    for caution in report.cautions:
        if caution not in report.read_as.cautions():  # those name options of the terminal
            st.warning(no_markup(translated(caution)))


def draw_measured(store: Store, job: Job, state: MutableMapping) -> None:
    """Draw the results of the job of a table, whatever the form above shows now."""
    measured = from_json(MeasuredTable, job.result)
    report = measured.report
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.subheader(no_markup(measured.name))
        if st.button(t("measure.forget"), key="measure:forget", type="tertiary"):
            with acting(Role.ADJUDICATOR, Role.MANAGER):
                forget(store, session.settings().data, job)
                state["job"] = None
    show_read_as(report.read_as)
    if report.left_out:
        st.caption(t("measure.left_out", names=no_markup(", ".join(report.left_out))))
    _draw_doubts(report)
    titles = {one.name: one.title for one in report.views} if len(report.views) > 1 else {}
    draw_results(report.results, titles, "agreement.csv", of_spans=report.spans is not None)
    if report.spans is not None:
        st.markdown(f"**{t('diagnosis.by_label')}**")
        span_labels(report.spans.f1, report.spans.soft)
    if report.crosscheck is not None:
        crosscheck(report.level, report.crosscheck)
    for group in report.groups:
        st.subheader(t("measure.part", by=no_markup(str(report.by)), name=no_markup(str(group.name))))
        draw_results(group.results, titles, f"agreement-{group.name}.csv")
    machine_tests(report.machines)
    for plan in report.plans:
        report_table(plan_table(plan))
    if report.pairs:
        with st.expander(t("measure.pairs")):
            for view in dict.fromkeys(one.view for one in report.pairs):
                if titles:
                    st.markdown(f"**{no_markup(titles[str(view)])}**")
                its = [one for one in report.pairs if one.view == view]
                pairs(its, download=f"pairs-{view}.csv" if titles else "pairs.csv")
                means([one for one in report.means if one.view == view])
    if report.whole is not None:
        whole_report.draw(report.whole)
        whole_report.disputes(report.whole, key="measure:two")
    whole_report.methods(report.methods)
    if measured.second is not None and measured.compared:
        st.subheader(t("measure.difference"))
        st.caption(t("measure.difference_why"))
        differences(measured.compared, measured.name, measured.second, measured.apart)
    with st.container(horizontal=True):
        for suffix in SUFFIXES:
            address = f"{session.address()}/download/exports/{measured.files}.{suffix}"
            st.link_button(t(f"measure.{suffix}"), address)
