"""One person goes from a round of one task to a round of another and back, as the sidebar lets them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.model import Annotator, Role
from storage.store import Store
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import choose, fill, press, ready
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW
from ui.texts import t
from workbench.passwords import hash_password

pytestmark = pytest.mark.browser
# An answer to an item of each task, by keyboard.
KEYS = {
    "similarity": ["4"],
    "operations": ["Control+Enter", "Control+Enter"],
    "substitution": ["Escape", "0", "Enter"],
    "judging": ["1"],
    "classification": ["9"],
    "multiple_choice": ["a", "Enter"],
    "linking": ["0", "Enter"],
    "spans": ["0"],
}
# Keeps the work under way on the item at hand, as each stroke does; returns all that the tab then keeps.
KEEP = """element => {
    let host = element;
    while (!host.aloiDesk) host = host.parentNode ?? host.host;
    host.aloiDesk.keeper.keep({ drafted: true });
    return JSON.stringify(Object.entries(sessionStorage));
}"""
# Adjudicated in the widget they were annotated in, and one in a form between them.
DISPUTED = ("operations", "spans", "similarity", "linking")


@pytest.fixture
def site(visitors: Visitors, tmp_path: Path) -> Iterator[Site]:
    """Give a running Aloi."""
    with running_site(visitors, tmp_path) as running:
        yield running


@pytest.fixture
def people(site: Site) -> list[Annotator]:
    """Return two annotators; an adjudicator, Judge, is there too."""
    store = site.store()
    roles = {"boss": Role.MANAGER, "Judge": Role.ADJUDICATOR, "Ada": Role.ANNOTATOR, "Bea": Role.ANNOTATOR}
    made = [
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
        for name, role in roles.items()
    ]
    store.close()
    return made[2:]


def visit(site: Site, name: str, page_name: str) -> tuple[Page, list[str]]:
    """Return a page opened by a person, and the list that the errors of its scripts are added to."""
    page = site.visitor()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("console", lambda told: broken.append(told.text) if "Component Error" in told.text else None)
    site.sign_in(page, name, page_name)
    return page, broken


@contextmanager
def another_desk(page: Page) -> Iterator[None]:
    """Wait until the desk of the round before has gone: for a moment both stand there."""
    for desk in page.locator(".desk").all():
        desk.evaluate("desk => desk.classList.add('before')")
    yield
    expect(page.locator(".desk.before")).to_have_count(0)


def change(page: Page, label: str, name: str) -> None:
    """Choose another round or campaign in a list."""
    with another_desk(page):
        choose(page, label, name)


def there_and_back(names: tuple[str, ...]) -> tuple[str, ...]:
    return (*names, *names[-2::-1])


def answers_of(store: Store, opened: dict[str, Opened]) -> dict[str, int]:
    return {name: len(store.answers.latest(one.round.id)) for name, one in opened.items()}


def texts_kept(page: Page, store: Store, one: Opened) -> set[str]:
    """Return the longer words of a round's texts that the tab keeps with the work under way."""
    kept = page.evaluate(KEEP, page.locator(".desk").element_handle())
    assert f"/{one.round.id}/" in kept
    items = store.texts.items(list(one.round.item_ids))
    words = {word for item in items for text in item.texts for word in re.findall(r"\w{5,}", text)}
    return words & set(re.findall(r"\w+", kept))


def test_every_kind_of_desk_after_another(site: Site, people: list[Annotator]) -> None:
    store = site.store()
    opened = open_rounds(store, people, NAMES, items=3)
    page, broken = visit(site, "Ada", "annotate")
    wanted = dict.fromkeys(NAMES, 0)
    for name in there_and_back(NAMES):
        if wanted != dict.fromkeys(NAMES, 0):
            change(page, t("annotate.round"), f"{name}, round 1")
        count = page.locator(".count")
        expect(count).to_have_text(t("component.count", done=wanted[name], total=3))
        count.click()
        ready(page)
        assert texts_kept(page, store, opened[name]) == set()
        for key in KEYS[name]:
            page.keyboard.press(key)
        wanted[name] += 1
        expect(count).to_have_text(t("component.count", done=wanted[name], total=3))
        assert broken == []
        assert answers_of(store, opened) == wanted
    store.close()


