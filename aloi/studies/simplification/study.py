"""The study of operations against SARI, in one call or as a job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.evaluation.simplification import SariStudy, StudyModel, study
from aloi.storage.store import Store
from aloi.studies.simplification import FOLDER
from aloi.studies.simplification.pairs import SourceGroup, read_folder, read_gold, study_pairs
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
    folder: Path,
    *,
    models: Sequence[str] | None = None,
    tune: bool = False,
    seed: int = 0,
    progress: Progress = silent,
) -> Studied:
    """Return how the operations of `asset.simp.K.aln` go with SARI and its parts.

    Parameters
    ----------
    folder : Path
        Holds `asset.orig.txt` and, for two or more K, `asset.simp.K.txt` and `asset.simp.K.aln`.
    models : sequence of str or None
        Names of `StudyModel`; None for all, an empty one for none.

    Raises
    ------
    AloiError
        A file that is missing or not aligned, an empty line, a group that is none or names a token which
        is not there, an unknown model.
    """
    chosen = _models(models)
    return _studied(read_folder(folder), chosen, tune=tune, seed=seed, progress=progress)


def sari_study_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the study of uploaded files or of a gold, as a job.

    Arguments: `files` (a folder's name in the data folder) or `campaign` (an id) and `gold` (an id);
    `models`, `tune`, `seed`.
    """
    listed = arguments["models"]
    chosen = _models([str(one) for one in listed] if isinstance(listed, list) else None)
    if arguments.get("files"):
        groups = read_folder(folder / FOLDER / Path(str(arguments["files"])).name)
    else:
        gold = arguments.get("gold")
        groups = read_gold(store, str(arguments["campaign"]), None if gold is None else str(gold))
    studied = _studied(
        groups, chosen, tune=bool(arguments["tune"]), seed=int(str(arguments["seed"])), progress=progress
    )
    return studied.to_json()


def _studied(
    groups: Sequence[SourceGroup],
    models: Sequence[StudyModel],
    *,
    tune: bool,
    seed: int,
    progress: Progress = silent,
) -> Studied:
    def on_fit(done: int, total: int, name: str) -> None:
        go_on(progress, done, total, f"fitting {name}, models fitted:")

    pairs = study_pairs(groups, progress)
    result = study(
        pairs.labels,
        pairs.counts,
        pairs.scores,
        pairs.without_err,
        references=pairs.references,
        models=models,
        tune=tune,
        seed=seed,
        on_fit=on_fit,
    )
    return Studied(result, pairs.left_out)


def _models(names: Sequence[str] | None) -> tuple[StudyModel, ...]:
    return tuple(StudyModel) if names is None else tuple(map(_model, names))


def _model(name: str) -> StudyModel:
    try:
        return StudyModel(name)
    except ValueError:
        raise AloiError(
            "workbench.study-model", name=repr(name), studymodel=(one.value for one in StudyModel)
        ) from None
