"""Two annotators judge substitutes by keyboard alone; a tie is decided, and the gold holds the labels."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.corpora.model import Candidate
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.candidates.substitutes import candidates_of_table
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, give_decision
from tests.workbench.brought import import_targets

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
TARGETS = (
    "sentence\ttarget\tlemma\tpos\n"
    "Une mince couche de <b>pommade</b> suffit.\tmince\tmince\tADJ\n"
    "Il garde le lit.\tlit\tlit\tNOUN\n"
)
WORDS = "target\tsubstitute\nmince\tfine\nmince\tsvelte\nlit\tfleuve\n"
# Substitute -> the key each annotator presses: 1 fits, 2 does not, 3 unsure.
KEYS = {
    "Ada": {"fine": "1", "svelte": "2", "fleuve": "2"},
    "Bea": {"fine": "1", "svelte": "3", "fleuve": "2"},
}


def build(store: Store, folder: Path) -> None:
    """Make the people, the candidates, the campaign and its round."""
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    for name, text in (("targets.tsv", TARGETS), ("words.tsv", WORDS)):
        (folder / name).write_text(text, encoding="utf-8")
    corpus = import_targets(
        store, folder / "targets.tsv", About("lexical", "fr", "CC0", "written"), NOW
    ).corpus
    candidates_of_table(store, corpus.id, folder / "words.tsv", NOW)
    create_campaign(store, CampaignRequest("judge", corpus.id, task="judging"))
    open_round(store, RoundRequest("judge", purpose="main", annotators=["Ada", "Bea"]))


def judge(site: Site, name: str) -> None:
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(3):
        at(page, done, 3)
        marked = page.locator(".sentence .target")
        expect(marked).to_have_count(2)
        page.keyboard.press(KEYS[name][marked.nth(1).inner_text()])
    expect(page.get_by_text(t("annotate.finished", campaign="judge", round=1))).to_be_visible()


def decide(site: Site, page: Page) -> None:
    """Decide the one item on which the two differ."""
    site.go(page, "adjudicate")
    expect(page.get_by_text("svelte", exact=True)).to_be_visible()
    give_decision(page, "on ne le dit pas d'une couche", page.locator("[data-label='does_not']"))
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


@pytest.mark.slow
def test_candidates_are_judged_decided_and_frozen(visitors: Visitors, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    build(store, tmp_path)
    with running_site(visitors, tmp_path) as site:
        for name in KEYS:
            judge(site, name)
        boss = site.visitor()
        site.sign_in(boss, "boss")
        decide(site, boss)
        site.go(boss, "agreement")
        expect(boss.get_by_text(re.compile(r"Krippendorff's alpha \(nominal\): 0\.\d+"))).to_be_visible()
        site.go(boss, "campaigns")
        expect(boss.get_by_role("cell", name="Je ne sais pas", exact=True)).to_be_visible()
    values = {one.measure: one.value for one in round_report(store, "judge", 1).views[0].results}
    assert values["percent_agreement"] == pytest.approx(2 / 3)
    gold = freeze(store, FreezeRequest("judge"), now=NOW).gold
    items = {one.id: one for one in store.texts.items([one.item_id for one in gold.items])}
    assert {
        items[one.item_id].substitute: one.value  # type: ignore[union-attr]
        for one in gold.items
        if isinstance(items[one.item_id], Candidate)
    } == {"fine": {"label": "fits"}, "svelte": {"label": "does_not"}, "fleuve": {"label": "does_not"}}
    store.close()
