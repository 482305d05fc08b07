"""Gold from answers: a rule or a model combines them, decisions win, assumptions fill the unlabelled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.annotation.model import Annotation, AssignmentKey, Round
from aloi.annotation.tasks.base import GoldRule, TaskType, majority, mean, median
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.gold.making.models.rules import Learnt, ModelRule, learn, model_rules
from aloi.gold.model import Adjudication, Assumption, GoldItem, GoldModel, GoldStatus

__all__ = [
    "AnnotatorAnswer",
    "GoldResult",
    "ItemAnswers",
    "collect_answers",
    "gold_rule",
    "latest_answers",
    "latest_decisions",
    "majority",
    "make_gold",
    "mean",
    "median",
]


@dataclass(frozen=True, slots=True)
class AnnotatorAnswer:
    """One annotator's answer that counts, under the annotator's pseudonym."""

    pseudonym: str
    value: Json


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """The answers an item's gold is made from, all of one round."""

    item_id: str
    round_id: str
    answers: tuple[AnnotatorAnswer, ...]


@dataclass(frozen=True, slots=True)
class GoldResult:
    """Gold items ordered by item id, the ids of those that need a decision first, and the models used.

    `models` is None if a rule combined the answers item by item.
    """

    items: tuple[GoldItem, ...]
    undecided: tuple[str, ...]
    models: tuple[GoldModel, ...] | None = None


def latest_answers(annotations: Sequence[Annotation]) -> tuple[Annotation, ...]:
    """Return the highest revision of each assignment, without reverted answers, in a fixed order."""
    last: dict[AssignmentKey, Annotation] = {}
    for annotation in annotations:
        previous = last.get(annotation.key)
        if previous is None or annotation.revision > previous.revision:
            last[annotation.key] = annotation
    answered = [annotation for annotation in last.values() if annotation.value is not None]
    return tuple(
        sorted(answered, key=lambda a: (a.key.round_id, a.key.item_id, a.key.annotator_id, a.key.occasion))
    )


def latest_decisions(adjudications: Sequence[Adjudication]) -> tuple[Adjudication, ...]:
    """Return the highest revision of each (round, item), in a fixed order."""
    last: dict[tuple[str, str], Adjudication] = {}
    for adjudication in adjudications:
        key = (adjudication.round_id, adjudication.item_id)
        if key not in last or adjudication.revision > last[key].revision:
            last[key] = adjudication
    return tuple(last[key] for key in sorted(last))


def collect_answers(
    rounds: Sequence[Round], annotations: Sequence[Annotation], pseudonyms: Mapping[str, str]
) -> tuple[ItemAnswers, ...]:
    """Return the answers that count, by round number, then item id.

    The highest revision counts; reverted answers and hidden repeats (occasion 2 and later) do not.

    Parameters
    ----------
    rounds : sequence of Round
        The rounds to read; annotations of others are ignored.
    pseudonyms : mapping
        Annotator id -> pseudonym.
    """
    numbers = {round_.id: round_.number for round_ in rounds}
    by_item: dict[tuple[int, str, str], list[AnnotatorAnswer]] = defaultdict(list)
    for annotation in latest_answers(annotations):
        if annotation.key.round_id in numbers and annotation.key.occasion == 1:
            key = (numbers[annotation.key.round_id], annotation.key.item_id, annotation.key.round_id)
            by_item[key].append(AnnotatorAnswer(pseudonyms[annotation.key.annotator_id], annotation.value))
    return tuple(
        ItemAnswers(item_id, round_id, tuple(sorted(by_item[key], key=lambda answer: answer.pseudonym)))
        for key in sorted(by_item)
        for _, item_id, round_id in [key]
    )


def gold_rule(task: TaskType, settings: Mapping[str, Json], name: str | None) -> GoldRule | ModelRule:
    """Return the rule or model of that name (None: the task's default), or raise AloiError naming them."""
    rules: list[GoldRule | ModelRule] = [*task.gold_rules(settings), *model_rules(task, settings)]
    if name is None:
        return rules[0]
    named = {one.name: one for one in rules}
    return named[
        known_name(
            name,
            named,
            Phrase("kind-gold-rule-of-the-task", "gold rule of the task {task}", task=repr(task.name)),
        )
    ]


