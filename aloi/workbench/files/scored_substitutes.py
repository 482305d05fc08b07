"""Substitution scores as a job: files of systems against a file of gold, or the gold of a release."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.evaluation.comparison.compare import Difference
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.lexsub import Scorer
from aloi.storage.store import Store
from aloi.workbench.files.score_substitutes import LexsubReport, release_gold, score_files
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.requests.files.scores import LexsubRequest
from aloi.workbench.stopping import stoppable

SCORE = info_of(LexsubRequest).job


@dataclass(frozen=True, slots=True)
class ScoredSystem:
    """The scores of one file of answers, as `LexsubScores` has them, without those of single items."""

    name: str
    answered: int
    scores: tuple[Score, ...]
    by_pos: dict[str, dict[str, float | None]]


@dataclass(frozen=True, slots=True)
class ScoredSystems:
    """The part of a LexsubReport on a page; `document` is the output of `aloi score lexsub --json`."""

    scorer: Scorer
    items: int
    ceiling: float | None
    repeating: int
    systems: tuple[ScoredSystem, ...]
    differences: dict[str, tuple[Difference, ...]]
    document: dict[str, Json]

    @classmethod
    def of(cls, report: LexsubReport) -> ScoredSystems:
        """Return the stored part of a report."""
        first = report.systems[0].scores
        systems = tuple(
            ScoredSystem(
                system.name,
                system.scores.answered,
                system.scores.scores,
                {pos: dict(row) for pos, row in system.scores.by_pos.items()},
            )
            for system in report.systems
        )
        differences = dict(report.differences)
        document = report.to_json()
        return cls(first.scorer, first.items, first.ceiling, report.repeating, systems, differences, document)


def score_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return a ScoredSystems as JSON, of a LexsubRequest; its gold may be a part of a release."""
    del folder
    request = from_data(LexsubRequest, arguments)
    go_on(progress, 0, 1, "")
    with stoppable(progress), tempfile.TemporaryDirectory() as temporary:
        gold = None
        if request.release is not None and request.part is not None:
            gold = Path(temporary) / "gold.txt"
            release = store.gold.release(request.release)
            gold.write_text(release_gold(release, request.part), encoding="utf-8")
        report = score_files(request, gold)
    return to_json(ScoredSystems.of(report))
