"""Entity linking with test sets free of leaks (Medical Crossing)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.workbench.study import Study, StudyPage

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType


def _takes_terminology(kind: TaskType) -> bool:
    return kind.takes_terminology


STUDY = Study(
    "linking",
    commands={"linking": "commands:linking"},
    pages=(
        StudyPage("linking", ":material/join_inner:", "tool", after="cleaning", suits=_takes_terminology),
    ),
    jobs={"linking_cross": "job:cross_job"},
    requests="requests",
)
