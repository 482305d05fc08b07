"""Reports of a fine-tuning to trackers: on this machine, and refused where a package is missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.runs import tracking
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.spec import DataUse, RunSpec
from aloi.modeling.runs.tracking import check_trackers, trackers
from aloi.workbench.models.training import plans
from aloi.workbench.requests.models.training import TrainRequest
from tests.modeling.recipes.cases import ROWS, quick


def test_a_tracker_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracking, "find_spec", lambda name: None if name == "wandb" else object())
    check_trackers(("tensorboard",))
    with pytest.raises(AloiError, match="The package wandb is not installed"):
        check_trackers(("tensorboard", "wandb"))


def test_a_recipe_without_steps_reports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracking, "find_spec", lambda name: object())
    with pytest.raises(AloiError, match="does not apply to levenshtein"):
        plans(None, TrainRequest("levenshtein", ("no.tsv",), report_to=("tensorboard",)))


def test_trackers_stay_on_this_machine_unless_the_environment_says_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WANDB_MODE", "online")
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    before = dict(os.environ)
    with trackers(("wandb",), tmp_path / "runs" / "r", "r"):
        assert os.environ["WANDB_MODE"] == "online"
        assert os.environ["MLFLOW_TRACKING_URI"] == f"sqlite:///{tmp_path / 'runs' / 'mlflow.db'}"
        assert os.environ["TENSORBOARD_LOGGING_DIR"] == str(tmp_path / "runs" / "r" / "tensorboard")
    assert dict(os.environ) == before
    with trackers((), tmp_path, "r"):
        assert dict(os.environ) == before


def test_loss_and_dev_scores_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import TrainerCallback
    from transformers.integrations import integration_utils

    logs: list[dict[str, float]] = []
    folders: set[str] = set()

    class Recorder(TrainerCallback):
        def on_log(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            logs.append(others["logs"])
            folders.add(os.environ["TENSORBOARD_LOGGING_DIR"])

    monkeypatch.setitem(integration_utils.INTEGRATION_TO_CALLBACK, "tensorboard", Recorder)
    recipe_ = recipe("text_classifier")
    rows = ROWS[recipe_.row_kinds[0]]
    data = dataset("rows", recipe_.row_kinds[0], {"train": rows, "dev": rows, "test": rows})
    uses = [DataUse("rows", part, "rows", data.checksum, len(rows)) for part in ("train", "dev", "test")]
    spec = RunSpec(recipe_.name, quick(recipe_, epochs=2), (uses[0],), uses[1], (uses[2],), (0,))
    run = execute(spec, {"rows": data}, tmp_path / "run", report_to=("tensorboard",))
    assert any("loss" in one for one in logs)
    scores = [one["eval_weighted_f1"] for one in logs if "eval_weighted_f1" in one]
    assert len(scores) == 2
    assert folders == {str(tmp_path / "run" / "tensorboard")}
    assert execute(spec, {"rows": data}, tmp_path / "other").scores == run.scores