def decide(page: Page, name: str) -> None:
    """Decide the item before the adjudicator."""
    if name == "similarity":
        page.locator("[data-testid=stRadio] label", has_text=re.compile("^4")).click()
        fill(page, t("adjudicate.why"), "the same sign")
        press(page, t("adjudicate.decide"))
        return
    page.locator(".count").click()
    ready(page)
    if name == "linking":
        page.keyboard.press("1")
        expect(page.locator(".chips")).to_contain_text("X0")
    page.keyboard.press("n")
    page.keyboard.type("as the guideline says")
    page.keyboard.press("Escape")
    if name == "operations":
        page.keyboard.press("Control+Enter")
        expect(page.locator(".problem.main")).not_to_be_empty()  # words are still in no group
    page.keyboard.press("Control+Enter" if name == "operations" else "Enter")


def test_disputes_of_one_task_after_another(site: Site, people: list[Annotator]) -> None:
    store = site.store()
    opened = open_rounds(store, people, DISPUTED, items=3)
    answer_differently(store, people, opened.values())
    page, broken = visit(site, "Judge", "adjudicate")
    decided = dict.fromkeys(DISPUTED, 0)
    for name in there_and_back(DISPUTED):
        if sum(decided.values()):
            change(page, t("app.campaign"), name)
        progress = t("adjudicate.progress", decided=decided[name], left=3 - decided[name])
        expect(page.get_by_text(progress)).to_be_visible()
        decide(page, name)
        decided[name] += 1
        progress = t("adjudicate.progress", decided=decided[name], left=3 - decided[name])
        expect(page.get_by_text(progress)).to_be_visible()
        assert broken == []
        stored = {each: len(store.gold.adjudications(one.round.id)) for each, one in opened.items()}
        assert stored == decided
    store.close()


def test_a_card_of_home_opens_its_own_round_which_a_reload_and_the_way_back_keep(
    site: Site, people: list[Annotator]
) -> None:
    store = site.store()
    opened = open_rounds(store, people, ("similarity", "spans"), items=2)
    first, second = (one.round.id for one in opened.values())
    page, broken = visit(site, "Ada", "home")
    cards = page.locator(".stMain").get_by_role("link", name=t("home.items_wait_do"), exact=True)
    expect(cards).to_have_count(2)
    cards.last.click()
    desk = {first: page.locator(".pair, .scale").first, second: page.locator(".passage")}
    expect(desk[second]).to_be_visible()
    expect(page).to_have_url(f"{site.address}/annotate?round={second}")
    page.reload()
    expect(desk[second]).to_be_visible()
    change(page, t("annotate.round"), "similarity, round 1")
    expect(page).to_have_url(f"{site.address}/annotate?round={first}")
    expect(desk[first]).to_be_visible()
    with another_desk(page):
        page.go_back()
    expect(desk[second]).to_be_visible()
    page.locator(".count").click()
    for done in (1, 2):  # the round is finished: it stays, though another waits
        ready(page)
        page.keyboard.press("0")
        if done == 1:
            expect(page.locator(".count")).to_have_text(t("component.count", done=1, total=2))
    expect(page.get_by_text(t("annotate.finished", campaign="spans", round=1))).to_be_visible()
    page.reload()
    expect(page.get_by_text(t("annotate.finished", campaign="spans", round=1))).to_be_visible()
    site.go(page, "annotate?round=nothing")
    expect(page.get_by_text(t("annotate.not_yours"))).to_be_visible()
    expect(desk[first]).to_be_visible()
    assert broken == []
    store.close()
