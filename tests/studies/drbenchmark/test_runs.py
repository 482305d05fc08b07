"""Runs of the suite: cells are kept one by one, and a run that was killed goes on where it was."""

from __future__ import annotations

import multiprocessing
import queue
import subprocess
import sys
import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.studies.drbenchmark.core import execution
from aloi.studies.drbenchmark.core.cells import SuiteCell, training_rows
from aloi.studies.drbenchmark.core.data import load
from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.execution import CELLS, CellOutcome, Workplace
from aloi.studies.drbenchmark.core.protocols import protocol
from aloi.studies.drbenchmark.core.runs import (
    MEASURED,
    SuitePlan,
    check_plan,
    read_plan,
    run_suite,
    state_of,
    suite_results,
)
from aloi.studies.drbenchmark.core.synthetic_data import write_suite

_ROOT = Path(__file__).parents[3]


def _on(done: int, total: int, message: str) -> bool:
    return True


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("suite-data")
    write_suite(found)
    return found


def _plan(data: Path, *names: str, **changed: object) -> SuitePlan:
    plan = SuitePlan("try", "aloi", str(data), names, ("majority", "surface"), (1, 2))
    return replace(plan, **changed)  # type: ignore[arg-type]


def _stamps(folder: Path) -> dict[str, int]:
    cells = folder / CELLS
    return {str(path.relative_to(cells)): path.stat().st_mtime_ns for path in cells.rglob("*.json")}


def test_floors_run_on_every_task_and_the_table_has_them_all(data: Path, tmp_path: Path) -> None:
    plan = _plan(data, *(one.name for one in tasks()))
    state = run_suite(plan, tmp_path, _on)
    assert (state.ran, state.reused, state.total, state.failed) == (40, 0, 40, {})
    results = suite_results(tmp_path, replicates=200)
    assert len(results.tasks) == 20
    surface = results.leaderboard.of("Words and look-ups")
    assert surface is not None
    assert surface.value is not None
    assert surface.value > 0.7
    majority = next(one for one in results.tasks if one.task.name == "clister").board.of(
        "Most frequent answer"
    )
    assert majority is not None
    assert "constant" in str(majority.reason)
    assert results.tasks[0].metric == "seqeval_strict_f1"
    assert not (tmp_path / "work").exists() or not any((tmp_path / "work").rglob("*.json"))


def test_a_process_takes_the_next_cell_until_none_is_left_or_it_is_stopped(
    data: Path, tmp_path: Path
) -> None:
    plan = _plan(data, "morfitt", "clister", seeds=(1,))
    cells = list(plan.cells())
    workplace = Workplace("aloi", {}, data, tmp_path, None)
    turn, stop = multiprocessing.Value("i", 1), threading.Event()
    outcomes: queue.Queue[tuple[int, int, object]] = queue.Queue()
    execution._work(0, 2, (), workplace, cells, turn, stop, outcomes)  # the first cell is another process's
    sent = [outcomes.get_nowait() for _ in range(outcomes.qsize())]
    assert [(at, outcome) for _, at, outcome in sent] == [
        pair for at in (1, 2, 3) for pair in ((at, "begun"), (at, CellOutcome(ran=True)))
    ]
    turn.value = 0
    stop.set()
    execution._work(0, 2, (), workplace, cells, turn, stop, outcomes)
    assert outcomes.empty()


@pytest.mark.slow
def test_processes_share_the_cells_and_find_the_same_answers(data: Path, tmp_path: Path) -> None:
    plan = _plan(data, "morfitt", "clister", "mantra_emea", seeds=(1,))
    messages: list[str] = []

    def report(done: int, total: int, message: object) -> bool:
        messages.append(str(message))
        return True

    state = run_suite(plan, tmp_path / "two", report, processes=2)
    assert (state.ran, state.reused, state.failed) == (6, 0, {})
    assert "cells done in 2 processes" in messages
    run_suite(plan, tmp_path / "one", _on)
    parallel, serial = (suite_results(tmp_path / name, 100) for name in ("two", "one"))
    assert parallel == serial
    again = run_suite(plan, tmp_path / "two", _on, processes=2)
    assert (again.ran, again.reused) == (0, 6)
    with pytest.raises(Cancelled):
        run_suite(_plan(data, "cas_pos", seeds=(1,)), tmp_path / "no", lambda *_: False, processes=2)


_KILLED = """
import os, signal, sys
from pathlib import Path
from aloi.studies.drbenchmark.core.runs import read_plan, run_suite, SuitePlan
folder, data, after = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
def told(done, total, message):
    if done == after:
        os.kill(os.getpid(), signal.SIGKILL)
    return True
names = ("cas_pos", "morfitt", "frenchmedmcqa", "clister")
run_suite(SuitePlan("try", "aloi", data, names, ("majority", "surface"), (1, 2)), folder, told)
"""


def test_a_killed_run_goes_on_without_repeating_a_cell(data: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _KILLED, str(tmp_path), str(data), "5"], cwd=_ROOT, check=False
    )
    assert done.returncode == -9
    before = _stamps(tmp_path)
    assert len(before) == 5
    assert state_of(tmp_path).done == len(before)
    state = run_suite(read_plan(tmp_path), tmp_path, _on)
    assert (state.reused, state.ran) == (len(before), 8 - len(before))
    after = _stamps(tmp_path)
    assert {name: after[name] for name in before} == before
    again = run_suite(read_plan(tmp_path), tmp_path, _on)
    assert (again.reused, again.ran) == (8, 0)


