"""The first hour, counted: from an empty store to the first answer, for three goals and a second campaign."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, fill, ready, settled, task_card
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
_CLICKS, _SCREENS = 6, 3
_LABELS = [f"{name}ologie" for name in ("cardi", "dermat", "endocrin", "gynéc", "hémat", "immun", "infecti",
                                        "neur", "onc", "pneum", "psych", "ur")]  # fmt: skip


def pairs(path: Path) -> None:
    """Write pairs with the columns of a published corpus."""
    lines = ["pair_ID,sentence_A,sentence_B"]
    lines += [f"{at},The fever of patient {at} fell.,The fever of {at} was high." for at in range(30)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def labelled(path: Path) -> None:
    """Write texts with 12 labels of their own, one or two each."""
    lines = ["identifier,text,specialities"]
    for at in range(24):
        labels = "|".join(dict.fromkeys([_LABELS[at % 12], _LABELS[at * 5 % 12]]))
        lines.append(f"n{at},Le patient {at} est suivi dans le service pour une toux.,{labels}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def spans(path: Path) -> None:
    """Write a project with the texts and the spans of two annotators, a folder each."""
    with zipfile.ZipFile(path, "w") as project:
        for person in ("ann", "bea"):
            for at in range(4):
                text = f"Douleur de la hanche droite, soulagée par le paracétamol, jour {at}."
                marks = f"T1\tSIGN 0 7\tDouleur\nT2\tDRUG 45 56\t{text[45:56]}\n"
                project.writestr(f"{person}/doc{at}.txt", text)
                project.writestr(f"{person}/doc{at}.ann", marks)


@dataclass
class Walk:
    """What a newcomer does: clicks and screens are counted, fields are filled without a click."""

    page: Page
    clicks: int = 0
    screens: int = 1

    def click(self, target: Locator, *, new: bool = False) -> None:
        """Click; `new` says that another page opens."""
        target.click()
        self.clicks, self.screens = self.clicks + 1, self.screens + new
        settled(self.page)

    def give(self, path: Path) -> None:
        """Choose a file: a click, and a choice in a window of the browser."""
        settled(self.page)
        self.page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files(path)
        self.clicks += 1
        settled(self.page)

    def fill(self, label: str, value: str) -> None:
        """Fill in a field."""
        fill(self.page, label, value)


@contextmanager
def newcomer(visitors: Visitors, folder: Path, spoken: str) -> Iterator[tuple[Site, Store, Walk]]:
    """Give an empty store, and its manager at home in their language."""
    folder.mkdir()
    with running_site(visitors, folder) as site, language.of_request(spoken):
        store = site.store()
        boss = store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD))
        store.people.prefer(boss.id, language.PREFERENCE, spoken)
        page = site.visitor()
        page.goto(f"{site.address}/signin?next=/")
        page.locator("input[name=name]").fill("Boss")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("button[type=submit]").click()
        settled(page)
        yield site, store, Walk(page)
        store.close()


def start(walk: Walk, task: str, path: Path, licence: str, invited: str = "") -> None:
    """Go from Home to the annotation page of a campaign on a file, perhaps with an invited person."""
    page = walk.page
    walk.click(page.locator(".st-key-menu").get_by_role("link", name=t("start.menu"), exact=True), new=True)
    expect(page.get_by_role("heading", name=t("start.menu"))).to_be_visible()
    if task != "similarity":
        walk.click(task_card(page, task))
    walk.give(path)
    if task == "spans":  # the same texts are in two directories: nobody guesses that these are people
        walk.click(page.get_by_text(t("imports.are_annotators"), exact=True))
        for person in ("ann", "bea"):
            expect(page.get_by_role("cell", name=person, exact=True)).to_be_visible()
    walk.fill(f"{t('corpora.licence')} ({t('app.required')})", licence)
    expect(page.get_by_text(t("start.preview_own"))).to_be_visible()
    if invited:
        walk.fill(t("start.new_people"), invited)
    walk.click(page.get_by_role("button", name=t("start.create"), exact=True), new=True)
    if invited:  # their link is there to be copied before the annotation page
        expect(page.get_by_role("dialog").get_by_text("/invite/").first).to_be_visible(timeout=WORK)
        walk.click(page.get_by_role("dialog").get_by_role("button", name=t("people.links_then")))
    expect(page).to_have_url(re.compile("/annotate"), timeout=WORK)


def answer(walk: Walk, keys: tuple[str, ...], total: int) -> None:
    """Answer the first item by keys."""
    count = walk.page.locator(".count")
    expect(count).to_have_text(t("component.count", done=0, total=total))
    ready(walk.page)
    for key in keys:
        walk.page.keyboard.press(key)
    expect(count).to_have_text(t("component.count", done=1, total=total))
    assert (walk.clicks <= _CLICKS, walk.screens <= _SCREENS) == (True, True), (walk.clicks, walk.screens)


@pytest.mark.parametrize("spoken", ["en", "fr"])
def test_three_goals_from_an_empty_store_to_the_first_answer(
    visitors: Visitors, tmp_path: Path, spoken: str
) -> None:
    pairs(tmp_path / "sick.csv")
    labelled(tmp_path / "morfitt.csv")
    spans(tmp_path / "e3c.zip")
    with newcomer(visitors, tmp_path / spoken, spoken) as (site, store, walk):
        start(walk, "similarity", tmp_path / "sick.csv", "CC0")
        answer(walk, ("3",), 20)
        second = Walk(walk.page)
        site.go(walk.page, "home")
        start(second, "classification", tmp_path / "morfitt.csv", "CC0")
        answer(second, ("1", "Enter"), 20)
        labels = store.campaigns.get("morfitt").schema.settings["labels"]
        assert [one["name"] for one in labels] == sorted(_LABELS)
        third = Walk(walk.page)
        site.go(walk.page, "home")
        start(third, "spans", tmp_path / "e3c.zip", "CC0", invited="Zoé Martin")
        answer(third, ("0",), 4)
        names = [one["name"] for one in store.campaigns.get("e3c").schema.settings["labels"]]
        assert sorted(names) == ["DRUG", "SIGN"]
        campaign = store.campaigns.get("e3c")
        first, second_round = store.campaigns.rounds(campaign.id)
        assert (first.status.value, len(first.annotators), second_round.status.value) == ("closed", 2, "open")
        site.go(walk.page, f"agreement?campaign={campaign.id}&round={first.id}")
        ratings = walk.page.get_by_role("cell", name="112", exact=True)  # 2 of each of 56 tokens
        expect(ratings.first).to_be_visible(timeout=WORK)
        assert {store.texts.corpus(one.corpus_id).language for one in store.campaigns.list()} == {"en", "fr"}


def test_a_second_campaign_in_the_same_session_with_a_known_person(
    visitors: Visitors, tmp_path: Path
) -> None:
    pairs(tmp_path / "sick.csv")
    labelled(tmp_path / "morfitt.csv")
    with newcomer(visitors, tmp_path / "store", "en") as (_, store, walk):
        page = walk.page
        menu = page.locator(".st-key-menu").get_by_role("link", name=t("start.menu"), exact=True)
        menu.click()
        walk.give(tmp_path / "sick.csv")
        walk.fill(f"{t('corpora.licence')} ({t('app.required')})", "CC0")
        walk.fill(t("start.new_people"), "Anne Dubois")
        page.get_by_role("button", name=t("start.create"), exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text("/invite/").first).to_be_visible(timeout=WORK)
        walk.click(dialog.get_by_role("button", name=t("people.links_then")), new=True)
        expect(page).to_have_url(re.compile("/annotate"), timeout=WORK)
        n_clicks, n_screens = walk.clicks + 2, walk.screens + 1  # the menu, which opens a page, and Create
        assert n_clicks <= _CLICKS
        assert n_screens <= _SCREENS
        menu.click()
        expect(page.get_by_role("heading", name=t("start.menu"))).to_be_visible()
        settled(page)
        assert page.get_by_text("/invite/").count() == 0  # the first campaign does not come back
        task_card(page, "classification").click()
        walk.give(tmp_path / "morfitt.csv")
        walk.fill(f"{t('corpora.licence')} ({t('app.required')})", "CC0")
        walk.fill(t("start.new_people"), "Anne Dubois")
        page.get_by_role("button", name=t("start.create"), exact=True).click()
        expect(page).to_have_url(re.compile("/annotate"), timeout=WORK)
        anne = store.people.get("Anne Dubois")
        rounds = [store.campaigns.rounds(one.id)[-1] for one in store.campaigns.list()]
        assert [anne.id in one.annotators for one in rounds] == [True, True]
        assert len(store.people.workers()) == 2
