"""Annotations made elsewhere, looked at before they are stored: nothing comes in until one says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.imports import ImportRequest
from tests.browser.site import Site, Visitors, running_site
from tests.browser.steps import press
from tests.contract.layout_files import mentions

pytestmark = pytest.mark.browser
TABLE = "id\ttext\tlabels\na\tUne suture.\tsurgery\nb\tUn gène.\tgenes|surgery\n"


def form(page: Page) -> Locator:
    return page.locator("[data-testid=stExpander]").filter(has_text=t("imports.title"))


def ask(page: Page, path: Path) -> None:
    """Give the form a file, and what is known of its texts."""
    box = form(page)
    box.locator("summary").click()
    box.locator("input[type=file]").last.set_input_files(path)
    licence = page.get_by_label(t("corpora.licence"), exact=True).filter(visible=True)
    expect(licence).to_be_visible()
    licence.fill("CC0")
    page.get_by_text(label_of(ImportRequest, "restricted"), exact=True).filter(visible=True).click()


def counted(store: Store) -> tuple[int, int]:
    return len(store.texts.corpora()), len(store.campaigns.list())


def look_and_import(site: Site, page: Page, folder: Path) -> None:
    """Bring labelled texts: the look stores nothing, the import all of it."""
    path = folder / "fields.tsv"
    path.write_text(TABLE, encoding="utf-8")
    site.go(page, "corpora")
    ask(page, path)
    press(page, t("imports.look"))
    expect(page.get_by_text("Read as a table with a role for each column")).to_be_visible()
    expect(page.get_by_text("reference", exact=True)).to_be_visible()
    store = site.store()
    assert counted(store) == (0, 0)
    press(page, t("imports.do"))
    expect(page.get_by_text(t("imports.done", items=2, answers=2, known=0, name="fields"))).to_be_visible()
    assert [corpus.restricted for corpus in store.texts.corpora()] == [True]
    assert counted(store) == (1, 1)
    store.close()


def what_is_left_out(site: Site, page: Page, folder: Path) -> None:
    """Look at mentions in a table with their texts in another: one of them has no place."""
    path = mentions(folder)
    site.go(page, "corpora")
    ask(page, path)
    form(page).locator("input[type=file]").last.set_input_files(folder / "m.texts.tsv")
    press(page, t("imports.look"))
    expect(page.get_by_text(t("imports.left_out"))).to_be_visible()


@pytest.mark.slow
def test_a_manager_looks_before_anything_is_stored(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.join(boss, site.setup, "Boss")
        look_and_import(site, boss, tmp_path)
        what_is_left_out(site, boss, tmp_path)
