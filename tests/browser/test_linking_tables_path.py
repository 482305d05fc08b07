"""Concept linking in the browser: a test set is brought, the worker ranks, the table is downloaded."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import WORK, download, fill, press, settled

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
FILES = {
    "mentions": "mention\tconcept_id\ntoux\tC1\nfièvres\tC2\nmal de tête\tC3\n",
    "train": "mention\tconcept_id\ntoux\tC1\nfièvre\tC2\n",
}


@pytest.mark.slow
def test_a_brought_test_set_becomes_a_table(visitors: Visitors, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / f"{name}.tsv").write_text(text, encoding="utf-8")
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        store.people.add(
            "boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD), pseudonym="M1"
        )
        page = site.visitor()
        site.sign_in(page, "boss", "linking")
        expect(page.get_by_text(t("linking_tables.empty"))).to_be_visible()
        page.get_by_role("tab", name=t("linking_tables.tab_sets"), exact=True).click()
        fill(page, t("linking_tables.add_name"), "Cases")
        for name in FILES:
            field = page.get_by_test_id("stFileUploader").filter(has_text=t(f"linking_tables.add_{name}"))
            settled(page)
            field.locator("input[type=file]").first.set_input_files(tmp_path / f"{name}.tsv")
            expect(page.get_by_text(f"{name}.tsv", exact=True).first).to_be_visible()
        add = page.get_by_role("button", name=t("linking_tables.add_do"), exact=True)
        expect(add).to_be_enabled()
        add.click()
        expect(page.get_by_text(t("linking_tables.added", name="Cases"))).to_be_visible()
        page.get_by_role("tab", name=t("linking_tables.tab_tables"), exact=True).click()
        press(page, t("linking_tables.do"))
        expect(page.get_by_text(t("linking_tables.marks"))).to_be_visible(timeout=WORK)
        with download(page, t("linking_tables.download_csv")).open(encoding="utf-8", newline="") as stream:
            rows = [one for one in csv.DictReader(stream) if one["ranker"] == "tf-idf"]
        assert len(rows) == 9
        full = {one["metric"]: float(one["value"]) for one in rows if one["filter"] == "full"}
        assert full["acc@1"] == pytest.approx(2 / 3)
        assert [one["mentions"] for one in rows[::3]] == ["3", "2", "1"]
        latex = download(page, t("linking_tables.download_sets_tex")).read_text(encoding="utf-8")
        assert "Cases &  & 5 (2 / 3) & 3 (2 / 3)" in latex
        [job] = store.jobs.list()
        assert (job.status, job.created_by) == ("done", "M1")
        store.close()
