"""`aloi machine`: every task is annotated, estimated and read from the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.annotation.tasks import TASKS
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve
from tests.workbench.machines.rounds import NOW


def _printed(*words: str) -> Any:
    result = CliRunner().invoke(aloi, ["machine", *words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.sqlite
def test_each_task_is_annotated_from_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    monkeypatch.setenv("ALOI_STORE", url)
    monkeypatch.setenv("ALOI_DATA", str(tmp_path / "data"))
    store = Store.open(url)
    for kind in TASKS:
        start_campaign(
            store, StartRequest(kind.name, task=kind.name, language="fr", annotators=("A",)), now=NOW
        )
    store.close()
    with serve() as served:
        prices = ["--input-price", "2", "--output-price", "8"]
        assert _printed("add", "m", "--endpoint", served.url, "--model", "x", *prices)["pseudonym"] == "X1"
        for kind in TASKS:
            of = ["m", "--campaign", kind.name, "--round", "1"]
            before = len(served.requests)
            size = _printed("answer", *of, "--estimate")
            assert (size["requests"], len(served.requests)) == (3, before)
            assert size["cost"] == pytest.approx((size["input_tokens"] * 2 + size["output_tokens"] * 8) / 1e6)
            assert _printed("try", *of)["prompt"].startswith("[system]")
            done = _printed("answer", *of)
            assert (done["answered"], done["skipped"]) == (3, {}), kind.name
            assert len(served.requests) == before + 3
            assert _printed("answer", *of)["requests"] == 0
