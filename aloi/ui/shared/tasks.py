"""The names of tasks on pages, and what a page says of a campaign whose task is not installed."""

from __future__ import annotations

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import require_installed
from aloi.annotation.tasks.base import TaskType
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import section, translated


def task_title(kind: TaskType) -> str:
    """Return the standard name of a task; that of a plug-in is its own, and its summary without one."""
    return str(section("tasks").get(kind.name) or translated(kind.title or kind.summary))


def check_installed(campaign: Campaign) -> None:
    """Say that the task of a campaign is not installed, and end the page; do nothing if it is."""
    with problems_told(stop=True):
        require_installed(campaign)
