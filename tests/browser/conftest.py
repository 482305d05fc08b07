"""What tests of one widget share: its app, served once a file, and a desk on it, opened for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.widgets import Desk, app_served, desk_opened


@pytest.fixture(scope="module")
def served(
    request: pytest.FixtureRequest, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, str, str]]:
    """Serve the app that the file's own `Desk` names."""
    log = tmp_path_factory.mktemp("widget") / "events.jsonl"
    with app_served(request.module.Desk.app, log) as address:
        yield log, address, chromium


@pytest.fixture
def desk(request: pytest.FixtureRequest, served: tuple[Path, str, str]) -> Iterator[Desk]:
    """Give the file's own `Desk`, at the first item."""
    with desk_opened(request.module.Desk, *served) as opened:
        yield opened
