"""A running Aloi (server and worker) on a store of its own, and people in their own browsers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from storage.store import Store

ROOT = Path(__file__).parents[2]
PASSWORD = "correct horse battery"


@dataclass
class Site:
    """A running Aloi: its address, its store's URL, and the browser people use."""

    address: str
    url: str
    browser: Browser
    process: subprocess.Popen

    def store(self) -> Store:
        """Return the store, opened beside the server."""
        return Store.open(self.url)

    def visitor(self) -> Page:
        """Return a page in a browser profile of its own."""
        page = self.browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        page.set_default_timeout(30_000)
        expect.set_options(timeout=30_000)
        return page

    def go(self, page: Page, name: str) -> None:
        """Open a page from its address and wait until it is drawn."""
        page.goto(f"{self.address}/{'' if name == 'home' else name}")
        expect(page.locator("h1, .desk").first).to_be_visible()

    def join(self, page: Page, link: str, name: str) -> None:
        """Fill in the form of a first start or of an invitation."""
        page.goto(link)
        page.locator("input[name=name]").fill(name)
        for field in page.locator("input[type=password]").all():
            field.fill(PASSWORD)
        page.locator("button[type=submit]").click()
        expect(page.get_by_text("You are")).to_be_visible()

    def sign_in(self, page: Page, name: str, password: str = PASSWORD) -> None:
        """Sign in on the sign-in page."""
        page.goto(f"{self.address}/signin")
        page.locator("input[name=name]").fill(name)
        page.locator("input[name=password]").fill(password)
        page.locator("button[type=submit]").click()
        expect(page.get_by_text("You are")).to_be_visible()


def start(folder: Path, url: str, program: Sequence[str] = ("cli", "serve")) -> tuple[subprocess.Popen, str]:
    """Return the running server and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", *program, "--port", "0", "--store", url],
        cwd=ROOT,
        env={**os.environ, "ALOI_DATA": str(folder), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    line = process.stdout.readline()
    return process, re.search(r"http://\S+:\d+", line)[0]


@contextmanager
def running_site(chromium: str, folder: Path, program: Sequence[str] = ("cli", "serve")) -> Iterator[Site]:
    """Give a running Aloi on the store in a folder, empty unless filled before; it is stopped at the end."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    process, address = start(folder / "data", url, program)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            yield Site(address, url, browser, process)
            browser.close()
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()
