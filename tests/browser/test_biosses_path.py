"""Five real annotators' scores: imported in the browser, their agreement read, their means released."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from aloi.terminal.main import aloi
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import ImportAnswersRequest
from tests.browser.site import Site, running_site
from tests.browser.steps import fill, make_release, press, start_on_corpus

pytestmark = [pytest.mark.browser, pytest.mark.shared]
CAMPAIGN = "biosses"
WHO = "ABCDE"
PUBLISHED = {"nominal": "0.577", "ordinal": "0.878", "interval": "0.874"}


def import_pairs(site: Site, page: Page, path: Path) -> None:
    site.go(page, "corpora")
    page.locator("input[type=file]").first.set_input_files(path)
    fill(page, t("corpora.licence"), "GPL-3.0")
    fill(page, t("app.source"), "BIOSSES")
    press(page, t("corpora.do_import"))
    expect(page.get_by_text(t("corpora.split_not", count=1))).to_be_visible()


def start_campaign(site: Site, page: Page) -> None:
    site.go(page, "start")
    start_on_corpus(page, "similarity", CAMPAIGN, t("start.set_empty_similarity"))


def import_answers(site: Site, page: Page, path: Path) -> None:
    site.go(page, "rounds")
    page.get_by_text(t("rounds.import"), exact=True).click()
    page.locator("input[type=file]").first.set_input_files(path)
    expect(page.get_by_text(t("columns.check"))).to_have_count(len(WHO))
    page.get_by_text(label_of(ImportAnswersRequest, "add_annotators"), exact=True).click()
    press(page, t("rounds.do_import"))
    expect(page.get_by_text("500 of 500")).to_be_visible()


@pytest.mark.slow
def test_biosses_gives_its_agreement_and_its_means(visitors, shared, tmp_path):
    path = shared / "data" / "biosses" / "biosses.tsv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    means = {(row["sentence1"], row["sentence2"]): sum(int(row[who]) for who in WHO) / 5 for row in rows}
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.join(page, site.setup, "Boss")
        import_pairs(site, page, path)
        start_campaign(site, page)
        import_answers(site, page, path)

        site.go(page, "agreement")
        ordinal = t(
            "agreement.headline", measure="", level="ordinal", value=PUBLISHED["ordinal"], interval=""
        )
        expect(page.get_by_text(ordinal.split("95")[0].strip(" ,"))).to_be_visible()
        for level, value in PUBLISHED.items():
            said = t("agreement.check_same", level=t(f"agreement.level_{level}"), value=value)
            expect(page.get_by_text(said)).to_be_visible()

        site.go(page, "releases")
        press(page, t("releases.freeze"))
        page.get_by_label(t("releases.version"), exact=True).first.wait_for()
        make_release(page)
        expect(page.get_by_text(t("releases.sound"))).to_be_visible()
        store = site.store()
        [release] = store.gold.releases()
        items = {item.id: item.texts for item in store.texts.corpus_items(store.texts.corpora()[0].id)}
        gold = {items[one["item_id"]]: one["value"]["score"] for one in release.manifest["gold"]["items"]}
        store.close()
    assert gold == pytest.approx(means, abs=1e-12)

    for level, value in PUBLISHED.items():
        asked = ["agreement", str(path), "--level", level, "--measure", "krippendorff_alpha", "--json"]
        [result] = json.loads(CliRunner().invoke(aloi, asked).stdout)["results"]
        assert f"{result['value']:.3f}" == value
