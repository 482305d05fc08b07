"""The task types, a package each: task.py, its guidelines, its ready settings; this is the complete list.

`all_tasks` adds those of plug-ins.
"""

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
from aloi.base.plugins import entry_named, with_plugins
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


def all_tasks() -> tuple[TaskType, ...]:
    """Return the task types, then those of plug-ins."""
    return with_plugins(TASKS, "aloi.tasks", TaskType)


def task(name: str) -> TaskType:
    """Return the task type of that name, or raise AloiError naming those there are."""
    return entry_named(name, TASKS, all_tasks, Phrase("kind-task-type", "task type"))
