"""Cached results of machine annotators beside the people of a round: reports, and tests on parts of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aloi.agreement.machine.alternative import EPSILONS, AlternativeTest
from aloi.workbench.cache.base import CampaignId, Context, DecidedRound, Request, cached
from aloi.workbench.machines.report import MachineReport, machine_report
from aloi.workbench.machines.round_tests import round_machine_tests
from aloi.workbench.requests.machines import MachineReportRequest
from aloi.workbench.requests.rounds import RoundAgreementRequest

_MOST = 100  # of all rounds, machines and values of epsilon


@dataclass(frozen=True, slots=True)
class ReportMachine(Request[MachineReport]):
    """A version of a machine beside the people of a round."""

    campaign_id: CampaignId
    round_id: DecidedRound
    machine_id: str
    epsilon: float = EPSILONS["experts"]


@cached(version=3, most=_MOST)
def _report_machine(request: ReportMachine, context: Context) -> MachineReport:
    number = context.store.campaigns.round(request.round_id).number
    wish = MachineReportRequest(request.campaign_id, number, request.machine_id, epsilon=request.epsilon)
    return machine_report(context.store, wish)


@dataclass(frozen=True, slots=True)
class CompareMachines(Request[tuple[AlternativeTest, ...]]):
    """Versions of machines tested in a round and on parts of its items; p-values are adjusted over all."""

    campaign_id: CampaignId
    round_id: DecidedRound
    machine_ids: tuple[str, ...]
    by: Literal["label", "origin", "guideline"] | None
    epsilon: float = EPSILONS["experts"]


@cached(most=_MOST)
def _compare_machines(request: CompareMachines, context: Context) -> tuple[AlternativeTest, ...]:
    number = context.store.campaigns.round(request.round_id).number
    wish = RoundAgreementRequest(
        request.campaign_id,
        number,
        machine=request.machine_ids,
        machine_by=request.by,
        epsilon=request.epsilon,
    )
    return round_machine_tests(context.store, wish)
