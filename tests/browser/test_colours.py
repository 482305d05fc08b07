"""The colours are those of the theme, by day and by night, wherever the server was started."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.site import PASSWORD, ROOT, Site

pytestmark = pytest.mark.browser
THEME = tomllib.loads((ROOT / "ui/server/streamlit.toml").read_text(encoding="utf-8"))["theme"]
COLOURS = """() => {
  const of = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  const root = document.querySelector(".stApp");
  return {
    backgroundColor: getComputedStyle(root).backgroundColor,
    textColor: getComputedStyle(root).color,
    secondaryBackgroundColor: of("[data-testid=stSidebar]", "backgroundColor"),
    linkColor: of("[data-testid=stSidebar] a[href='/signout']", "color"),
  };
}"""


def colours(browser: Browser, cwd: Path, data: Path) -> dict[str, dict[str, str]]:
    """Return what a browser computes on the first page of a server started in a folder."""
    program = subprocess.Popen(
        [sys.executable, "-m", "ui.server.app", "--port", "0"],
        cwd=cwd,
        env={**os.environ, "ALOI_DATA": str(data), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        address = re.search(r"http://\S+:\d+", program.stdout.readline())[0]
        site = Site(address, "", browser, program)
        found = {}
        for scheme in ("light", "dark"):
            page = browser.new_context(color_scheme=scheme).new_page()
            page.set_default_timeout(60_000)
            expect.set_options(timeout=60_000)
            if scheme == "light":
                site.join(page, f"{address}/setup", "Ada")
            else:
                site.sign_in(page, "Ada", PASSWORD)
            expect(page.locator("[data-testid=stSidebar] a[href='/signout']")).to_be_visible()
            found[scheme] = page.evaluate(COLOURS)
        return found
    finally:
        program.terminate()
        program.wait(timeout=20)
        program.stdout.close()


def rgb(colour: str) -> str:
    """Return #rrggbb as a browser computes it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_colours_do_not_depend_on_the_folder(chromium: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        there = colours(browser, elsewhere, tmp_path / "one")
        here = colours(browser, ROOT, tmp_path / "two")
        browser.close()
    assert there == here
    for scheme, found in here.items():
        assert found == {name: rgb(THEME[scheme][name]) for name in found}
