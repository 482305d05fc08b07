"""Gold by a model of annotators: fitted once on every answer that counts, not item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from aloi.agreement.ratings import Ratings, all_numbers
from aloi.annotation.model import Annotation, Round
from aloi.annotation.tasks.base import GoldPart, TaskType
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.gold.making.models.dawid_skene import dawid_skene
from aloi.gold.making.models.mace import mace
from aloi.gold.making.models.model import DawidSkeneResult, MaceResult, ModelResult, OrdinalResult
from aloi.gold.making.models.ordinal import ordinal_model
from aloi.gold.model import AnnotatorFigures, GoldModel

# Digits of stored values, probabilities and estimates: EM is no more exact, and another machine may
# differ in the last bits.
DIGITS = 6


@dataclass(frozen=True, slots=True)
class ModelRule:
    """A model of annotators as a gold rule; `numeric` if it needs categories that are numbers."""

    name: str
    numeric: bool
    fit: Callable[[Ratings], ModelResult]


@dataclass(frozen=True, slots=True)
class Learnt:
    """The result of the models: value of each item (None: undecided), its soft labels, the fitted models."""

    values: Mapping[str, Json]
    soft: Mapping[str, tuple[tuple[Json, float], ...]]
    models: tuple[GoldModel, ...]


MODEL_RULES = (
    ModelRule("dawid_skene", False, dawid_skene),
    ModelRule("mace", False, mace),
    ModelRule("ordinal_model", True, ordinal_model),
)


def model_rules(task: TaskType, settings: Mapping[str, Json]) -> tuple[ModelRule, ...]:
    """Return the models that can make gold of the task's answers, none if it names no parts."""
    parts = task.gold_parts(settings)
    numeric = all(one.categories and all_numbers(one.categories) for one in parts)
    return tuple(one for one in MODEL_RULES if parts and (numeric or not one.numeric))


def check_one_guideline(rounds: Sequence[Round], annotations: Iterable[Annotation]) -> None:
    """Raise AloiError if the answers in the training data were given under several versions of the guideline.

    An annotator may well differ from one version to the next; a model takes them for the same.
    """
    versions: dict[int, set[int | None]] = {}
    numbers = {round_.id: round_.number for round_ in rounds}
    for annotation in annotations:
        if annotation.value is None:
            continue
        versions.setdefault(numbers[annotation.key.round_id], set()).add(annotation.guideline_version)
    if len(set().union(*versions.values())) <= 1:
        return
    listed = ", ".join(
        f"round {number} under {' and '.join(sorted(map(_version, ids)))}"
        for number, ids in sorted(versions.items())
    )
    raise AloiError("gold.answers-come-from-several-versions", value=listed)


def learn(
    rule: ModelRule,
    answers: Iterable[tuple[str, str, Json]],
    *,
    task: TaskType,
    settings: Mapping[str, Json],
) -> Learnt:
    """Return the model's result for the items, with one model for each part of an answer.

    Parameters
    ----------
    answers : iterable of (item id, pseudonym, value)
        Each annotator at most once an item. With none at all there is nothing to learn and no model.

    Raises
    ------
    AloiError
        An annotator twice on one item, or too many categories for the model.
    """
    answer_list = list(answers)
    parts = task.gold_parts(settings)
    if not answer_list:
        return Learnt({}, {}, ())
    results = {part.name: _fit(rule, part, answer_list) for part in parts}
    values: dict[str, Json] = {}
    soft: dict[str, tuple[tuple[Json, float], ...]] = {}
    for row, item_id in enumerate(results[parts[0].name].units):
        figures = {name: _rounded(result.values[row]) for name, result in results.items()}
        values[item_id] = None if None in figures.values() else task.join(figures)
        soft[item_id] = tuple(
            (task.join({name: cast("Json", category)}), share)
            for name, result in results.items()
            for category, probability in result.soft_label(row)
            if (share := round(probability, DIGITS)) > 0
        )
    return Learnt(values, soft, tuple(_describe(name, result) for name, result in results.items()))


def figures(result: ModelResult) -> list[dict[str, float]]:
    """Return what a result says of each annotator in a few numbers, in the order of its annotators.

    `dawid_skene`: accuracy, the probability of a right answer to an item drawn like those seen. `mace`:
    competence. `ordinal_model`: severity and spread, in units of the scale.
    """
    if isinstance(result, DawidSkeneResult):
        right = np.diagonal(result.confusion, axis1=1, axis2=2) @ result.prior
        return [{"accuracy": _short(one)} for one in right]
    if isinstance(result, MaceResult):
        return [{"competence": _short(one)} for one in result.competence]
    if isinstance(result, OrdinalResult):
        pairs = zip(result.severity, result.spread, strict=True)
        return [{"severity": _short(severity), "spread": _short(spread)} for severity, spread in pairs]
    raise TypeError(f"{type(result).__name__} has no estimates")


def _fit(rule: ModelRule, part: GoldPart, answers: Sequence[tuple[str, str, Json]]) -> ModelResult:
    triples = ((item_id, name, part.read(value)) for item_id, name, value in answers)
    return rule.fit(Ratings.from_triples(triples, part.level, part.categories or None))


def _describe(part: str, result: ModelResult) -> GoldModel:
    people = sorted(zip(result.annotators, figures(result), strict=True), key=lambda one: one[0])
    return GoldModel(
        part=part,
        signature=result.signature,
        converged=result.converged,
        notes=result.notes,
        annotators=tuple(AnnotatorFigures(name, found) for name, found in people),
    )


def _rounded(value: object) -> Json:
    return round(value, DIGITS) if isinstance(value, float) else cast("Json", value)


def _short(number: float) -> float:
    return round(float(number), DIGITS) + 0.0  # no -0.0


def _version(number: int | None) -> str:
    return "no guideline" if number is None else f"guideline {number}"
