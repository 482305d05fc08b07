"""How often the answers of a round hold each label, option, concept or word."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import label_entries
from aloi.storage.store import Store
from aloi.workbench.rounds.concepts import terminology_of
from aloi.workbench.rounds.counted_answers import counted_answers

MOST_VALUES = 25  # of free values, such as words and concepts
MOST_EMPTY = 12  # labels of a schema that are listed although no answer holds them


@dataclass(frozen=True, slots=True)
class ValueCount:
    """A value of answers: its name, its title for people, and how often the answers hold it."""

    name: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class ValueDistribution:
    """The values of the answers of a round.

    Parameters
    ----------
    values : tuple of ValueCount
        The labels of the schema in its order, of more than twelve those that answers hold; else the most
        frequent values, at most 25.
    others : int
        How often answers hold the values that are not listed, and `other_values` how many values these are.
    unused : int
        Labels of the schema that no answer holds and that are not listed.
    answers, blank : int
        Answers counted, and those of them without any value.
    """

    values: tuple[ValueCount, ...]
    others: int
    other_values: int
    unused: int
    answers: int
    blank: int


def count_values(store: Store, campaign: Campaign, round_: Round) -> ValueDistribution:
    """Return how often the answers of a round hold each value; this reads all of them."""
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    value_lists = [kind.values_in(one.value) for one in counted_answers(store, round_)]
    counts = Counter(value for values in value_lists for value in values)
    titles = {str(one["name"]): str(one.get("title") or one["name"]) for one in label_entries(kind, settings)}
    labels = [name for name in titles if counts[name] or len(titles) <= MOST_EMPTY]
    free = [name for name, _ in counts.most_common() if name not in titles]
    shown = max(0, MOST_VALUES - len(labels))
    listed, rest = [*labels, *free[:shown]], free[shown:]
    unused = len(titles) - len(labels)
    if kind.takes_terminology:
        terminology = terminology_of(store, str(settings.get("terminology", "")))
        concepts = {} if terminology is None else store.terminologies.concepts(terminology.id, listed)
        titles = {one: concept.name for one, concept in concepts.items()}
    return ValueDistribution(
        tuple(ValueCount(name, titles.get(name, name), counts[name]) for name in listed),
        sum(counts[name] for name in rest),
        len(rest),
        unused,
        len(value_lists),
        sum(not values for values in value_lists),
    )
