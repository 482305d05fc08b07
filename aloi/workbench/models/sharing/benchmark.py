"""The sentence encoder of a run on the tasks of MTEB that releases make, beside baselines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats import format_named
from aloi.gold.releasing.manifest import rows_by_split
from aloi.modeling.exports.benchmark import TaskScore, require_mteb, score_tasks
from aloi.modeling.exports.directory import HUB, write_directory
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.data import release_of
from aloi.workbench.models.runs import Visible, find, runs_folder, stored_run
from aloi.workbench.models.sharing.exporting import model_for, release_used
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.models.runs import BenchmarkRequest

if TYPE_CHECKING:
    from aloi.gold.model import Release
    from aloi.storage.store import Store


@dataclass(frozen=True, slots=True)
class Benchmarked:
    """The scores of the encoder of a run, and of baselines, on tasks of MTEB."""

    run: str
    seed: int
    releases: tuple[str, ...]
    scores: tuple[TaskScore, ...]


def benchmark(
    store: Store,
    request: BenchmarkRequest,
    data: Path,
    *,
    visible: Visible = None,
    progress: Progress = silent,
) -> Benchmarked:
    """Score the sentence encoder of a run on releases, as users of MTEB would.

    Parameters
    ----------
    data : Path
        The data folder.

    Raises
    ------
    AloiError
        MTEB is not installed, no such run or saved model, a model that is no sentence encoder, or no release.
    """
    require_mteb()
    folder = find(runs_folder(data), request.run, visible)
    run = stored_run(runs_folder(data), folder.name).run
    model = model_for(HUB, store, folder, run, None, data / CACHE)
    if model.facts.task != "sentence-similarity":
        raise AloiError(
            "aloi.not-for",
            name=Term("tasks-of-mteb"),
            data=run.spec.recipe,
            expected=Term("sentence-encoder"),
        )
    if request.release:
        releases = [release_of(store, name) for name in request.release]
    else:
        releases = [release for use in run.spec.tests if (release := release_used(store, use)) is not None]
    if not releases:
        raise AloiError(
            "aloi.missing",
            name=Term("format-run-named", name=run.id),
            missing=Term("released-test"),
            todo=Term("name-a-release"),
        )
    with TemporaryDirectory() as work:
        write_directory(model, Path(work) / "model")
        tasks = [_write(release, Path(work) / f"task-{number}") for number, release in enumerate(releases)]
        untuned = str(run.spec.settings["model"]) if run.spec.train else None
        scores = score_tasks(tasks, Path(work) / "model", untuned, _watch(progress))
    labels = tuple(f"{release.campaign_id}:{release.version}" for release in releases)
    return Benchmarked(run.id, model.facts.seed, labels, scores)


def _write(release: Release, folder: Path) -> Path:
    format_named("mteb").write(rows_by_split(release.manifest), folder, release)
    return folder


def _watch(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: go_on(progress, done, total, "")
