"""The complete list of kinds of question, a directory each: script, style, and one class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aloi.annotation.fields import Field
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Json
from aloi.ui.questions.alignment.question import AlignmentQuestion
from aloi.ui.questions.base import QuestionKind
from aloi.ui.questions.choice.question import ChoiceQuestion
from aloi.ui.questions.concept.question import ConceptQuestion
from aloi.ui.questions.scale.question import ScaleQuestion
from aloi.ui.questions.spans.question import SpansQuestion
from aloi.ui.questions.words.question import WordsQuestion

QUESTIONS: list[QuestionKind[Any]] = [
    ScaleQuestion(),
    ChoiceQuestion(),
    WordsQuestion(),
    SpansQuestion(),
    AlignmentQuestion(),
    ConceptQuestion(),
]


def question_of(fields: Sequence[Field]) -> QuestionKind[Any]:
    """Return the kind that draws the questions about an item: all of them are of one kind."""
    return next(one for one in QUESTIONS if one.field is type(fields[0]))


def question_of_task(kind: TaskType, settings: Mapping[str, Json] | None = None) -> QuestionKind[Any]:
    """Return the kind of question of a task, with its default settings if none are given."""
    return question_of(kind.fields(kind.example().item, settings or kind.default_settings()))
