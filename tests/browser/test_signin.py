"""The server in a real browser: first start, every page, and not one request to another machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from ui.navigation import PAGES

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
PASSWORD = "correct horse battery"


@pytest.fixture
def address(chromium: str, tmp_path: Path) -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "ui.server.app", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "ALOI_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield re.search(r"http://\S+:\d+", process.stdout.readline())[0]
    finally:
        process.terminate()
        process.wait(timeout=15)
        process.stdout.close()


def test_first_start_to_sign_out(chromium, address):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        hosts: set[str] = set()
        refused: list[str] = []
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("console", lambda one: refused.append(one.text) if "Content Security" in one.text else None)

        page.goto(f"{address}/people")
        expect(page).to_have_url(f"{address}/setup")
        expect(page.get_by_label("Name")).to_be_focused()
        page.keyboard.type("Ada")
        page.get_by_label("Password (at least 10 characters)").fill(PASSWORD)
        page.get_by_label("The same password again").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_text("You are A1 (Manager).")).to_be_visible(timeout=20_000)
        for info in PAGES:
            page.goto(f"{address}/{'' if info.name == 'home' else info.name}")
            expect(page.locator("h1").first).to_be_visible(timeout=20_000)
            expect(page.get_by_test_id("stException")).to_have_count(0)

        page.get_by_role("link", name="Sign out").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page).to_have_url(f"{address}/signin")
        page.goto(f"{address}/rounds")
        expect(page).to_have_url(f"{address}/signin?next=/rounds")
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{address}/rounds")
        browser.close()
    assert {host for host in hosts if host} == {urlsplit(address).netloc}
    assert refused == []
