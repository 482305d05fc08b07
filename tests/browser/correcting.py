"""What a manager does to put something right, on whatever page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.corrections import ExcludeRequest
from tests.browser.shown import Stands, enter, log_shown, stands
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, choose, fill, press, settled
from tests.workbench.scene import NOW, Scene, make_scene


@contextmanager
def staffed_site(visitors: Visitors, folder: Path) -> Iterator[tuple[Site, Store]]:
    """Give a running Aloi and its store; with Boss, a manager, and the annotators Ada (A8) and Bea (A9)."""
    with running_site(visitors, folder) as site:
        store = site.store()
        hashed = hash_password(PASSWORD)
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hashed)
        for name, pseudonym in (("Ada", "A8"), ("Bea", "A9")):
            store.people.add(name, Role.ANNOTATOR, NOW, password_hash=hashed, pseudonym=pseudonym)
        yield site, store
        store.close()


def do(page: Page, why: str) -> None:
    """Give the reason of the correction that is open, once what it does has been counted, and do it."""
    counted(page)
    fill(page, label_of(ExcludeRequest, "why"), why)
    press(page, t("corrections.do"))


def counted(page: Page) -> None:
    """Wait until the correction that is open has said what it does, and asks for the reason."""
    asked = page.get_by_label(label_of(ExcludeRequest, "why"), exact=True).filter(visible=True)
    expect(asked.first).to_be_visible(timeout=WORK)


def said(page: Page, text: str) -> None:
    """Wait until the page says something."""
    expect(page.get_by_text(text).first).to_be_visible(timeout=WORK)


def refused(page: Page, text: str) -> None:
    """Wait until the page refuses, in words that hold these."""
    expect(page.get_by_test_id("stAlert").filter(has_text=text).first).to_be_visible(timeout=WORK)


@dataclass
class Looked:
    """A manager at the pages of a campaign, who looks at what stands of it after each correction."""

    site: Site
    page: Page
    store: Store
    campaign: str
    rounds: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        enter(self.site, self.page, "Boss", "home")
        self.stood = self.look()

    def look(self) -> Stands:
        return stands(self.site, self.page, self.store, self.campaign, self.rounds)

    def unchanged(self, why: str = "") -> None:
        """See that a correction with this reason, or a refusal, has left agreement, gold and answers.

        The page that is open shows the log where the campaign has one of the corrections.
        """
        if why:
            log_shown(self.page, (why, *self.stood.log))
        found = self.look()
        assert found == (self.stood.after(why) if why else self.stood)
        self.stood = found

    def changed(self, why: str) -> Stands:
        """See that a correction left what people gave; return what stood before it."""
        log_shown(self.page, (why, *self.stood.log))
        before, found = self.stood, self.look()
        assert found == before.after(why, agreement=found.agreement, gold=found.gold)
        self.stood = found
        return before

    def someone(self, name: str) -> dict[str, str]:
        """Choose somebody on the page of people; return the words of what concerns them."""
        self.site.go(self.page, "people")
        choose(self.page, t("app.campaign"), "closeness")
        choose(self.page, self.page.get_by_label(t("people.who"), exact=True).last, name)
        settled(self.page)
        return {"who": name, "campaign": "closeness"}


def answered_scene(store: Store, folder: Path) -> Scene:
    """Return six pairs, a round of four of them for three people and Ada; A3 turned the scale round."""
    scene = make_scene(store, folder)
    one = scene.open(items=list(scene.items[:4]), names=(*scene.names, "A8"), overlap=4)
    scene.give(one, {"A1": (1, 2, 3, 4), "A2": (1, 2, 3, 4), "A3": (5, 4, 1, 1)})
    return scene
