"""Real tables of ratings on the page "Any table": the published values, and nothing kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.browser.site import Site, running_site
from tests.browser.steps import WORK, choose, download, press

pytestmark = [pytest.mark.browser, pytest.mark.shared]


def upload(site: Site, page: Page, path: Path) -> None:
    site.go(page, "measure")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("button", name=t("measure.do"), exact=True)).to_be_visible()


def measured(page: Page) -> str:
    """Press the button, and return what the report says once it is there, as its JSON download."""
    press(page, t("measure.do"))
    expect(page.get_by_role("link", name=t("measure.json"), exact=True)).to_be_visible(timeout=3 * WORK)
    return download(page, t("measure.json")).read_text(encoding="utf-8")


@pytest.mark.slow
def test_two_real_tables(visitors, shared, tmp_path):
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.join(page, site.setup, "Boss")
        upload(site, page, shared / "data" / "asset-human-ratings" / "human_ratings.csv")
        page.get_by_text(t("measure.long"), exact=True).click()
        choose(page, label_of(AgreementRequest, "unit"), "original_sentence_id")
        choose(page, label_of(AgreementRequest, "annotator"), "worker_id")
        choose(page, label_of(AgreementRequest, "value"), "rating")
        choose(page, label_of(AgreementRequest, "level"), "numbers with meaningful differences (interval)")
        choose(page, label_of(AgreementRequest, "by"), "aspect")
        said = json.loads(measured(page))
        for part, value in (("meaning", "0.5872"), ("fluency", "0.5614"), ("simplicity", "0.4347")):
            expect(page.get_by_text(t("measure.part", by="aspect", name=part), exact=True)).to_be_visible()
            [group] = [one for one in said["groups"] if one["group"] == part]
            [alpha] = [one for one in group["results"] if one["measure"] == "krippendorff_alpha"]
            assert f"{alpha['value']:.4f}" == value

        upload(site, page, shared / "data" / "biosses" / "biosses.tsv")
        page.get_by_text(t("measure.wide"), exact=True).click()
        said = json.loads(measured(page))
        values = {one["measure"]: one["value"] for one in said["results"]}
        assert round(values["krippendorff_alpha"], 3) == 0.878
        kappas = [
            one for one in said["pairs"] if (one["measure"], one["weights"]) == ("cohen_kappa", "unweighted")
        ]
        assert len(kappas) == 10
        store = site.store()
        assert store.texts.corpora() == []
        store.close()
