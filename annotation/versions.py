"""Answers given under one version of a schema, read as another version asks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from aloi.annotation.model import LabelMapping
from aloi.annotation.tasks.base import InvalidAnnotation, TaskType
from aloi.base.errors import AloiError
from aloi.corpora.model import Item, Json


class Fate(StrEnum):
    """Whether an answer counts in another version; `again`: it does not, and the annotator is asked again."""

    COUNTS = "counts"
    AGAIN = "again"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer in another version: its value there, None where it does not count."""

    fate: Fate
    value: Json = None


_AGAIN, _DROPPED = ReadAnswer(Fate.AGAIN), ReadAnswer(Fate.DROPPED)


def read_as(
    kind: TaskType, value: Json, item: Item, mapping: LabelMapping, settings: Mapping[str, Json]
) -> ReadAnswer:
    """Return what an answer of an earlier version is under `settings`; what these refuse is asked again."""
    labels = set(kind.mapped_names_in(value))
    if not labels.isdisjoint(mapping.again):
        return _AGAIN
    dropped = labels.intersection(mapping.dropped)
    names = {one: mapping.becomes.get(one, one) for one in labels if one not in dropped}
    try:
        return ReadAnswer(Fate.COUNTS, kind.check(kind.relabelled(value, names), item, settings))
    except InvalidAnnotation:
        return _DROPPED if dropped else _AGAIN


def draft_as(
    kind: TaskType,
    draft: Json,
    mapping: LabelMapping,
    before: Mapping[str, Json],
    after: Mapping[str, Json],
) -> Json:
    """Return a draft in the settings `before` as one in the settings `after`; None if that is impossible.

    Labels that are requested anew, dropped or missing in the new version are removed from it.
    """
    removed, new_labels = {*mapping.again, *mapping.dropped}, {*kind.mapped_names(after)}
    try:
        labels = {*kind.mapped_names(before), *kind.mapped_names_in(draft)} - removed
        names = {one: mapping.becomes.get(one, one) for one in labels}
        return kind.redrafted(
            draft, {old: new for old, new in names.items() if not new_labels or new in new_labels}
        )
    except (AloiError, AttributeError, KeyError, TypeError, ValueError):
        return None  # it came from a browser, and nobody has checked it


def combined(first: LabelMapping, second: LabelMapping) -> LabelMapping:
    """Return the mapping that does what the first and then the second does.

    >>> combined(LabelMapping({"a": "b"}), LabelMapping({"b": "c"}, again=("d",)))
    LabelMapping(becomes={'a': 'c', 'b': 'c'}, again=('d',), dropped=())
    """
    becomes: dict[str, str] = {}
    again, dropped = set(first.again), set(first.dropped)
    for label in {*first.becomes, *second.becomes, *second.again, *second.dropped} - again - dropped:
        middle = first.becomes.get(label, label)
        if middle in second.again:
            again.add(label)
        elif middle in second.dropped:
            dropped.add(label)
        elif (last := second.becomes.get(middle, middle)) != label:
            becomes[label] = last
    return LabelMapping(dict(sorted(becomes.items())), tuple(sorted(again)), tuple(sorted(dropped)))


def turned_round(mapping: LabelMapping, before: tuple[str, ...], after: tuple[str, ...]) -> LabelMapping:
    """Return how answers with the labels `after` are read with those `before`, which `mapping` led from.

    A label that one label alone became is that label again; one that several became, or that was not there
    before, is asked again.
    """
    sources: dict[str, list[str]] = defaultdict(list)
    for label in before:
        if label not in mapping.again and label not in mapping.dropped:
            sources[mapping.becomes.get(label, label)].append(label)
    becomes = {one: sources[one][0] for one in after if len(sources[one]) == 1 and sources[one] != [one]}
    return LabelMapping(becomes, tuple(one for one in after if len(sources[one]) != 1))
