"""The task types, a package each: task.py, its guidelines, its ready settings; this is the complete list.

`all_tasks` adds those of plug-ins.
"""

from __future__ import annotations

from aloi.annotation.model import Campaign
from aloi.annotation.task_packages import GROUP
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.task import Classification
from aloi.annotation.tasks.judging.task import Judging
from aloi.annotation.tasks.linking.task import Linking
from aloi.annotation.tasks.missing import missing_task, not_installed
from aloi.annotation.tasks.multiple_choice.task import MultipleChoiceTask
from aloi.annotation.tasks.operations.task import Operations
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.annotation.tasks.spans.task import SpanMarking
from aloi.annotation.tasks.substitution.task import Substitution
from aloi.base.plugins import entry_named, entry_or_none, with_plugins
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
    return with_plugins(TASKS, GROUP, TaskType)


def named_task(name: str) -> TaskType:
    """Return the task type that a person names, or raise AloiError naming those there are."""
    return entry_named(name, TASKS, all_tasks, Phrase("kind-task-type", "task type"))


def task(name: str) -> TaskType:
    """Return the task type of a stored campaign; `installed` is False if its package is not installed."""
    return entry_or_none(name, TASKS, all_tasks) or missing_task(name)


def is_installed(campaign: Campaign) -> bool:
    """Return whether the task of a campaign is there; the package of a plug-in may have been uninstalled."""
    return task(campaign.schema.task_type).installed


def require_installed(campaign: Campaign) -> None:
    """Raise AloiError if the task of a campaign is not installed."""
    if not is_installed(campaign):
        raise not_installed(campaign.schema.task_type)
