"""A SARI study in the browser: files in, the worker at work, plots and files out."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import WORK, download, press
from tests.workbench.study_files import write_study

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)


@pytest.mark.slow
def test_files_become_plots_and_downloads(visitors: Visitors, tmp_path: Path) -> None:
    brought = tmp_path / "brought"
    brought.mkdir()
    files = write_study(brought)
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        store.people.add(
            "boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD), pseudonym="M1"
        )
        page = site.visitor()
        site.sign_in(page, "boss", "sari_study")
        expect(page.get_by_text(t("sari_study.empty"))).to_be_visible()
        run = page.get_by_role("button", name=t("sari_study.do"), exact=True)
        expect(run).to_be_disabled()
        page.locator("input[type=file]").set_input_files(files)
        expect(run).to_be_enabled()
        press(page, t("sari_study.do"))
        expect(page.get_by_text("Means over 36 pairs")).to_be_visible(timeout=3 * WORK)  # sixteen models
        expect(page.locator("[role=graphics-document]:visible")).to_have_count(1)
        page.get_by_role("tab", name=t("sari_study.explained")).click()
        expect(page.locator("[role=graphics-document]:visible")).to_have_count(1)
        found = json.loads(download(page, t("sari_study.download_json")).read_text("utf-8"))
        assert (found["pairs"], found["fitted_pairs"]) == (36, 33)
        assert set(found["models"]["keep"]) == {"lasso", "tree", "forest", "perceptron"}
        [job] = store.jobs.list()
        assert (job.status, job.created_by, job.result) == ("done", "M1", found)
        # Whoever comes back finds the study again.
        site.go(page, "sari_study")
        expect(page.get_by_text("Means over 36 pairs")).to_be_visible()
        store.close()
