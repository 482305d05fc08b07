"""The accepted values of a round, and whether an answer is one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Item, Json
from aloi.storage.store import Store
from aloi.workbench.rounds.schemas import decisions_of_round


def accepted_values(
    store: Store,
    campaign: Campaign,
    round_: Round,
    people: Mapping[tuple[str, str], Annotation],
    *,
    without: str = "",
) -> tuple[dict[str, Json], int]:
    """Return the accepted value of each item, and how many are decisions.

    It is the decision of adjudication. Without one it is what the gold rule makes of the answers of people.
    An item whose answers need adjudication has none. `without` names a person whose own answers do not
    count: then the items that this person answered have the value of the others.
    """
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    rule = kind.gold_rules(settings)[0]
    by_item: dict[str, list[Json]] = {}
    for (item_id, person), annotation in people.items():
        if not without or (person != without and (item_id, without) in people):
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
