"""What tests of one widget share: its app and a browser, started once a file, and a desk for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.widgets import Desk, app_served


@pytest.fixture(scope="module")
def chrome(chromium: str) -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def served(
    request: pytest.FixtureRequest, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, str]]:
    """Serve the app that the file's own `Desk` names; give its log of events and its address."""
    log = tmp_path_factory.mktemp("widget") / "events.jsonl"
    with app_served(request.module.Desk.app, log) as address:
        yield log, address


@pytest.fixture
def closed_desk(request: pytest.FixtureRequest, chrome: Browser, served: tuple[Path, str]) -> Iterator[Desk]:
    """Give the file's own `Desk`, not yet opened; no script may break, and no text may become markup."""
    context = chrome.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield request.module.Desk(page, *served)
    ran = page.evaluate("window.broken")
    context.close()
    assert broken == []
    assert ran is None


@pytest.fixture
def desk(closed_desk: Desk) -> Desk:
    """Give the file's own `Desk` at the first item."""
    closed_desk.open()
    return closed_desk
