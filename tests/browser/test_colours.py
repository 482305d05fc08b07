"""The colours are those of the theme, by day and by night, wherever the server was started."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.site import Site, Visitors

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
THEME = tomllib.loads((ROOT / "aloi/ui/server/streamlit.toml").read_text(encoding="utf-8"))["theme"]
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


def colours(visitors: Visitors, cwd: Path, data: Path) -> dict[str, dict[str, str]]:
    """Return what a browser computes on the first page of a server started in a folder."""
    program = subprocess.Popen(
        [sys.executable, "-m", "aloi.ui.server.app", "--port", "0"],
        cwd=cwd,
        env={**os.environ, "ALOI_DATA": str(data), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        line = program.stdout.readline()
        address, setup = (re.search(shape, line)[0] for shape in (r"http://\S+:\d+", r"http://\S+/setup\S+"))
        site = Site("", visitors, address=address)
        found = {}
        for scheme in ("light", "dark"):
            page = visitors.enter(color_scheme=scheme)
            if scheme == "light":
                site.join(page, setup, "Ada")
            else:
                site.sign_in(page, "Ada")
            expect(page.locator("[data-testid=stSidebar] a[href='/signout']")).to_be_visible()
            found[scheme] = page.evaluate(COLOURS)
        return found
    finally:
        visitors.leave()
        program.terminate()
        program.wait(timeout=20)
        program.stdout.close()


def rgb(colour: str) -> str:
    """Return #rrggbb as a browser computes it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.slow
def test_colours_do_not_depend_on_the_folder(visitors: Visitors, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    there = colours(visitors, elsewhere, tmp_path / "one")
    here = colours(visitors, ROOT, tmp_path / "two")
    assert there == here
    for scheme, found in here.items():
        assert found == {name: rgb(THEME[scheme][name]) for name in found}
