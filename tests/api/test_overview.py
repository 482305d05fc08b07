"""The overview of a campaign for programs, by a command, and without an installed task."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench import jobs
from aloi.workbench.overview.campaign import campaign_overview, describe_overview
from tests.api.conftest import Server
from tests.workbench.lacking import PACKAGE, lacking_task


def computed(server: Server, campaign: str) -> dict[str, Any]:
    """Return the overview once the worker has done what the first call asked for."""
    server.send("GET", f"/campaigns/{campaign}/overview")
    while jobs.run_one(server.store, server.folder) is not None:
        pass
    document: dict[str, Any] = server.send("GET", f"/campaigns/{campaign}/overview").json()
    return document


def test_it_has_counts_agreement_and_what_waits(server: Server) -> None:
    campaign = server.scene.campaign.name
    empty = server.send("GET", f"/campaigns/{campaign}/overview").json()
    assert (empty["rounds"], empty["is_current"], [step["step"] for step in empty["next"]]) == (
        [], True, ["open"],
    )  # fmt: skip
    opened = server.scene.open(names=("A1", "A2"))
    server.scene.give(opened, {"A1": [5, 0, 1], "A2": [5, 4, 1]})
    first = server.send("GET", f"/campaigns/{campaign}/overview").json()
    assert (first["rounds"], first["next"], first["computed_at"]) == ([], [], None)
    document = computed(server, campaign)
    assert document["is_current"]
    [counts] = document["rounds"]
    assert (counts["round"], counts["done"], counts["status"]) == (1, 6, "open")
    [quality] = document["agreement"]
    interval = quality["result"]["interval"]
    assert interval["low"] <= quality["result"]["value"] <= interval["high"]
    assert quality["disputes"] == document["disputes"] == 1
    now = datetime.now(UTC)
    by_command = json.loads(json.dumps(describe_overview(campaign_overview(server.store, campaign, now))))
    times = {"computed_at", "is_current", "progress"}  # the forecast depends on the moment
    assert {name: value for name, value in document.items() if name not in times} == {
        name: value for name, value in by_command.items() if name not in times
    }


def test_without_the_task_it_has_the_counts(server: Server) -> None:
    campaign = lacking_task(server.store).lacking.campaign
    document = computed(server, campaign.id)
    assert [counts["done"] for counts in document["rounds"]] == [document["progress"]["people"][0]["done"]]
    assert document["rounds"][0]["done"] > 0
    assert (document["agreement"], document["next"]) == ([], [])
    assert PACKAGE in document["missing"]


def test_the_command_tells_the_counts_without_the_task(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = lacking_task(store).lacking.campaign
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    run = CliRunner().invoke(aloi, ["campaign", "overview", campaign.name])
    assert run.exit_code == 0, run.output
    assert "not measured: task stance is not installed: install the package aloi-stance" in run.output
    assert "A1" in run.output
