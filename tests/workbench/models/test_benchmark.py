"""The encoder of a run on the task of MTEB that a release makes: the same number as the run."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.modeling.exports import benchmark as tasks
from aloi.workbench.models.sharing import benchmark as sharing
from aloi.workbench.models.sharing.benchmark import benchmark
from aloi.workbench.requests.models.runs import BenchmarkRequest
from tests.gold.formats.test_round_trips import release_of_rows
from tests.modeling.recipes.cases import ROWS
from tests.workbench.models.test_exporting import trained


@pytest.mark.slow
@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore")
def test_mteb_finds_the_score_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mteb")
    rows = ROWS[ScoredPair]
    run = trained(tmp_path, "sbert_sts", rows, epochs=3, keep_model=True)
    release = release_of_rows(rows, named=False)
    store: Any = SimpleNamespace(gold=SimpleNamespace(release=lambda name: release))
    monkeypatch.setattr(sharing, "rows_by_split", lambda manifest: {"test": rows})
    done = benchmark(store, BenchmarkRequest(run.run.id, ("c:1.0",)), tmp_path)
    values = {score.model: score.value for score in done.scores}
    assert {score.metric for score in done.scores} == {"cosine_spearman"}
    assert set(values) == {"run", "untuned", "random"}
    spearman = next(score.value for score in run.run.scores if score.metric == "spearman")
    assert values["run"] == pytest.approx(spearman, abs=1e-4)
    assert values["untuned"] != values["run"]


def test_what_cannot_be_scored_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = trained(tmp_path, "pair_regression", ROWS[ScoredPair], epochs=1, keep_model=True)
    monkeypatch.setattr(tasks, "require_mteb", lambda: None)
    monkeypatch.setattr(sharing, "require_mteb", lambda: None)
    store: Any = SimpleNamespace()
    with pytest.raises(AloiError, match="does not apply to pair_regression"):
        benchmark(store, BenchmarkRequest(run.run.id), tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(tasks.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(AloiError, match="The package mteb is not installed"):
        benchmark(store, BenchmarkRequest(run.run.id), tmp_path)
