"""A running Aloi (server and worker) on a store of its own, and people in their own browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect

from aloi.storage.store import Store
from aloi.ui.server.auth import Seal
from tests.browser import processes
from tests.browser.steps import PATIENCE, settled

PASSWORD = "correct horse battery"
# What a browser tells a page when somebody goes back or forward.
GO_ON = "to => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }"


@dataclass
class Visitors:
    """Pages of one browser, each in a profile of its own, for one person at a time.

    A page that stays open keeps the scripts it was sent and compiled, most of what opening one takes: it goes
    to another person once it knows nothing of the one before.
    """

    browser: Browser
    free: dict[tuple, list[Page]] = field(default_factory=dict)
    taken: list[tuple[tuple, Page]] = field(default_factory=list)
    blocked: list[str] = field(
        default_factory=list
    )  # what browsers did not do for the security policy's sake

    def enter(self, **kind: Any) -> Page:
        """Return an empty page in a profile that no other person has now."""
        waiting = self.free.setdefault(tuple(kind.items()), [])
        page = waiting.pop(0) if waiting else self._new_page(**kind)
        self.taken.append((tuple(kind.items()), page))
        page.set_default_timeout(PATIENCE)
        page.set_viewport_size({"width": 1280, "height": 1000})
        return page

    def _new_page(self, **kind: Any) -> Page:
        page = self.browser.new_context(reduced_motion="reduce", **kind).new_page()
        page.on(
            "console", lambda one: self.blocked.append(one.text) if "Content Security" in one.text else None
        )
        return page

    def leave(self, *, empty: bool = True) -> None:
        """Empty every page; what its profile knows of who was there is forgotten.

        Those that are not emptied stay where they are: who comes next forgets what they know.
        """
        while self.taken:
            kind, page = self.taken.pop()
            try:
                for other in page.context.pages:
                    if other != page:
                        other.close()
                if empty:
                    _forget(page)
                else:
                    page.title()
            except Error:  # a page that broke down is given to nobody
                page.context.close()
            else:
                self.free[kind].insert(0, page)
        blocked, self.blocked = self.blocked, []
        assert not blocked, sorted(set(blocked))  # a page that does what its own policy forbids

    def empty(self) -> None:
        """Empty the pages that stayed where they were."""
        for kind, pages in self.free.items():
            self.taken += [(kind, page) for page in pages if page.url.startswith("http")]
            self.free[kind] = [page for page in pages if not page.url.startswith("http")]
        self.leave()


def _forget(page: Page) -> None:
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")
    page.context.clear_cookies()


@dataclass
class Site:
    """A running Aloi: its address, its store's URL, and the visitors it has."""

    url: str
    visitors: Visitors
    process: BaseProcess | None = None
    address: str = field(default_factory=lambda: f"http://127.0.0.1:{processes.port()}")

    def store(self) -> Store:
        """Return the store, opened beside the server."""
        return Store.open(self.url)

    @property
    def setup(self) -> str:
        """The address of the first account, as the server printed it."""
        with closing(self.store()) as store:
            token = Seal(store.people.secret("cookie")).setup_token()
        return f"{self.address}/setup?token={token}"

    def visitor(self) -> Page:
        """Return a page in a browser profile of its own."""
        return self.visitors.enter()

    def go(self, page: Page, name: str) -> None:
        """Open a page from its address and wait until it is drawn."""
        page.goto(f"{self.address}/{'' if name == 'home' else name}")
        expect(page.locator("h1, .desk").first).to_be_visible()

    def go_on(self, page: Page, name: str) -> None:
        """Go from one page to another as by Back and Forward: nothing is loaded anew, as `go` does."""
        before = page.title()
        page.evaluate(GO_ON, f"/{'' if name == 'home' else name}")
        expect(page).not_to_have_title(before)
        settled(page)
        expect(page.locator("h1, .desk").first).to_be_visible()

    def join(self, page: Page, link: str, name: str) -> None:
        """Fill in the form of a first start or of an invitation."""
        page.goto(link)
        page.locator("input[name=name]").fill(name)
        for password in page.locator("input[type=password]").all():
            password.fill(PASSWORD)
        page.locator("button[type=submit]").click()
        expect(page.get_by_text("You are")).to_be_visible()

    def sign_in(self, page: Page, name: str, then: str = "", password: str = PASSWORD) -> None:
        """Sign in on the sign-in page; `then` is the page to go on to."""
        page.goto(f"{self.address}/signin?next=/{'' if then == 'home' else then}")
        page.locator("input[name=name]").fill(name)
        page.locator("input[name=password]").fill(password)
        page.locator("button[type=submit]").click()
        expect(page.get_by_text("You are")).to_be_visible()
        expect(page.locator("h1, .desk").first).to_be_visible()


@contextmanager
def running_site(visitors: Visitors, folder: Path, listed: str = "") -> Iterator[Site]:
    """Give a running Aloi on a store in a folder, an empty one if there is none; it is stopped at the end.

    `listed` is a module that its processes import first: it lists a task of a test.
    """
    url = f"sqlite:///{folder / 'aloi.db'}"
    Store.open(url).close()  # a new one is a copy of one that was migrated
    server = processes.server(url, folder / "data", listed)
    worker = processes.worker(url, folder / "data", listed)
    try:
        yield Site(url, visitors, server)
    finally:
        visitors.leave()
        processes.stop(worker, server)
