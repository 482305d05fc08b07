"""Two annotators answer questions by keyboard alone; a tie is decided, and the release holds the answers."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.gold.formats.questions.mcqa_jsonl import letter, read_questions
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.exporting import export
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, give_decision
from tests.workbench.brought import import_questions
from tests.workbench.overriding import overriding

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
OPTIONS = ("le fémur", "le foie", "l'ulna")
QUESTIONS = tuple(f"Question {number} : lesquels sont des os ?" for number in range(1, 11))
# Question -> what each annotator answers; on the third they differ.
ANSWERS = {
    "Ada": dict.fromkeys(QUESTIONS, "ac") | {QUESTIONS[1]: "b"},
    "Bea": dict.fromkeys(QUESTIONS, "ac") | {QUESTIONS[1]: "b", QUESTIONS[2]: "a"},
}


def prepare(store: Store, folder: Path) -> None:
    """Make the people, the questions, the campaign and its round."""
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    path = folder / "questions.jsonl"
    lines = ({"question": one, "options": OPTIONS} for one in QUESTIONS)
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    corpus = import_questions(store, path, About("exam", "fr", "CC0", "written"), NOW).corpus
    create_campaign(store, CampaignRequest("exam", corpus.id, task="multiple_choice"))
    open_round(store, RoundRequest("exam", purpose="main", annotators=["Ada", "Bea"]))


def answer(site: Site, name: str) -> None:
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(len(QUESTIONS)):
        at(page, done, len(QUESTIONS))
        for key in ANSWERS[name][page.locator(".passage").inner_text().strip()]:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    expect(page.get_by_text(t("annotate.finished", campaign="exam", round=1))).to_be_visible()


def decide(site: Site, page: Page) -> None:
    """Decide the one question on which the two differ: both bones are correct."""
    site.go(page, "adjudicate")
    expect(page.get_by_text(QUESTIONS[2])).to_be_visible()
    give_decision(page, "l'ulna est un os", *(page.locator(f"[data-label='{one}']") for one in "AC"))
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()


@pytest.mark.slow
def test_questions_are_answered_decided_and_exported(visitors: Visitors, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    prepare(store, tmp_path)
    with running_site(visitors, tmp_path) as site:
        for name in ANSWERS:
            answer(site, name)
        boss = site.visitor()
        site.sign_in(boss, "boss")
        decide(site, boss)
        site.go(boss, "agreement")
        expect(boss.get_by_text(re.compile(r"Krippendorff's alpha \(nominal\): 0\.\d+"))).to_be_visible()
    (whole,), (options,) = (round_report(store, "exam", 1, scale=one).views for one in ("answer", "options"))
    assert {one.measure: one.value for one in whole.results}["percent_agreement"] == pytest.approx(0.9)
    # Nine pairs of equal sets, and one with one of two options in common.
    assert {one.measure: one.value for one in options.results}["pairwise_agreement"] == pytest.approx(0.95)
    freeze(store, FreezeRequest("exam"), now=NOW)
    overrides = overriding("agreement", "names")
    release = build(
        store, ReleaseRequest("exam", "1.0", sizes={"train": "rest"}, overrides=overrides), now=NOW
    )
    export(store, ExportRequest(release.id, "mcqa_jsonl"), tmp_path / "out", now=NOW)
    rows = [row for path in (tmp_path / "out").glob("*.jsonl") for row in read_questions(path)]
    assert {row.question: "".join(letter(one) for one in row.correct) for row in rows} == dict.fromkeys(
        QUESTIONS, "AC"
    ) | {QUESTIONS[1]: "B"}
    store.close()