def test_a_cell_is_done_again_when_what_went_in_changed(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "data"
    write_suite(own, chosen=[task("morfitt"), task("clister")])
    plan = _plan(own, "morfitt", "clister")
    run_suite(plan, tmp_path / "run", _on)
    write_suite(own, seed=5, chosen=[task("morfitt")])
    state = run_suite(plan, tmp_path / "run", _on)
    assert (state.ran, state.reused) == (2, 2)
    [broken] = list((tmp_path / "run" / CELLS / "clister").glob("surface*/*.json"))
    broken.write_text(broken.read_text(encoding="utf-8")[:50], encoding="utf-8")
    assert run_suite(plan, tmp_path / "run", _on).ran == 1


def test_absent_data_and_tasks_that_fail_are_listed_and_the_rest_runs(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "data"
    write_suite(own, rows=30, chosen=[task("morfitt"), task("deft2020_sts")])
    path = own / "deft2020_sts" / "train.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"moy"', '"mean"'), encoding="utf-8")
    plan = _plan(own, "cas_pos", "deft2020_sts", "morfitt")
    state = run_suite(plan, tmp_path / "run", _on)
    assert list(state.absent) == ["cas_pos"]
    assert "aloi suite fetch cas_pos" in state.absent["cas_pos"]
    assert list(state.failed) == ["deft2020_sts"]
    assert "'moy'" in state.failed["deft2020_sts"]
    assert (state.ran, state.total) == (2, 4)
    assert state_of(tmp_path / "run").failed == state.failed
    assert [one.task.name for one in suite_results(tmp_path / "run", 100).tasks] == ["morfitt"]


def test_a_run_is_stopped_and_says_how_far_it_is(data: Path, tmp_path: Path) -> None:
    said: list[tuple[int, int, str]] = []

    def told(done: int, total: int, message: object) -> bool:
        said.append((done, total, str(message)))
        return len(said) < 4

    with pytest.raises(Cancelled):
        run_suite(_plan(data, "morfitt", "clister"), tmp_path, told)
    assert said[0] == (0, 4, "morfitt, Most frequent answer, seed 1; cells done")
    assert all(one[0] <= other[0] for one, other in pairwise(said))


def test_resamples_are_kept_until_a_cell_changes(data: Path, tmp_path: Path) -> None:
    run_suite(_plan(data, "morfitt"), tmp_path, _on)
    first = suite_results(tmp_path, 100)
    [path] = (tmp_path / MEASURED).glob("*.json")
    stamp = path.stat().st_mtime_ns
    again = suite_results(tmp_path, 100)
    assert path.stat().st_mtime_ns == stamp
    assert again == first
    suite_results(tmp_path, 200)
    assert path.stat().st_mtime_ns > stamp
    path.write_bytes(b"broken")
    assert suite_results(tmp_path, 100) == first


def test_a_run_may_grow_but_not_change(data: Path, tmp_path: Path) -> None:
    run_suite(_plan(data, "morfitt"), tmp_path, _on)
    grown = run_suite(_plan(data, "morfitt", "clister"), tmp_path, _on)
    assert (grown.reused, grown.ran) == (2, 2)
    with pytest.raises(AloiError, match="started with another protocol"):
        run_suite(_plan(data, "morfitt", protocol="drbenchmark"), tmp_path, _on)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"protocol": "other"}, "No protocol is called 'other'"),
        ({"models": ("./nowhere",)}, r"There is no file or folder '\./nowhere'"),
        ({"shares": (0.0,)}, "The number of tasks, models and seeds, and the list of shares, is 1, 2, 2, 0"),
        ({"seeds": ()}, "The number of tasks, models and seeds, and the list of shares, is 1, 2, 0, 1"),
        ({"tasks": ("cas",)}, "No task of the suite"),
    ],
)
def test_plans_that_cannot_run_are_refused(data: Path, changed: dict[str, object], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        check_plan(_plan(data, "morfitt", **changed))


def test_shares_of_the_training_rows_are_nested_or_those_released(data: Path) -> None:
    found = load(task("morfitt"), data)
    half = training_rows(SuiteCell("morfitt", "surface", 1, 0.5, 3), found, protocol("aloi"))
    quarter = training_rows(SuiteCell("morfitt", "surface", 1, 0.25, 3), found, protocol("aloi"))
    assert (len(half), len(quarter)) == (21, 10)
    assert set(quarter) < set(half)
    other = training_rows(SuiteCell("morfitt", "surface", 1, 0.5, 4), found, protocol("aloi"))
    assert set(other) != set(half)
    released = training_rows(SuiteCell("morfitt", "surface", 1, 0.5), found, protocol("drbenchmark"))
    datasets = pytest.importorskip("datasets")
    part = datasets.Dataset.from_dict({"place": list(range(42))})
    for _ in range(3):
        part = part.shuffle(seed=42)
    assert [found.train.index(row) for row in released] == part["place"][:21]
