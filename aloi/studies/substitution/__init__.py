"""Baselines of lexical substitution (SemDis)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.workbench.study import Study, StudyPage

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType


def _of_substitutes(kind: TaskType) -> bool:
    from aloi.annotation.rows import Substitutes

    return kind.row_kind is Substitutes


STUDY = Study(
    "substitution",
    commands={"lexsub": "commands:lexsub"},
    requests="requests",
    pages=(StudyPage("lexsub", ":material/swap_horiz:", "tool", after="cleaning", suits=_of_substitutes),),
)
