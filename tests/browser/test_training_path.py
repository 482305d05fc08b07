"""From a release to a trained model and a comparison, in the browser, with the worker doing the work."""

from __future__ import annotations

import csv
import re

import pytest
from playwright.sync_api import Page, expect

from aloi.ui.texts import t
from aloi.workbench.models.runs import done_runs, runs_folder
from tests.browser.site import Site, running_site
from tests.browser.steps import WORK, choose, download, fill, press
from tests.modeling.tiny import tiny_folder

pytestmark = pytest.mark.browser
ENDED = re.compile("|".join(re.escape(t("models.ended", count=count)) for count in (1, 2, 3)))


def open_models(site: Site, page: Page) -> None:
    """Open the page anew: what was said of an earlier training is gone."""
    site.go(page, "models")
    expect(page.get_by_role("button", name=t("models.start_one"), exact=True)).to_be_visible()


@pytest.mark.slow
def test_train_watch_and_compare(visitors, demo, tmp_path):
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "manager", password=demo.password)

        # A forest on the release, one seed: it ends, and its numbers are there.
        open_models(site, page)
        choose(page, t("glossary.recipe"), "features_sts")
        fill(page, t("models.seeds"), "1")
        fill(page, "trees", "20")
        press(page, t("models.start_one"))
        expect(page.get_by_text(ENDED)).to_be_visible(timeout=WORK)
        [run] = done_runs(runs_folder(tmp_path / "data"))
        assert run.spec.settings["trees"] == 20
        page.get_by_role("tab", name=t("models.tab_runs", count=1), exact=True).click()
        spearman = next(one for one in run.scores if one.metric == "spearman")
        # A late drawing may go back to the first tab: that the number is there is enough.
        expect(page.get_by_text(f"{spearman.value:.3f} [").first).to_be_attached()
        page.get_by_role("tab", name=t("models.tab_files"), exact=True).click()
        press(page, t("models.verify"))
        expect(page.get_by_text(t("models.verified", count=len(run.scores)))).to_be_visible()

        # An encoder, fine-tuned: the loss is drawn while it learns.
        open_models(site, page)
        fill(page, t("models.seeds"), "1")
        fill(page, "model", str(tiny_folder()))
        fill(page, "epochs", "12")
        press(page, t("models.start_one"))
        under_way = page.get_by_text(t("models.under_way", recipe="").strip("* "))
        expect(under_way).to_be_visible()
        expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible(timeout=WORK)
        expect(under_way).to_be_visible()
        # On a busy machine a step takes seconds.
        expect(page.get_by_text(ENDED)).to_be_visible(timeout=3 * WORK)
        expect(under_way).to_be_hidden()

        # Both beside the untuned encoder, and what annotators reach.
        site.go(page, "comparison")
        expect(page.get_by_text("Reliability ceiling:")).to_be_visible(timeout=WORK)
        runs = done_runs(runs_folder(tmp_path / "data"))
        assert sorted(bool(one.spec.train) for one in runs) == [False, True, True]
        with download(page, t("comparison.csv")).open(encoding="utf-8", newline="") as stream:
            told = {row["run"]: row["value"] for row in csv.DictReader(stream) if row["kind"] == "score"}
        for one in runs:
            value = next(score.value for score in one.scores if score.metric == "spearman")
            assert float(told[one.id]) == pytest.approx(value, abs=1e-12)
        page.get_by_role("tab", name=t("comparison.tab_differences"), exact=True).click()
        expect(page.get_by_text(t("comparison.holm_why", count=3))).to_be_visible()


@pytest.mark.slow
def test_a_training_is_stopped(visitors, demo, tmp_path):
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "manager", password=demo.password)
        open_models(site, page)
        fill(page, "model", str(tiny_folder()))
        fill(page, "epochs", "500")
        press(page, t("models.start_one"))
        expect(page.get_by_test_id("stVegaLiteChart").first).to_be_visible(timeout=WORK)
        press(page, t("app.job_cancel"))
        expect(page.get_by_text(t("models.cancelled"))).to_be_visible()
        assert done_runs(runs_folder(tmp_path / "data")) == ()
