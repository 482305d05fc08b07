"""The bench of a crowd prints its goals, whatever could not be measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.load import bench_crowd
from bench.load.bench_crowd import Goals

Part = Callable[[argparse.Namespace, Path, Goals], None]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each part reach its goal at once, and leave the signals of this process alone."""

    def reached(name: str) -> Part:
        return lambda given, folder, goals: goals.none(name, "answer lost", 0)

    for name in ("on_file", "on_server", "soak"):
        monkeypatch.setattr(bench_crowd, name, reached(name))
    monkeypatch.setattr(bench_crowd.signal, "signal", lambda *_: None)
    monkeypatch.setattr(bench_crowd, "server_installed", lambda: True)
    monkeypatch.setattr("sys.argv", ["bench_crowd"])


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return the last word of each row of the table by its part, and its last line."""
    _, _, table = capsys.readouterr().out.partition("part ")
    lines = table.splitlines()[1:]
    return {one.split()[0]: one.split()[-1] for one in lines[:-1]} | {"": lines[-1]}


def test_goals_that_are_reached_are_all_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_crowd.main() == 0
    assert rows(capsys) == {"on_file": "met", "on_server": "met", "soak": "met", "": "every goal is met"}


def test_without_a_server_the_rest_is_measured_and_the_table_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_crowd, "server_installed", lambda: False)
    assert bench_crowd.main() == 1
    found = rows(capsys)
    assert found.pop("").startswith("missed: server: make servers")
    assert found == {"server": "MISSED", "on_file": "met", "soak": "met"}
    monkeypatch.setattr("sys.argv", ["bench_crowd", "--server-url", "postgresql+psycopg:///empty"])
    assert bench_crowd.main() == 0


@pytest.mark.parametrize("error", [RuntimeError("the training does not run"), SystemExit(1)])
def test_a_part_that_breaks_off_takes_no_goal_with_it(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(given: argparse.Namespace, folder: Path, goals: Goals) -> None:
        raise error

    monkeypatch.setattr(bench_crowd, "on_server", breaks)
    ended = isinstance(error, SystemExit)  # by somebody: what comes after is not measured
    if ended:
        with pytest.raises(SystemExit):
            bench_crowd.main()
    else:
        assert bench_crowd.main() == 1
    found = rows(capsys)
    assert found.pop("") == "missed: server: broke off (NOT RUN)"
    assert found == {"on_file": "met", "server": "MISSED"} | ({} if ended else {"soak": "met"})
