"""The cells of a suite run, one after the other, or in several processes side by side."""

from __future__ import annotations

import multiprocessing
import os
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.evaluation.rows import evaluation_set
from aloi.modeling.encoders.devices import cuda_devices, share_devices
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.predictions import set_document
from aloi.modeling.runs.spec import write_json
from aloi.studies.drbenchmark.core.cells import SuiteCell, fingerprint, read_cell, run_cell, write_cell
from aloi.studies.drbenchmark.core.data import TaskData, load
from aloi.studies.drbenchmark.core.declarations import task as task_named
from aloi.studies.drbenchmark.core.protocols import model, protocol, settings_for

CELLS, TESTS, WORK = "cells", "tests", "work"
_POLL = 0.5  # seconds between two looks at processes
# (done, total, message) -> True to continue.
SuiteReport: TypeAlias = Callable[[int, int, Term | str], bool]


@dataclass(frozen=True, slots=True)
class Workplace:
    """The folders and settings that all cells of a run share.

    Parameters
    ----------
    changes : mapping
        Settings of encoders that differ from the protocol's.
    data, folder : Path
        The folder of the data, and that of the run.
    cache : Path or None
        The folder of embeddings that cells share.
    """

    protocol: str
    changes: Mapping[str, Json]
    data: Path
    folder: Path
    cache: Path | None


@dataclass(frozen=True, slots=True)
class CellOutcome:
    """The end of a cell: whether it was run now, or the reason of its failure by cell or task."""

    ran: bool = False
    failed: Mapping[str, str] = field(default_factory=dict)


def cells_run(
    workplace: Workplace, cells: Sequence[SuiteCell], report: SuiteReport, processes: int = 1
) -> Iterator[CellOutcome]:
    """Yield the outcome of each cell that could be tried, as it ends; cells of a broken task are tried once.

    Raises
    ------
    Cancelled
        `report` requested a stop.
    """
    if processes > 1 and len(cells) > 1:
        yield from _in_processes(workplace, cells, report, min(processes, len(cells)))
        return
    runner = _Runner(workplace)
    for at, cell in enumerate(cells):
        outcome = runner.run(cell, _watch(report, cell, at, len(cells)))
        if outcome is not None:
            yield outcome


@dataclass(slots=True)
class _Runner:
    """Cells one after the other: the data of the last task stay loaded."""

    workplace: Workplace
    loaded: TaskData | None = None
    broken: set[str] = field(default_factory=set)

    def run(self, cell: SuiteCell, watch: Callable[[Step], bool]) -> CellOutcome | None:
        """Return the outcome of a cell; None if the data of its task are known to be broken."""
        if cell.task in self.broken:
            return None
        try:
            data = self._data(cell.task)
        except AloiError as error:
            self.broken.add(cell.task)
            return CellOutcome(failed={cell.task: str(error)})
        try:
            return CellOutcome(ran=_do(self.workplace, cell, data, watch))
        except AloiError as error:
            return CellOutcome(failed={cell.title: str(error)})

    def _data(self, task: str) -> TaskData:
        """Return the data of a task; its gold is stored, without texts, so that tables need no data."""
        if self.loaded is None or self.loaded.task.name != task:
            released = protocol(self.workplace.protocol).released_data
            self.loaded = load(task_named(task), self.workplace.data, released=released)
            tests = self.workplace.folder / TESTS
            tests.mkdir(exist_ok=True)
            test = evaluation_set(f"{task}/test", self.loaded.checksum, self.loaded.test)
            write_json(tests / f"{task}.json", set_document(test))
        return self.loaded


def _do(workplace: Workplace, cell: SuiteCell, data: TaskData, watch: Callable[[Step], bool]) -> bool:
    """Run a cell unless it is done already; return whether it was run."""
    suite_model, how = model(cell.model), protocol(workplace.protocol)
    settings = settings_for(data.task, suite_model, how, workplace.changes)
    cells = workplace.folder / CELLS
    before = read_cell(cells, cell)
    if before is not None and before.fingerprint == fingerprint(cell, data, suite_model, how, settings):
        return False
    if not watch(Step(0, 1, 0.0)):
        raise Cancelled
    work = workplace.folder / WORK / cell.file.with_suffix("")
    write_cell(cells, run_cell(cell, data, suite_model, how, settings, work, watch, workplace.cache))
    return True


def _watch(report: SuiteReport, cell: SuiteCell, at: int, total: int) -> Callable[[Step], bool]:
    """Return the function that gets the steps of a cell: finished cells of the run, progress of this one."""
    name = model(cell.model).title

    def watch(step: Step) -> bool:
        task, seed = cell.task, str(cell.seed)
        message = Term("progress-cell", task=task, model=name, seed=seed)
        if step.steps > 1:
            message = Term(
                "progress-cell-step", task=task, model=name, seed=seed, step=step.step, steps=step.steps
            )
        return report(at, total, message)

    return watch


def _in_processes(
    workplace: Workplace, cells: Sequence[SuiteCell], report: SuiteReport, processes: int
) -> Iterator[CellOutcome]:
    """Yield outcomes of processes that take the next cell in turn; if a process dies, its cell fails."""
    context = multiprocessing.get_context("spawn")
    turn, stop, outcomes = context.Value("i", 0), context.Event(), context.Queue()
    cards = () if all(model(cell.model).floor for cell in cells) else cuda_devices()
    shared = (workplace, cells, turn, stop, outcomes)
    workers = [
        context.Process(target=_work, args=(number, processes, cards, *shared), daemon=True)
        for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    started: dict[int, SuiteCell] = {}
    ended = 0
    try:
        while ended < len(cells):
            if not report(ended, len(cells), Term("progress-cells-in-processes", processes=processes)):
                raise Cancelled
            try:
                number, at, outcome = outcomes.get(timeout=_POLL)
            except queue.Empty:
                lost = _lost(workers, started)
                yield from lost
                ended += len(lost)
                if not any(worker.is_alive() for worker in workers):
                    break
                continue
            if outcome == _BEGUN:
                started[number] = cells[at]
                continue
            started.pop(number, None)
            ended += 1
            if outcome is not None:
                yield outcome
    finally:
        stop.set()
        for worker in workers:
            worker.join()


def _lost(workers: Sequence[BaseProcess], started: dict[int, SuiteCell]) -> list[CellOutcome]:
    """Return the outcomes of cells whose process died, such as for lack of memory."""
    dead = [number for number in started if not workers[number].is_alive()]
    return [
        CellOutcome(failed={started.pop(number).title: f"its process ended with {workers[number].exitcode}"})
        for number in dead
    ]


_BEGUN = "begun"


def _work(
    number: int,
    processes: int,
    cards: Sequence[str],
    workplace: Workplace,
    cells: Sequence[SuiteCell],
    turn: Any,
    stop: Any,
    outcomes: Any,
) -> None:
    """Run cells in this process until none is left, somebody stops them, or the parent process is gone."""
    parent, runner = os.getppid(), _Runner(workplace)
    is_ready = False

    def watch(step: Step) -> bool:
        del step
        return not stop.is_set() and os.getppid() == parent

    while watch(Step(0, 1, 0.0)):
        with turn.get_lock():
            at, turn.value = turn.value, turn.value + 1
        if at >= len(cells):
            return
        if not is_ready and not model(cells[at].model).floor:
            share_devices(number, processes, cards)
            is_ready = True
        outcomes.put((number, at, _BEGUN))
        try:
            outcomes.put((number, at, runner.run(cells[at], watch)))
        except Cancelled:
            return
