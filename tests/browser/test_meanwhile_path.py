"""What happens meanwhile: a second tab, a closed round, an item that others fill, a reload at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotation, AssignmentKey, Role, Round, Status
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, press, ready
from tests.workbench.desks import open_rounds
from tests.workbench.scene import NOW, make_scene

pytestmark = pytest.mark.browser
ITEMS = 5


@dataclass(frozen=True)
class Play:
    """A site with one round of pairs for Ada and Bea, one answer an item, and a manager."""

    site: Site
    store: Store
    round: Round

    def key(self, item_id: str, name: str = "Ada") -> AssignmentKey:
        return AssignmentKey(self.round.id, item_id, self.store.people.get(name).id)

    def order(self) -> list[str]:
        """Return the items in Ada's order."""
        ada = self.store.people.get("Ada").id
        every = self.store.answers.assignments(self.round.id)
        return [one.key.item_id for one in every if one.key.annotator_id == ada]

    def scores(self, item_id: str) -> list[Json]:
        every = self.store.answers.history(self.key(item_id))
        return [one.value and one.value["score"] for one in every]


@pytest.fixture
def play(visitors: Visitors, store: Store, tmp_path: Path) -> Iterator[Play]:
    scene = make_scene(store, tmp_path, pairs=ITEMS, people_=0)
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    opened = scene.open(names=("Ada", "Bea"), overlap=1)
    with running_site(visitors, tmp_path) as site:
        yield Play(site, store, opened)


def open_desk(play: Play, page: Page | None = None) -> Page:
    """Return Ada's desk, in a tab of its own beside `page` if one is given."""
    if page is None:
        page = play.site.visitor()
        play.site.sign_in(page, "Ada", "annotate")
        return page
    tab = page.context.new_page()
    play.site.go(tab, "annotate")
    return tab


def choose(page: Page, words: str) -> None:
    """Choose one of the two versions."""
    page.locator(".meanwhile").get_by_role("button", name=words).click()
    expect(page.locator(".meanwhile")).to_be_hidden()


def work_kept(page: Page) -> int:
    return page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('aloi.work/')).length")


def test_two_tabs_replace_lose_and_double_nothing(play: Play) -> None:
    first, second, third, *_ = play.order()
    one = open_desk(play)
    at(one, 0, ITEMS)
    other = open_desk(play, one)
    at(other, 0, ITEMS)
    one.bring_to_front()  # a tab behind another one draws once a second
    one.keyboard.press("4")
    at(one, 1, ITEMS)

    other.bring_to_front()
    other.keyboard.press("2")
    meanwhile = other.locator(".meanwhile")
    expect(meanwhile).to_be_visible()
    other.reload()  # no way around the question
    expect(meanwhile).to_be_visible()
    expect(meanwhile.locator(".stored .said")).to_have_text("4")
    expect(meanwhile.locator(".stored .when")).not_to_be_empty()
    expect(meanwhile.locator(".given .said")).to_have_text("2")
    other.keyboard.press("2")  # meant for the next pair: it chooses nothing
    assert play.scores(first) == [4]
    choose(other, t("component.mw_keep"))
    at(other, 1, ITEMS)
    expect(other.locator(".status")).to_have_text(t("component.did_keep"))

    one.bring_to_front()
    one.keyboard.press("3")
    at(one, 2, ITEMS)
    other.bring_to_front()
    other.keyboard.press("n")
    other.keyboard.type("sure")
    other.keyboard.press("Escape")
    ready(other, "sent")  # the note is kept, and the pair stays though it was answered
    expect(other.locator(".note")).to_have_value("sure")
    other.keyboard.press("0")
    expect(meanwhile.locator(".given .noted")).to_have_text(t("component.mw_note", note="sure"))
    expect(meanwhile.locator(".given .said")).to_have_text("0")
    other.reload()
    choose(other, t("component.mw_give"))
    at(other, 2, ITEMS)
    assert (play.scores(first), play.scores(second)) == ([4], [3, 0])

    one.bring_to_front()
    one.keyboard.press("u")  # it shows the 3 as its last answer
    expect(one.locator(".meanwhile .stored .said")).to_contain_text("0")
    assert play.scores(second) == [3, 0]
    choose(one, t("component.mw_undo_keep"))
    one.keyboard.press("u")
    expect(one.locator(".meanwhile")).to_be_visible()
    choose(one, t("component.mw_undo_do"))
    at(one, 1, ITEMS)
    assert play.scores(second) == [3, 0, None]
    one.keyboard.press("5")
    at(one, 2, ITEMS)

    other.bring_to_front()
    other.keyboard.press("s")  # the third pair, which the other tab shows too
    one.bring_to_front()
    one.keyboard.press("1")
    at(one, 3, ITEMS)
    other.bring_to_front()
    other.keyboard.press("1")
    other.keyboard.press("Enter")
    expect(meanwhile.locator(".given .said")).to_have_text(t("component.mw_skipped"))
    choose(other, t("component.mw_keep"))
    at(other, 3, ITEMS)
    assert [play.scores(one) for one in (first, second, third)] == [[4], [3, 0, None, 5], [1]]
    assert play.store.check() == []


