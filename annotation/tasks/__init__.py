"""The task types, a package each: task.py, its guidelines, its ready settings; this is the complete list."""

from __future__ import annotations

from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.task import Classification
from aloi.annotation.tasks.judging.task import Judging
from aloi.annotation.tasks.linking.task import Linking
from aloi.annotation.tasks.multiple_choice.task import MultipleChoiceTask
from aloi.annotation.tasks.operations.task import Operations
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.annotation.tasks.spans.task import SpanMarking
from aloi.annotation.tasks.substitution.task import Substitution
from aloi.base.names import known_name
from aloi.base.terms import Phrase

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
    return named[known_name(name, named, Phrase("kind-task-type", "task type"))]
