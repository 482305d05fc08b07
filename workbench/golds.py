"""Freeze the gold of a campaign from its rounds, decisions and assumptions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from annotation.model import Campaign, Purpose, Round
from annotation.tasks import task
from corpora.identity import content_id
from corpora.model import Item
from corpora.tokens import tokens
from errors import AloiError
from gold.aggregate import collect_answers, gold_rule, make_gold
from gold.model import Gold
from storage.store import Store
from workbench.rounds import find_round


@dataclass(frozen=True, slots=True)
class Frozen:
    """The gold, and the items left out because they need a decision first."""

    gold: Gold
    undecided: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldSummary:
    """What a gold holds: items by status, by (degree, origin), and tokens a text."""

    by_status: Mapping[str, int]
    histogram: Mapping[tuple[str, str], int]
    mean_tokens: float


def default_rounds(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds gold is made from unless told: all but pilots, which run without guideline."""
    return [one for one in rounds if one.purpose != Purpose.PILOT]


def freeze(
    store: Store,
    campaign: str,
    *,
    rule: str | None = None,
    rounds: Sequence[int] | None = None,
    now: datetime,
) -> Frozen:
    """Return the frozen gold of a campaign; the same content frozen again is the same gold.

    Parameters
    ----------
    rule : str or None
        A gold rule of the task; its default unless told.
    rounds : sequence of int or None
        Round numbers; all but pilots unless told. Of an item in several rounds the last one counts.

    Raises
    ------
    AloiError
        An unknown rule or round, or nothing to make gold from.
    """
    found = store.campaigns.get(campaign)
    every = store.campaigns.rounds(found.id)
    chosen = default_rounds(every) if rounds is None else [find_round(store, found.id, n) for n in rounds]
    kind = task(found.schema.task_type)
    names = {person.id: person.pseudonym for person in store.people.list()}
    annotations = [annotation for one in chosen for annotation in store.answers.latest(one.id)]
    decisions = [decision for one in chosen for decision in store.gold.adjudications(one.id)]
    made = make_gold(
        collect_answers(chosen, annotations, names),
        decisions,
        store.campaigns.assumptions(found.id),
        rounds={one.id: one.number for one in chosen},
        task=kind,
        settings=found.schema.settings,
        rule=rule,
    )
    if not made.items:
        raise AloiError(
            f"The campaign {found.name!r} has no gold yet: "
            f"{len(annotations)} answers, {len(made.undecided)} items that need a decision.",
            "At least one item with an accepted value was expected.",
            "Wait for answers, adjudicate, or choose other rounds.",
        )
    name = gold_rule(kind, found.schema.settings, rule).name
    content = [str((one.item_id, one.value, one.rule, one.support, one.status.value)) for one in made.items]
    numbers = tuple(sorted(one.id for one in chosen))
    gold = Gold(
        content_id("gold", found.id, name, *numbers, *content), found.id, name, numbers, made.items, now
    )
    store.gold.add_gold(gold)
    return Frozen(gold, made.undecided)


def describe_gold(store: Store, campaign: Campaign, gold: Gold) -> GoldSummary:
    """Return the counts of a gold: the degree is the main score rounded, a half upwards."""
    items = {item.id: item for item in store.texts.items([one.item_id for one in gold.items])}
    origins = store.texts.origins(list(items))
    kind = task(campaign.schema.task_type)
    histogram: Counter[tuple[str, str]] = Counter()
    for one in gold.items:
        row = kind.row(items[one.item_id], one.value, campaign.schema.settings)
        miners = sorted({origin.miner for origin in origins.get(one.item_id, ())})
        degree = math.floor(row.score + 0.5)  # `round` would favour even degrees
        histogram[str(degree), "+".join(miners)] += 1
    return GoldSummary(
        Counter(one.status.value for one in gold.items), dict(histogram), _mean_tokens(list(items.values()))
    )


def _mean_tokens(items: Sequence[Item]) -> float:
    counts = [len(tokens(text)) for item in items for text in item.texts]
    return sum(counts) / len(counts) if counts else 0.0
