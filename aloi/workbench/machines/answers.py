"""The answers of a machine as a report compares them with those of people: one answer an item."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from aloi.annotation.model import Annotation, AssignmentKey, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Item, Json
from aloi.machines.model import MachineAnnotator, MachineAnswer
from aloi.storage.store import Store
from aloi.workbench.rounds.schemas import decisions_of_round, schema_reader


@dataclass(frozen=True, slots=True)
class MachineItem:
    """The answer of a machine to an item: the one of its draws that is nearest to all others."""

    item_id: str
    value: Json
    confidence: float | None
    draws: tuple[MachineAnswer, ...]
    at: datetime


def machine_items(
    store: Store, campaign: Campaign, round_: Round, machine: MachineAnnotator, guideline: int | None
) -> dict[str, MachineItem]:
    """Return the answer of a machine to each item under one version of the guideline."""
    answers = store.machines.answers(round_.id, machine.id, guideline or 0)
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    versions = store.schemas.versions(campaign.id)
    by_item: dict[str, list[MachineAnswer]] = {}
    for answer in answers:
        if answer.skip is None:
            by_item.setdefault(answer.item_id, []).append(answer)
    read = schema_reader(store, campaign, versions[-1], by_item) if versions else None
    items = {}
    for item_id, draws in by_item.items():
        values = [
            answer.value if read is None else read(answer.value, answer.schema_version, item_id).value
            for answer in draws
        ]
        counted = [(value, draw) for value, draw in zip(values, draws, strict=True) if value is not None]
        if counted:
            value, draw = counted[medoid(kind, settings, [value for value, _ in counted])]
            last = max(answer.created_at for answer in draws)
            items[item_id] = MachineItem(item_id, value, draw.confidence, tuple(draws), last)
    return items


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


def accepted_values(
    store: Store,
    campaign: Campaign,
    round_: Round,
    people: Mapping[tuple[str, str], Annotation],
) -> tuple[dict[str, Json], int]:
    """Return the accepted value of each item, and how many are decisions.

    It is the decision of adjudication. Without one it is what the gold rule makes of the answers of people.
    An item whose answers need adjudication has none.
    """
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    rule = kind.gold_rules(settings)[0]
    by_item: dict[str, list[Json]] = {}
    for (item_id, _), annotation in people.items():
        by_item.setdefault(item_id, []).append(annotation.value)
    accepted = {item_id: rule.combine(values) for item_id, values in by_item.items()}
    decided = {
        decision.item_id: decision.value for decision in decisions_of_round(store, campaign.id, round_.id)
    }
    accepted |= decided
    return {item_id: value for item_id, value in accepted.items() if value is not None}, len(decided)


def is_right(kind: TaskType, settings: Mapping[str, Json], item: Item, value: Json, accepted: Json) -> bool:
    """Return whether an answer is the accepted one; of gathered words, whether one of them is among these."""
    if kind.gathers:
        words, counted = _words(kind.values_in(value)), accepted if isinstance(accepted, Mapping) else {}
        lists = [entries for entries in counted.values() if isinstance(entries, list)]
        gathered = _words(
            str(entry[0] if isinstance(entry, list) else entry) for entries in lists for entry in entries
        )
        return not words.isdisjoint(gathered) or words == gathered
    fields = kind.fields(item, settings)
    if not (isinstance(value, Mapping) and isinstance(accepted, Mapping)):
        return value == accepted
    return all(field.is_same(value.get(field.name), accepted.get(field.name)) for field in fields)


def _words(words: Iterable[str]) -> set[str]:
    return {word.casefold() for word in words}
