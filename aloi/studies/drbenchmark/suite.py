"""The benchmark suite: its tasks and their data, runs in one call or as a job, and what they say."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.curve import Curve, curve_of_fits
from aloi.evaluation.resampling import Measured
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import measure_set
from aloi.gold.formats.source_files import Note
from aloi.storage.store import Store
from aloi.studies.drbenchmark.core.cells import CellDone
from aloi.studies.drbenchmark.core.data import Presence as Presence
from aloi.studies.drbenchmark.core.data import incomplete_sizes, load, presence
from aloi.studies.drbenchmark.core.declarations import Task, tasks
from aloi.studies.drbenchmark.core.declarations import task as task
from aloi.studies.drbenchmark.core.declarations import task as task_named
from aloi.studies.drbenchmark.core.execution import CELLS
from aloi.studies.drbenchmark.core.measurements import scored
from aloi.studies.drbenchmark.core.protocols import Protocol, protocol
from aloi.studies.drbenchmark.core.protocols import floors as floors
from aloi.studies.drbenchmark.core.protocols import points as points
from aloi.studies.drbenchmark.core.protocols import protocols as protocols
from aloi.studies.drbenchmark.core.results import SuiteResults as SuiteResults
from aloi.studies.drbenchmark.core.runs import (
    SPEC,
    SuitePlan,
    check_plan,
    read_plan,
    read_test,
    rows_done,
    run_suite,
    state_of,
    suite_results,
    titles_of,
)
from aloi.studies.drbenchmark.core.runs import (
    SuiteState as SuiteState,
)
from aloi.studies.drbenchmark.requests import SuiteCurveRequest, SuiteFetchRequest, SuiteRunRequest
from aloi.workbench.progress import Progress, silent

FOLDER = "suite"
DRY_RUN = "dry-run"
TINY = "tiny"
_DRY_ROWS = 60
# Settings of a dry run: a tiny model has no meaningful output, however long it is trained.
_DRY_SETTINGS: Mapping[str, Json] = {"epochs": 1, "max_length": 64}


@dataclass(frozen=True, slots=True)
class CheckedTask:
    """A task whose data was read.

    Parameters
    ----------
    present : bool
        Whether all files are there.
    sizes : tuple of int or None
        Rows of train, validation and test, 0 for a split that is missing; None if they cannot be read.
    expected : tuple of int
        Those of the released loader; empty if unknown.
    files : str
        The folder or archive of a corpus as distributed; empty for tables with the columns of the loader.
    layout : str
        The layout of its files: `columns` for such tables.
    problem : str
        Why it cannot be read, or what is absent; empty if all is well.
    notes : tuple of Note
        Exclusions and changes of the reader.
    """

    task: Task
    present: bool
    sizes: tuple[int, int, int] | None
    expected: tuple[int, ...]
    files: str
    layout: str
    problem: str
    notes: tuple[Note, ...] = ()

    @property
    def status(self) -> str:
        """`present`, `broken`, `incomplete` or `absent`."""
        if self.present:
            return "present" if self.sizes else "broken"
        return "incomplete" if self.sizes else "absent"


def data_folder(data: Path) -> Path:
    """Return the default folder of the data of the suite."""
    return data / FOLDER / "data"


def runs_folder(data: Path) -> Path:
    """Return the folder of the runs of the suite, one folder per run."""
    return data / FOLDER / "runs"


def listed(folder: Path) -> tuple[Presence, ...]:
    """Return every task and whether its data lies in a folder, with what to do where it does not."""
    return tuple(presence(one, folder) for one in tasks())


def check(folder: Path, names: Sequence[str] = ()) -> tuple[CheckedTask, ...]:
    """Return the data of tasks; all tasks by default."""
    return tuple(
        _checked(presence(task_, folder), folder) for task_ in (map(task, names) if names else tasks())
    )


def _checked(data: Presence, folder: Path) -> CheckedTask:
    """Return the data of a task, read if its files are there."""
    task_, files = data.task, str(data.published.root) if data.published else ""
    layout = data.published.layout.reader if data.published else "columns"
    row = CheckedTask(task_, data.present, None, task_.sizes, files, layout, data.todo)
    try:
        if not data.present:
            return replace(row, sizes=incomplete_sizes(task_, folder))
        loaded = load(task_, folder)
        return replace(row, sizes=loaded.sizes, notes=loaded.notes)
    except AloiError as error:
        return replace(row, present=True, problem=str(error))


def plan_of(request: SuiteRunRequest, data: Path) -> SuitePlan:
    """Return the plan of a run, checked; the baselines always run too. `data` is the data folder of Aloi.

    Raises
    ------
    AloiError
        An unknown task, model or setting, or a name that is no valid folder name.
    """
    name = request.name or ""
    if not name or name != Path(name).name or name.startswith("."):
        raise AloiError(
            "aloi.value",
            name=Term("the-name-of-the-run"),
            value=repr(name),
            expected=Term("name-of-letters"),
            todo=Term("choose-another-one"),
        )
    plan = SuitePlan(
        name,
        request.protocol,
        str((request.data or data_folder(data)).resolve()),
        tuple(task(one).name for one in request.tasks) or tuple(one.name for one in tasks()),
        tuple(dict.fromkeys((*(one.name for one in floors()), *request.models))),
        tuple(dict.fromkeys(request.seeds)),
        tuple(sorted(set(request.shares))),
        tuple(range(1, request.draws + 1)) if min(request.shares, default=1.0) < 1 else (0,),
        dict(request.settings),
    )
    check_plan(plan)
    return plan


def run(request: SuiteRunRequest, data: Path, progress: Progress = silent) -> SuiteState:
    """Return the state of a run after every cell that was not done is run.

    `data` is the data folder of Aloi.
    """
    plan = plan_of(_on_invented_data(request, data) if request.dry_run else request, data)
    folder = runs_folder(data) / plan.name
    if request.dry_run and (folder / SPEC).is_file() and read_plan(folder).changes != plan.changes:
        shutil.rmtree(folder)  # invented data with other settings: nothing is lost
    return run_suite(plan, folder, progress, data / "models", request.processes)


def _on_invented_data(request: SuiteRunRequest, data: Path) -> SuiteRunRequest:
    """Return the request of the same tasks on invented data: baselines and a tiny untrained model.

    It checks that all schemas, recipes, metrics and tables work; its scores mean nothing.
    """
    from aloi.modeling.encoders.tiny import tiny_model
    from aloi.studies.drbenchmark.core.synthetic_data import phrases, write_suite

    home = data / FOLDER / DRY_RUN
    if not (home / "data").is_dir():
        write_suite(home / "data", _DRY_ROWS)
    return replace(
        request,
        name=DRY_RUN if request.protocol == "aloi" else f"{DRY_RUN}-{request.protocol}",
        data=home / "data",
        models=(str(tiny_model(home / TINY, phrases())),),
        settings={**_DRY_SETTINGS, **request.settings},
    )


def run_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return how many cells a run did and kept, run as a job."""
    state = run(from_data(SuiteRunRequest, arguments), folder, progress)
    store.members.record_author("suite", state.plan.name)
    if state.done:
        results(state.plan.name, folder)  # resamples are kept, so that the page need not wait for them
    return {"run": state.plan.name, "ran": state.ran, "kept": state.reused, "failed": dict(state.failed)}


