"""Three annotators give substitutes by keyboard alone; the gold is released and a system scored on it."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.gold.formats.substitutes.lexsub_files import read_gold
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.files.score_substitutes import score_files
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.files.scores import LexsubRequest
from aloi.workbench.requests.releases import FreezeRequest
from tests.browser.site import PASSWORD, Site, running_site
from tests.browser.steps import at, download, fill, make_release, press, set_sizes, start_on_corpus

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
TARGETS = (
    "sentence\ttarget\tlemma\tpos\n"
    "Une mince couche de pommade suffit.\tmince\tmince\tADJ\n"
    "On a arrêté ce traitement hier.\tarrêté\tarrêter\tVERB\n"
    "Il garde le lit.\tlit\tlit\tNOUN\n"
)
# Word marked in the sentence -> what each annotator types; nothing stands for "none fits".
GIVEN = {
    "Ada": {"mince": ["fine", "légère"], "arrêté": ["stopper"], "lit": []},
    "Bea": {"mince": ["fine"], "arrêté": ["stopper", "interrompre", "suspendre"], "lit": []},
    "Cid": {"mince": ["légère", "fine"], "arrêté": ["interrompre"], "lit": ["couche"]},
}


def build(site: Site, page: Page, table: Path) -> None:
    """Import the targets, start a campaign, keep the ready guideline, open a round."""
    site.go(page, "corpora")
    page.locator("input[type=file]").first.set_input_files(table)
    page.get_by_text(t("corpora.holds_targets"), exact=True).click()
    expect(page.get_by_text(t("corpora.targets_columns"))).to_be_visible()
    fill(page, t("corpora.licence"), "CC0")
    fill(page, t("app.source"), "written")
    press(page, t("corpora.do_import"))
    expect(page.get_by_text(t("corpora.targets_imported", count=3, name="targets"))).to_be_visible()
    site.go(page, "start")
    start_on_corpus(page, "substitution", "words")
    site.go(page, "campaigns")
    expect(page.get_by_text(t("campaigns.words", most=3))).to_be_visible()
    site.go(page, "rounds")
    page.get_by_text(t("rounds.purpose_calibration"), exact=True).click()
    press(page, t("rounds.do_open"))
    expect(page.get_by_text("0 of 9")).to_be_visible()


def annotate(site: Site, name: str) -> None:
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(3):
        at(page, done, 3)
        words = GIVEN[name][page.locator(".sentence .target").inner_text()]
        if not words:
            page.keyboard.press("Escape")
            page.keyboard.press("0")
            expect(page.locator("[data-action=wd_none]")).to_have_attribute("aria-pressed", "true")
            page.keyboard.press("Enter")
            continue
        for place, word in enumerate(words):
            page.keyboard.type(word)
            if place == 0:
                expect(page.locator(".preview .target")).to_have_text(word)
            page.keyboard.press("Enter")
        if len(words) < 3:
            page.keyboard.press("Enter")
    expect(page.get_by_text(t("annotate.finished_why"))).to_be_visible()


@pytest.mark.slow
def test_three_annotators_a_release_and_a_scored_system(visitors, tmp_path):
    table = tmp_path / "targets.tsv"
    table.write_text(TARGETS, encoding="utf-8")
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.join(boss, site.setup, "Boss")
        store = site.store()
        for name in GIVEN:
            store.people.add(name, Role.ANNOTATOR, NOW, password_hash=hash_password(PASSWORD))
        store.close()
        build(site, boss, table)
        for name in GIVEN:
            annotate(site, name)

        site.go(boss, "agreement")
        expect(boss.get_by_text(re.compile(r"Pairwise agreement \(nominal\): 0\.\d+"))).to_be_visible()
        site.go(boss, "releases")
        boss.get_by_text(label_of(FreezeRequest, "uncleaned"), exact=True).click()
        press(boss, t("releases.freeze"))
        boss.get_by_label(t("releases.version"), exact=True).first.wait_for()
        set_sizes(boss, "test=rest")
        make_release(boss)
        expect(boss.get_by_text(t("releases.sound"))).to_be_visible()
        press(boss, t("releases.export"))
        found = download(boss, re.compile(r"\.zip"))
        with zipfile.ZipFile(found) as archive:
            archive.extractall(tmp_path / "out")
    gold = read_gold(tmp_path / "out" / "test_gold.txt")
    counts = {one.lemma: dict(one.counts) for one in gold.values()}
    assert counts == {
        "mince": {"fine": 3, "légère": 2},
        "arrêter": {"interrompre": 2, "stopper": 2, "suspendre": 1},
        "lit": {"couche": 1},
    }
    system = tmp_path / "system.txt"
    answers = {"mince": "fine ; petite", "arrêter": "suspendre ; stopper", "lit": "matelas"}
    system.write_text(
        "".join(f"{one.lemma}.{one.pos} {one.id} :: {answers[one.lemma]}\n" for one in gold.values()),
        encoding="utf-8",
    )
    scores = score_files(LexsubRequest(tmp_path / "out" / "test.xml", (system,), replicates=0)).to_json()
    assert scores["best"] == pytest.approx((3 / 5 + 1 / 5 + 0) / 3)
    assert scores["oot"] == pytest.approx((3 / 5 + 3 / 5 + 0) / 3)
