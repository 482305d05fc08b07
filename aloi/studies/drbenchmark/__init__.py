"""The twenty tasks of DrBenchmark."""

from __future__ import annotations

from aloi.workbench.study import Study, StudyPage

STUDY = Study(
    "drbenchmark",
    commands={"suite": "commands:suite", "study drbenchmark-table": "commands:table_"},
    pages=(StudyPage("suite", ":material/grid_on:", "apart", after="measure"),),
    jobs={"suite": "suite:run_job"},
    requests="requests",
)
