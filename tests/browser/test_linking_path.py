"""Two annotators link ten mentions by keyboard alone; a tie is decided, the release holds the concepts."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotation, Role
from aloi.corpora.model import Mention
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.gold.formats.mentions.bigbio import read_bigbio
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.agreement.position_bias import position_bias
from aloi.workbench.agreement.report import round_report
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, download, make_release, press, ready, set_sizes
from tests.workbench.brought import import_mentions

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
# Sentences of three notes, the mentions to link between brackets.
NOTES = (
    "Elle a de la [fièvre] et des [maux de tête]; on lui donne du [paracétamol].",
    "Il décrit une <b>[gêne]</b> à la [gorge], une [toux avec crachats] et un [nez bouché].",
    "On lui pose l'[ensemble habituel]; la [cheville] est enflée, le [pouls] est rapide.",
)
NAMES = {
    "X01": ("fièvre", "fever"),
    "X02": ("céphalée", "maux de tête"),
    "X03": ("paracétamol", "acetaminophen"),
    "X04": ("toux", "cough"),
    "X05": ("crachats", "expectoration"),
    "X06": ("congestion nasale", "nez bouché"),
    "X07": ("pharynx", "gorge"),
    "X08": ("malaise", "discomfort"),
    "X09": ("cheville", "ankle"),
    "X10": ("pouls", "pulse"),
    "X11": ("fièvre jaune", "yellow fever"),
}
# Mention -> what each annotator answers; "/" leads what they search for.
SAME = {
    "fièvre": ["X01"], "maux de tête": ["X02"], "paracétamol": ["X03"], "nez bouché": ["X06"],
    "toux avec crachats": ["X04", "X05"], "ensemble habituel": [], "cheville": ["X09"], "pouls": ["X10"],
}  # fmt: skip
ANSWERS = {
    "Ada": {**SAME, "gêne": ["X08"], "gorge": ["X07"]},
    "Bea": {**SAME, "gêne": [], "gorge": ["X07"]},
}
SEARCHES = {"X08": "discom", "X03": "acetam", "X05": "expec"}


def build(store: Store, folder: Path) -> None:
    """Make the people, the mentions, the terminology, the campaign and its round."""
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    (folder / "notes").mkdir()
    for number, note in enumerate(NOTES):
        lines, text = [], ""
        for part in re.split(r"(\[.*?\])", note):
            if part.startswith("["):
                start = len(text)
                text += part[1:-1]
                lines.append(f"T{len(lines)}\tDISO {start} {len(text)}\t{part[1:-1]}\n")
            else:
                text += part
        (folder / "notes" / f"n{number}.txt").write_text(text, encoding="utf-8")
        (folder / "notes" / f"n{number}.ann").write_text("".join(lines), encoding="utf-8")
    corpus = import_mentions(store, folder / "notes", About("notes", "fr", "CC0", "written"), NOW).corpus
    names = [
        ConceptName(concept, name, language, "DISO", preferred=language == "fr")
        for concept, pair in NAMES.items()
        for language, name in zip(("fr", "en"), pair, strict=True)
    ]
    store.terminologies.add(Terminology.of("signs", "CC0", "written"), names, NOW)
    settings = {"candidates": 3, "order": "shuffled"}
    create_campaign(store, CampaignRequest("link", corpus.id, task="linking", settings=settings))
    open_round(store, RoundRequest("link", purpose="main", annotators=["Ada", "Bea"]))


def make_candidates(site: Site, page: Page) -> None:
    """Have the worker rank the names, from the page of the rounds."""
    site.go(page, "rounds")
    press(page, t("linking.make"))
    expect(page.get_by_text(t("linking.ready", done=10, total=10))).to_be_visible()


def choose(page: Page, concept: str, *, more: bool) -> None:
    """Choose a concept by its digit, or by searching for it."""
    here = page.locator(f".list .candidates[data-id={concept}]")
    if here.count() and concept not in SEARCHES:
        place = int(here.get_attribute("data-place")) + 1
        page.keyboard.press(f"Shift+Digit{place}" if more else str(place))
    else:
        page.keyboard.press("/")
        page.keyboard.type(SEARCHES.get(concept) or NAMES[concept][0], delay=30)
        expect(page.locator(f".list .found.here[data-id={concept}]")).to_be_visible()
        page.keyboard.press("Shift+Enter" if more else "Enter")
    expect(page.locator(".chips")).to_contain_text(concept)


def link(site: Site, name: str) -> dict[str, list[str]]:
    """Answer every mention; return the candidates drawn beside each, in their order."""
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    drawn = {}
    for done in range(10):
        at(page, done, 10)
        mention = page.locator(".sentence .target").inner_text()
        rows = page.locator(".list .candidates")
        drawn[mention] = [rows.nth(place).get_attribute("data-id") for place in range(rows.count())]
        concepts = ANSWERS[name][mention]
        if not concepts:
            page.keyboard.press("0")
        elif mention == "pouls":  # chosen wrongly first, and taken out again
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            page.keyboard.press("Backspace")
        for place, concept in enumerate(concepts):
            choose(page, concept, more=place > 0)
        page.keyboard.press("Enter")
    expect(page.get_by_text(t("annotate.finished", campaign="link", round=1))).to_be_visible()
    return drawn


def decide(site: Site, page: Page) -> None:
    """Decide the one mention on which the two differ: a concept against none."""
    site.go(page, "adjudicate")
    expect(page.get_by_text("Ada: X08 malaise")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("<b>gêne</b>")
    ready(page)
    page.keyboard.press("1")
    expect(page.locator(".chips")).to_contain_text("X08")
    page.keyboard.press("n")
    page.keyboard.type("une gêne est un malaise")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


def release(site: Site, page: Page) -> zipfile.ZipFile:
    """Freeze the gold, make a release and give what its export in the form of BigBio holds."""
    site.go(page, "releases")
    press(page, t("releases.freeze"))
    page.get_by_label(t("releases.version"), exact=True).first.wait_for()
    set_sizes(page, "test=rest")
    make_release(page)
    expect(page.get_by_text(t("releases.sound"))).to_be_visible()
    press(page, t("releases.export"))
    return zipfile.ZipFile(io.BytesIO(download(page, re.compile(r"\.zip")).read_bytes()))


@pytest.mark.slow
def test_mentions_are_linked_decided_and_released(visitors: Visitors, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    build(store, tmp_path)
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.sign_in(boss, "boss")
        make_candidates(site, boss)
        drawn = {name: link(site, name) for name in ANSWERS}
        site.go(boss, "agreement")
        expect(boss.get_by_text(re.compile(r"Krippendorff's alpha \(nominal\): 0\.\d+"))).to_be_visible()
        decide(site, boss)
        archive = release(site, boss)
    values = {one.measure: one.value for one in round_report(store, "link", 1).views[0].results}
    assert values["percent_agreement"] == pytest.approx(0.9)
    check_shown(store, drawn)
    check_release(archive, tmp_path)
    store.close()


def check_shown(store: Store, drawn: dict[str, dict[str, list[str]]]) -> None:
    """The order of the candidates each annotator saw is kept with the answer, and what they searched."""
    found: dict[str, dict[str, Annotation]] = {name: {} for name in ANSWERS}
    opened = store.campaigns.rounds(store.campaigns.get("link").id)[0]
    names = {one.id: one.pseudonym for one in store.people.list()}
    for one in store.answers.latest(opened.id):
        item = store.texts.item(one.key.item_id)
        assert isinstance(item, Mention)
        found[names[one.key.annotator_id]][item.mention] = one
    for name, answers in found.items():
        assert {mention: one.value for mention, one in answers.items()} == {
            mention: {"concepts": concepts} for mention, concepts in ANSWERS[name].items()
        }
        for mention, one in answers.items():
            assert one.shown["candidates"] == drawn[name][mention]
            assert sorted(one.shown["ranks"]) == [1, 2, 3]
            assert "tfidf" in str(one.shown["made_by"])
        assert answers["paracétamol"].shown["searched"][-1] == "acetam"
    assert drawn["Ada"] != drawn["Bea"]
    bias = position_bias(store, "link", 1)
    assert (bias.answers, bias.none, bias.unseen) == (20, 3, 0)
    assert sum(one.pairs for one in bias.orders) == 10


def check_release(archive: zipfile.ZipFile, folder: Path) -> None:
    """The file has every mention at its place with the concepts agreed on or decided."""
    (name,) = [one for one in archive.namelist() if one.endswith("test.jsonl")]
    path = folder / "test.jsonl"
    path.write_bytes(archive.read(name))
    assert all(json.loads(line)["passages"] for line in path.read_text(encoding="utf-8").splitlines())
    rows = read_bigbio(path).mentions
    assert {one.mention: list(one.concepts) for one in rows} == {**SAME, "gêne": ["X08"], "gorge": ["X07"]}
    assert [one.concept for one in rows if not one.concepts] == ["CUILESS"]
    for one in rows:
        assert [one.text[start:end] for start, end in one.spans] == [one.mention]
