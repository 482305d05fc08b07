"""Two processes of a launcher train one model, with the batches of a single process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aloi.modeling.runs.finished_run import read_stored, verify
from tests.modeling.row_cases import pairs


@pytest.mark.slow
@pytest.mark.parametrize("settings", [("loss=cosine",), ("loss=cosine", "accumulation=2")])
def test_two_processes_train_the_model_of_one(
    settings: tuple[str, ...], tiny_encoder: Path, tmp_path: Path
) -> None:
    model = shutil.copytree(tiny_encoder, tmp_path / "model")
    config = json.loads((model / "config.json").read_text("utf-8"))
    config |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    (model / "config.json").write_text(json.dumps(config), "utf-8")
    table = tmp_path / "sts"
    table.mkdir()
    rows = [f"{row.id}\t{row.left}\t{row.right}\t{row.score}" for row in pairs(48)]
    for part in ("train", "dev", "test"):
        text = "\n".join(("id\tsentence1\tsentence2\tscore", *rows)) + "\n"
        (table / f"{part}.tsv").write_text(text, encoding="utf-8")
    predicted = {}
    for processes in (1, 2):
        folder = tmp_path / str(processes)
        folder.mkdir()
        options = [
            f"--set={each}" for each in (*settings, f"model={model}", "epochs=2", "batch=12", "device=cpu")
        ]
        ports = ["--nproc-per-node", str(processes), "--standalone"]
        command = [sys.executable, "-m", "torch.distributed.run", *ports, "-m", "aloi.terminal.main"]
        command += ["train", "sbert_sts", "--data", str(table), "--scale", "0,5", "--seeds", "0", *options]
        command += ["--set=learning_rate=1e-3"]
        environment = {**os.environ, "ALOI_DATA": str(folder), "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=500
        )
        assert done.returncode == 0, done.stderr[-3000:]
        [run] = (folder / "runs").iterdir()
        assert verify(run) == []
        stored = read_stored(run)
        assert stored.run.environment["processes"] == processes
        predicted[processes] = stored.answers["sts/test"][0]
    assert predicted[2] == pytest.approx(predicted[1], abs=2e-3)
