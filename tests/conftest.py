"""What every test shares: the environment, the reference data, a store, a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from storage.store import Store

# Before any library reads them: nothing is downloaded, and idle threads do not spin on a small machine.
os.environ.update(
    {
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "OMP_WAIT_POLICY": "passive",
        "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
    }
)
for name in ("ALOI_STORE", "ALOI_DATA", "ALOI_HOST", "ALOI_PORT"):
    os.environ.pop(name, None)  # a developer's own store is never touched by a test

# The same examples at every run, and no time limit for one: these machines are slow now and then.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

collect_ignore_glob = ["**/*_app.py"]  # Streamlit scripts: a browser opens them, importing would run them

ROOT = Path(__file__).resolve().parents[1]
NOT_RUN = "NOT RUN: "
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    NOT_RUN + "browser tests, no Chromium or Chrome was found. Install one with: apt-get install chromium "
    "(or name its program in ALOI_CHROMIUM)"
)
NO_SHARED = (
    NOT_RUN + "tests on reference data, no folder `shared` stands beside the checkout. "
    "Put it there, or name it in ALOI_SHARED"
)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference data, or skip the test saying what is absent."""
    folder = Path(os.environ.get("ALOI_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(NO_SHARED)
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the program of an installed browser, or skip the test with the command that installs one."""
    found = os.environ.get("ALOI_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip(NO_BROWSER)
    return found


@pytest.fixture
def now() -> datetime:
    """Return one fixed moment, aware and in UTC."""
    return datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an empty store on a SQLite file of its own, closed after the test."""
    from storage.store import Store

    opened = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def rewrite_golden() -> bool:
    """Return whether reference files are to be rewritten (`make golden`) instead of compared."""
    return os.environ.get("ALOI_GOLDEN") == "rewrite"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say, before the closing line, which tests could not run here and why."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        if isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            if reason.startswith(NOT_RUN):
                reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} {reason}", yellow=True)
