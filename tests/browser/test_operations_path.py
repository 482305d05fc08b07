"""Simplification pairs annotated by two people, adjudicated and released as YAWAT files, in the browser."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.gold.formats.operations.yawat import read_aln
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Site, running_site
from tests.browser.steps import (
    at,
    download,
    fill,
    make_release,
    press,
    ready,
    set_sizes,
    start_on_corpus,
)
from tests.workbench.scene import let_adjudicate

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
PAIRS = "id\tleft\tright\n1\tIl toussait beaucoup.\tIl toussait.\n2\tUne céphalée vive.\tUn mal de tête.\n"


def build(site: Site, page: Page, table: Path) -> None:
    """Import the pairs, start a campaign with the shipped typology and guideline, open a round."""
    site.go(page, "corpora")
    page.locator("input[type=file]").first.set_input_files(table)
    page.get_by_text(t("corpora.holds_pairs"), exact=True).click()
    fill(page, t("corpora.licence"), "CC0")
    fill(page, t("app.source"), "written")
    press(page, t("corpora.do_import"))
    expect(page.get_by_text(t("corpora.split_not", count=1))).to_be_visible()
    site.go(page, "start")
    start_on_corpus(page, "operations", "simple")
    site.go(page, "campaigns")
    expect(
        page.get_by_role("cell", name="an adjective, an adverb or a complement is deleted")
    ).to_be_visible()
    site.go(page, "rounds")
    page.get_by_text(t("rounds.purpose_calibration"), exact=True).click()
    press(page, t("rounds.do_open"))
    expect(page.get_by_text("0 of 4")).to_be_visible()


def save(page: Page) -> None:
    """Save the pair, once more where words are still in no group: the desk says so at once."""
    page.keyboard.press("Control+Enter")
    if page.locator(".problem.main").inner_text():
        page.keyboard.press("Control+Enter")


def annotate(site: Site, name: str, last: str) -> None:
    """Delete the adverb of the first pair; call the second a synonym, up to the word `last`."""
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(2):
        at(page, done, 2)
        if "toussait" in page.locator(".tokens").first.inner_text():
            page.keyboard.press("Space")
            page.keyboard.press("d")
            page.keyboard.press("m")
        else:
            page.locator(".tokens[data-side='0'] .token", has_text="céphalée").click()
            for word in ("mal", "de", "tête"):
                page.locator(".tokens[data-side='1'] .token", has_text=word).first.click()
                if word == last:
                    break
            page.keyboard.press("y")
        page.keyboard.press("Enter")
        expect(page.locator(".group")).to_have_count(1)
        save(page)
    expect(page.get_by_text(t("annotate.finished_why"))).to_be_visible()


def adjudicate(site: Site) -> None:
    page = site.visitor()
    site.sign_in(page, "Judge", "adjudicate")
    expect(page.locator(".proposals .group")).to_have_count(2)
    ready(page)
    for _ in range(2):
        page.keyboard.press("4")
        if "tête" in page.locator(".proposals .group.lit").inner_text():
            page.keyboard.press("5")
            break
    expect(page.locator(".proposals .taken")).to_have_count(1)
    page.keyboard.press("n")
    page.keyboard.type("The whole phrase replaces the word.")
    page.keyboard.press("Escape")
    save(page)
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


@pytest.mark.slow
def test_two_annotators_an_adjudicator_and_yawat_files(visitors, tmp_path):
    table = tmp_path / "pairs.tsv"
    table.write_text(PAIRS, encoding="utf-8")
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.join(boss, site.setup, "Boss")
        store = site.store()
        for name, role in (("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR), ("Judge", Role.ADJUDICATOR)):
            store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD))
        store.close()
        build(site, boss, table)
        annotate(site, "Ada", "tête")
        annotate(site, "Bea", "mal")
        store = site.store()
        let_adjudicate(store)
        store.close()
        adjudicate(site)

        site.go(boss, "agreement")
        expect(boss.get_by_text(t("diagnosis.next"))).to_be_visible()
        site.go(boss, "releases")
        press(boss, t("releases.freeze"))
        boss.get_by_label(t("releases.version"), exact=True).first.wait_for()
        set_sizes(boss, "all=rest")
        make_release(boss)
        expect(boss.get_by_text(t("releases.sound"))).to_be_visible()
        press(boss, t("releases.export"))
        found = download(boss, re.compile(r"\.zip"))
        with zipfile.ZipFile(found) as archive:
            (tmp_path / "all.aln").write_bytes(archive.read("all.aln"))
    drawn = {group for pair in read_aln(tmp_path / "all.aln").pairs for group in pair.groups}
    assert {(one.label, one.source, one.target) for one in drawn} == {
        ("delmod", (2,), ()),
        ("synonym", (1,), (1, 2, 3)),
    }
