"""A run of the suite: its plan, its cells one by one, and their measurements; resumed after an interruption.

Files in the folder of a run:

- `suite.json`: the plan.
- `cells/`: a file for each cell.
- `tests/`: the gold of each task, no text.
- `measured/`: resamples, which can be computed again.
- `absent.json`, `failed.json`: tasks without data, failed cells, and the reasons.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.evaluation.rows import EvaluationSet
from aloi.modeling.runs.folder import locked
from aloi.modeling.runs.predictions import set_of
from aloi.modeling.runs.spec import write_json
from aloi.studies.drbenchmark.core.cells import (
    CellDone,
    SuiteCell,
    read_cell,
)
from aloi.studies.drbenchmark.core.data import presence
from aloi.studies.drbenchmark.core.declarations import task as task_named
from aloi.studies.drbenchmark.core.execution import CELLS, TESTS, SuiteReport, Workplace, cells_run
from aloi.studies.drbenchmark.core.measurements import REPLICATES, task_measures, titled
from aloi.studies.drbenchmark.core.protocols import Protocol, model, protocol, settings_for
from aloi.studies.drbenchmark.core.results import SuiteResults, results_of

SPEC, ABSENT, FAILED = "suite.json", "absent.json", "failed.json"
MEASURED = "measured"
_FORMAT, _VERSION = "aloi-suite", 1


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """The plan of a run.

    Parameters
    ----------
    data : str
        The folder that has a folder for each task.
    shares, subsets : tuple
        Shares of the training rows and the draws of each; (1.0,) and (0,) without a learning curve.
    changes : mapping
        Settings of encoders that differ from the protocol's, such as fewer epochs.
    """

    name: str
    protocol: str
    data: str
    tasks: tuple[str, ...]
    models: tuple[str, ...]
    seeds: tuple[int, ...]
    shares: tuple[float, ...] = (1.0,)
    subsets: tuple[int, ...] = (0,)
    changes: Mapping[str, Json] = field(default_factory=dict)

    def cells(self) -> Iterator[SuiteCell]:
        """Yield every cell, task by task; one seed of models without a seed, one draw of all rows."""
        for name in self.tasks:
            for suite_model in map(model, self.models):
                seeds = self.seeds if suite_model.recipe(task_named(name)).seeded else self.seeds[:1]
                for share in self.shares:
                    nested = share < 1 and protocol(self.protocol).nested_draws
                    for subset in self.subsets if nested else (0,):
                        for seed in seeds:
                            yield SuiteCell(name, suite_model.name, seed, share, subset)


@dataclass(frozen=True, slots=True)
class SuiteState:
    """How far a run is.

    Parameters
    ----------
    done, total : int
        Cells; those of tasks without data are not counted.
    absent : mapping
        Task -> what to do about its data.
    failed : mapping
        Title of a cell, or a task whose data is broken -> why it could not be run.
    ran, kept : int
        Cells that this call ran, and those it found done; 0 where nothing was run.
    """

    plan: SuitePlan
    done: int
    total: int
    absent: Mapping[str, str]
    failed: Mapping[str, str]
    ran: int = 0
    reused: int = field(default=0, metadata={JSON_NAME: "kept"})


def check_plan(plan: SuitePlan) -> None:
    """Raise AloiError for a plan that cannot be run; loads no model and reads no data."""
    protocol(plan.protocol)
    shares = all(0 < one <= 1 for one in plan.shares)
    if not (plan.tasks and plan.models and plan.seeds and plan.shares and plan.subsets and shares):
        raise AloiError(
            "aloi.value",
            name=Term("run-size"),
            value=(len(plan.tasks), len(plan.models), len(plan.seeds), *(f"{one:g}" for one in plan.shares)),
            expected=Term("run-size-least"),
        )
    for suite_model in map(model, plan.models):
        for name in plan.tasks:
            settings_for(task_named(name), suite_model, protocol(plan.protocol), plan.changes)


def run_suite(
    plan: SuitePlan, folder: Path, report: SuiteReport, cache: Path | None = None, processes: int = 1
) -> SuiteState:
    """Return the state after all cells that were not finished have been run.

    A cell is finished if its file exists and has the same data, settings, weights and seed. A task without
    data is excluded and listed; a failed cell is listed and tried again next time. Several processes run
    cells side by side, on all CUDA devices in turn.

    Raises
    ------
    AloiError
        A plan that cannot be run, another plan in the folder, or another process that works in the folder.
    Cancelled
        `report` requested a stop; finished cells are retained.
    """
    check_plan(plan)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        _keep_plan(plan, folder)
        return _run_all(plan, folder, report, cache, processes)


def read_plan(folder: Path) -> SuitePlan:
    """Return the plan of a run, or raise AloiError if there is none."""
    try:
        document = json.loads((folder / SPEC).read_text(encoding="utf-8"))
        if (document.pop("format"), document.pop("format_version")) != (_FORMAT, _VERSION):
            raise ValueError
        return from_json(SuitePlan, document, closed=True)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AloiError(
            "aloi.no-content",
            path=folder,
            content=Term("no-run-of-suite"),
            expected=Term("file-in-folder", name=SPEC),
        ) from error


def state_of(folder: Path) -> SuiteState:
    """Return how far a run is, as its files say; data and models are not looked at."""
    plan = read_plan(folder)
    absent = _read_map(folder / ABSENT)
    cells = [one for one in plan.cells() if one.task not in absent]
    done = sum((folder / CELLS / one.file).is_file() for one in cells)
    return SuiteState(plan, done, len(cells), absent, _read_map(folder / FAILED))


def suite_results(folder: Path, replicates: int = REPLICATES, how: Protocol | None = None) -> SuiteResults:
    """Return the tables of the finished cells of a run with all training rows.

    Parameters
    ----------
    how : Protocol or None
        Another one than the run's scores its answers in that one's way; they stay those of the run.

    Raises
    ------
    AloiError
        No plan, or no cell that is done.
    """
    plan = read_plan(folder)
    how = how or protocol(plan.protocol)
    measures = []
    for name in plan.tasks:
        test = read_test(folder, name)
        done = cells_done(folder, plan, name) if test else {}
        if test and done:
            measures.append(task_measures(name, test, how, done, replicates, folder / MEASURED))
    if not measures:
        raise AloiError("modeling.run-no-cell-done", name=plan.name)
    titles = titles_of(plan.models)
    named = [titled(one, titles) for one in measures]
    return results_of(how.name, list(titles.values()), named)


def cells_done(folder: Path, plan: SuitePlan, task: str) -> dict[str, list[CellDone]]:
    """Return model -> its cells of a task with all training rows that are done, seed by seed."""
    by_model = rows_done(folder, plan, task)
    full_cells = {one: [cell for cell in cells if cell.cell.share == 1] for one, cells in by_model.items()}
    return {one: cells for one, cells in full_cells.items() if cells}


def rows_done(folder: Path, plan: SuitePlan, task: str) -> dict[str, list[CellDone]]:
    """Return model -> its cells of a task that are done, whatever part of the training rows they had."""
    by_model: dict[str, list[CellDone]] = {}
    for cell in plan.cells():
        stored = read_cell(folder / CELLS, cell) if cell.task == task else None
        if stored is not None:
            by_model.setdefault(cell.model, []).append(stored)
    return by_model


def titles_of(models: Sequence[str]) -> dict[str, str]:
    """Return model -> its title in tables; the full name if two titles would be equal."""
    titles = {one: model(one).title for one in models}
    all_titles = list(titles.values())
    return {one: one if all_titles.count(title) > 1 else title for one, title in titles.items()}


def read_test(folder: Path, task: str) -> EvaluationSet | None:
    """Return the gold of a task in a run; None if the run has not reached it."""
    path = folder / TESTS / f"{task}.json"
    if not path.is_file():
        return None
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return set_of(document)


def _run_all(
    plan: SuitePlan, folder: Path, report: SuiteReport, cache: Path | None, processes: int
) -> SuiteState:
    data_folder = Path(plan.data)
    absent = {
        name: data_presence.todo
        for name in plan.tasks
        if not (data_presence := presence(task_named(name), data_folder)).present
    }
    write_json(folder / ABSENT, absent)
    cells = [one for one in plan.cells() if one.task not in absent]
    failed: dict[str, str] = {}
    write_json(folder / FAILED, failed)
    workplace = Workplace(plan.protocol, plan.changes, data_folder, folder, cache)
    ran = before = 0
    for outcome in cells_run(workplace, cells, report, processes):
        if outcome.failed:
            failed.update(outcome.failed)
            write_json(folder / FAILED, failed)
        else:
            ran, before = ran + outcome.ran, before + (not outcome.ran)
    if not report(len(cells), len(cells), Term("progress-cells-done")):
        raise Cancelled
    return SuiteState(plan, ran + before, len(cells), absent, failed, ran, before)


def _keep_plan(plan: SuitePlan, folder: Path) -> None:
    """Write the plan; a plan that is there may grow by tasks, models and seeds, but not change otherwise."""
    if (folder / SPEC).is_file():
        before = read_plan(folder)
        same = ("protocol", "data", "changes")
        if any(getattr(before, name) != getattr(plan, name) for name in same):
            changed = next(name for name in same if getattr(before, name) != getattr(plan, name))
            raise AloiError(
                "modeling.run-begun-another",
                name=folder.name,
                changed=changed,
                getattr=repr(getattr(before, changed)),
                getattr_2=repr(getattr(plan, changed)),
            )
    write_json(folder / SPEC, {"format": _FORMAT, "format_version": _VERSION, **to_json(plan)})


def _read_map(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {str(key): str(value) for key, value in document.items()}
