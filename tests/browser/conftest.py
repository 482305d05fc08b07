"""What the tests of this folder share: one browser; for a file of tests of one widget, its app and desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.site import Visitors
from tests.browser.widgets import Desk, app_served


@pytest.fixture(scope="package")
def visitors(chromium: str) -> Iterator[Visitors]:
    """Start the browser; it ends with the folder, as no other event loop can run beside its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield Visitors(browser)
        browser.close()


@pytest.fixture(scope="module")
def served(
    request: pytest.FixtureRequest, visitors: Visitors, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Path, str]]:
    """Serve the app that the file's own `Desk` names; give the folder of its events and its address."""
    folder = tmp_path_factory.mktemp("widget")
    with app_served(request.module.Desk.app, folder) as address:
        yield folder, address
        visitors.empty()


@pytest.fixture
def closed_desk(
    request: pytest.FixtureRequest, visitors: Visitors, served: tuple[Path, str]
) -> Iterator[Desk]:
    """Give the file's own `Desk`, not yet opened; no script may break, and no text may become markup.

    Its page stays where it is for the next test of the file.
    """
    page = visitors.enter()
    page.set_viewport_size({"width": 1280, "height": 900})
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    yield request.module.Desk(page, *served)
    ran = page.evaluate("window.broken")
    visitors.leave(empty=False)
    assert broken == []
    assert ran is None


@pytest.fixture
def desk(closed_desk: Desk) -> Desk:
    """Give the file's own `Desk` at the first item."""
    closed_desk.open()
    return closed_desk
