"""A task with a kind of question of its own: its room, its guideline, the question's room, and two lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.exporting import export, formats_of
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.models.training import TrainRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign, ready_guideline
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About, import_corpus
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, give_decision
from tests.contract.small_task.task import SIDES, LeaningTask
from tests.workbench.overriding import overriding

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ROOT = Path(__file__).parents[2]
ROOM = Path(__file__).parents[1] / "contract/small_task"
SENTENCES = {
    "for": "With the treatment the fever fell, case {n}.",
    "against": "The treatment was stopped because of pain, case {n}.",
    "neither": "She lives with her sister, case {n}.",
}
BROUGHT, DRAWN = 10, 1  # texts a side whose answers come in a table, and that are annotated in the browser
KEYS = {"for": "+", "against": "-", "neither": "="}


def side_of(text: str) -> str:
    return next(side for side, written in SENTENCES.items() if text.startswith(written[:12]))


@pytest.fixture
def listed() -> Iterator[None]:
    """List the task for this test; the server's process lists it by `registered.py`."""
    TASKS.append(LeaningTask())
    yield
    TASKS.pop()


def prepare(store: Store, folder: Path) -> None:
    """Import texts and the answers of a first round, and open a second round over the rest."""
    for name, role in (("boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
    (folder / "texts").mkdir()
    for side, written in SENTENCES.items():
        for n in range(BROUGHT + DRAWN):
            (folder / "texts" / f"{side}-{n}.txt").write_text(written.format(n=n), encoding="utf-8")
    corpus = import_corpus(store, folder / "texts", About("notes", "en", "CC0", "written")).corpus
    make_passages(store, PassagesRequest(corpus.id, "document"), NOW)
    create_campaign(store, CampaignRequest("lean", corpus.id, task="leaning"))
    add_guideline(store, GuidelineRequest("lean", text=ready_guideline("leaning", "fr")), NOW)
    kept = [one for one in store.texts.corpus_items(corpus.id) if f"case {BROUGHT}." not in one.texts[0]]
    lines = [f"{one.id}\t{name}\t{side_of(one.texts[0])}" for one in kept for name in ("Ada", "Bea")]
    (folder / "answers.tsv").write_text("\n".join(["item_id\tannotator\tvalue", *lines]) + "\n", "utf-8")
    arrival = import_path(store, [folder / "answers.tsv"], ImportOptions("lean", None, number=1), NOW)
    assert arrival.new == len(lines) == 60
    open_round(store, RoundRequest("lean", purpose="main", annotators=["Ada", "Bea"]))


def annotate(site: Site, name: str, doubted: str) -> None:
    """Answer by keyboard what each text says; the text of one side is taken for another."""
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(len(SIDES)):
        at(page, done, len(SIDES))
        side = side_of(page.locator(".leaning-text").inner_text())
        page.keyboard.press(KEYS["neither" if side == doubted else side])
    expect(page.get_by_text(t("annotate.finished", campaign="lean", round=2))).to_be_visible()


def look_and_decide(site: Site, page: Page) -> None:
    """Decide the one text on which the two differ; every page of the flow takes the task."""
    site.sign_in(page, "boss", "campaigns")
    expect(page.get_by_text("Asked of the treatment")).to_be_visible()
    site.go_on(page, "adjudicate")
    expect(page.get_by_text(SENTENCES["against"].format(n=BROUGHT))).to_be_visible()
    give_decision(page, "it was stopped", page.locator("[data-label='against']"))
    expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()
    site.go_on(page, "agreement")
    expect(page.get_by_text(re.compile(r"Krippendorff's alpha \(nominal\): 0\.\d+"))).to_be_visible()
    for name in ("rounds", "releases"):
        site.go_on(page, name)
        expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.browser
def test_a_new_task_goes_all_the_way(visitors: Visitors, tmp_path: Path, listed: None) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    prepare(store, tmp_path)
    with running_site(visitors, tmp_path, "tests.contract.small_task.registered") as site:
        annotate(site, "Ada", doubted="")
        annotate(site, "Bea", doubted="against")
        look_and_decide(site, site.visitor())
    (view,) = round_report(store, "lean", 2).views
    assert {one.measure: one.value for one in view.results}["percent_agreement"] == pytest.approx(2 / 3)
    gold = freeze(store, FreezeRequest("lean"), now=NOW).gold
    texts = {one.id: one.texts[0] for one in store.texts.items([one.item_id for one in gold.items])}
    assert len(texts) == 33
    assert {one.item_id: one.value for one in gold.items} == {
        item_id: {"leaning": side_of(text)} for item_id, text in texts.items()
    }
    overrides, sizes = overriding("agreement", "names"), {"train": 21, "test": "rest"}
    release = build(store, ReleaseRequest("lean", "1.0", sizes=sizes, overrides=overrides), now=NOW)
    for one in formats_of(store.campaigns.get("lean")):
        export(store, ExportRequest(release.id, one.name), tmp_path / one.name, now=NOW)
        assert [*(tmp_path / one.name).rglob("*.*")]
    asked = TrainRequest("tfidf_linear", data=("lean@1.0",), test=("lean@1.0",))
    (learnt,) = run_plans(plans(store, asked), tmp_path / "runs")
    assert next(one.value for one in learnt.scores if one.metric == "weighted_f1") > 0.9
    store.close()


def test_it_took_its_room_its_guideline_the_room_of_its_question_and_two_lines() -> None:
    files = {one.relative_to(ROOM).as_posix() for one in ROOM.rglob("*") if one.is_file()}
    files = {one for one in files if "__pycache__" not in one}
    packages, lists = {"__init__.py", "leaning/__init__.py"}, {"registered.py"}
    written = files - packages - lists
    assert written == {
        "task.py",
        "guideline.en.md",
        "leaning/question.py",
        "leaning/leaning.js",
        "leaning/leaning.css",
    }
    lines = (ROOM / "registered.py").read_text(encoding="utf-8").splitlines()
    assert [one.split(".")[0] for one in lines if ".append(" in one] == ["TASKS", "QUESTIONS"]
    # The product knows neither by name.
    product = [
        path
        for folder in ("annotation", "aloi")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js", ".toml")
    ]
    assert len(product) > 500
    named = [path for path in product if re.search(r"(?i)\bleaning", path.read_text(encoding="utf-8"))]
    assert named == []
