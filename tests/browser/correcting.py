"""What a manager does to put something right, on whatever page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from annotation.model import Role
from storage.store import Store
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, fill, press
from tests.workbench.scene import NOW
from ui.texts import t
from workbench.passwords import hash_password


@contextmanager
def staffed_site(visitors: Visitors, folder: Path) -> Iterator[tuple[Site, Store]]:
    """Give a running Aloi and its store; with Boss, a manager, and the annotators Ada (A8) and Bea (A9)."""
    with running_site(visitors, folder) as site:
        store = site.store()
        hashed = hash_password(PASSWORD)
        store.people.add("Boss", Role.MANAGER, NOW, password_hash=hashed)
        for name, pseudonym in (("Ada", "A8"), ("Bea", "A9")):
            store.people.add(name, Role.ANNOTATOR, NOW, password_hash=hashed, pseudonym=pseudonym)
        yield site, store
        store.close()


def do(page: Page, why: str) -> None:
    """Give the reason of the correction that is open, once what it does has been counted, and do it."""
    counted(page)
    fill(page, t("corrections.why"), why)
    press(page, t("corrections.do"))


def counted(page: Page) -> None:
    """Wait until the correction that is open has said what it does, and asks for the reason."""
    asked = page.get_by_label(t("corrections.why"), exact=True).filter(visible=True)
    expect(asked.first).to_be_visible(timeout=WORK)


def said(page: Page, text: str) -> None:
    """Wait until the page says something."""
    expect(page.get_by_text(text).first).to_be_visible(timeout=WORK)


def refused(page: Page, text: str) -> None:
    """Wait until the page refuses, in words that hold these."""
    expect(page.get_by_test_id("stAlert").filter(has_text=text).first).to_be_visible(timeout=WORK)
