"""A tiny Streamlit app around one widget, served while a test looks at it, and the desk of one who does."""

from __future__ import annotations

import itertools
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser import processes
from tests.browser.steps import PATIENCE, ready

FOLDER = Path(__file__).parent
OPENINGS = itertools.count(1)
# Forgets what a page has of the test before: what is stored, the scripts of desks with what they know, what
# has the keyboard, where it is scrolled to. Then has the app drawn for another address, as Back does.
BEGIN_ANEW = """to => {
    for (const each of document.querySelectorAll("[data-testid=stApp] *")) each.scrollTop = 0;
    document.activeElement?.blur();
    localStorage.clear();
    sessionStorage.clear();
    globalThis.aloiHeld?.clear();
    globalThis.aloiLoaded?.clear();
    globalThis.aloiWork?.clear();
    delete window.broken;
    history.replaceState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


@dataclass
class Desk:
    """A page with one widget; a test file has a Desk of its own, which names its app.

    `folder` has a file of the events of each opening.
    """

    app: ClassVar[str]
    items: ClassVar[int]
    page: Page
    folder: Path
    address: str
    log: Path = Path()

    def open(self, **query: str) -> None:
        """Open the app anew, with no event yet, and wait until keys count.

        A page that has the app of the test before, and knows nothing else of it, is not loaded again.
        """
        number, stays = next(OPENINGS), not self.log.name and self.page.url.startswith(self.address)
        self.log = self.folder / str(number)
        self.log.touch()
        to = f"{self.address}/?{urlencode(query | {'opening': str(number)})}"
        if stays:
            before = self.page.locator(".desk").element_handles()
            self.page.evaluate(BEGIN_ANEW, to)
            for each in before:
                self.page.wait_for_function("desk => !desk.isConnected", arg=each)
        else:
            self.page.goto(to)
        self.at(0)

    def at(self, place: int) -> None:
        """Wait until the widget shows an item and its least time has passed."""
        expect(self.page.locator(".count")).to_have_text(f"{place} of {self.items} done")
        ready(self.page)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def all_sent(self) -> None:
        """Wait until nothing that was done waits to be stored."""
        ready(self.page, "sent")

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds that no drawing tells of."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(20)  # what the page says goes out meanwhile

    def drafts(self, count: int = 1) -> None:
        """Wait until the work under way has been kept, and the page drawn again."""
        self.until(lambda: len(self.events("draft")) >= count)
        self.all_sent()

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """Return what the widget sent, of one kind or of all, in its order."""
        found = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [one for one in found if not kind or one["kind"] == kind]

    def problem(self) -> str:
        return self.page.locator(".problem.main").inner_text()


@contextmanager
def app_served(script: str, folder: Path) -> Iterator[str]:
    """Give the address of an app of this folder; what its widget sends is written to `folder`."""
    process = processes.app(FOLDER / script, folder)
    try:
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", processes.port())):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{processes.port()}"
    finally:
        processes.stop(process)
