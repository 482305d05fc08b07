"""Open every page in three widths, by day and by night, and report what does not fit or cannot be read.

``python -m tests.browser.walk --home FOLDER --user NAME --password WORDS --out FOLDER`` starts a server and a
worker on the store ``aloi.db`` of a folder, which has its data in ``data``. It prints what it finds and saves
two pictures of each page: 1280 pixels wide by day, 390 by night. With ``--all``, there is one of each width
and colour.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.navigation import PAGES
from aloi.ui.texts import t
from bench.load.servers import serving, working
from tests.browser.access import hold, hold_width, scheme, unfit
from tests.browser.steps import PATIENCE, WORK, settled

WIDTHS = (1280, 1920, 390)
_HEIGHTS = {1280: 800, 1920: 1080, 390: 844}


def addresses(store: Store) -> list[str]:
    """Return every page of a manager, and the agreement of every campaign: each task has its own tables."""
    campaigns = [one.id for one in store.campaigns.list()]
    return [one.name for one in PAGES] + [f"agreement?campaign={one}" for one in campaigns]


def open_tabs(page: Page, address: str) -> Iterator[str]:
    """Open a page until its results are computed, and yield the name of each of its tabs once it is open."""
    page.goto(address)
    expect(page.locator("h1, .desk").first).to_be_visible()
    settled(page, WORK)
    expect(page.get_by_text(t("cached.first", share="").strip())).to_have_count(0, timeout=WORK)
    settled(page, WORK)
    tabs = page.locator("[data-testid=stMain]").get_by_role("tab")
    for at in range(max(1, tabs.count())):
        if at:
            tabs.nth(at).click()
            settled(page, WORK)
        yield f"tab {at}"


def barriers(page: Page, where: str) -> list[str]:
    """Return what does not fit in one of the widths, and what axe-core finds by day and by night."""
    listed = []
    for check in (hold_width, hold):
        try:
            check(page, where)
        except AssertionError as barrier:
            listed.append(str(barrier))
    return listed + [f"{where}: {problem}" for problem in unfit(page)]


def take_pictures(page: Page, folder: Path, name: str, *, is_full: bool) -> None:
    """Save what a page looks like, down to its end."""
    seen = [(width, colour) for width in WIDTHS for colour in ("light", "dark")]
    for width, colour in seen if is_full else [(1280, "light"), (390, "dark")]:
        page.set_viewport_size({"width": width, "height": _HEIGHTS[width]})
        scheme(page, "dark" if colour == "dark" else "light")
        page.wait_for_timeout(400)  # charts and tables are drawn again
        # The page scrolls in a box: as high as its content, all of it is in the picture.
        height = page.evaluate("document.querySelector('.stMain')?.scrollHeight ?? 0")
        page.set_viewport_size({"width": width, "height": min(5000, max(_HEIGHTS[width], height))})
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{name}-{width}-{colour}.png")
    page.set_viewport_size({"width": 1280, "height": 1000})
    scheme(page, "light")


def walk(page: Page, site: str, names: Sequence[str], folder: Path, *, is_full: bool) -> int:
    """Print what is wrong on pages; return how much."""
    count = 0
    for name in names:
        for tab in open_tabs(page, f"{site}/{'' if name == 'home' else name}"):
            where = f"{name}, {tab}"
            for problem in barriers(page, where):
                count += 1
                sys.stdout.write(f"{problem}\n")
            take_pictures(page, folder, f"{name.partition('=')[0]}-{name[-6:]}-{tab[4:]}", is_full=is_full)
    return count


def main() -> None:
    """Walk over a store."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--user", required=True)
    options.add_argument("--password", required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--language", choices=("en", "fr"), default="en")
    options.add_argument("--only", default="", help="pages, separated by commas")
    options.add_argument("--all", action="store_true", help="pictures of each width and colour")
    args = options.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{args.home.resolve() / 'aloi.db'}"
    with closing(Store.open(url)) as store:
        names = args.only.split(",") if args.only else addresses(store)
    program = os.environ.get("ALOI_CHROMIUM") or shutil.which("chromium")
    server = ("-m", "aloi.ui.server.app", "--store", url, "--port", "{port}")
    with (
        language.of_request(args.language),
        serving(args.home, *server) as site,
        working(args.home, url, "figures"),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(reduced_motion="reduce", locale=args.language).new_page()
        page.set_default_timeout(PATIENCE)
        page.set_viewport_size({"width": 1280, "height": 1000})
        page.goto(f"{site.address}/signin")
        page.locator("input[name=name]").fill(args.user)
        page.locator("input[name=password]").fill(args.password)
        page.locator("button[type=submit]").click()
        expect(page.locator("h1").first).to_be_visible()
        count = walk(page, site.address, names, args.out, is_full=args.all)
        sys.stdout.write(f"{count} problems on {len(names)} pages\n")
        browser.close()


if __name__ == "__main__":
    main()
