"""Two annotators give ten texts ICD-10 chapters by keyboard; kappa and AC1 are read, a tie decided."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.corpora.model import Passage
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.exporting import export
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About, import_corpus
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, give_decision, press
from tests.workbench.overriding import overriding

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
CAMPAIGN = "chapters"
# Ten texts written for this test, with the chapter each of the two gives and how: a key of the list, or
# what is typed after / . The two differ on the last one.
TEXTS: dict[str, tuple[str, str, str]] = {
    "La radiographie montre un foyer ; la toux cède sous antibiotique.": ("J00-J99", "/respiratoire", "/J00"),
    "Un foyer de la base gauche, de la fièvre et des crachats.": ("J00-J99", "/pneumonies", "/X. Appareil"),
    "Fracture du poignet après une chute, <b>plâtre</b> posé.": ("S00-T98", "/lesions", "/S00"),
    "Crise convulsive au travail, l'IRM est normale.": ("G00-G99", "6", "6"),
    "Palpitations ; l'électrocardiogramme montre une fibrillation.": ("I00-I99", "9", "/coeur"),
    "Une glycémie trop haute malgré le traitement.": ("E00-E90", "4", "/diabete"),
    "Douleur de la fosse iliaque droite, appendicite opérée.": ("K00-K93", "/digestif", "/K00"),
    "Eczéma des plis des coudes chez un nourrisson.": ("L00-L99", "/peau", "/eczema"),
    "Grossesse de huit mois, surveillance de la tension.": ("O00-O99", "/grossesse", "/GROSSESSE"),
    "Fièvre depuis trois jours, rien n'est retrouvé.": ("R00-R99", "/symptomes", "1"),
}
LAST = list(TEXTS)[-1]
# Ada and Bea agree on 9 of 10 texts. By hand: Ada uses J twice and eight chapters once; Bea the same with
# A00-B99 in place of R00-R99, so that 8 chapters have the same counts on both sides, J with 2 and 2.
OBSERVED = 9 / 10
BY_CHANCE = (2 * 2 + 7 * 1 * 1) / 100
KAPPA = (OBSERVED - BY_CHANCE) / (1 - BY_CHANCE)
# Gwet: the mean share p of each of the 22 chapters, sum of p (1 - p) over 22 - 1.
SHARES = [0.2, *[0.1] * 7, 0.05, 0.05]
GWET = sum(p * (1 - p) for p in SHARES) / 21
AC1 = (OBSERVED - GWET) / (1 - GWET)


def start(store: Store, folder: Path) -> None:
    """Make the people and the corpus."""
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    (folder / "texts").mkdir()
    for number, text in enumerate(TEXTS):
        (folder / "texts" / f"{number}.txt").write_text(text, encoding="utf-8")
    import_corpus(store, folder / "texts", About("notes", "fr", "CC0-1.0", "written"))


def make_items(site: Site, page: Page) -> None:
    """Store the documents as passages on the page Candidates."""
    site.go_on(page, "candidates")
    press(page, t("passages.do"))
    expect(page.get_by_text(t("passages.made", count=10, new=10))).to_be_visible()


def annotate(site: Site, name: str, turn: int) -> None:
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(len(TEXTS)):
        at(page, done, 10)
        way = TEXTS[page.locator(".passage").inner_text()][turn]
        if way.startswith("/"):
            page.keyboard.press("/")
            page.keyboard.type(way[1:])
            expect(page.locator(".label.active")).to_have_count(1)
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(way)
    expect(page.get_by_text(t("annotate.finished", campaign=CAMPAIGN, round=1))).to_be_visible()


def read_agreement(site: Site, page: Page) -> None:
    """Read kappa and AC1 of the pair where they stand side by side."""
    site.go_on(page, "agreement")
    page.get_by_role("tab", name=t("agreement.pairs"), exact=True).click()
    table = page.get_by_role("table").filter(has_text="Ada / Bea")
    expect(table.get_by_role("cell").first).to_have_text("Ada / Bea")
    heads = table.get_by_role("columnheader").all_text_contents()
    told = dict(zip(heads, table.get_by_role("cell").all_text_contents(), strict=True))
    assert told[t("measures.cohen_kappa")].startswith(f"{KAPPA:.3f} [")
    assert re.fullmatch(rf"{AC1:.3f} \[-?0\.\d{{3}}, [01]\.\d{{3}}\]", told[t("measures.gwet_ac1")])


def decide(site: Site, page: Page) -> None:
    """Decide the one text on which the two differ, the label found by searching."""
    site.go_on(page, "adjudicate")
    expect(page.get_by_text(LAST)).to_be_visible()
    give_decision(page, "aucune maladie n'est nommée", page.locator("[data-label='R00-R99']"))
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


@pytest.mark.slow
def test_chapters_are_given_by_keyboard_measured_decided_and_released(
    visitors: Visitors, tmp_path: Path
) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    start(store, tmp_path)
    with running_site(visitors, tmp_path) as site:
        boss = site.visitor()
        site.sign_in(boss, "boss")
        make_items(site, boss)
        create_campaign(
            store, CampaignRequest(CAMPAIGN, "notes", task="classification", preset="icd10_chapters")
        )
        open_round(store, RoundRequest(CAMPAIGN, purpose="main", annotators=["Ada", "Bea"]))
        for turn, name in enumerate(("Ada", "Bea"), start=1):
            annotate(site, name, turn)
        read_agreement(site, boss)
        decide(site, boss)
        site.go_on(boss, "campaigns")
        expect(boss.get_by_role("cell", name="X. Appareil respiratoire", exact=True)).to_be_visible()
    gold = freeze(store, FreezeRequest(CAMPAIGN), now=NOW).gold
    texts = {one.id: one.text for one in store.texts.items([one.item_id for one in gold.items])
             if isinstance(one, Passage)}  # fmt: skip
    assert {texts[one.item_id]: one.value for one in gold.items} == {
        text: {"labels": [chapter]} for text, (chapter, _, _) in TEXTS.items()
    }
    overrides, sizes = overriding("agreement", "names"), {"train": 8, "test": 2}
    release = build(store, ReleaseRequest(CAMPAIGN, "1.0", sizes=sizes, overrides=overrides), now=NOW)
    export(store, ExportRequest(release.id, "labelled_jsonl"), tmp_path / "out", now=NOW)
    lines = [
        json.loads(line)
        for part in ("train", "test")
        for line in (tmp_path / "out" / f"{part}.jsonl").read_text("utf-8").splitlines()
    ]
    assert {one["text"]: one["labels"] for one in lines} == {
        text: [chapter] for text, (chapter, _, _) in TEXTS.items()
    }
    store.close()
