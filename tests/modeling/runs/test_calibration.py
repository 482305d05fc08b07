"""Errors of similarities after a line that was fitted on dev: as scikit-learn computes them, and verified."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_absolute_error, root_mean_squared_error

from aloi.annotation.rows import ScoredPair
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.finished_run import read_stored, verify
from aloi.modeling.runs.spec import DataUse, Run, RunSpec
from tests.modeling.tiny import pairs

ERRORS = {"rmse_calibrated", "mae_calibrated"}


def scored(folder: Path, dev: tuple[ScoredPair, ...]) -> tuple[Run, tuple[ScoredPair, ...]]:
    """Return a run of a similarity on invented pairs with these dev pairs, and its test pairs."""
    test = tuple(replace(row, id=f"t{row.id}", score=5 - row.score) for row in pairs(30))
    rows = dataset("made", ScoredPair, {"dev": dev, "test": test})
    uses = {
        part: DataUse("made", part, "made", rows.checksum, len(rows.part(part))) for part in ("dev", "test")
    }
    recipe_ = recipe("levenshtein")
    spec = RunSpec("levenshtein", recipe_.settings({}), (), uses["dev"], (uses["test"],), (0,))
    return execute(spec, {"made": rows}, folder), test


def test_errors_after_the_line_are_those_of_scikit_learn(tmp_path: Path) -> None:
    dev = tuple(replace(row, id=f"d{row.id}") for row in pairs(25))
    run, test = scored(tmp_path / "run", dev)
    similarity = recipe("levenshtein").fit(Training((), (), {}, 0, tmp_path, low=0.0, high=5.0))
    line = LinearRegression().fit(np.c_[similarity.predict(dev)], [row.score for row in dev])
    assert run.seeds[0].calibration == pytest.approx((line.coef_[0], line.intercept_))
    predicted, gold = line.predict(np.c_[similarity.predict(test)]), [row.score for row in test]
    values = {score.metric: score.value for score in run.scores}
    assert values["rmse_calibrated"] == pytest.approx(root_mean_squared_error(gold, predicted))
    assert values["mae_calibrated"] == pytest.approx(mean_absolute_error(gold, predicted))
    assert values["rmse_calibrated"] != pytest.approx(values["rmse"])
    assert any("fitted on the dev pairs" in note for note in run.notes)

    assert verify(tmp_path / "run") == []
    file = tmp_path / "run" / "run.json"
    document = json.loads(file.read_text("utf-8"))
    document["seeds"][0]["calibration"][0] += 0.1
    file.write_text(json.dumps(document), "utf-8")
    assert any("rmse_calibrated" in problem for problem in verify(tmp_path / "run"))
    assert read_stored(tmp_path / "run").kind == "ScoredPair"


def test_equal_similarities_of_dev_give_no_line(tmp_path: Path) -> None:
    dev = tuple(replace(row, id=f"d{row.id}", right=row.left) for row in pairs(12))
    run, _ = scored(tmp_path / "run", dev)
    assert run.seeds[0].calibration is None
    assert not ERRORS & {score.metric for score in run.scores}
