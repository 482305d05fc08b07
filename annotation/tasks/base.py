"""The interface of a task type: ten methods in one class, in the `task.py` of its package."""

from __future__ import annotations

import math
import statistics
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import ClassVar, TypeVar

from aloi.annotation.fields import Field
from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Pair, Sentence

R = TypeVar("R")
ItemKind = TypeVar("ItemKind", bound=Item)


class InvalidAnnotation(AloiError):
    """An answer the task refuses; the message says what to change."""


class InvalidSchema(AloiError):
    """Settings the task refuses; the message says what to change."""


@dataclass(frozen=True, slots=True)
class View:
    """One view of a task's answers for measuring agreement.

    Parameters
    ----------
    level : str
        Level of measurement: nominal, ordinal, interval or ratio.
    categories : tuple
        All possible values, from the schema; empty if the values are free.
    measures : tuple of str
        The measures shown by default, from `aloi.agreement.measures`.
    ratings : callable
        (item, value) -> {unit id: rating}; every annotator of an item gives the same unit ids.
    about : mapping
        The distinguishing features of the view, one word each, such as {"side": "source"}; JSON results
        contain them.
    """

    name: str
    title: str
    level: str
    categories: tuple[object, ...]
    measures: tuple[str, ...]
    ratings: Callable[[Item, Json], Mapping[str, object]]
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """The title without the level: a scale, or the answer."""
        scale = self.title.values.get("scale") if isinstance(self.title, Phrase) else None
        return scale if isinstance(scale, str) else self.title


@dataclass(frozen=True, slots=True)
class GoldRule:
    """A named way to make one value of several; `value` is None where the answers need adjudication."""

    name: str
    title: str
    combine: Callable[[Sequence[Json]], Json]


@dataclass(frozen=True, slots=True)
class GoldPart:
    """A part of an answer with one category per item, for training a model of annotators.

    Parameters
    ----------
    level : str
        Level of measurement: nominal, ordinal, interval or ratio.
    categories : tuple
        All possible categories, from the schema; empty if they are free.
    read : callable
        value -> its category, None if it has none.
    """

    name: str
    level: str
    categories: tuple[Json, ...]
    read: Callable[[Json], Json]


@dataclass(frozen=True, slots=True)
class Example:
    """One item, three annotators' values and the gold the default rule must give."""

    item: Item
    values: tuple[Json, Json, Json]
    gold: Json


@dataclass(frozen=True, slots=True)
class RowPlace:
    """The source of the texts of a row, and the facts of an item that its row lacks.

    Parameters
    ----------
    sentences : tuple of Sentence
        The stretches of documents in the row, in its order; their texts are those of the row.
    target : tuple of (start, end, lemma, part of speech), optional
        The target word of a judged substitute; by default it is searched for.
    """

    corpus_id: str
    sentences: tuple[Sentence, ...]
    target: tuple[int, int, str, str] | None = None

    @property
    def sentence(self) -> Sentence:
        """The first stretch: the only one of a row with one text."""
        return self.sentences[0]

    @property
    def pair(self) -> Pair:
        """The pair of the two stretches."""
        left, right = self.sentences
        return Pair.of(self.corpus_id, left, right)


