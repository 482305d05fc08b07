"""The bench of copies on a small store: somebody annotates, the copy is made and restored, goals are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.load import bench_backup
from bench.load.bench_backup import Cost

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("store")]


def test_a_small_store_is_copied_and_restored_while_somebody_annotates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_backup.on_sqlite(tmp_path, 60)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("180 answers, ")
    goals = [one.split(", ")[1].split(";")[0] for one in lines if "goal" in one]
    assert goals == ["goal 5: met", "goal 10: met"]
    assert lines[-1] == "answers given before that the copy lacks: 0"


def test_a_goal_that_is_missed_and_a_peer_that_is_absent_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert not bench_backup.report("backup", Cost(6.0, 7.5), 5.0, "sqlite3", 2.0)
    assert bench_backup.report("restore", Cost(6.0, 7.5), 10.0, "cp", None)
    assert capsys.readouterr().out.splitlines() == [
        "backup                 7.50 s, goal 5: MISSED; 6.00 CPU s, 3.0 times sqlite3 (2.00)",
        "restore                7.50 s, goal 10: met; 6.00 CPU s, NOT RUN: cp",
    ]
    assert bench_backup.peer(["no-such-program"]) is None
