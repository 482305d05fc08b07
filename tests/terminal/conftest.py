"""The terminal under test: the real command, run in this process on a store and a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aloi.terminal.main import aloi

Run = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is also the current one, so that no other store or settings are seen."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def invoke(folder: Path) -> Callable[..., Result]:
    """Return a function that runs `aloi` and gives its exit code, standard output and standard error."""

    def run(*arguments: object) -> Result:
        result = CliRunner().invoke(aloi, [str(one) for one in arguments], catch_exceptions=False)
        assert "Traceback" not in result.stderr
        return result

    return run


@pytest.fixture
def told(invoke: Callable[..., Result]) -> Run:
    """Return a function that runs `aloi ... --json`, demands exit 0 and gives the one document printed."""

    def run(*arguments: object) -> Any:
        result = invoke(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    return run


@pytest.fixture
def refused(invoke: Callable[..., Result]) -> Callable[..., str]:
    """Return a function that runs `aloi`, demands exit 2, one to three lines of error and no output."""

    def run(*arguments: object) -> str:
        result = invoke(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert 1 <= len(result.stderr.strip().splitlines()) <= 3
        return result.stderr

    return run