def make_gold(
    answers: Sequence[ItemAnswers],
    decisions: Sequence[Adjudication],
    assumptions: Sequence[Assumption],
    *,
    rounds: Mapping[str, int],
    task: TaskType,
    settings: Mapping[str, Json],
    rule: str | None = None,
) -> GoldResult:
    """Return the gold items and the items that need a decision; the order of every input is irrelevant.

    For each item: the decision of the last round that has one, otherwise the answers of the last round that
    has any, combined by the rule, otherwise the assumption. A model is fitted once, on all answers that it
    turns into gold, without decided items and earlier rounds of an item. Decided items are the disputed ones,
    so its estimates of the annotators are optimistic. The caller checks that the rounds follow one guideline.

    Parameters
    ----------
    answers : sequence of ItemAnswers
        Each (item, round) once.
    decisions : sequence of Adjudication
        The highest revision of each (round, item) counts.
    rounds : mapping
        Round id -> number, the rounds to make gold from; answers and decisions of others are ignored.

    Raises
    ------
    AloiError
        An unknown rule, an item and round given twice, or a table the model refuses.
    """
    chosen = gold_rule(task, settings, rule)
    answers_by_item, decided = _by_round(answers, rounds), _decisions_by_round(decisions, rounds)
    last = {item_id: each[max(each)] for item_id, each in answers_by_item.items() if item_id not in decided}
    learnt = _propose(chosen, last, task, settings)
    assumed = {one.item_id: one for one in assumptions}
    gold: dict[str, GoldItem | None] = {}
    for item_id in sorted({*answers_by_item, *decided, *assumed}):
        if item_id in decided:
            number = max(decided[item_id])
            item_answers = answers_by_item.get(item_id, {}).get(number)
            gold[item_id] = _decided(decided[item_id][number], item_answers, task, settings)
        elif item_id in last:
            gold[item_id] = _combined(last[item_id], task, settings, chosen.name, learnt)
        else:
            gold[item_id] = _assumed(assumed[item_id])
    accepted = tuple(item for item in gold.values() if item is not None)
    undecided = tuple(item_id for item_id, item in gold.items() if item is None)
    return GoldResult(accepted, undecided, learnt.models if isinstance(chosen, ModelRule) else None)


def _assumed(assumption: Assumption) -> GoldItem:
    word = GoldStatus.ASSUMED
    return GoldItem(assumption.item_id, assumption.value, word.value, (), None, word, None)


def _decisions_by_round(
    decisions: Sequence[Adjudication], rounds: Mapping[str, int]
) -> dict[str, dict[int, Adjudication]]:
    """Return the latest decision of each item in each round, by its number."""
    decided: dict[str, dict[int, Adjudication]] = defaultdict(dict)
    for decision in latest_decisions(decisions):
        if decision.round_id in rounds:
            decided[decision.item_id][rounds[decision.round_id]] = decision
    return decided


def _by_round(answers: Sequence[ItemAnswers], rounds: Mapping[str, int]) -> dict[str, dict[int, ItemAnswers]]:
    """Return the answers of the rounds by item and number, or raise AloiError if some are given twice."""
    by_item: dict[str, dict[int, ItemAnswers]] = defaultdict(dict)
    for item_answers in answers:
        number = rounds.get(item_answers.round_id)
        if number is None or not item_answers.answers:
            continue
        if number in by_item[item_answers.item_id]:
            raise ValueError(f"the answers to the item {item_answers.item_id} in round {number} appear twice")
        by_item[item_answers.item_id][number] = item_answers
    return by_item


def _propose(
    rule: GoldRule | ModelRule,
    item_answers: Mapping[str, ItemAnswers],
    task: TaskType,
    settings: Mapping[str, Json],
) -> Learnt:
    """Return the values the rule or model makes of the answers by item id, None if undecided."""
    if isinstance(rule, ModelRule):
        triples = [
            (item_id, answer.pseudonym, answer.value)
            for item_id, each in item_answers.items()
            for answer in each.answers
        ]
        return learn(rule, triples, task=task, settings=settings)
    values = {
        item_id: rule.combine([answer.value for answer in _ordered(each)])
        for item_id, each in item_answers.items()
    }
    return Learnt(values, {}, ())


def _decided(
    decision: Adjudication, item_answers: ItemAnswers | None, task: TaskType, settings: Mapping[str, Json]
) -> GoldItem:
    """Return the gold of an item with a decision."""
    answers = _ordered(item_answers) if item_answers else []
    word = GoldStatus.ADJUDICATED
    return GoldItem(
        item_id=decision.item_id,
        value=decision.value,
        rule=word.value,
        support=tuple(one.pseudonym for one in answers),
        spread=task.distance([one.value for one in answers], settings),
        status=word,
        round_id=decision.round_id,
    )


def _combined(
    item_answers: ItemAnswers,
    task: TaskType,
    settings: Mapping[str, Json],
    rule: str,
    learnt: Learnt,
) -> GoldItem | None:
    """Return the gold the rule makes of an item's answers, None if it needs a decision."""
    answers = _ordered(item_answers)
    value = learnt.values[item_answers.item_id]
    if value is None:
        return None
    return GoldItem(
        item_id=item_answers.item_id,
        value=value,
        rule=rule,
        support=tuple(one.pseudonym for one in answers),
        spread=task.distance([one.value for one in answers], settings),
        status=GoldStatus.SINGLE if len(answers) == 1 else GoldStatus.AGGREGATED,
        round_id=item_answers.round_id,
        soft=learnt.soft.get(item_answers.item_id),
    )


def _ordered(item_answers: ItemAnswers) -> list[AnnotatorAnswer]:
    return sorted(item_answers.answers, key=lambda one: one.pseudonym)