def runs(data: Path, visible: Collection[str] | None = None) -> tuple[SuiteState, ...]:
    """Return the runs, the latest change first; `visible` are those of the acting person, None for all."""
    folder = runs_folder(data)
    records = sorted(
        (path.parent for path in folder.glob(f"*/{SPEC}")),
        key=lambda path: -max(one.stat().st_mtime for one in (path / SPEC, path / CELLS) if one.exists()),
    )
    return tuple(state_of(path) for path in records if visible is None or path.name in visible)


def resumed(name: str, data: Path) -> SuitePlan:
    """Return the plan of a run that is there, or raise AloiError."""
    folder = runs_folder(data) / Path(name).name
    if not (folder / SPEC).is_file():
        names = [path.parent.name for path in sorted(runs_folder(data).glob(f"*/{SPEC}"))]
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-run-of-the-suite"),
            name=repr(name),
            known=names,
            todo=Term("name-one-of-them-or-start"),
        )
    return read_plan(folder)


def results(name: str, data: Path, replicates: int = 1000, how: str | None = None) -> SuiteResults:
    """Return the tables of a run: by task, by type of task, the leaderboard.

    Parameters
    ----------
    how : str or None
        Another protocol than the run's: its answers are scored in that one's way.

    Raises
    ------
    AloiError
        No such run, or none of its cells done.
    """
    folder = runs_folder(data) / resumed(name, data).name
    return suite_results(folder, replicates, protocol(how) if how else None)


def stamp(name: str, data: Path) -> str:
    """Return what changes whenever the results of a run do: how many cells it has, and the newest."""
    cells = [path.stat().st_mtime_ns for path in (runs_folder(data) / name / CELLS).rglob("*.json")]
    return f"{len(cells)}-{max(cells, default=0)}"


