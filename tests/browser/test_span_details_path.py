"""Attributes and relations from three annotators, one on a phone, to a decision, gold and files."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.gold.formats import format_named
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.spans import details_of_round
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.releases import ExportRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, choose, download, make_release, press, ready, set_sizes, settled
from tests.workbench.scene import let_adjudicate
from tests.workbench.span_campaign import TEXTS, make

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
SETTINGS = {
    "labels": ["disorder", "sign", "drug"],
    "attributes": [
        {
            "name": "certainty",
            "labels": ["disorder", "sign"],
            "default": "affirmed",
            "values": [{"name": "affirmed", "key": "a"}, {"name": "negated", "key": "x"},
                       {"name": "possible", "key": "p"}],
        },
        {"name": "course", "labels": ["sign"], "multiple": True,
         "values": [{"name": "acute", "key": "c"}, {"name": "mild", "key": "m"}]},
    ],
    "relations": [{"name": "treats", "key": "t", "from": ["drug"], "to": ["sign"]}],
    "nested": True,
    "broken": True,
}  # fmt: skip
RIGHT, EXTEND = "ArrowRight", "Shift+ArrowRight"
CANCER = ["Home", RIGHT, RIGHT, EXTEND, EXTEND, "1", "x"]
PAIN = ["Home", "2", "c", "m"]
COUGH = ["Home", RIGHT, EXTEND, "2"]
DRUG = ["End", "ArrowLeft", "3"]
NOTE = "The cough may be an old one."
KEYS = {
    # Ada relates the drug to the cough, which is possible; she notes why. Bea negates it and flags the text.
    "Ada": {"a": CANCER, "b": [*COUGH, "p", *DRUG, "t", "Enter"], "c": ["0"], "d": PAIN},
    "Bea": {"a": CANCER, "b": [*COUGH, "x", *DRUG, "f"], "c": ["0"], "d": PAIN},
}
EXPORTED = ("brat", "label_studio", "bigbio", "docbin", "conllu", "huggingface")


def settings() -> dict:
    """Return the schema in canonical form."""
    labels = [{"name": name} for name in SETTINGS["labels"]]
    return task("spans").check_settings({**SETTINGS, "labels": labels})


def build(store: Store) -> None:
    """Make the people and a campaign with an open round."""
    roles = {"boss": Role.ADMINISTRATOR, "Judge": Role.ADJUDICATOR}
    for name in ("boss", "Judge", "Ada", "Bea", "Cem"):
        role = roles.get(name, Role.ANNOTATOR)
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    make(store, settings())
    open_round(
        store, RoundRequest("marks", purpose="main", annotators=["Ada", "Bea", "Cem"], overlap=3, repeats=0)
    )
    let_adjudicate(store)


def text_of(page: Page) -> str:
    names = {text: name for name, text in TEXTS.items()}
    return names[page.locator(".passage").inner_text()]


def annotate(site: Site, name: str) -> None:
    """Annotate by keyboard alone."""
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(4):
        at(page, done, 4)
        text = text_of(page)
        for key in KEYS[name][text]:
            page.keyboard.press(key)
        if (name, text) == ("Ada", "b"):
            page.keyboard.press("n")
            page.keyboard.type(NOTE)
            page.keyboard.press("Escape")
        if text != "c":
            page.keyboard.press("Enter")
    expect(page.get_by_text(t("annotate.finished_why"))).to_be_visible()


def annotate_by_touch(site: Site, name: str) -> None:
    """Annotate with a finger: the cough is one word, affirmed, and the drug treats it."""
    page = site.visitors.enter(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    site.sign_in(page, name, "annotate")

    def tap(*words: str) -> None:
        for word in words:
            page.locator(".piece", has_text=word).first.tap()

    def label(value: str) -> None:
        page.locator(f"[data-label='{value}']").tap()

    for done in range(4):
        at(page, done, 4)
        match text_of(page):
            case "a":
                tap("cancer", "poumon")
                label("disorder")
                label("certainty:negated")
            case "b":
                tap("toux")
                label("sign")
                tap("paracétamol")
                label("drug")
                label("relation:treats")
                tap("toux")
                expect(page.locator(".links .end-of")).to_have_count(1)
            case "d":
                tap("Douleur")
                for value in ("sign", "course:acute", "course:mild"):
                    label(value)
        nothing = not page.locator(".marked .one").count()
        page.locator("[data-action='sp_none']" if nothing else ".save").tap()
    expect(page.get_by_text(t("annotate.finished_why"))).to_be_visible()


def decide(site: Site) -> None:
    """Read the note; accept the longer cough, then its value, then the relation, which moves to it."""
    page = site.visitor()
    site.sign_in(page, "Judge", "adjudicate")
    ready(page)
    expect(page.get_by_text(NOTE)).to_be_visible()
    expect(page.get_by_text(t("annotate.has_flag"))).to_be_visible()
    expect(page.locator(".one.offer")).to_have_count(2)
    expect(page.locator(".by-value").first).to_contain_text("possible (Ada)")
    expect(page.locator(".links .offer.waits")).to_have_count(2)
    for key in ("y", "Delete"):  # the two words, then not the one word
        page.keyboard.press(key)
    expect(page.locator(".one.offer")).to_have_count(0)
    # The relation of the annotator with the other limits goes on at the span that stands.
    expect(page.locator(".links .offer")).to_have_count(1)
    expect(page.locator(".links .offer")).to_contain_text("Ada, Cem")
    page.keyboard.press("n")
    page.keyboard.type("It is said of today.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")  # asks for the value that nobody has the majority for
    expect(page.locator(".problem.main")).to_contain_text("toux sèche")
    expect(page.locator(".facet [data-by='Bea']")).to_have_count(1)
    for key in ("p", "y", "y", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


def release(site: Site, page: Page, folder: Path) -> None:
    """Freeze gold, make a release and export it."""
    site.go(page, "releases")
    press(page, t("releases.freeze"))
    page.get_by_label(t("releases.version"), exact=True).first.wait_for()
    set_sizes(page, "all=rest")
    make_release(page)
    expect(page.get_by_text(t("releases.sound"))).to_be_visible()
    for name in EXPORTED:
        choose(page, label_of(ExportRequest, "format"), format_named(name).title)
        press(page, t("releases.export"))
        with zipfile.ZipFile(download(page, re.compile(rf"{name}\.zip"))) as archive:
            archive.extractall(folder / name)


def check(store: Store, folder: Path) -> None:
    """Check the decision, and that it and the gold by vote are in every exported folder."""
    [round_] = store.campaigns.rounds(store.campaigns.get("marks").id)
    [decision] = store.gold.adjudications(round_.id)
    assert decision.value == {
        "spans": [
            {"id": "s1", "label": "sign", "parts": [[4, 14]], "attributes": {"certainty": "possible"}},
            {"id": "s2", "label": "drug", "parts": [[31, 42]]},
        ],
        "relations": [{"type": "treats", "from": "s2", "to": "s1"}],
    }
    expected = {
        TEXTS["a"]: [("disorder", {"certainty": ("negated",)})],
        TEXTS["b"]: [("sign", {"certainty": ("possible",)}), ("drug", {})],
        TEXTS["c"]: [],
        TEXTS["d"]: [("sign", {"certainty": ("affirmed",), "course": ("acute", "mild")})],
    }
    for name in EXPORTED:
        rows = format_named(name).read(folder / name, (0.0, 1.0))["all"]
        read = {row.text: row for row in rows if isinstance(row, TaggedTokens)}
        details = {
            text: [(span.label, dict(span.attributes)) for span in row.spans] for text, row in read.items()
        }
        assert details == expected, name
        assert read[TEXTS["b"]].spans == spans_of(decision.value), name
        assert read[TEXTS["b"]].relations == relations_of(decision.value), name


@pytest.mark.slow
def test_details_of_spans_go_the_whole_way(visitors: Visitors, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    build(store)
    with running_site(visitors, tmp_path) as site:
        for name in KEYS:
            annotate(site, name)
        annotate_by_touch(site, "Cem")
        boss = site.visitor()
        site.sign_in(boss, "boss")
        site.go(boss, "agreement")
        boss.get_by_role("tab", name=t("spans.title"), exact=True).click()
        settled(boss)
        expect(boss.get_by_text(t("spans.attributes_agreement"), exact=True)).to_be_visible()
        expect(boss.get_by_text(t("spans.relations_agreement"), exact=True)).to_be_visible()
        decide(site)
        release(site, boss, tmp_path)

    attributes = details_of_round(store, "marks", 1).attributes
    assert {each.name for each in attributes} == {"certainty", "course"}
    check(store, tmp_path)
    store.close()
