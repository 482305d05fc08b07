"""Cached results of machine annotators: the report on a machine beside the people of a round."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.agreement.machine.alternative import EPSILONS
from aloi.workbench.cache.base import CampaignId, Context, DecidedRound, Request, cached
from aloi.workbench.machines.report import MachineReport, machine_report
from aloi.workbench.requests.machines import MachineReportRequest

_MOST = 100  # of all rounds, machines and values of epsilon


@dataclass(frozen=True, slots=True)
class ReportMachine(Request[MachineReport]):
    """A version of a machine beside the people of a round."""

    campaign_id: CampaignId
    round_id: DecidedRound
    machine_id: str
    epsilon: float = EPSILONS["experts"]


@cached(most=_MOST)
def _report_machine(request: ReportMachine, context: Context) -> MachineReport:
    number = context.store.campaigns.round(request.round_id).number
    wish = MachineReportRequest(request.campaign_id, number, request.machine_id, epsilon=request.epsilon)
    return machine_report(context.store, wish)