def fetch(request: SuiteFetchRequest, data: Path) -> dict[str, tuple[int, int, int]]:
    """Fetch tasks from the hub and return the rows of their parts; raises AloiError if one cannot be."""
    from aloi.studies.drbenchmark.core.data import fetch as fetched

    folder = request.data or data_folder(data)
    return {name: fetched(task(name), folder) for name in request.tasks}


def curves(request: SuiteCurveRequest, data: Path) -> tuple[SuiteCurve, ...]:
    """Return the low-resource curves of a run.

    Raises
    ------
    AloiError
        No such run, or one with a single size of the training rows.
    """
    name = resumed(request.name, data).name
    found_curves = suite_curves(runs_folder(data) / name, task=request.task, extra=request.extra)
    if not found_curves:
        raise AloiError(
            "aloi.too-few",
            name=Term("sizes-of-training", name=request.name),
            count=1,
            least=2,
            todo=Term("run-it-with-several", name=request.name),
        )
    return found_curves


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A model on a task under two protocols.

    Parameters
    ----------
    metric, other_metric : str
        The metric that each protocol quotes; for similarity EDRM has a separate row.
    outside : float or None
        The share of answers outside the scale, in the other run; None if there is no scale.
    quoted : bool
        Whether it is the metric that tables quote: the metric that ranks, or EDRM.
    """

    task: str
    model: str
    metric: str
    other_metric: str
    value: float | None
    other_value: float | None
    outside: float | None
    quoted: bool

    @property
    def difference(self) -> float | None:
        """Return the second minus the first."""
        if self.value is None or self.other_value is None:
            return None
        return self.other_value - self.value


def side_by_side(name: str, other: str, data: Path) -> tuple[SideBySide, ...]:
    """Return the comparison of two runs on the tasks and models that both have, the main metric first."""
    first_run, second_run = results(name, data), results(other, data)
    other_tasks = {found.task.name: found for found in second_run.tasks}
    rows = []
    for mine in first_run.tasks:
        their = other_tasks.get(mine.task.name)
        if their is None:
            continue
        metrics = [(mine.metric, their.metric)]
        metrics += [(shared, shared) for shared in mine.boards if (shared, shared) not in metrics]
        for model in first_run.models:
            for first, second in metrics:
                a, b = mine.boards[first].of(model), their.boards[second].of(model)
                if a is not None and b is not None and (a.by_run or b.by_run):
                    quoted = (first, second) == metrics[0] or first == "edrm"
                    outside = their.outside.get(model)
                    rows.append(
                        SideBySide(mine.task.name, model, first, second, a.value, b.value, outside, quoted)
                    )
    return tuple(rows)


_REPLICATES = 500


@dataclass(frozen=True, slots=True)
class SuiteCurve:
    """The curve of one model on one task; `fits` counts draws times seeds of each size."""

    task: str
    model: str
    fits: int
    curve: Curve


def suite_curves(
    folder: Path, *, task: str | None = None, extra: int = 100, replicates: int = _REPLICATES
) -> tuple[SuiteCurve, ...]:
    """Return the curves of a run with several sizes of training data; none for a single size.

    Parameters
    ----------
    task : str or None
        One task; None for all of the run.
    extra : int
        Of how many more rows the sentence speaks.

    Raises
    ------
    AloiError
        No run in the folder.
    """
    plan = read_plan(folder)
    how = protocol(plan.protocol)
    titles = titles_of(plan.models)
    curves = []
    for name in plan.tasks:
        test = read_test(folder, name) if task in (None, name) else None
        if test is None:
            continue
        for model, cells in rows_done(folder, plan, name).items():
            fits = _fits(name, test, how, cells, replicates)
            if len(fits) > 1:
                facts = {"task": name, "items": len(test.ids), "protocol": how.name}
                curve = curve_of_fits(
                    how.metric(task_named(name)),
                    fits,
                    facts,
                    extra=extra,
                    replicates=replicates,
                    unit="rows",
                    units=test.units,
                )
                most = max(len(one) for one in fits.values())
                curves.append(SuiteCurve(name, titles[model], most, curve))
    return tuple(curves)


def _fits(
    name: str, test: EvaluationSet, how: Protocol, cells: Sequence[CellDone], replicates: int
) -> Mapping[int, list[Measured]]:
    """Return number of training rows -> the measurements of each fit with that number."""
    metric = how.metric(task_named(name))
    by_size: dict[int, list[Measured]] = {}
    for cell in sorted(cells, key=lambda one: one.train):
        run: list[list[Answer]] = [[cell.answers[row] for row in test.ids]]
        used = scored(metric, test, run, how)
        by_size.setdefault(cell.train, []).append(measure_set(metric, test, used, replicates))
    return by_size
