"""Machines beside the people of a round, apart from the coefficients of people."""

from __future__ import annotations

from typing import Any

import streamlit as st

from aloi.agreement.machine.alternative import AlternativeTest
from aloi.annotation.model import Campaign, Round
from aloi.machines.model import MachineAnnotator
from aloi.ui.cached_results import latest_results
from aloi.ui.navigation import link
from aloi.ui.shared.agreement import pairs
from aloi.ui.shared.machines import choose_parts, machine_tests
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.machines import CompareMachines, ReportMachine
from aloi.workbench.cache.results import read_all
from aloi.workbench.machines.report import MachineReport
from aloi.workbench.rounds.machine_answers import counted_machines
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, current: Round) -> tuple[AlternativeTest, ...]:
    """Draw each machine with answers beside each person, and its test; return the tests."""
    machines = _answering(store, current)
    tests: tuple[AlternativeTest, ...] = ()
    if not machines:
        return tests
    st.subheader(t("machines.beside"))
    if not counted_machines(store, campaign.id):
        st.caption(t("machines.beside_why"))
    by = choose_parts(campaign, current, "agreement:machines")
    ids = tuple(machine.id for machine in machines)
    requests: list[Request[Any]] = [
        CompareMachines(campaign.id, current.id, ids, by),
        *(ReportMachine(campaign.id, current.id, machine_id) for machine_id in ids),
    ]
    with problems_told():
        latest_tests, *reports = latest_results(store, read_all(store, requests))
        tests = latest_tests or ()
        present: list[MachineReport] = [report for report in reports if report is not None]
        all_pairs = {
            (pair.a, pair.b, pair.measure, pair.scale): pair for report in present for pair in report.pairs
        }
        pairs([*all_pairs.values()], download="machines.csv")
        machine_tests(tests, by)
    link("machines", t("machines.to_report"), {"campaign": campaign.id, "round": current.id})
    return tests


def _answering(store: Store, current: Round) -> list[MachineAnnotator]:
    """Return the newest version with answers in a round of each machine."""
    answered = {count.machine_id for count in store.machines.counts([current.id]) if count.skip is None}
    newest = {machine.name: machine for machine in store.machines.list() if machine.id in answered}
    return list(newest.values())
