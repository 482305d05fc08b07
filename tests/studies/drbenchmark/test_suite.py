"""Verbs of the benchmark suite: plans, the job of the worker, the dry run and what is told of runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.base.requests import to_data
from aloi.storage.store import Store
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.synthetic_data import write_suite
from aloi.studies.drbenchmark.requests import SuiteFetchRequest, SuiteRunRequest
from aloi.workbench import jobs

_ROOT = Path(__file__).parents[3]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    write_suite(suite.data_folder(tmp_path), chosen=[task("morfitt"), task("clister")])
    return tmp_path


def test_the_worker_runs_a_plan_and_takes_it_up_again(kept: Path) -> None:
    store = Store.open(f"sqlite:///{kept / 'aloi.db'}")
    request = SuiteRunRequest("first", tasks=("morfitt", "clister"), seeds=(1,))
    for ran, kept_before in ((4, 0), (0, 4)):
        job = jobs.start(store, "suite", to_data(request), "M1", datetime.now(UTC))
        done = jobs.run_one(store, kept)
        assert done is not None
        assert (done.id, done.status) == (job.id, "done")
        assert done.result == {"run": "first", "ran": ran, "kept": kept_before, "failed": {}}
    store.close()
    [state] = suite.runs(kept)
    assert (state.plan.name, state.done, state.total) == ("first", 4, 4)
    before = suite.stamp("first", kept)
    assert before.startswith("4-")
    assert suite.stamp("first", kept) == before


def test_floors_stand_in_every_plan_and_draws_only_where_rows_are_left_out(kept: Path) -> None:
    plan = suite.plan_of(SuiteRunRequest("x"), kept)
    assert plan.models == ("majority", "surface")
    assert plan.tasks == tuple(one.name for one in tasks())
    assert (plan.seeds, plan.shares, plan.subsets) == ((1, 2, 3, 4), (1.0,), (0,))
    curve = suite.plan_of(SuiteRunRequest("x", shares=(1, 0.5), draws=2), kept)
    assert (curve.shares, curve.subsets) == ((0.5, 1), (1, 2))


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "../x"])
def test_a_run_is_called_by_a_name_that_is_a_folders(kept: Path, name: str) -> None:
    with pytest.raises(AloiError, match="The name of the run is"):
        suite.plan_of(SuiteRunRequest(name), kept)


def test_data_that_is_there_is_counted_and_the_rest_told(kept: Path) -> None:
    found = {one.task.name: one for one in suite.check(suite.data_folder(kept))}
    assert found["clister"].sizes == (39, 9, 12)
    assert found["clister"].expected == (499, 101, 400)
    assert not found["diamed"].present
    assert "DiaMED" in found["diamed"].problem


def test_fetching_without_a_hub_says_what_to_do(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")

    def refuse(*given: object, **named: object) -> None:
        raise ConnectionError("the hub cannot be reached")

    monkeypatch.setattr(datasets, "load_dataset", refuse)
    with pytest.raises(AloiError, match=r"(?s)cannot be reached.*get the data by hand\. Free to download"):
        suite.fetch(SuiteFetchRequest(("diamed",)), kept)


def test_what_the_hub_gives_is_written_and_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    names = ["O", "B-DISO", "I-DISO"]
    features = datasets.Features(
        {
            "id": datasets.Value("string"),
            "document_id": datasets.Value("string"),
            "tokens": datasets.Sequence(datasets.Value("string")),
            "ner_tags": datasets.Sequence(datasets.ClassLabel(names=names)),
        }
    )
    rows = {"id": ["1", "2"], "document_id": ["d", "d"], "tokens": [["mal", "de", "tête"], ["rien"]]}
    part = datasets.Dataset.from_dict({**rows, "ner_tags": [[1, 2, 2], [0]]}, features=features)
    asked = []

    def give(name: str, config: str | None, revision: str) -> dict[str, object]:
        asked.append((name, config))
        return dict.fromkeys(("train", "validation", "test"), part)

    monkeypatch.setattr(datasets, "load_dataset", give)
    folder = suite.data_folder(kept)
    assert suite.fetch(SuiteFetchRequest(("quaero_emea",)), kept) == {"quaero_emea": (2, 2, 2)}
    assert asked == [("Dr-BERT/QUAERO", "emea")]
    assert (folder / "quaero_emea" / "labels.json").is_file()
    [found] = suite.check(folder, ["quaero_emea"])
    assert found.sizes == (2, 2, 2)


_KILLED = """
import os, signal, sys
from pathlib import Path
from aloi.studies.drbenchmark import suite as suite
from aloi.studies.drbenchmark.requests import SuiteRunRequest
def told(done, total, message):
    if done == 25:
        os.kill(os.getpid(), signal.SIGKILL)
    return True
suite.run(SuiteRunRequest(seeds=(1,), dry_run=True), Path(sys.argv[1]), told)
"""


@pytest.mark.slow
def test_the_dry_run_of_the_whole_suite_is_short_and_goes_on_when_killed(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    begun = time.monotonic()
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, str(tmp_path)], cwd=_ROOT, env=environment, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    state = suite.run(SuiteRunRequest(seeds=(1,), dry_run=True), tmp_path)
    assert (state.reused, state.ran, state.failed, state.absent) == (25, 35, {}, {})
    assert len(suite.results("dry-run", tmp_path, 100).tasks) == 20
    assert time.monotonic() - begun < 300
