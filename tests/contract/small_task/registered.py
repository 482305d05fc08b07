"""The two lines that list the task and its question; a server that imports it serves the pages with them."""

from __future__ import annotations

from aloi.annotation.tasks import TASKS
from aloi.ui.questions import QUESTIONS
from tests.contract.small_task.leaning.question import LeaningQuestion
from tests.contract.small_task.task import LeaningTask

TASKS.append(LeaningTask())
QUESTIONS.append(LeaningQuestion())