class TaskType(ABC):
    """A kind of annotation task. Pages, storage, agreement, gold and formats read these answers."""

    name: ClassVar[str]
    version: ClassVar[int]
    summary: ClassVar[str]
    item_kind: ClassVar[str]
    row_kind: ClassVar[type]
    main_metrics: ClassVar[tuple[str, ...]]
    references: ClassVar[tuple[str, ...]]
    # The name of a task of a plug-in; those of Aloi are in the catalogues of the pages.
    title: ClassVar[str] = ""
    # Whether the code of the task is there: a campaign stays when the package of its task is uninstalled.
    installed: ClassVar[bool] = True
    # Whether the two sides of a pair mean the same to the question, so that they may be shown turned round.
    symmetric: ClassVar[bool] = False
    # Whether gold gathers the answers (a multiset of words) rather than chooses: then nothing is disputed.
    gathers: ClassVar[bool] = False
    # Whether something may be made ready for an item: candidate concepts, spans to confirm.
    takes_suggestions: ClassVar[bool] = False
    # Whether answers are concepts of a terminology of the store, which the settings name.
    takes_terminology: ClassVar[bool] = False
    # The description of an empty answer; empty if there is no such answer.
    blank: ClassVar[str] = ""
    # The keys that lead to the list of labels in the settings, each an entry with a `name`; empty: no list.
    label_path: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas by name, their words in `language`; the first is the default."""

    def default_settings(self) -> dict[str, Json]:
        """Return the settings a new campaign starts with: the first ready schema."""
        return next(iter(self.presets().values()))

    def empty_settings(self, language: str = "en") -> dict[str, Json]:
        """Return settings to fill in, with a question in `language`; empty if a ready schema is edited."""
        del language
        return {}

    @abstractmethod
    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema."""

    def guideline(self, language: str) -> str:
        """Return the guideline shipped beside the task, in Markdown: in English where not in `language`."""
        folder = Path(str(sys.modules[type(self).__module__].__file__)).parent
        translated = folder / f"guideline.{language}.md"
        return (translated if translated.is_file() else folder / "guideline.en.md").read_text(
            encoding="utf-8"
        )

    @abstractmethod
    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the questions to ask about an item, in order."""

    @abstractmethod
    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return the value in canonical form, or raise InvalidAnnotation."""

    def labels(self, settings: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the names of the labels of the settings; none where answers hold no such labels."""
        return tuple(str(one["name"]) for one in label_entries(self, settings))

    def with_labels(
        self, settings: Mapping[str, Json], entries: Sequence[Mapping[str, Json]]
    ) -> dict[str, Json]:
        """Return settings with other entries for the labels, unchecked."""

        def replaced(inside: Json, path: Sequence[str]) -> Json:
            if not path:
                return [dict(one) for one in entries]
            inner = inside if isinstance(inside, Mapping) else {}
            return {**inner, path[0]: replaced(inner.get(path[0]), path[1:])}

        return {
            **settings,
            self.label_path[0]: replaced(settings.get(self.label_path[0]), self.label_path[1:]),
        }

    def label_name(self, typed: str) -> str:
        """Return the name of a label as people type it, in the form that the task accepts."""
        return typed

    def new_label(self, name: str, settings: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return the entry of a label that settings do not hold yet: its name, and what else it needs."""
        del settings
        return {"name": name}

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the labels that a checked answer holds; none unless a task says otherwise."""
        del value
        return ()

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return what a distribution of answers counts, as often as it is there; by default, the labels."""
        return self.labels_in(value)

    def mapped_names(self, settings: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the names that a mapping between schema versions can contain: the labels, perhaps more."""
        return self.labels(settings)

    def mapped_names_in(self, value: Json) -> tuple[str, ...]:
        """Return those of `mapped_names` that an answer holds, each once."""
        return self.labels_in(value)

    def mapped_kind(self, name: str) -> str:
        """Return what a name of a mapping names: a `label`, or another part of the settings."""
        del name
        return "label"

    def with_mapped_names(
        self, settings: Mapping[str, Json], becomes: Mapping[str, Sequence[str]]
    ) -> dict[str, Json]:
        """Return settings whose parts other than the list of labels follow a mapping, unchecked.

        Parameters
        ----------
        becomes : mapping
            A name of `mapped_names` -> its names in the new version; none for a removed one.
        """
        del becomes
        return dict(settings)

    def relation_count(self, value: Json) -> int:
        """Return how many relations an answer holds; they are removed with a label at one of their ends."""
        del value
        return 0

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return an answer with its names under others, unchecked; parts without a new name are removed."""
        del names
        return value

    def redrafted(self, draft: Json, names: Mapping[str, str]) -> Json:
        """Return a draft with its names under others; parts without a new name are removed."""
        return self.relabelled(draft, names)

    @abstractmethod
    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the agreement views; the first is the main one."""

    @abstractmethod
    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the ways to make gold; the first is the default."""

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return the parts that models of annotators make gold of; none unless a task says otherwise."""
        del settings
        return ()

    def join(self, parts: Mapping[str, Json]) -> Json:
        """Return the answer, or the piece of one, made of the categories of the parts named."""
        return dict(parts)

    @abstractmethod
    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return how far apart answers are (0 = equal), None with fewer than two; larger is worse."""

    def wide_gap(self, settings: Mapping[str, Json]) -> float | None:
        """Return the distance from which answers need a decision although a gold rule settles them.

        None if the gold rule alone says which answers need a decision.
        """
        del settings
        return None

    @abstractmethod
    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return the lowest and highest main score, by which splits are stratified."""

    @abstractmethod
    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> Row:
        """Return the row that formats and recipes read."""

    @abstractmethod
    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the item and the value that make this row, `row` the other way round; the value unchecked.

        The item is called by its content; raises InvalidAnnotation for a row that no item can make.
        """

    @abstractmethod
    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the value in a few words, for tables and histories."""

    def describe_with_item(self, value: Json, item: Item, settings: Mapping[str, Json]) -> str:
        """Return the value as `describe` does, perhaps with words of the item: for pages, never for logs."""
        del item
        return self.describe(value, settings)

    @abstractmethod
    def example(self) -> Example:
        """Return an item, three values and their gold, written for this project."""


def row_as(kind: type[R], row: Row) -> R:
    """Return a row that is of this kind, or raise InvalidAnnotation."""
    if not isinstance(row, kind):
        raise InvalidAnnotation(
            "aloi.wrong-kind",
            name=Term("row-named", row=repr(row.id)),
            kind=type(row).__name__,
            expected=kind.__name__,
            todo=Term("task-for-rows"),
        )
    return row


def item_as(kind: type[ItemKind], item: Item, expected: Term) -> ItemKind:
    """Return an item that is of this kind, or raise InvalidAnnotation."""
    if not isinstance(item, kind):
        raise InvalidAnnotation(
            "aloi.wrong-kind",
            name=Term("item-named", item=item.id),
            kind=repr(item.kind),
            expected=expected,
            todo=Term("choose-such-items"),
        )
    return item


def wrong_settings(settings: Mapping[str, Json], expected: Term) -> InvalidSchema:
    """Return the error for settings that do not fit a task."""
    value = repr(dict(settings))
    return InvalidSchema(
        "aloi.value", name=Term("settings"), value=value, expected=expected, todo=Term("ready-schema")
    )


def label_entries(kind: TaskType, settings: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """Return the entries that settings hold of labels, in their order; none where a task has no such list."""
    node: Json = dict(settings)
    for key in kind.label_path:
        node = node.get(key) if isinstance(node, Mapping) else None
    listed = node if isinstance(node, list) else []
    return [one for one in listed if isinstance(one, Mapping)]


T = TypeVar("T", bound=Hashable)


def mean(numbers: Sequence[float]) -> float | None:
    """Return the arithmetic mean, summed exactly; None without numbers."""
    return math.fsum(numbers) / len(numbers) if numbers else None


def median(numbers: Sequence[float]) -> float | None:
    """Return the median (the mean of the two middle numbers for an even count); None without numbers."""
    return float(statistics.median(numbers)) if numbers else None


def mean_jaccard_distance(sets: Sequence[AbstractSet[str]]) -> float | None:
    """Return 1 minus the mean Jaccard index of every two sets, empty ones being equal; None for fewer."""
    if len(sets) < 2:
        return None
    alike = [len(a & b) / len(a | b) if a | b else 1.0 for a, b in combinations(sets, 2)]
    return 1 - sum(alike) / len(alike)


def majority(values: Sequence[T]) -> T | None:
    """Return the most frequent value; None without values or where two are equally frequent."""
    ranked = Counter(values).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
