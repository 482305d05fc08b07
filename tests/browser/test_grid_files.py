"""Streamlit's own button above a grid gives its rows as a file: not where a corpus is restricted."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from aloi.annotation.model import Role
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.ui import language
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import About, add_corpus, add_whole_texts, make_corpus, segment_corpus
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import settled
from tests.workbench.scene import NOW

pytestmark = pytest.mark.browser
_GIVES = re.compile("CSV")


def grid(site: Site, page: Page, code: str) -> Locator:
    """Return the grid of the sentences of a corpus, its toolbar open."""
    page.context.clear_cookies()
    page.goto(f"{site.address}/signin?language={code}&next=/corpora")
    page.locator("input[name=name]").fill("Boss")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    shown = page.get_by_test_id("stFullScreenFrame").filter(has=page.get_by_test_id("stDataFrame")).last
    expect(shown).to_be_visible()
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", code)
    shown.hover()
    expect(shown.get_by_role("button").first).to_be_visible()  # the toolbar has others
    return shown


@pytest.mark.slow
def test_a_grid_gives_its_file_in_a_store_without_restricted_texts_alone(
    visitors: Visitors, tmp_path: Path
) -> None:
    with closing(Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")) as store:
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD))
        text = ReadText("1", "Elle dort bien. " * 301, {}, "1")  # a shorter table is no grid
        corpus, documents = make_corpus([text], About("notes", "fr", "CC0", "written"))
        add_corpus(store, corpus, documents)
        segment_corpus(store, SegmentRequest(corpus.id))
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        assert set(language.NAMES) == {"en", "fr"}
        for code in language.NAMES:
            expect(grid(site, page, code).get_by_role("button", name=_GIVES)).to_be_visible()
        with closing(site.store()) as store:
            about = About("ward", "fr", "agreement", "written", restricted=True)
            add_whole_texts(store, [ReadText("1", "Elle dort.", {}, "1")], about)
        for code in language.NAMES:
            shown = grid(site, page, code)
            button = shown.locator("[aria-label*=CSV]")
            expect(button).to_have_count(1)  # Streamlit still calls it so
            expect(button).to_be_hidden()
