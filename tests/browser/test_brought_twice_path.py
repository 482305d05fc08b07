"""Annotations made elsewhere come in by the browser alone: twice, and of a wrong file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.browser.correcting import refused, said, staffed_site
from tests.browser.shown import enter
from tests.browser.site import Site, Visitors
from tests.browser.steps import WORK, fill, press, settled
from tests.workbench.brought import import_mentions
from tests.workbench.judgements import write_swords
from tests.workbench.linking_campaign import terminology
from tests.workbench.operation_files import write_sets
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def opened(page: Page, title: str) -> Locator:
    """Open what folds up under a title, if it is not open; return it."""
    settled(page)
    box = page.get_by_test_id("stExpander").filter(has_text=title).first
    if box.locator("details").get_attribute("open") is None:
        box.locator("summary").click()
    settled(page)
    return box


def given(box: Locator, paths: Path | Sequence[Path]) -> None:
    """Give files to the first field for files that stands there."""
    box.locator("input[type=file]").first.set_input_files(paths)
    settled(box.page)


def look(site: Site, page: Page, files: Path | Sequence[Path], name: str, who: str) -> None:
    """Let the page of corpora look at files made elsewhere."""
    site.go(page, "corpora")
    given(opened(page, t("imports.title")), files)
    for label, value in (
        (label_of(ImportRequest, "campaign"), name),
        (t("corpora.licence"), "CC0"),
        (label_of(ImportRequest, "annotator"), who),
    ):
        fill(page, label, value)
    press(page, t("imports.look"))


def wrong_file(folder: Path) -> Path:
    path = folder / "a paper.pdf"
    path.write_bytes(b"%PDF-1.4 nothing that anybody annotated")
    return path


def test_annotations_made_elsewhere_come_in_once(visitors: Visitors, tmp_path: Path) -> None:
    sets = tmp_path / "sets"
    sets.mkdir()
    write_sets(sets)
    with staffed_site(visitors, tmp_path) as (site, store):
        page = site.visitor()
        enter(site, page, "Boss", "home")
        brought = {
            "operations": (sorted(sets.iterdir()), "B7", 6, 6),
            "judged": (write_swords(tmp_path), "", 5, 17),
        }
        for name, (files, who, items, answers) in brought.items():
            for new, known in ((answers, 0), (0, answers)):
                look(site, page, files, name, who)
                press(page, t("imports.do"))
                told = t("imports.done", items=items, answers=new, known=known, name=name)
                expect(page.get_by_text(told)).to_be_visible(timeout=WORK)
            [one] = store.campaigns.rounds(store.campaigns.get(name).id)
            assert len(store.answers.latest(one.id)) == answers
        site.go(page, "corpora")
        given(opened(page, t("imports.title")), wrong_file(tmp_path))  # nothing more is asked
        refused(page, "a paper.pdf is of no known format")

        # The concepts that the file of mentions gives, on the page of rounds.
        rows = ("1\ta\t13 19\tfièvre\tX1", "2\ta\t27 35\tfrissons\tCUILESS")
        head = "id\tdocument_id\tspan\tmention\tconcept_id"
        (tmp_path / "m.annotations.tsv").write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
        (tmp_path / "m.texts.tsv").write_text(
            "document_id\ttext\na\tElle a de la fièvre et des frissons.\n", encoding="utf-8"
        )
        terminology(store)
        about = About("source", "fr", "CC0", "written for the test")
        corpus = import_mentions(store, tmp_path / "m.annotations.tsv", about, NOW).corpus
        campaign = create_campaign(store, CampaignRequest("link", corpus.id, task="linking"))
        for new in (2, 0):
            site.go(page, f"rounds?campaign={campaign.id}")
            opened(page, t("rounds.source"))
            press(page, t("rounds.source_do"))
            said(page, t("rounds.source_done", count=new, number=1, linked=1, none=1, silent=0, several=0))
        [one] = store.campaigns.rounds(campaign.id)
        assert len(store.answers.latest(one.id)) == 2
        assert store.check() == []
