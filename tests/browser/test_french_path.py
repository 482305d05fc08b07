"""An annotator who reads French, from the invitation to a finished round: no sentence is English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.language import FOLDER
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.people import invite
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.corrections import InviteRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.browser.site import PASSWORD, running_site
from tests.browser.steps import at, choose, ready, settled

pytestmark = pytest.mark.browser
NOW = datetime.now(UTC)
PAIRS = 3
LEFT, RIGHT = "Le patient a {n} ans.", "La patiente a {n} ans et tousse."


def sentences(code: str) -> set[str]:
    """Every sentence of a catalogue, plurals form by form."""
    read = tomllib.loads((FOLDER / f"texts.{code}.toml").read_text(encoding="utf-8"))
    kept = [one for part in read.values() for one in part.values()]
    return {form for one in kept for form in ([one] if isinstance(one, str) else one.values())}


def shapes(code: str) -> Iterator[re.Pattern[str]]:
    """How the sentences of a language look on a page, filled in; those of both languages are left out."""
    other = sentences("fr" if code == "en" else "en")
    for one in sentences(code) - other:
        words = re.sub(r"[*`]", "", one)
        parts = re.split(r"\{\w+[^}]*\}", words)
        if len("".join(parts).strip(" .:,()")) > 3:
            yield re.compile(".+".join(map(re.escape, parts)))


@cache
def english() -> list[re.Pattern[str]]:
    return list(shapes("en"))


def english_on(page: Page) -> list[str]:
    """Give the lines of a page, hints and names for readers aloud included, that are sentences in English."""
    shown = page.evaluate(
        """() => {
            const lines = [];
            const walk = (node) => {
                for (const one of node.querySelectorAll("*")) {
                    if (one.closest('[translate="no"], script, style')) continue;
                    for (const child of one.childNodes)
                        if (child.nodeType === Node.TEXT_NODE) lines.push(child.textContent.trim());
                    for (const name of ["title", "placeholder", "aria-label"])
                        if (one.closest(".desk, [data-testid=stSidebar] section") && one.getAttribute(name))
                            lines.push(one.getAttribute(name));
                    if (one.shadowRoot) walk(one.shadowRoot);
                }
            };
            walk(document);
            return lines.filter(Boolean);
        }"""
    )
    return sorted({line for line in shown if any(one.fullmatch(line) for one in english())})


@pytest.fixture
def round_id(tmp_path: Path) -> str:
    """A round of three pairs that the next annotator to come works on, and a link for them."""
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    table = tmp_path / "pairs.tsv"
    lines = [f"{n}\t{LEFT.format(n=n)}\t{RIGHT.format(n=n + 40)}" for n in range(PAIRS)]
    table.write_text("\n".join(["id\tleft\tright", *lines, ""]), encoding="utf-8")
    corpus = import_pairs(store, table, corpora.About("âges", "fr", "Apache-2.0", "nous"), NOW).corpus
    store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD), pseudonym="M1")
    store.people.add("Élise", Role.ANNOTATOR, NOW)
    campaign = campaigns.create_campaign(store, CampaignRequest("âges", corpus.id))
    campaigns.add_guideline(
        store, GuidelineRequest(campaign.id, text=campaigns.ready_guideline("similarity", "fr")), NOW
    )
    opened = rounds.open_round(store, RoundRequest(campaign.id, purpose="main", annotators=["A1"], seed=5)).id
    store.close()
    return opened


def test_from_the_invitation_to_a_finished_round(visitors, tmp_path, round_id):
    with running_site(visitors, tmp_path) as site, language.of_request("fr"):
        store = site.store()
        page = site.visitor()
        token = invite(store, InviteRequest("annotator", person="A1"), datetime.now(UTC))
        page.goto(f"{site.address}/invite/{token}")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.get_by_role("link", name="Français").click()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert english_on(page) == []
        for box in page.locator("input[type=password]").all():
            box.fill("court")
        page.evaluate("document.querySelector('form').noValidate = true")
        page.locator("button[type=submit]").click()
        expect(page.get_by_text(t("password.short", count=5, least=10))).to_be_visible()
        for box in page.locator("input[type=password]").all():
            box.fill(PASSWORD)
        page.locator("button[type=submit]").click()

        expect(page.get_by_text(t("home.items_wait", count=PAIRS, campaign="âges", round=1))).to_be_visible()
        settled(page)
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        assert english_on(page) == []
        page.locator(".stMain").get_by_role("link", name=t("home.items_wait_do")).click()
        at(page, 0, PAIRS)
        sentence = page.locator(".sentence").first
        expect(sentence).to_have_attribute("lang", "fr")
        expect(sentence).to_have_attribute("translate", "no")
        assert english_on(page) == []
        page.keyboard.press("?")
        expect(page.locator(".guide")).to_be_visible()
        assert english_on(page) == []
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        page.keyboard.press("Enter")
        expect(page.locator(".skip .problem")).to_have_text(t("component.skip_choose"))
        assert english_on(page) == []
        page.keyboard.press("3")
        page.locator(".skip .why").fill("la cardiologie")
        page.keyboard.press("Enter")
        at(page, 1, PAIRS)
        expect(page.locator(".status")).to_have_text(t("component.did_skip"))
        page.keyboard.press("4")
        at(page, 2, PAIRS)
        assert english_on(page) == []
        page.locator("#note").fill("x" * 2000)
        page.locator("#note").evaluate("box => box.removeAttribute('maxlength')")
        page.locator("#note").fill("x" * 2001)
        page.locator(".count").click()
        expect(page.locator(".problem.main")).to_contain_text("caractères de la note) : 2001")
        page.locator("#note").fill("à revoir")
        ready(page, "sent")

        choose_language(page, "English")
        expect(page.locator(".count")).to_have_text("2 of 3 done")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.get_by_text("You are A1 (Annotator).")).to_be_visible()
        choose_language(page, "Français")
        at(page, 2, PAIRS)
        page.keyboard.press("5")
        expect(page.get_by_text(t("annotate.finished", campaign="âges", round=1))).to_be_visible()
        settled(page)
        assert english_on(page) == []
        [skipped] = [one for one in store.answers.assignments(round_id) if one.status == "skipped"]
        assert (skipped.skip_reason, skipped.skip_note) == ("expertise", "la cardiologie")
        assert len(store.answers.latest(round_id)) == 2

        page.goto(f"{site.address}/password")
        assert english_on(page) == []
        page.goto(f"{site.address}/signout")
        assert english_on(page) == []
        page.get_by_role("button", name=t("signout.submit")).click()
        expect(page.get_by_role("heading", name=t("signin.title"))).to_be_visible()
        page.locator("input[name=name]").fill("Élise")
        page.locator("input[name=password]").fill("faux")
        page.locator("button[type=submit]").click()
        expect(page.get_by_text(t("signin.wrong"))).to_be_visible()
        assert english_on(page) == []
        store.close()


def choose_language(page: Page, name: str) -> None:
    """Choose a language in the sidebar."""
    choose(page, page.get_by_test_id("stSidebar").get_by_role("combobox"), name)
