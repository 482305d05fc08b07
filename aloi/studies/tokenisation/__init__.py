"""Fertility of tokenizers: sub-words per word of a domain."""

from __future__ import annotations

from aloi.workbench.study import Study, StudyPage

UPLOADS = "tokenising-uploads"  # of the data folder, for uploaded texts

STUDY = Study(
    "tokenisation",
    commands={"fertility": "commands:fertility"},
    pages=(StudyPage("tokenisation", ":material/splitscreen_vertical_add:", "more", after="store"),),
    jobs={"study_tokenizers": "study:study_job"},
    uploads=(UPLOADS,),
    requests="requests",
)
