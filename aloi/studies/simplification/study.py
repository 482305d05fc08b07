"""The study of operations against SARI, in one call or as a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.simplification import SariStudy, StudyModel, study
from aloi.storage.store import Store
from aloi.studies.simplification import FOLDER
from aloi.studies.simplification.pairs import read_folder, read_gold, study_pairs
from aloi.studies.simplification.requests import SariStudyRequest
from aloi.workbench.progress import Progress, go_on, silent


@dataclass(frozen=True, slots=True)
class Studied:
    """A study, and the number of excluded sources: those with one simplification."""

    study: SariStudy
    left_out: int

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi operations sari-study --json` prints."""
        return {**self.study.to_json(), "sources_left_out": self.left_out}


def sari_study(
    request: SariStudyRequest, store: Store | None = None, data: Path = Path(), progress: Progress = silent
) -> Studied:
    """Return how the operations of a folder, of uploaded files or of a gold go with SARI and its parts.

    `store` and the data folder are needed for a campaign and for uploaded files.

    Raises
    ------
    AloiError
        A file that is missing or not aligned, an empty line, or a group that is none or names a token which
        is not there.
    """
    if request.folder is not None:
        groups = read_folder(request.folder)
    elif request.files is not None:
        groups = read_folder(data / FOLDER / Path(request.files).name)
    elif store is not None and request.campaign is not None:
        groups = read_gold(store, request.campaign, request.gold)
    else:
        raise ValueError("a campaign is read from a store")

    def on_fit(done: int, total: int, name: str) -> None:
        go_on(progress, done, total, Term("progress-fitting", model=name))

    pairs = study_pairs(groups, progress)
    result = study(
        pairs.labels,
        pairs.counts,
        pairs.scores,
        pairs.without_err,
        references=pairs.references,
        models=tuple(map(StudyModel, request.models)),
        tune=request.tune,
        seed=request.seed,
        on_fit=on_fit,
    )
    return Studied(result, pairs.left_out)


def sari_study_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the study of uploaded files or of a gold, as a job."""
    return sari_study(from_data(SariStudyRequest, arguments), store, folder, progress).to_json()
