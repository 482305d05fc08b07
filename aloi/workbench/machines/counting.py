"""Machines whose answers count like those of a person: none, unless a campaign says so with a reason."""

from __future__ import annotations

from datetime import datetime

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.machines import CountMachineRequest
from aloi.workbench.rounds.machine_answers import counted_machines


def count_machine(store: Store, request: CountMachineRequest, now: datetime) -> Correction:
    """Let the answers of a machine count in agreement, gold and adjudication of a campaign, or stop that.

    Golds and releases that were frozen before stay as they are.

    Raises
    ------
    AloiError
        No reason, or a machine that counts already, or does not.
    """
    campaign = store.campaigns.get(request.campaign)
    machine = store.machines.get(request.name, request.version)
    with store.together():
        counted = {each.machine.id for each in counted_machines(store, campaign.id)}
        if (machine.id in counted) is not request.off:
            raise AloiError(
                "aloi.value",
                name=Term("answers-of-pseudonym", name=repr(campaign.name), pseudonym=machine.title),
                value=Term("not-counted" if request.off else "counted-already"),
                expected=Term("a-counted-machine" if request.off else "a-machine-apart"),
            )
        kind = CorrectionKind.DISCOUNT_MACHINE if request.off else CorrectionKind.COUNT_MACHINE
        details = {"machine": machine.id, "name": machine.name, "title": machine.title}
        return log_correction(store, request, now, kind, details, campaign=campaign)
