"""Distributional neighbours of words (SemDis): counts of contexts, PPMI, three orders, and their evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.workbench.study import Study, StudyPage

if TYPE_CHECKING:
    from aloi.annotation.tasks.base import TaskType

# Keys of the bibliography.
REFERENCES = (
    "church1990word",
    "grefenstette1994corpus",
    "levy2015improving",
    "lin1998automatic",
    "manning2008introduction",
    "webber2010similarity",
)
FOLDER = "neighbours"  # of the data folder, for prepared corpora


def _of_words(kind: TaskType) -> bool:
    return kind.item_kind in ("target", "candidate")


STUDY = Study(
    "neighbours",
    commands={"neighbours": "commands:neighbours"},
    pages=(StudyPage("neighbours", ":material/hub:", "tool", after="candidates", suits=_of_words),),
    jobs={"prepare_neighbours": "prepare:prepare_job"},
    unfinished=(FOLDER,),
    cached="cached",
    requests="requests",
)
