"""The words that a release would contain: texts, comments, answers, decisions, guidelines, sources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from aloi.corpora.model import Candidate, Item, Json, Question
from aloi.gold.releasing.gate.base import GateInputs


class ReleasedText(NamedTuple):  # made a million times for a large release
    """Some words, their kind (`texts`, `comments`, ...), and the id of the object they belong to."""

    where: str
    its_id: str
    words: str


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The findings of a search in words: count of each kind by location, and the ids of the objects."""

    kinds: Mapping[str, int]
    places: Mapping[str, int]
    ids: frozenset[str]


def find(gate_inputs: GateInputs, finder: Callable[[str], Iterable[str]]) -> Occurrences:
    """Return the findings of `finder` in the words of a release; it names the kinds of findings in a text.

    Each distinct text is searched once: sentences are in many pairs.
    """
    seen: dict[str, tuple[str, ...]] = {}
    kinds: Counter[str] = Counter()
    places: dict[str, set[str]] = defaultdict(set)
    for released_text in released_texts(gate_inputs):
        kinds_of_text = seen.get(released_text.words)
        if kinds_of_text is None:
            kinds_of_text = seen[released_text.words] = tuple(finder(released_text.words))
            kinds.update(kinds_of_text)
        if kinds_of_text:
            places[released_text.where].add(released_text.its_id)
    ids = frozenset(its_id for each in places.values() for its_id in each)
    return Occurrences(dict(sorted(kinds.items())), {name: len(each) for name, each in places.items()}, ids)


def released_texts(gate_inputs: GateInputs) -> Iterator[ReleasedText]:
    """Yield all words that would leave; of a stand-off release those of its texts and sources stay."""
    inputs = gate_inputs.inputs
    for number, person in enumerate(inputs.annotators, start=1):  # imported people are called as they came
        for text in (person.pseudonym, person.expertise):
            yield ReleasedText("annotators", f"annotator {number}", text)
    if not gate_inputs.stand_off:
        for item in inputs.items:
            for text in _shown(item):
                yield ReleasedText("texts", item.id, text)
        for origin in inputs.origins:
            for text in _strings(dict(origin.parameters)):
                yield ReleasedText("sources", origin.item_id, text)
        for document_id, columns in inputs.metadata.items():
            for text in columns.values():
                yield ReleasedText("sources", document_id, text)
    for document_id, name in inputs.documents.items():
        yield ReleasedText("sources", document_id, name)
    answers: dict[int, tuple[str, ...]] = {}  # many are the same, and then one object
    for annotation in inputs.annotations:
        if annotation.comment:
            yield ReleasedText("comments", annotation.key.item_id, annotation.comment)
        words = answers.get(id(annotation.value))
        if words is None:
            words = answers[id(annotation.value)] = tuple(_strings(annotation.value))
        for text in words:
            yield ReleasedText("answers", annotation.key.item_id, text)
    for decision in inputs.adjudications:
        yield ReleasedText("decisions", decision.item_id, decision.why)
        for text in _strings(decision.value):
            yield ReleasedText("decisions", decision.item_id, text)
    for assumption in inputs.assumptions:
        yield ReleasedText("decisions", assumption.item_id, assumption.why)
    for left_out in inputs.exclusions:
        yield ReleasedText("decisions", left_out.annotator, left_out.why)
    for machine in inputs.machines:
        for text in machine.texts:
            yield ReleasedText("machines", f"{machine.pseudonym} v{machine.version}", text)
        for answer in machine.answers:
            for text in _strings(answer["value"]):
                yield ReleasedText("machines", str(answer["item_id"]), text)
    for guideline in inputs.guidelines:
        for text in (guideline.text, guideline.why_changed):
            yield ReleasedText("guidelines", f"guideline {guideline.version}", text)


def _shown(item: Item) -> Iterator[str]:
    """Yield the texts of an item, options and proposed words too."""
    yield from item.texts
    if isinstance(item, Question):
        yield from item.options
    if isinstance(item, Candidate):
        yield item.substitute


def _strings(value: Json) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
