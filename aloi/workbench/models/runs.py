"""The runs of a data folder: listed, shown, verified, with the loss of each step."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.about import RunAbout as RunAbout
from aloi.modeling.runs.about import read_about, write_about
from aloi.modeling.runs.finished_run import StoredRun as StoredRun
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.folder import (
    SEEDS,
    is_done,
    is_held,
    read_begun,
    read_error,
    read_log,
)
from aloi.modeling.runs.predictions import PREDICTIONS
from aloi.modeling.runs.spec import FILE, read_run
from aloi.modeling.runs.spec import Run as Run
from aloi.modeling.runs.spec import RunSpec as RunSpec
from aloi.modeling.runs.spec import SeedResult as SeedResult
from aloi.workbench.requests.models.runs import (
    DeleteRunRequest,
    NameRunRequest,
    NoteRunRequest,
    ShareRunRequest,
    TagRunRequest,
)

if TYPE_CHECKING:
    from aloi.annotation.model import Campaign
    from aloi.storage.store import Store

FOLDER = "runs"
Visible: TypeAlias = Collection[str] | None


@dataclass(frozen=True, slots=True)
class Checked:
    """Problems of a run, in sentences; empty if there are none."""

    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedRun:
    """The id of a run and the pseudonym of the person who may see it."""

    run: str
    person: str


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
    about : RunAbout
        Its name, note and tags.
    """

    id: str
    status: RunStatus
    spec: RunSpec | None
    seeds_done: int
    started_at: datetime | None
    run: Run | None = None
    error: str | None = None
    about: RunAbout = field(default_factory=RunAbout)

    @property
    def words(self) -> str:
        """Return everything that a search looks through."""
        if self.spec is None:
            return f"{self.id} {self.about.words}"
        uses = (*self.spec.train, *self.spec.tests)
        labels = " ".join(use.label for use in uses)
        return (
            f"{self.id} {self.spec.recipe} {self.spec.settings.get('model', '')} {labels} {self.about.words}"
        )


@dataclass(frozen=True, slots=True)
class DeletedRun:
    """A run that was deleted.

    Parameters
    ----------
    compared : tuple of str
        Ids of the other runs on its tests, which can no longer be compared with it.
    origins : mapping
        Campaign -> items and suggestions that came from the run; they stay, and name it.
    """

    run: str
    compared: tuple[str, ...]
    origins: Mapping[str, int]


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
    started = [line for line in lines if line.started_at is not None]
    broken = [line for line in lines if line.started_at is None]
    return (*sorted(started, key=lambda line: str(line.started_at), reverse=True), *broken)


def matching(lines: Sequence[RunLine], search: str) -> tuple[RunLine, ...]:
    """Return the runs that contain all words of a search, in any case."""
    words = search.casefold().split()
    return tuple(line for line in lines if all(word in line.words.casefold() for word in words))


def describe(
    folder: Path, request: NameRunRequest | NoteRunRequest | TagRunRequest, visible: Visible = None
) -> RunAbout:
    """Return the name, the note and the tags of a run after a change of one of them."""
    run_folder = find(folder, request.run, visible)
    about = read_about(run_folder)
    match request:
        case NameRunRequest():
            about = replace(about, name=request.name.strip())
        case NoteRunRequest():
            about = replace(about, note=request.note.strip())
        case TagRunRequest():
            tags = [tag.strip() for tag in request.tags]
            removed, added = (tags, []) if request.remove else ([], tags)
            left = (tag for tag in (*about.tags, *added) if tag and tag not in removed)
            about = replace(about, tags=tuple(dict.fromkeys(left)))
    write_about(run_folder, about)
    return about


def share_run(store: Store, request: ShareRunRequest, folder: Path) -> SharedRun:
    """Let a person see a run, and return its id and their pseudonym."""
    name = find(folder, request.run, store.members.shared("run")).name
    person = store.people.get(request.person)
    store.members.share("run", name, person.id)
    return SharedRun(name, person.pseudonym)


def delete_run(
    store: Store | None, folder: Path, request: DeleteRunRequest, visible: Visible = None
) -> DeletedRun:
    """Delete the folder of a run: its predictions, its model, its checkpoints.

    Parameters
    ----------
    store : Store or None
        The store whose items and suggestions the run may have made; None if there is none.

    Raises
    ------
    AloiError
        A run in progress, or one that chose items or made suggestions of a campaign that has a release:
        the release names it as the origin.
    """
    run_folder = find(folder, request.run, visible)
    name = run_folder.name
    if is_held(run_folder):
        raise AloiError(
            "aloi.in-use",
            name=Term("format-run-named", name=name),
            uses=Term("in-progress"),
            expected=Term("run-at-rest"),
            todo=Term("stop-run-first"),
        )
    origins = _origins(store, name) if store is not None else []
    released = [
        campaign.name
        for campaign, _ in origins
        if store is not None and store.gold.release_heads(campaign.id)
    ]
    if released:
        raise AloiError(
            "aloi.in-use",
            name=Term("format-run-named", name=name),
            uses=Term("origin-in-releases", campaigns=released),
            expected=Term("run-no-release-names"),
            todo=Term("keep-the-run"),
        )
    tests = _tests(run_folder)
    compared = [
        other.id
        for other in done_runs(folder, visible)
        if other.id != name and tests & _tests(folder / other.id)
    ]
    aside = run_folder.with_name(f".{name}.deleted")
    run_folder.rename(aside)  # at once, whatever happens while its files are removed
    shutil.rmtree(aside)
    return DeletedRun(name, tuple(compared), {campaign.name: count for campaign, count in origins})


def _tests(run_folder: Path) -> set[tuple[str, str]]:
    """Return the tests of a run, by label and checksum; none if it cannot be read."""
    spec = _line(run_folder).spec
    return {(use.label, use.checksum) for use in spec.tests} if spec else set()


def _origins(store: Store, run: str) -> list[tuple[Campaign, int]]:
    """Return how many items and suggestions of each campaign come from a run."""
    counts: list[tuple[Campaign, int]] = []
    for campaign in store.campaigns.list():
        items = store.texts.corpus_item_ids(campaign.corpus_id)
        origins = store.texts.origins(items)
        chosen = sum(
            any(origin.parameters.get("run") == run for origin in several) for several in origins.values()
        )
        suggested = store.suggestions.counts(campaign.id)
        chosen += sum(count for made_by, count in suggested.items() if made_by.startswith(f"run {run} "))
        if chosen:
            counts.append((campaign, chosen))
    return counts


def done_runs(folder: Path, visible: Visible = None) -> tuple[Run, ...]:
    """Return the runs that are done, newest first; `visible` as for `runs`."""
    return tuple(line.run for line in runs(folder, visible) if line.run is not None)


def stored_run(folder: Path, run_id: str) -> StoredRun:
    """Return a run that is done with its tests and predictions; its id is this or begins so."""
    return read_stored(_done(folder, run_id))


def show(folder: Path, run_id: str, visible: Visible = None) -> RunLine:
    """Return the run whose id is this or begins so, or raise AloiError naming those that are visible."""
    return _line(find(folder, run_id, visible))


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
    present = (
        sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
        if folder.is_dir()
        else []
    )
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
    return replace(_status_line(run_folder), about=read_about(run_folder))


def _status_line(run_folder: Path) -> RunLine:
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
