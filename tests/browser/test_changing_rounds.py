"""One person goes from a round of one task to a round of another and back, and over what they answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotator, Role
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.ui.pages.adjudicate.header import progress_words
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import choose, fill, press, ready, settled
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW

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


def change(page: Page, name: str) -> None:
    """Choose another round at the desk."""
    with another_desk(page):
        page.locator("select.round").select_option(label=name)


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


@pytest.mark.slow
def test_every_kind_of_desk_after_another(site: Site, people: list[Annotator]) -> None:
    store = site.store()
    opened = open_rounds(store, people, NAMES, items=3)
    page, broken = visit(site, "Ada", "annotate")
    wanted = dict.fromkeys(NAMES, 0)
    for name in there_and_back(NAMES):
        if wanted != dict.fromkeys(NAMES, 0):
            change(page, f"{name}, round 1")
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
        ready(page)
        page.keyboard.press("4")
        page.keyboard.press("Enter")
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


@pytest.mark.slow
def test_disputes_of_one_task_after_another(site: Site, people: list[Annotator]) -> None:
    store = site.store()
    opened = open_rounds(store, people, DISPUTED, items=3)
    answer_differently(store, people, opened.values())
    page, broken = visit(site, "Judge", "adjudicate")
    decided = dict.fromkeys(DISPUTED, 0)
    for name in there_and_back(DISPUTED):
        if sum(decided.values()):
            with another_desk(page):
                choose(page, t("app.campaign"), name)
        progress = progress_words(decided[name], 3 - decided[name])
        expect(page.get_by_text(progress)).to_be_visible()
        decide(page, name)
        decided[name] += 1
        progress = progress_words(decided[name], 3 - decided[name])
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
    change(page, "similarity, round 1")
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


def at_item(page: Page, number: int) -> None:
    """Wait until the desk shows one's item of that number, and keys count."""
    expect(page.locator(".jump")).to_have_value(str(number))
    page.locator(".count").click()
    ready(page)


def leave_unchanged(page: Page) -> None:
    page.locator(".looking-back button").click()


def values(store: Store, one: Opened) -> list[Json]:
    """Return every answer and correction of a round in the order they came."""
    every = sorted(store.answers.revisions(one.round.id), key=lambda each: str(each.created_at))
    return [each.value for each in every]


@pytest.mark.slow
def test_looking_back_correcting_and_leaving_as_it_is(site: Site, people: list[Annotator]) -> None:
    store = site.store()
    opened = open_rounds(store, people, ("similarity", "substitution", "spans"), items=4)
    page, broken = visit(site, "Ada", "annotate")
    at_item(page, 1)
    expect(page.locator(".step").first).to_be_disabled()
    page.keyboard.press("4")
    at_item(page, 2)
    page.keyboard.press("f")
    page.keyboard.press("n")
    page.keyboard.type("dose à revoir")
    page.keyboard.press("Escape")
    ready(page)
    page.keyboard.press("2")
    at_item(page, 3)
    for key in ("s", "1", "Enter"):
        page.keyboard.press(key)
    at_item(page, 4)

    # Back over a skipped item and an answered one, and away again: nothing changes.
    looked_at = page.locator(".looked-at")
    page.keyboard.press("Alt+ArrowLeft")
    at_item(page, 3)
    expect(looked_at).to_have_text(t("component.back_skipped", number=3))
    page.keyboard.press("Alt+ArrowLeft")
    at_item(page, 2)
    expect(looked_at).to_have_text(t("component.back_answered", number=2, value=2))
    expect(page.locator("[data-value='2']")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#note")).to_have_value("dose à revoir")
    expect(page).to_have_url(re.compile("item=2"))
    page.reload()
    at_item(page, 2)
    page.keyboard.press("u")  # what is looked at is not taken back
    page.keyboard.press("Alt+ArrowRight")
    at_item(page, 3)
    page.keyboard.press("Escape")
    at_item(page, 4)
    assert values(store, opened["similarity"]) == [{"score": 4}, {"score": 2}]

    # A number typed, the next one by its button, and a correction in place.
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator(".problem.main")).to_have_text(t("component.jump_range", number=9, last=4))
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    at_item(page, 1)
    page.locator("[data-action=next]").click()
    at_item(page, 2)
    page.keyboard.press("5")
    expect(page.locator(".status")).to_have_text(t("component.did_correct", value=5))
    at_item(page, 4)
    assert values(store, opened["similarity"]) == [{"score": 4}, {"score": 2}, {"score": 5}]

    # Another task: work begun on an item waits while an earlier one is looked at.
    change(page, "substitution, round 1")
    at_item(page, 1)
    first = page.locator(".word").first
    first.fill("premier")
    page.keyboard.press("Control+Enter")
    at_item(page, 2)
    first.press_sequentially("commencé")
    page.keyboard.press("Alt+ArrowLeft")
    expect(looked_at).to_contain_text("premier")
    expect(first).to_have_value("premier")
    ready(page)
    first.fill("autre")
    ready(page, "sent")
    leave_unchanged(page)
    expect(first).to_have_value("commencé")
    page.keyboard.press("Alt+ArrowLeft")
    expect(first).to_have_value("premier")
    leave_unchanged(page)
    at_item(page, 2)
    assert len(values(store, opened["substitution"])) == 1
    change(page, "spans, round 1")
    at_item(page, 1)
    change(page, "similarity, round 1")
    at_item(page, 4)

    # The list: a filter, words, and an answer opened from it by keyboard.
    rows = page.locator(".answers .row")
    page.keyboard.press("Alt+ArrowDown")
    expect(rows).to_have_count(3)
    expect(rows.first).to_be_focused()
    page.get_by_role("radio", name=t("annotate.flagged", count=1)).click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("dose à revoir")
    page.get_by_role("radio", name=t("annotate.every", count=3)).click()
    expect(rows).to_have_count(3)
    fill(page, t("annotate.search"), "DOSE revoir")
    expect(rows).to_have_count(1)
    settled(page)
    rows.focus()
    page.keyboard.press("Enter")
    at_item(page, 2)
    page.keyboard.press("0")
    expect(rows.locator(".answer")).to_have_text("0")
    expect(rows).to_be_focused()  # one goes on where one was in the list
    page.keyboard.press("5")  # in the list a digit answers nothing
    page.keyboard.press("Enter")
    expect(looked_at).to_be_visible()
    leave_unchanged(page)
    expect(rows).to_be_focused()
    at_item(page, 4)
    assert values(store, opened["similarity"])[-1] == {"score": 0}

    # A round that is done can still be corrected.
    page.keyboard.press("3")
    finished = page.get_by_text(t("annotate.finished", campaign="similarity", round=1))
    expect(finished).to_be_visible()
    press(page, t("annotate.look_back"))
    at_item(page, 4)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("select.round")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("1")
    expect(finished).to_be_visible()
    assert values(store, opened["similarity"])[-2:] == [{"score": 3}, {"score": 1}]
    assert broken == []
    store.close()
