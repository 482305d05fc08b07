"""Decisions on substitutes as they were typed: which count, what they make of answers, how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.annotation.tasks.substitution.task import words_of
from aloi.corpora.model import Json
from aloi.gold.making.aggregate import ItemAnswers

TO_DECIDE = "to_decide"


@dataclass(frozen=True, slots=True)
class Cleaning:
    """A decision on one answer to one item, for all annotators who gave it; the highest revision counts.

    `answer` is a substitute as typed, `result` its form in the gold (None: excluded). A revision
    without category reverts the decision before it. `by` is a pseudonym.
    """

    campaign_id: str
    item_id: str
    answer: str
    revision: int
    category: Category | None
    result: str | None
    by: str
    why: str
    created_at: datetime


def latest_cleanings(cleanings: Iterable[Cleaning]) -> dict[tuple[str, str], Cleaning]:
    """Return the decision that counts by (item id, answer), without reverted ones."""
    last: dict[tuple[str, str], Cleaning] = {}
    for cleaning in cleanings:
        key = (cleaning.item_id, cleaning.answer)
        if key not in last or cleaning.revision > last[key].revision:
            last[key] = cleaning
    return {key: last[key] for key in sorted(last) if last[key].category is not None}


def clean_value(item_id: str, value: Json, decided: Mapping[tuple[str, str], Cleaning]) -> Json:
    """Return an answer to an item with its substitutes as they were decided, each once.

    One that nobody decided on stays as it was typed; an answer may lose all of them.
    """
    if not isinstance(value, Mapping):
        return value
    cleaned: dict[str, str] = {}
    for word in words_of(value):
        cleaning = decided.get((item_id, word))
        result = word if cleaning is None else cleaning.result
        if result is not None:
            cleaned.setdefault(result.casefold(), result)
    return {**value, "substitutes": [*cleaned.values()]}


def clean_answers(answers: Sequence[ItemAnswers], cleanings: Iterable[Cleaning]) -> tuple[ItemAnswers, ...]:
    """Return the answers as they were decided; who lost all substitutes still counts as having answered."""
    decided = latest_cleanings(cleanings)
    return tuple(
        replace(
            answer,
            answers=tuple(
                replace(each, value=clean_value(answer.item_id, each.value, decided))
                for each in answer.answers
            ),
        )
        for answer in answers
    )


def bookkeeping(answers: Sequence[ItemAnswers], cleanings: Iterable[Cleaning]) -> dict[str, int]:
    """Return the number of answers for each decision, the seven rows of SemDis 2014 and `to_decide` last.

    An answer is one substitute of one annotator: the counts sum to the substitutes collected.
    """
    decided = latest_cleanings(cleanings)
    counts: Counter[str] = Counter()
    for answer in answers:
        for each in answer.answers:
            for word in words_of(each.value):
                cleaning = decided.get((answer.item_id, word))
                counts[
                    TO_DECIDE if cleaning is None or cleaning.category is None else cleaning.category.value
                ] += 1
    return {name: counts[name] for name in (*(category.value for category in Category), TO_DECIDE)}
