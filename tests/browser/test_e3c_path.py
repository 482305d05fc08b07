"""From real case reports to a downloaded release in the browser, and the same by commands alone."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.ui.pages.adjudicate.header import progress_words
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.requests.candidates import DrawRequest
from aloi.workbench.requests.corrections import InviteRequest
from aloi.workbench.rounds.adjudicating import queue
from tests.browser.site import Site, running_site
from tests.browser.steps import WORK, at, choose, download, fill, make_release, press, start_on_corpus
from tests.terminal.overriding import overriding

pytestmark = [pytest.mark.browser, pytest.mark.shared]
NAME, LICENCE, SOURCE, CAMPAIGN = "case reports", "CC BY 4.0", "E3C, French", "likeness"
WHY = "Read again with the guideline."
REPORTS = 100  # of 249, which make six times as many pairs to compare


def degree(left: str, right: str, who: str) -> int:
    """Return a made-up answer: the same for the same pair and person, different in a third of the pairs."""
    common = hashlib.sha256(f"{left}|{right}".encode()).digest()
    moved = hashlib.sha256(f"{left}|{right}|{who}".encode()).digest()[0] % 3 == 0
    return min(5, common[0] % 6 + 2) if moved else common[0] % 6


def shown(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def import_texts(site: Site, page: Page, path) -> None:
    site.go(page, "corpora")
    page.locator("input[type=file]").first.set_input_files(path)
    fill(page, t("app.name_label"), NAME)
    fill(page, t("corpora.licence"), LICENCE)
    fill(page, t("app.source"), SOURCE)
    press(page, t("corpora.do_import"))
    split = page.get_by_text(re.compile(r"\d+ sentences, split by French clinical rules"))
    expect(split).to_be_visible(timeout=WORK)


def draw_candidates(site, page: Page) -> int:
    site.go(page, "candidates")
    press(page, t("candidates.do_mine"))
    expect(page.get_by_text(re.compile(r"kept of .* compared"))).to_be_visible(timeout=2 * WORK)
    fill(page, label_of(DrawRequest, "per_bin"), "1")
    press(page, t("candidates.do_draw"))
    tab = page.get_by_role("tab", name=re.compile(r"Stored items \([1-9]\d*\)"))
    expect(tab).to_be_visible()
    return int(re.search(r"\d+", tab.inner_text())[0])


def start_campaign(site, page: Page) -> None:
    site.go(page, "start")
    start_on_corpus(page, "similarity", CAMPAIGN)
    site.go(page, "guideline")
    shown(page, t("campaigns.version", version=1, why=t("campaigns.first")))


def invite(site, page: Page, role: str) -> str:
    site.go(page, "people")
    if role != t("app.role_annotator"):
        choose(page, page.get_by_label(label_of(InviteRequest, "role")).first, role)
    press(page, t("people.do_invite"))
    return page.get_by_test_id("stCode").first.inner_text().strip()


def annotate(site, page: Page, who: str, total: int) -> None:
    site.go(page, "annotate")
    for done in range(total):
        at(page, done, total)
        left, right = (page.locator(".sentence").nth(side).inner_text() for side in (0, 1))
        page.keyboard.press(str(degree(left, right, who)))
    shown(page, t("annotate.finished", campaign=CAMPAIGN, round=1))


def adjudicate(site: Site, page: Page) -> int:
    store = site.store()
    disputes = queue(store, CAMPAIGN, 1).disputes
    store.close()
    site.go(page, "adjudicate")
    for decided, dispute in enumerate(disputes):
        shown(page, progress_words(decided, len(disputes) - decided))
        value = max(answer.value["score"] for answer in dispute.answers)
        degrees = (
            page.get_by_test_id("stRadio").locator("label").filter(has_text=re.compile(rf"^\s*{value}\b"))
        )
        degrees.first.click()
        fill(page, t("adjudicate.why"), WHY)
        press(page, t("adjudicate.decide"))
    shown(page, t("adjudicate.done"))
    return len(disputes)


def release(site, page: Page) -> bytes:
    site.go(page, "releases")
    press(page, t("releases.freeze"))
    page.get_by_label(t("releases.version"), exact=True).first.wait_for()
    make_release(page)
    shown(page, t("releases.sound"))
    press(page, t("releases.export"))
    return download(page, re.compile(r"\.zip")).read_bytes()


def by_commands(folder, path, items: int) -> dict:
    """Return the release made by commands alone from the same texts, answers, decisions and seeds."""
    url = f"sqlite:///{folder / 'commands.db'}"

    def told(*words):
        result = CliRunner().invoke(aloi, [*map(str, words), "--store", url, "--json"])
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    told("people", "add", "--name", "Boss", "--role", "administrator")
    for name, role in (("Ada", "annotator"), ("Bo", "annotator"), ("Cy", "adjudicator")):
        told("people", "add", "--name", name, "--role", role)
    about = ("--name", NAME, "--language", "fr", "--licence", LICENCE, "--source", SOURCE)
    told("corpus", "import", path, *about)
    told("corpus", "segment", NAME)
    told("corpus", "mine", NAME, "--out", folder / "c.tsv")
    told("corpus", "draw", NAME, folder / "c.tsv", "--per-bin", 1, "--seed", 0)
    told("campaign", "create", "--name", CAMPAIGN, "--corpus", NAME)
    told("guideline", "add", "--campaign", CAMPAIGN, "--ready")
    told(
        *("round", "open", "--campaign", CAMPAIGN, "--purpose", "main"),
        *("--items", items, "--annotators", "A1,A2", "--seed", 0),
    )
    rows = [["left", "right", "annotator", "value"]]
    store = Store.open(url)
    pairs = [item.texts for item in store.texts.corpus_items(store.texts.corpus(NAME).id)]
    rows += [[left, right, who, degree(left, right, who)] for left, right in pairs for who in ("A1", "A2")]
    assert len(pairs) == items
    write(folder / "a.tsv", rows)
    in_round = ("--campaign", CAMPAIGN, "--round", 1)
    assert told("annotations", "import", folder / "a.tsv", *in_round)["new"] == 2 * items
    decisions = [["item_id", "value", "why", "adjudicator"]]
    for item in store.texts.corpus_items(store.texts.corpus(NAME).id):
        first, second = (degree(*item.texts, who) for who in ("A1", "A2"))
        if first != second:
            decisions.append([item.id, max(first, second), WHY, "A3"])
    store.close()
    write(folder / "d.tsv", decisions)
    told("adjudicate", folder / "d.tsv", *in_round)
    told("gold", "freeze", "--campaign", CAMPAIGN)
    sizes = ("--sizes", "train=0.6,test=rest", *overriding("agreement", "crossing", "identifiers", "names"))
    return told("release", "build", "--campaign", CAMPAIGN, "--version", "1.0", *sizes, "--seed", 0)


def write(path, rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)


@pytest.mark.slow
def test_real_reports_become_a_release_in_the_browser_and_by_commands(visitors, shared, tmp_path):
    lines = (shared / "data" / "e3c-french" / "texts.tsv").read_text(encoding="utf-8").splitlines(True)
    path = tmp_path / "texts.tsv"
    path.write_text("".join(lines[: 1 + REPORTS]), encoding="utf-8")
    with running_site(visitors, tmp_path) as site:
        whole_path(site, path, tmp_path)


def whole_path(site: Site, path: Path, tmp_path: Path) -> None:
    manager = site.visitor()
    site.join(manager, site.setup, "Boss")
    shown(manager, t("home.start_here"))
    import_texts(site, manager, path)
    items = draw_candidates(site, manager)
    assert items >= 8
    start_campaign(site, manager)

    people = {}
    for name, role in (("Ada", "annotator"), ("Bo", "annotator"), ("Cy", "adjudicator")):
        people[name] = site.visitor()
        site.join(people[name], invite(site, manager, t(f"app.role_{role}")), name)

    site.go(manager, "rounds")
    manager.get_by_text(t("rounds.purpose_main"), exact=True).click()
    press(manager, t("rounds.do_open"))
    shown(manager, f"0 / {2 * items}")

    annotate(site, people["Ada"], "A1", items)
    annotate(site, people["Bo"], "A2", items)

    store = site.store()
    report = round_report(store, CAMPAIGN, 1)
    alpha = report.views[0].results[0]
    site.go(manager, "agreement")
    shown(manager, f"{alpha.value:.3f}")
    shown(manager, f"[{alpha.interval.low:.3f}, {alpha.interval.high:.3f}]")

    decided = adjudicate(site, people["Cy"])
    assert decided == len(report.agreement.disputed) > 0

    archive = zipfile.ZipFile(io.BytesIO(release(site, manager)))
    beside = {"STATEMENT.md", "LICENCE.md", "CITATION.cff", "sources/items.tsv", "sources/documents.tsv"}
    beside |= {"DATASHEET.md", "DATASHEET.fr.md"}
    assert set(archive.namelist()) == {"manifest.json", "sts.tsv"} | beside
    rows = list(csv.DictReader(io.StringIO(archive.read("sts.tsv").decode()), delimiter="\t"))
    assert len(rows) == items
    for row in rows:
        first, second = (degree(row["sentence1"], row["sentence2"], who) for who in ("A1", "A2"))
        assert float(row["score"]) == max(first, second)
    made = store.gold.release("1.0")
    assert json.loads(archive.read("manifest.json"))["checksum"] == made.checksum
    assert store.check() == []
    store.close()

    assert by_commands(tmp_path, path, items)["checksum"] == made.checksum
