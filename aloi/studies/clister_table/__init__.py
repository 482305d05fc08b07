"""Training data by test data, as in Table 1 of CLISTER: one encoder, two corpora of scored pairs or more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.workbench.study import Study, StudyPage

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType


def _of_pairs(kind: TaskType) -> bool:
    from aloi.annotation.rows import ScoredPair

    return kind.row_kind is ScoredPair


STUDY = Study(
    "clister_table",
    commands={"study clister-table": "commands:clister_table"},
    pages=(StudyPage("clister_table", ":material/table_chart:", "apart", after="measure", suits=_of_pairs),),
    jobs={"clister_table": "study:table_job"},
    requests="requests",
)
