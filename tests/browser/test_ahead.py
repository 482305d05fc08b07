"""What is shown ahead is shown to nobody else, with one answer an item; and how much goes over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotator, Role, Status
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from bench.load.desks import KEYS, LONG, NAMES, open_desks
from bench.load.in_browser import Wire
from tests.browser import processes
from tests.browser.site import PASSWORD, Site, Visitors
from tests.browser.steps import at, ready
from tests.workbench.scene import NOW

pytestmark = pytest.mark.browser
MOST_BYTES = 20_000  # an answer, both ways
# What the desk shows and what it would show next, without and with the item's texts.
SHOWN = """desk => {
    const { data } = desk.getRootNode().aloiDesk;
    return [data.item.id, data.ahead?.item.id ?? null];
}"""


@pytest.fixture
def site(visitors: Visitors, tmp_path: Path) -> Iterator[Site]:
    """Give a server alone: no job is started here."""
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    Store.open(url).close()
    server = processes.server(url, tmp_path / "data")
    try:
        yield Site(url, visitors, server)
    finally:
        visitors.leave()
        processes.stop(server)


def add_people(store: Store, *names: str) -> list[Annotator]:
    """Return annotators of a store that has a manager: a new one asks for it first."""
    password = hash_password(PASSWORD)
    store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash=password)
    return [
        store.people.add(one, Role.ANNOTATOR, NOW, password_hash=password, pseudonym=one) for one in names
    ]


def shown(page: Page) -> list[str]:
    """Return the items the desk holds: the one shown, and the one ahead."""
    return [one for one in page.locator(".desk").evaluate(SHOWN) if one]


def test_an_item_shown_ahead_is_shown_to_nobody_else(site: Site) -> None:
    store = site.store()
    people = add_people(store, "Ada", "Bea")
    opened = open_desks(store, people, 7, tasks=["similarity"])["similarity"]
    pages = {}
    seen: dict[str, list[str]] = {"Ada": [], "Bea": []}
    for name in seen:
        pages[name] = site.visitor()
        site.sign_in(pages[name], name, "annotate")
        ready(pages[name])
        seen[name] = shown(pages[name])
        assert len(seen[name]) == 2
    assert not set(seen["Ada"]) & set(seen["Bea"])
    pages["Ada"].reload()
    ready(pages["Ada"])
    assert shown(pages["Ada"]) == seen["Ada"]
    for name, done in (("Ada", 1), ("Bea", 1), ("Ada", 2), ("Ada", 3)):
        page = pages[name]
        page.locator(".count").click()
        page.keyboard.press("3")
        expect(page.locator(".count")).to_contain_text(f"{done} of ")
        ready(page)
        assert shown(page)[0] == seen[name][done]
        seen[name] += shown(page)[1:]
    assert len(seen["Ada"]) + len(seen["Bea"]) == len({*seen["Ada"], *seen["Bea"]}) == 7
    store.campaigns.set_round_status(opened.id, Status.CLOSED)
    pages["Bea"].keyboard.press("3")
    expect(pages["Bea"].get_by_text("The round was closed before your answer came").first).to_be_visible()
    answered = {one.key.item_id: one.key.annotator_id for one in store.answers.latest(opened.id)}
    ids = {one.pseudonym: one.id for one in people}
    assert answered == dict.fromkeys(seen["Ada"][:3], ids["Ada"]) | {seen["Bea"][0]: ids["Bea"]}
    assert store.check() == []
    store.close()


@pytest.mark.slow
def test_an_answer_takes_few_bytes_in_every_task(site: Site) -> None:
    store = site.store()
    opened = open_desks(store, add_people(store, "Ada"), 4, LONG)
    page = site.visitor()
    wire = Wire(page)
    site.sign_in(page, "Ada", "annotate")
    taken: dict[str, list[int]] = {}
    for name in NAMES:
        site.go(page, f"annotate?round={opened[name].id}")
        at(page, 0, 4)
        page.locator(".count").click()
        for done in (1, 2):
            before = wire.sent + wire.received
            for key in KEYS[name]:
                page.keyboard.press(key)
            expect(page.locator(".count")).to_have_text(t("component.count", done=done, total=4))
            ready(page)
            taken.setdefault(name, []).append(wire.sent + wire.received - before)
    store.close()
    assert {name: one for name, one in taken.items() if max(one) > MOST_BYTES} == {}