def test_a_late_answer_is_told_kept_and_taken_by_the_manager(play: Play) -> None:
    first, second, third, fourth, _ = play.order()
    page = open_desk(play)
    at(page, 0, ITEMS)
    page.keyboard.press("4")
    at(page, 1, ITEMS)
    ada, now = play.store.people.get("Ada").id, datetime.now(UTC)
    # On another computer she takes the first one back and gives it again: the second is free, and Bea has it.
    play.store.answers.undo(play.round.id, ada, "elsewhere-undo", now)
    for item, name in ((first, "Ada"), (second, "Bea")):
        given = Annotation(
            play.key(item, name), 1, f"elsewhere-{name}", {"score": 1}, False, "", None, None, now
        )
        play.store.answers.import_answers(play.round.id, [given])

    page.keyboard.press("5")
    expect(page.locator(".problem.main")).to_contain_text("Your answer is kept")
    at(page, 1, ITEMS - 1)  # the third pair
    assert play.scores(second) == []
    page.keyboard.press("2")
    at(page, 2, ITEMS - 1)
    assert play.scores(third) == [2]

    play.store.campaigns.set_round_status(play.round.id, Status.CLOSED)
    page.keyboard.press("3")
    expect(page.get_by_text("The round was closed before your answer came")).to_be_visible()
    expect(page.get_by_text(t("annotate.closed", campaign="closeness", round=1))).to_be_visible()

    boss = play.site.visitor()
    play.site.sign_in(boss, "boss", "rounds")
    takes = boss.get_by_role("button", name=t("rounds.late_take"), exact=True)
    expect(takes).to_have_count(2)
    takes.first.click()
    expect(takes).to_have_count(1)
    press(boss, t("rounds.late_leave"))
    expect(boss.get_by_text(t("rounds.late_decided", count=2))).to_be_visible()
    assert (play.scores(second), play.scores(fourth)) == ([5], [])
    coverage = {
        one.item_id: (one.required, one.assigned) for one in play.store.answers.coverage(play.round.id)
    }
    assert coverage[second] == (2, 2)
    assert play.store.check() == []


@pytest.mark.slow
def test_a_reload_keeps_note_and_time_and_signing_out_keeps_nothing(play: Play) -> None:
    page = open_desk(play)
    at(page, 0, ITEMS)
    other = open_desk(play, page)
    ready(other)
    other.keyboard.press("n")
    other.keyboard.type("in the other tab")
    page.keyboard.press("n")
    for letter in "dose":
        page.keyboard.press("End")
        page.keyboard.press(letter)
        page.reload()
        at(page, 0, ITEMS)
        page.keyboard.press("n")
    expect(page.locator(".note")).to_have_value("dose")
    page.keyboard.press("Escape")
    ready(page, "sent")
    page.keyboard.press("3")
    at(page, 1, ITEMS)
    [kept] = play.store.answers.latest(play.round.id)
    assert kept.comment == "dose"
    assert kept.seconds is not None
    assert kept.seconds > 5 * 0.06
    page.keyboard.press("n")
    page.keyboard.type("x")
    assert (work_kept(page), work_kept(other)) == (1, 1)
    page.goto(f"{play.site.address}/signout")
    page.get_by_role("button", name=t("signout.submit")).click()
    expect(page).to_have_url(f"{play.site.address}/signin?out")
    assert work_kept(page) == 0
    other.wait_for_function("!Object.keys(sessionStorage).some((key) => key.startsWith('aloi.work/'))")


# What begins an answer at the desks that take more than one stroke for it.
BEGUN = {
    "operations": ["Shift+ArrowRight", "d", "p", "Enter"],
    "substitution": ["m", "o", "t"],
    "multiple_choice": ["a"],
    "spans": ["1", "ArrowRight", "2"],
}
DRAFT = """element => {
    let host = element;
    while (!host.aloiDesk) host = host.parentNode ?? host.host;
    return JSON.stringify(host.aloiDesk.draft());
}"""


def draft(page: Page) -> str:
    return page.evaluate(DRAFT, page.locator(".desk").element_handle())


@pytest.mark.slow
def test_an_answer_begun_at_any_desk_survives_a_reload_at_once(
    visitors: Visitors, store: Store, tmp_path: Path
) -> None:
    ada = store.people.add("Ada", Role.ANNOTATOR, NOW, password_hash=hash_password(PASSWORD))
    store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD))
    opened = open_rounds(store, [ada], tuple(BEGUN), items=1)
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Ada")
        for name, keys in BEGUN.items():
            site.go(page, f"annotate?round={opened[name].round.id}")
            ready(page)
            empty = draft(page)
            for key in keys:
                page.keyboard.press(key)
            begun = draft(page)
            page.reload()
            ready(page)
            assert draft(page) == begun != empty, name
