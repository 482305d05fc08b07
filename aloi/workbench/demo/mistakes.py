"""How simulated people answer, task by task: as a faultless one would, with slips and tempting errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.random import Generator

from aloi.corpora.model import Item, Json, Passage, Question
from aloi.workbench.demo.materials import Truth
from aloi.workbench.demo.people import Answering, Simulated

# The operation given by mistake for each operation; others keep their label.
_CONFUSED = {
    "synonym": "hyperonym", "hyperonym": "synonym", "hyponym": "synonym", "POSchange": "synonym",
    "delmod": "deloth", "deloth": "delmod", "delprop": "delmod", "p2a": "synonym", "s2p": "synonym",
    "move": "synonym", "pos2neg": "synonym", "neg2pos": "synonym", "inmod": "inoth", "incst": "inoth",
}  # fmt: skip
_TEMPTED = 0.3  # how often a tempting option is chosen, or omitted, by mistake
_ENTITIES = {"sign": "disorder", "disorder": "sign", "procedure": "drug"}
_LABELS = ("fits", "does_not", "unsure")
_MOST_SUBSTITUTES = 3


def answering(task_type: str, truths: Mapping[str, Truth]) -> Answering:
    """Return how people answer the items of a task."""
    answer = ANSWERS[task_type]
    return lambda item, person, chance: answer(truths[item.id], item, person, chance)


def _classified(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the label, the tempting one if there is one, or rarely the chapter of symptoms."""
    del item
    drawn = chance.random()
    if truth.tempting and drawn < 0.15 + person.slips:
        return {"labels": [truth.tempting[0]]}
    return {"labels": ["R00-R99"]} if drawn < person.slips / 1.5 else dict(truth.value)


def _chosen(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the letters: each is turned by a slip, tempting ones more often."""
    size = len(item.options) if isinstance(item, Question) else 0
    letters: list[Json] = []
    for position in range(size):
        letter = chr(ord("A") + position)
        turned = chance.random() < (
            _TEMPTED * person.slips * 5 if letter in truth.tempting else person.slips / 5
        )
        if (letter in truth.value["correct"]) != turned:
            letters.append(letter)
    return {"correct": letters or list(truth.value["correct"])}


def _linked(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the concept, by a slip the one near it, rarely none."""
    del item
    drawn = chance.random()
    if truth.tempting and drawn < person.slips:
        return {"concepts": [truth.tempting[0]]}
    return {"concepts": []} if drawn < 1.3 * person.slips else dict(truth.value)


def _marked(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the spans: some are overlooked, begin a word later, or have another label."""
    text = item.text if isinstance(item, Passage) else ""
    marked: list[Json] = []
    for span in truth.value["spans"]:
        [[start, end]] = span["parts"]
        drawn = chance.random()
        if drawn < person.slips / 2:
            continue
        label = span["label"]
        if drawn < person.slips:
            label = _ENTITIES.get(label, label)
        elif drawn < 2 * person.slips and " " in text[start:end]:
            start += text[start:end].index(" ") + 1
        marked.append({"label": label, "parts": [[start, end]]})
    return {"spans": marked}


def _substituted(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return one to three words, those that fit best more often; rarely none."""
    del item
    if chance.random() < person.slips / 4:
        return {"substitutes": [], "none": True}
    fits = truth.value["substitutes"]
    words = [*fits, *truth.tempting]
    weights = [len(fits) - place + 1.0 for place in range(len(fits))] + [4 * person.slips] * len(
        truth.tempting
    )
    many = min(len(words), int(chance.integers(1, _MOST_SUBSTITUTES + 1)))
    drawn = chance.choice(len(words), size=many, replace=False, p=[one / sum(weights) for one in weights])
    return {"substitutes": [words[place] for place in drawn], "none": False}


def _judged(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return whether a substitute fits; those that do less are taken to fit by some."""
    del item
    if truth.tempting:
        shares = (0.05 + 0.8 * person.slips, 0.93 - 1.4 * person.slips, 0.02 + 0.6 * person.slips)
    else:
        shares = (1 - person.slips, 0.7 * person.slips, 0.3 * person.slips)
    return {"label": _LABELS[int(chance.choice(len(_LABELS), p=shares))]}


def _aligned(truth: Truth, item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the groups: some are overlooked, have another label, or hold a word less."""
    del item
    groups: list[Any] = []
    for group in truth.value["groups"]:
        drawn = chance.random()
        if drawn < person.slips / 2:
            continue
        label, target = group["label"], group["target"]
        if drawn < 1.3 * person.slips:
            label = _CONFUSED.get(label, label)
        elif drawn < 2 * person.slips and len(target) > 1:
            target = target[1:]
        groups.append({"source": group["source"], "target": target, "label": label})
    broken = truth.value["err"] != (chance.random() < person.slips / 10)
    return {"groups": groups, "err": bool(broken)}


ANSWERS: Mapping[str, Callable[[Truth, Item, Simulated, Generator], Json]] = {
    "classification": _classified,
    "multiple_choice": _chosen,
    "linking": _linked,
    "spans": _marked,
    "substitution": _substituted,
    "judging": _judged,
    "operations": _aligned,
}
