"""Two annotators mark spans by keyboard; suggestions, agreement, a decision, gold, brat and CoNLL files."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.gold.formats import format_named
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.spans import span_report
from aloi.workbench.candidates.suggestions import suggestion_use
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.releases import ExportRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, choose, download, make_release, press, ready, set_sizes
from tests.workbench.scene import let_adjudicate
from tests.workbench.span_campaign import TEXTS, make, spans_in

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
DICTIONARY = "cancer du poumon\tdisorder\nparacétamol\tdrug\n"
# The keys of the labels: 1 disorder, 2 sign, 3 drug, 4 procedure, 5 anatomy.
RIGHT, EXTEND = "ArrowRight", "Shift+ArrowRight"
LUNG = ["Home", *[RIGHT] * 4, "5"]
COUGH = ["Home", RIGHT, EXTEND, "2"]
# Both: a pain in two parts, "Douleur ... droit". Ada accepts what is suggested; Bea widens the cancer.
PAIN = [",", *[RIGHT] * 6, "2"]
KEYS = {
    "Ada": {"a": ["Shift+Y", *LUNG], "b": ["Shift+Y", *COUGH], "c": ["0"], "d": PAIN},
    "Bea": {"a": ["Tab", EXTEND, "1", *LUNG], "b": ["y", *COUGH], "c": ["0"], "d": PAIN},
}


def build(store: Store) -> None:
    """Make the people and a campaign of clinical entities with an open round."""
    for name, role in (
        ("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR),
        ("Judge", Role.ADJUDICATOR),
    ):  # fmt: skip
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    make(store)
    open_round(store, RoundRequest("marks", purpose="main", annotators=["Ada", "Bea"]))
    let_adjudicate(store)


def suggest(site: Site, page: Page, table: Path) -> None:
    """Look a dictionary up in the texts, on the page."""
    site.go(page, "candidates")
    page.get_by_role("tab", name=t("candidates.passages"), exact=True).click()
    page.get_by_text(t("spans.suggest"), exact=True).click()
    page.locator("input[type=file]").last.set_input_files(table)
    expect(page.get_by_text("list.tsv")).to_be_visible()
    press(page, t("spans.suggest_do"))
    expect(page.get_by_text(t("spans.suggested", count=2, texts=4, items=4))).to_be_visible()


def annotate(site: Site, name: str) -> None:
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    names = {text: one for one, text in TEXTS.items()}
    for done in range(4):
        at(page, done, 4)
        keys = KEYS[name][names[page.locator(".passage").inner_text()]]
        for key in keys if keys == ["0"] else [*keys, "Enter"]:
            page.keyboard.press(key)
    expect(page.get_by_text(t("annotate.finished_why"))).to_be_visible()


def adjudicate(site: Site) -> None:
    """Take the longer cancer: the one dispute."""
    page = site.visitor()
    site.sign_in(page, "Judge", "adjudicate")
    expect(page.locator(".one.offer")).to_have_count(2)
    expect(page.locator(".one:not(.offer)")).to_have_count(1)  # the lung stands
    ready(page)
    page.locator(".one.offer .name", has_text="droit").click()
    page.keyboard.press("y")
    expect(page.locator(".one.offer")).to_have_count(1)
    page.keyboard.press("n")
    page.keyboard.type("The side belongs to the name.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


def release(site: Site, page: Page, folder: Path) -> None:
    """Freeze gold, make a release and export it as brat and as CoNLL."""
    site.go(page, "releases")
    press(page, t("releases.freeze"))
    page.get_by_label(t("releases.version"), exact=True).first.wait_for()
    set_sizes(page, "all=rest")
    make_release(page)
    expect(page.get_by_text(t("releases.sound"))).to_be_visible()
    for name in ("brat", "conll"):
        choose(page, label_of(ExportRequest, "format"), format_named(name).title)
        press(page, t("releases.export"))
        found = download(page, re.compile(rf"{name}\.zip"))
        with zipfile.ZipFile(found) as archive:
            archive.extractall(folder / name)


@pytest.mark.slow
def test_spans_are_marked_measured_decided_and_released(visitors: Visitors, tmp_path: Path) -> None:
    (tmp_path / "list.tsv").write_text(DICTIONARY, encoding="utf-8")
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    build(store)
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.sign_in(boss, "boss")
        suggest(site, boss, tmp_path / "list.tsv")
        for name in KEYS:
            annotate(site, name)
        site.go(boss, "agreement")
        boss.get_by_role("tab", name=t("spans.title"), exact=True).click()
        expect(boss.get_by_text(t("spans.use"))).to_be_visible()
        adjudicate(site)
        release(site, boss, tmp_path)

    # Each marked 5 spans; 4 of them are the same, and the cancers overlap.
    found = span_report(store, "marks", 1)
    assert [one.f1.value for one in found.means] == [pytest.approx(4 / 5), 1]
    # 28 tokens twice; one is disputed: disorder or nothing. Ada marks 3 + 3 + 2 tokens, Bea one more; the
    # longest span gives the label of the lung: 7 disorder, 8 sign, 2 drug, 39 nothing.
    alpha = round_report(store, "marks", 1, ci="none").views[0].results[0].value
    same = sum(n * (n - 1) for n in (7, 8, 2, 39))
    assert alpha == pytest.approx(1 - (2 / 56) / (1 - same / (56 * 55)))
    together, ada, bea = suggestion_use(store, "marks", 1)
    assert (ada.suggested, ada.unchanged, bea.unchanged, bea.changed) == (2, 2, 1, 1)
    assert together.share_kept == pytest.approx(3 / 4)

    expected = {
        "a": [("disorder", "cancer du poumon droit"), ("anatomy", "poumon")],
        "b": [("sign", "toux sèche"), ("drug", "paracétamol")],
        "c": [],
        "d": [("sign", "Douleur … droit")],
    }
    by_text = {TEXTS[name]: tuple(spans_in(TEXTS[name], marked)) for name, marked in expected.items()}
    brat = format_named("brat").read(tmp_path / "brat", (0.0, 1.0))["all"]
    assert {row.text: row.spans for row in brat} == by_text
    conll = format_named("conll").read(tmp_path / "conll", (0.0, 1.0))["all"]
    assert {row.id: row.tags for row in conll} == {row.id: row.tags for row in brat}
    store.close()
