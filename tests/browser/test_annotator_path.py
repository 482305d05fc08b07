"""An annotator at work: keys, undo, skip, flag, note, another computer, a crash, a closed round."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role, Status
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.browser import processes
from tests.browser.site import PASSWORD, Site, Visitors
from tests.browser.steps import at, ready, settled

pytestmark = pytest.mark.browser
PAIRS = 10
NOW = datetime(2026, 5, 4, tzinfo=UTC)


def fill(store: Store, folder: Path) -> str:
    """Return the round one annotator works on, over a few written pairs."""
    table = folder / "pairs.tsv"
    lines = [f"{n}\tLe patient a {n} ans.\tLa patiente a {n + 40} ans et tousse." for n in range(PAIRS)]
    table.write_text("\n".join(["id\tleft\tright", *lines, ""]), encoding="utf-8")
    corpus = import_pairs(store, table, corpora.About("ages", "fr", "Apache-2.0", "us"), NOW).corpus
    store.people.add("Ada", Role.ANNOTATOR, NOW, password_hash=hash_password(PASSWORD))
    store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD), pseudonym="M1")
    campaign = campaigns.create_campaign(store, CampaignRequest("ages", corpus.id))
    campaigns.add_guideline(
        store, GuidelineRequest(campaign.id, text=campaigns.ready_guideline("similarity", "fr")), NOW
    )
    return rounds.open_round(store, RoundRequest(campaign.id, purpose="main", annotators=["A1"], seed=5)).id


def serve(folder: Path, url: str, visitors: Visitors) -> Site:
    """Return a site of the server alone, so that killing it kills what holds the answers."""
    return Site(url, visitors, processes.server(url, folder))


def pair(page: Page) -> str:
    return page.locator(".sentence").first.inner_text()


@pytest.mark.slow  # two servers, two sign-ins and ten answers take more than five seconds
def test_an_annotator_at_work(visitors, tmp_path):
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    store = Store.open(url)
    round_id = fill(store, tmp_path)
    site = serve(tmp_path, url, visitors)
    try:
        page = site.visitor()
        site.sign_in(page, "Ada")
        expect(page.get_by_text(t("home.items_wait", count=PAIRS, campaign="ages", round=1))).to_be_visible()
        site.go(page, "annotate")
        for done in range(6):
            at(page, done, PAIRS)
            page.keyboard.press(str(done))
        at(page, 6, PAIRS)
        answers = store.answers.latest(round_id)
        assert sorted(one.value["score"] for one in answers) == [*range(6)]
        assert all(one.seconds > 0 and one.guideline_version == 1 for one in answers)

        page.keyboard.press("u")
        at(page, 5, PAIRS)
        assert len(store.answers.latest(round_id)) == 5
        undone = pair(page)
        page.keyboard.press("5")
        at(page, 6, PAIRS)
        texts = {item.id: item.texts[0] for item in store.texts.corpus_items(store.texts.corpora()[0].id)}
        [again] = [one for one in store.answers.latest(round_id) if texts[one.key.item_id] in undone]
        assert (again.value, again.revision) == ({"score": 5}, 3)

        page.keyboard.press("s")
        page.keyboard.press("2")
        page.keyboard.press("Enter")
        at(page, 7, PAIRS)
        [skipped] = [one for one in store.answers.assignments(round_id) if one.status == "skipped"]
        assert skipped.skip_reason == "context"

        page.keyboard.press("f")
        page.keyboard.press("n")
        page.keyboard.type("12 mg, à revoir")
        page.keyboard.press("Escape")
        elsewhere = site.visitor()
        site.sign_in(elsewhere, "Ada", "annotate")
        at(elsewhere, 7, PAIRS)
        assert pair(elsewhere) == pair(page)
        page.keyboard.press("4")
        at(page, 8, PAIRS)
        noted = max(store.answers.latest(round_id), key=lambda one: one.created_at)
        assert (noted.value, noted.flag, noted.comment) == ({"score": 4}, True, "12 mg, à revoir")

        site.process.kill()
        site.process.join()
        assert len(store.answers.latest(round_id)) == 7
        site = serve(tmp_path, url, visitors)
        site.go(page, "annotate")  # the sign-in is stored: it outlives the server
        at(page, 8, PAIRS)

        page.locator("[data-action=list]").click()
        settled(page)
        page.locator(".answers .row", has_text="12 mg, à revoir").click()
        expect(page.locator(".sentence").first).to_have_text(re.compile(re.escape(texts[noted.key.item_id])))
        page.locator(".count").click()
        ready(page)
        page.keyboard.press("0")
        at(page, 8, PAIRS)
        [corrected] = [one for one in store.answers.latest(round_id) if one.key == noted.key]
        assert (corrected.value, corrected.revision) == ({"score": 0}, noted.revision + 1)

        store.campaigns.set_round_status(round_id, Status.CLOSED)
        # The list takes the keyboard at a drawing of the page after the one that stored the answer.
        expect(page.locator(".answers .row:focus")).to_have_count(1)
        page.locator(".count").click()
        page.keyboard.press("1")
        expect(page.get_by_text("The round was closed before your answer came").first).to_be_visible()
        assert len(store.answers.latest(round_id)) == 7
        assert store.check() == []
    finally:
        visitors.leave()
        processes.stop(site.process)
        store.close()
