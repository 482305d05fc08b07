"""Machines whose answers count like those of a person: none, unless a campaign says so with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Annotation, Round
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.machines.model import MachineAnnotator
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.machines.answers import as_annotations, machine_items, reported_guideline
from aloi.workbench.requests.machines import CountMachineRequest


@dataclass(frozen=True, slots=True)
class CountedMachine:
    """A version of a machine whose answers count in a campaign, and the correction that says so."""

    machine: MachineAnnotator
    why: str
    by: str
    since: datetime


def counted_machines(store: Store, campaign_id: str) -> tuple[CountedMachine, ...]:
    """Return the machines whose answers count in agreement, gold and adjudication of a campaign.

    One version of a machine counts; counting another one replaces it.
    """
    counted: dict[str, Correction] = {}
    kinds = (CorrectionKind.COUNT_MACHINE, CorrectionKind.DISCOUNT_MACHINE)
    for kind in kinds:
        for correction in store.corrections.list(campaign_id=campaign_id, kind=kind):
            name = str(correction.details["name"])
            if name not in counted or correction.number > counted[name].number:
                counted[name] = correction
    return tuple(
        CountedMachine(store.machines.get(str(each.details["machine"])), each.why, each.by, each.created_at)
        for each in sorted(counted.values(), key=lambda each: each.number)
        if each.kind is CorrectionKind.COUNT_MACHINE
    )


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


def machine_answers(store: Store, round_: Round, item_id: str | None = None) -> list[Annotation]:
    """Return the answers of the machines that a campaign counts, in the form of people's."""
    counted = counted_machines(store, round_.campaign_id)
    if not counted:
        return []
    campaign = store.campaigns.get(round_.campaign_id)
    answers: list[Annotation] = []
    for each in counted:
        counts = store.machines.counts([round_.id])
        versions = {count.guideline_version for count in counts if count.machine_id == each.machine.id}
        guideline = reported_guideline(round_, versions)
        items = machine_items(store, campaign, round_, each.machine, guideline)
        answers += as_annotations(round_, each.machine.id, items).values()
    return [answer for answer in answers if item_id in (None, answer.key.item_id)]
