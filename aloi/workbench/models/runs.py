"""The runs of a data folder: listed, shown, verified, with the loss of each step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.finished_run import StoredRun as StoredRun
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.folder import (
    SEEDS,
    is_done,
    is_held,
    model_folder,
    read_begun,
    read_error,
    read_log,
)
from aloi.modeling.runs.predictions import PREDICTIONS
from aloi.modeling.runs.spec import FILE, read_run
from aloi.modeling.runs.spec import Run as Run
from aloi.modeling.runs.spec import RunSpec as RunSpec
from aloi.modeling.runs.spec import SeedResult as SeedResult

FOLDER = "runs"
Visible: TypeAlias = Collection[str] | None


@dataclass(frozen=True, slots=True)
class Checked:
    """Problems of a run, in sentences; empty if there are none."""

    problems: tuple[str, ...]


class RunStatus(StrEnum):
    """The status of a run. `stopped`: cancelled or interrupted; a new request for the same run resumes it."""

    DONE = "done"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in a list.

    Parameters
    ----------
    spec : RunSpec or None
        None for a folder that cannot be read; `error` has the reason.
    seeds_done : int
        Number of finished seeds among the requested ones.
    run : Run or None
        The run, if it is finished.
    error : str or None
        Why it failed.
    """

    id: str
    status: RunStatus
    spec: RunSpec | None
    seeds_done: int
    started_at: datetime | None
    run: Run | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class LossPoint:
    """The values of a fit at a step; `step.dev` only at the ends of epochs."""

    seed: int
    step: Step


def runs_folder(data: Path) -> Path:
    """Return the folder of the runs of a data folder, with one folder per run."""
    return data / FOLDER


def runs(folder: Path, visible: Visible = None) -> tuple[RunLine, ...]:
    """Return the runs of a folder of runs, newest first, also those that are not done.

    `visible` are the ids that the acting person may see (`store.members.shared`); None for all.
    """
    lines = [_line(folder / name) for name in _names(folder, visible)]
    started = [one for one in lines if one.started_at is not None]
    broken = [one for one in lines if one.started_at is None]
    return (*sorted(started, key=lambda one: str(one.started_at), reverse=True), *broken)


def done_runs(folder: Path, visible: Visible = None) -> tuple[Run, ...]:
    """Return the runs that are done, newest first; `visible` as for `runs`."""
    return tuple(one.run for one in runs(folder, visible) if one.run is not None)


def stored_run(folder: Path, run_id: str) -> StoredRun:
    """Return a run that is done with its tests and predictions; its id is this or begins so."""
    return read_stored(_done(folder, run_id))


def show(folder: Path, run_id: str, visible: Visible = None) -> RunLine:
    """Return the run whose id is this or begins so, or raise AloiError naming those that are visible."""
    return _line(find(folder, run_id, visible))


def saves_model(folder: Path, run_id: str) -> bool:
    """Return whether a finished run saved the model of its first seed."""
    run_folder = find(folder, run_id)
    return (model_folder(run_folder, read_run(run_folder).seeds[0].seed) / "model").is_dir()


def run_files(folder: Path, run_id: str) -> tuple[Path, ...]:
    """Return the files of a finished run: its inputs, its outputs and its predictions."""
    run_folder = _done(folder, run_id)
    return run_folder / FILE, run_folder / PREDICTIONS


def check_run(folder: Path, run_id: str) -> Checked:
    """Return the problems of a finished run.

    Raises
    ------
    AloiError
        No such run, or one that is not done.
    """
    return Checked(tuple(verify(_done(folder, run_id))))


def loss_curve(folder: Path, run_id: str) -> tuple[LossPoint, ...]:
    """Return the values of each fit, by seed and step; the last value of a step repeated after a crash."""
    steps = {(seed, step.step, step.dev is not None): step for seed, step in read_log(find(folder, run_id))}
    return tuple(LossPoint(key[0], steps[key]) for key in sorted(steps))


def find(folder: Path, run_id: str, visible: Visible = None) -> Path:
    """Return the folder of the only run with this id or beginning of an id; `visible` as for `runs`."""
    run_names = _names(folder, visible)
    matches = [name for name in run_names if name == run_id] or [
        name for name in run_names if run_id and name.startswith(run_id)
    ]
    if len(matches) != 1:
        raise AloiError(
            "aloi.matches",
            kind=Term("runs"),
            name=repr(run_id),
            count=len(matches),
            known=(matches or run_names)[:8],
            todo=Term("list-them-aloi"),
        )
    return folder / matches[0]


def _names(folder: Path, visible: Visible) -> list[str]:
    present = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return [name for name in present if visible is None or name in visible]


def _done(folder: Path, run_id: str) -> Path:
    """Return the folder of a run that is done."""
    run_folder = find(folder, run_id)
    if not is_done(run_folder):
        raise AloiError(
            "aloi.value",
            name=Term("format-run-named", name=run_folder.name),
            value=Term("not-finished"),
            expected=Term("a-finished-run"),
            todo=Term("wait-for-it-or-start"),
        )
    return run_folder


def _line(run_folder: Path) -> RunLine:
    try:
        if is_done(run_folder):
            run = read_run(run_folder)
            return RunLine(run_folder.name, RunStatus.DONE, run.spec, len(run.seeds), run.started_at, run)
        begun = read_begun(run_folder)
    except AloiError as error:
        return RunLine(run_folder.name, RunStatus.BROKEN, None, 0, None, error=str(error))
    done = sum((run_folder / SEEDS / f"{seed}.json").is_file() for seed in begun.spec.seeds)
    failed = read_error(run_folder)
    status = RunStatus.RUNNING if is_held(run_folder) else RunStatus.FAILED if failed else RunStatus.STOPPED
    return RunLine(run_folder.name, status, begun.spec, done, begun.starts[-1], error=failed)
