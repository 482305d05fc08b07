"""The items a run learns from and is scored on: parts joined, drawn, put on one scale, and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from errors import AloiError
from modeling.data.dataset import ScoredData, ScoredItem
from modeling.recipes.base import FEWEST, Floats, Recipe
from modeling.runs.spec import DataUse, RunSpec

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunData:
    """The items of a run.

    Parameters
    ----------
    train, dev : tuple of ScoredItem
        Their scores put on the scale low..high, that of the first training data (of the first test where
        nothing is trained on).
    tests : tuple of Test
        On their own scales.
    """

    train: tuple[ScoredItem, ...]
    dev: tuple[ScoredItem, ...]
    low: float
    high: float
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """One test: its items sorted by id, and the ends of its scale."""

    use: DataUse
    items: tuple[ScoredItem, ...]
    low: float
    high: float


def gather(spec: RunSpec, data: Mapping[str, ScoredData]) -> RunData:
    """Return the items of a run.

    Parameters
    ----------
    data : mapping
        Source, as `DataUse.source` names it -> its data.

    Raises
    ------
    AloiError
        No test, a part that is not there, data that are no longer what the spec says, more training items
        asked for than there are.
    """
    if not spec.tests:
        raise AloiError("The run has no test.", "At least one was expected.", "Name what to score it on.")
    for use in _uses(spec):
        if data[use.source].checksum != use.checksum or len(data[use.source].part(use.part)) != use.items:
            raise AloiError(
                f"The data of {use.source} have changed since the run was planned.",
                f"Data with the checksum {use.checksum[:12]} were expected.",
                "Start the training again.",
            )
    first = data[(spec.train or spec.tests)[0].source]
    low, high = first.low, first.high
    train = [one for use in spec.train for one in _on(data[use.source], use.part, low, high)]
    dev = _on(data[spec.dev.source], spec.dev.part, low, high) if spec.dev else ()
    tests = tuple(
        Test(
            use,
            tuple(sorted(data[use.source].part(use.part), key=lambda one: one.id)),
            data[use.source].low,
            data[use.source].high,
        )
        for use in spec.tests
    )
    return RunData(draw(train, spec.train_items, spec.subset), tuple(dev), low, high, tests)


def draw(items: Sequence[T], count: int | None, subset: int) -> tuple[T, ...]:
    """Return `count` of the items in their order; more of the same subset contain fewer of it."""
    if count is None:
        return tuple(items)
    if count > len(items):
        raise AloiError(
            f"{count} training items were asked for.",
            f"There are {len(items)}.",
            "Ask for fewer, or train on more data.",
        )
    drawn = np.random.default_rng(subset).permutation(len(items))[:count]
    return tuple(items[at] for at in sorted(drawn.tolist()))


def rescaled(values: Floats, before: tuple[float, float], after: tuple[float, float]) -> Floats:
    """Return values of one scale on another, ends to ends; the same values where the scales are equal."""
    if before == after:
        return values
    share = (values - before[0]) / (before[1] - before[0])
    return np.asarray(after[0] + share * (after[1] - after[0]), dtype=np.float64)


def check(spec: RunSpec, data: RunData, recipe: Recipe) -> None:
    """Raise AloiError for what no run can use: too few pairs, constant gold, a test named twice."""
    labels = [test.use.label for test in data.tests]
    twice = next((one for one in labels if labels.count(one) > 1), None)
    if twice:
        raise AloiError(
            f"Two tests are called {twice}.",
            "A name of its own for each test was expected.",
            "Name each test once, and rename a folder or file where two have one name.",
        )
    if not spec.train and recipe.needs_training:
        raise AloiError(
            f"The recipe {recipe.name} has nothing to say before it is trained.",
            "Data to train on were expected.",
            "Name them, or choose a recipe that works untrained.",
        )
    recipe.check_trainable(spec.settings, len(data.train))
    parts = [(f"the test {test.use.label}", test.items) for test in data.tests]
    if spec.train:
        parts.insert(0, ("training", data.train))
    if spec.dev:
        parts.append((f"the dev part {spec.dev.label}", data.dev))
    for what, items in parts:
        _check_items(what, items)


def notes(data: RunData) -> tuple[str, ...]:
    """Return in sentences which tests overlap with the training items, and whose scale is another."""
    pairs = {_pair(one) for one in data.train}
    texts = {text for pair in pairs for text in pair}
    told = []
    for test in data.tests:
        count = len(test.items)
        same = sum(_pair(one) in pairs for one in test.items)
        shared = sum(bool(_pair(one) & texts) for one in test.items)
        if same:
            told.append(f"{same} of {count} pairs of {test.use.label} are also among the training pairs.")
        if shared:
            told.append(
                f"{shared} of {count} pairs of {test.use.label} have a sentence that is also in training."
            )
        if (test.low, test.high) != (data.low, data.high):
            told.append(
                f"Predictions on the scale {data.low:g} to {data.high:g} were put on that of "
                f"{test.use.label}, {test.low:g} to {test.high:g}, ends to ends."
            )
    return tuple(told)


def _uses(spec: RunSpec) -> tuple[DataUse, ...]:
    return (*spec.train, *((spec.dev,) if spec.dev else ()), *spec.tests)


def _on(data: ScoredData, part: str, low: float, high: float) -> tuple[ScoredItem, ...]:
    """Return the items of a part with their scores on the scale low..high."""
    items = data.part(part)
    if (data.low, data.high) == (low, high):
        return items
    scores = rescaled(np.array([one.score for one in items]), (data.low, data.high), (low, high))
    return tuple(replace(one, score=float(score)) for one, score in zip(items, scores, strict=True))


def _check_items(what: str, items: Sequence[ScoredItem]) -> None:
    if len(items) < FEWEST:
        raise AloiError(
            f"There are {len(items)} pairs for {what}.",
            f"At least {FEWEST} were expected.",
            "Name a part with more pairs.",
        )
    if len({one.score for one in items}) < 2:
        raise AloiError(
            f"All {len(items)} pairs for {what} have the score {items[0].score:g}.",
            "Scores that vary were expected: nothing can be learnt from one score, nor ranked by it.",
            "Name other data.",
        )


def _pair(one: ScoredItem) -> frozenset[str]:
    """Return the texts of a pair, whichever stands first."""
    return frozenset((one.left, one.right))
