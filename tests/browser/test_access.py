"""Every desk and the pages around it, by day and by night: nothing serious for axe-core, no trap for Tab."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotator, Role
from aloi.storage.store import Store
from aloi.ui import language, session
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.people import invite
from aloi.workbench.requests.corrections import InviteRequest
from bench.load.large_store import fill_large
from tests.browser.access import hold, hold_dialog, hold_keyboard
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import ready, settled
from tests.browser.walk import addresses, barriers, open_tabs
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW

if TYPE_CHECKING:
    from aloi.workbench.demo.similarity import Demo

pytestmark = pytest.mark.browser
# What draws something more at a desk: marked spans, and groups of words with their links and their table.
STROKES = {
    "operations": ["2", "Space", "d", "m", "Enter", "ArrowUp", "Space"],
    "spans": ["Shift+ArrowRight", "1", "Home", "3"],
}
# What opens over a desk, by the name of its button.
PANELS = {"skip": ".panel.skip", "guideline": ".panel.guide", "keys": ".panel.keychoice"}


def people(store: Store) -> list[Annotator]:
    """Add an annotator, a second one, and an adjudicator; return the annotators."""
    roles = {
        "boss": Role.ADMINISTRATOR,
        "Judge": Role.ADJUDICATOR,
        "Ada": Role.ANNOTATOR,
        "Bea": Role.ANNOTATOR,
    }
    made = [
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
        for name, role in roles.items()
    ]
    return made[2:]


def doors(site: Site, store: Store, page: Page) -> None:
    """Look at what stands before the pages, the refusal of a wrong password too."""
    for path in (
        "signin",
        f"invite/{invite(store, InviteRequest('annotator', name='Zoe'), session.now())}",
        "invite/none",
    ):
        page.goto(f"{site.address}/{path}")
        hold(page, path)
    page.goto(f"{site.address}/signin")
    page.locator("input[name=name]").fill("Ada")
    page.locator("input[name=password]").fill("not hers at all")
    page.locator("button[type=submit]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    hold(page, "signin refused")
    site.sign_in(page, "Ada")
    settled(page)
    hold(page, "home")
    for path in ("password", "signout"):
        page.goto(f"{site.address}/{path}")
        hold(page, path)


def desk(page: Page, name: str) -> None:
    """Look at a desk, at work on it, at its dialogs; and leave it by Tab both ways."""
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    expect(page).to_have_title(f"{t('annotate.menu')} · {t('app.name')}")
    page.locator(".count").click()
    ready(page)
    for key in STROKES.get(name, ()):
        page.keyboard.press(key)
    hold(page, name)
    hold_keyboard(page, name)
    for panel, box in PANELS.items():
        page.locator(f"[data-action={panel}]").click()
        expect(page.locator(box)).to_be_visible()
        hold(page, f"{name}, {panel}", box)
        if panel == "guideline":  # beside the item, which keeps the keys: Escape first lets go of a mark
            page.locator(box).get_by_role("button", name=t("component.close")).click()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(box)).to_be_hidden()


def annotate(site: Site, page: Page, opened: dict[str, Opened]) -> None:
    """Look at the desk of every task, and at the page of a finished round."""
    for name, one in opened.items():
        site.go(page, f"annotate?round={one.round.id}")
        desk(page, name)
    for panel in ("skip", "keys"):
        hold_dialog(page, f"[data-action={panel}]", PANELS[panel])


def adjudicate(site: Site, page: Page, opened: dict[str, Opened]) -> None:
    """Look at the disputes of every task."""
    site.sign_in(page, "Judge", "adjudicate")
    for name, one in opened.items():
        site.go(page, f"adjudicate?round={one.round.id}")
        settled(page)
        expect(page.locator("h1")).to_have_count(1)
        hold(page, f"adjudicating {name}")
        if page.locator(".desk").count():
            hold_keyboard(page, f"adjudicating {name}")


@pytest.mark.slow
def test_every_desk_and_the_pages_around_it(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        both = people(store)
        opened = open_rounds(store, both, NAMES, items=1)
        page = site.visitor()
        doors(site, store, page)
        annotate(site, page, opened)
        answer_differently(store, both, opened.values())
        site.go(page, f"annotate?round={opened['spans'].round.id}")
        expect(page.locator("h1")).to_have_count(1)
        expect(page.get_by_text(t("annotate.finished", campaign="spans", round=1))).to_be_visible()
        hold(page, "a finished round")
        page.context.clear_cookies()
        adjudicate(site, page, opened)
        store.close()


def pages(site: Site, page: Page) -> list[str]:
    """Return what stands in the way on every page of a manager, each of its tabs opened in turn."""
    with closing(site.store()) as store:
        names = addresses(store)
    return [
        barrier
        for name in names
        for tab in open_tabs(page, f"{site.address}/{'' if name == 'home' else name}")
        for barrier in barriers(page, f"{name}, {tab}")
    ]


def manager(site: Site) -> Page:
    """Return a page on which somebody who may see all pages is signed in."""
    with closing(site.store()) as store:
        secret = hash_password(PASSWORD)
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=secret, pseudonym="Boss")
    page = site.visitor()
    site.sign_in(page, "Boss")
    return page


@pytest.mark.slow
def test_every_page_of_the_demo(visitors: Visitors, tmp_path: Path, demo: Demo) -> None:
    assert demo.campaign
    with running_site(visitors, tmp_path) as site:
        listed = pages(site, manager(site))
        assert not listed, "\n".join(listed)


@pytest.mark.slow
def test_every_page_of_an_empty_store_in_french(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        page = manager(site)
        with closing(site.store()) as store:
            store.people.prefer(store.people.get("Boss").id, language.PREFERENCE, "fr")
        with language.of_request("fr"):
            listed = pages(site, page)
        assert not listed, "\n".join(listed)


@pytest.mark.slow
def test_every_page_of_a_store_of_eight_campaigns_one_large(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        with closing(site.store()) as store:
            fill_large(store, share=0.02)
        listed = pages(site, manager(site))
        assert not listed, "\n".join(listed)
