"""The two lines that list the task and its question; run as a program, it serves the pages with them."""

from __future__ import annotations

import sys

from annotation.tasks import TASKS
from tests.contract.small_task.leaning.question import LeaningQuestion
from tests.contract.small_task.task import LeaningTask
from ui.questions import QUESTIONS
from ui.server.app import main

TASKS.append(LeaningTask())
QUESTIONS.append(LeaningQuestion())

if __name__ == "__main__":
    sys.exit(main())
