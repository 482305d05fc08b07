"""The report on a machine beside the people of a round, with its files."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from aloi.agreement.machine.alternative import EPSILONS
from aloi.annotation.model import Campaign, Round
from aloi.machines.model import MachineAnnotator
from aloi.ui import language
from aloi.ui.cached_results import latest_results
from aloi.ui.numbers import number
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import pairs
from aloi.ui.shared.machines import choose_parts, machine_tests
from aloi.ui.shared.tables import give, no_markup, problems_told, report_table
from aloi.ui.texts import t
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.machines import CompareMachines, ReportMachine
from aloi.workbench.cache.results import read_all
from aloi.workbench.machines.rendering import further_tables, methods, report_html, report_latex
from aloi.workbench.machines.report import MachineReport
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, round_: Round, machine: MachineAnnotator) -> None:
    """Draw the report on a machine, once it and people have answered."""
    st.caption(t("machines.report_why"))
    counts = store.machines.counts([round_.id])
    if not any(count.machine_id == machine.id and count.skip is None for count in counts):
        st.info(t("machines.no_answers"))
        return
    if not store.answers.any_answer(round_.id):
        st.info(t("machines.no_people"))
        return
    group = st.selectbox(
        t("machines.epsilon"),
        list(EPSILONS),
        format_func=lambda name: t(f"machines.epsilon_{name}", value=number(EPSILONS[name], "g")),
        key="machines:epsilon",
    )
    by = choose_parts(campaign, round_, "machines:report")
    of = campaign.id, round_.id
    requests: list[Request[Any]] = [
        ReportMachine(*of, machine.id, EPSILONS[group]),
        CompareMachines(*of, (machine.id,), by, EPSILONS[group]),
    ]
    with problems_told():
        report, tests = latest_results(store, read_all(store, requests))
        machine_tests(tests or (), by)
        if report is not None:
            _report(report)


def _report(report: MachineReport) -> None:
    st.subheader(t("agreement.pairs"))
    pairs(report.pairs, download=f"machine-{report.machine.pseudonym}-pairs.csv")
    for table in further_tables(report):
        report_table(table)
    _reliability(report)
    with st.expander(t("whole.methods")):
        for spoken in ("en", "fr"):
            st.markdown(no_markup(methods(report, spoken)))
    name = f"{report.machine.pseudonym}-v{report.machine.version}-round-{report.round.number}"
    row = st.container(horizontal=True)
    spoken = language.current()
    give(t("agreement.html"), partial(report_html, report, spoken), f"{name}.html", "machines:html", box=row)
    give(t("agreement.tex"), partial(report_latex, report, spoken), f"{name}.tex", "machines:latex", box=row)


def _reliability(report: MachineReport) -> None:
    """Draw the reliability curve: the share of right answers by stated confidence, and that confidence."""
    right, stated = t("machines.right"), t("machines.stated")
    rows = [
        {
            t("machines.confidence_from"): f"{number(each.low, '.0%')}–{number(each.high, '.0%')}",
            right: each.right,
            stated: each.confidence,
        }
        for each in report.calibration.bins
    ]
    if rows:
        st.subheader(t("machines.reliability"))
        charts.against(rows, t("machines.confidence_from"), right, stated)
