"""The answers of machines, one an item, and the machines that a campaign counts: by default none."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from aloi.annotation.model import Annotation, AssignmentKey, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Json
from aloi.machines.model import MachineAnnotator, MachineAnswer
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.rounds.schemas import schema_reader


@dataclass(frozen=True, slots=True)
class MachineItem:
    """The answer of a machine to an item: the one of its draws that is nearest to all others."""

    item_id: str
    value: Json
    confidence: float | None
    draws: tuple[MachineAnswer, ...]
    at: datetime


def machine_items(
    store: Store,
    campaign: Campaign,
    round_: Round,
    machine: MachineAnnotator,
    guideline: int | None,
    item_id: str | None = None,
) -> dict[str, MachineItem]:
    """Return the answer of a machine to each item, or one, under one version of the guideline."""
    answers = store.machines.answers(round_.id, machine.id, guideline or 0, item_id)
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    by_item: dict[str, list[tuple[Json, MachineAnswer]]] = {}
    for answer, value in zip(answers, read_values(store, campaign, answers), strict=True):
        if answer.skip is None:
            by_item.setdefault(answer.item_id, []).append((value, answer))
    items = {}
    for item_id, draws in by_item.items():
        counted = [(value, draw) for value, draw in draws if value is not None]
        if counted:
            value, draw = counted[medoid(kind, settings, [value for value, _ in counted])]
            last = max(answer.created_at for _, answer in draws)
            its_draws = tuple(answer for _, answer in draws)
            items[item_id] = MachineItem(item_id, value, draw.confidence, its_draws, last)
    return items


def read_values(store: Store, campaign: Campaign, answers: Sequence[MachineAnswer]) -> list[Json]:
    """Return the value of each answer as it reads in the current version of the schema; None for skips."""
    versions = store.schemas.versions(campaign.id)
    if not versions:
        return [answer.value for answer in answers]
    read = schema_reader(store, campaign, versions[-1], [answer.item_id for answer in answers])
    return [read(answer.value, answer.schema_version, answer.item_id).value for answer in answers]


def reported_guideline(round_: Round, versions: Collection[int | None]) -> int | None:
    """Return the version of the guideline whose answers count: that of the round, or the newest."""
    if round_.guideline_version in versions or not versions:
        return round_.guideline_version
    return max(versions, key=lambda version: version or 0)


def medoid(kind: TaskType, settings: Mapping[str, Json], values: Sequence[Json]) -> int:
    """Return the index of the first value that is nearest to the others by the task's distance."""
    if len(values) < 3:
        return 0
    totals = [0.0] * len(values)
    for a, b in combinations(range(len(values)), 2):
        apart = kind.distance([values[a], values[b]], settings) or 0.0
        totals[a] += apart
        totals[b] += apart
    return min(range(len(values)), key=totals.__getitem__)


def as_annotations(
    round_: Round, name: str, items: Mapping[str, MachineItem]
) -> dict[tuple[str, str], Annotation]:
    """Return answers of a machine in the form of people's, for a comparison; they are not stored."""
    return {
        (item_id, name): Annotation(
            AssignmentKey(round_.id, item_id, name), 1, "", item.value, False, "", None, None, item.at
        )
        for item_id, item in items.items()
    }


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
