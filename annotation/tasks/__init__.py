"""The task types, a room each: task.py, its guidelines, its ready settings; this is the whole list."""

from __future__ import annotations

from aloi.errors import AloiError
from annotation.tasks.base import TaskType
from annotation.tasks.classification.task import Classification
from annotation.tasks.judging.task import Judging
from annotation.tasks.linking.task import Linking
from annotation.tasks.multiple_choice.task import MultipleChoiceTask
from annotation.tasks.operations.task import Operations
from annotation.tasks.similarity.task import Similarity
from annotation.tasks.spans.task import Spans
from annotation.tasks.substitution.task import Substitution

TASKS: list[TaskType] = [
    Similarity(),
    Operations(),
    Substitution(),
    Judging(),
    Classification(),
    MultipleChoiceTask(),
    Linking(),
    Spans(),
]


def task(name: str) -> TaskType:
    """Return the task type of that name, or raise AloiError naming those there are."""
    for one in TASKS:
        if one.name == name:
            return one
    raise AloiError(
        f"No task type is called {name!r}.",
        f"One of these was expected: {', '.join(one.name for one in TASKS)}.",
        "Check the spelling.",
    )
