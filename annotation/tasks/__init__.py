"""The task types, a room each: task.py, its guidelines, its ready settings; this is the whole list."""

from __future__ import annotations

from aloi.names import known_name
from annotation.tasks.base import TaskType
from annotation.tasks.classification.task import Classification
from annotation.tasks.judging.task import Judging
from annotation.tasks.linking.task import Linking
from annotation.tasks.multiple_choice.task import MultipleChoiceTask
from annotation.tasks.operations.task import Operations
from annotation.tasks.similarity.task import Similarity
from annotation.tasks.spans.task import SpanMarking
from annotation.tasks.substitution.task import Substitution

TASKS: list[TaskType] = [
    Similarity(),
    Operations(),
    Substitution(),
    Judging(),
    Classification(),
    MultipleChoiceTask(),
    Linking(),
    SpanMarking(),
]


def task(name: str) -> TaskType:
    """Return the task type of that name, or raise AloiError naming those there are."""
    named = {one.name: one for one in TASKS}
    return named[known_name(name, named, "task type")]
