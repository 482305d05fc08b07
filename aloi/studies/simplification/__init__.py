"""Operations of simplification and what SARI sees (ASSETann)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.workbench.study import Study, StudyPage

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType

FOLDER = "sari_study"  # of the data folder, for uploaded studies
WRITE_SUBSET = "write_subset"  # the job that writes a subset of a corpus


def _of_operations(kind: TaskType) -> bool:
    from aloi.annotation.rows import TaggedPair

    return kind.row_kind is TaggedPair


STUDY = Study(
    "simplification",
    commands={
        "operations stats": "commands:stats",
        "operations subset": "commands:subset",
        "operations sari-study": "commands:sari_study",
    },
    pages=(
        StudyPage(
            "operations",
            ":material/schema:",
            "tool",
            after="cleaning",
            roles=("adjudicator", "manager"),
            suits=_of_operations,
            folder="pages/operations",
        ),
        StudyPage(
            "sari_study",
            ":material/query_stats:",
            "tool",
            after="cleaning",
            suits=_of_operations,
            folder="pages/sari_study",
        ),
    ),
    jobs={"sari_study": "study:sari_study_job", WRITE_SUBSET: "corpus:subset_job"},
    short_jobs=(WRITE_SUBSET,),
    unfinished=(FOLDER,),
    cached="cached",
    requests="requests",
)
