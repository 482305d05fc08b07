"""A word of a restricted corpus on its way through the pages, from the import to a model and a copy.

It is looked for in every file, in what server and workers print, in what they send to people who may not read
it, and in all addresses; whom they call on the way is written down.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import websockets
from playwright.sync_api import Page, WebSocket, expect
from websockets.sync.client import connect

from aloi.annotation.model import Campaign, Role, Round
from aloi.base.requests import to_data
from aloi.corpora.model import Json
from aloi.storage.model import Job
from aloi.storage.store import Store
from aloi.ui.navigation import PAGES
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.models.training import TrainRequest
from aloi.workbench.requests.releases import ExportRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.pairs import import_pairs
from tests import simulations
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, at, choose, fill, give_decision, make_release, press, settled
from tests.browser.test_payloads import drawn
from tests.canary import BREAKS, CALLS, CONTROL, LOG, OVERHEARD, WORD, holding, holds
from tests.studies.tokenisation.test_fertility import wordpiece
from tests.workbench.scene import NOW

__all__ = ["wordpiece"]  # a fixture
pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAIRS = 30  # a training wants ten, and ten to score
ELSEWHERE = "https://elsewhere.invalid"
MODEL = "nobody/no-such-model"
_OF_A_CAMPAIGN = ("agreement", "releases", "rounds", "overview", "adjudicate", "candidates", "campaigns")
_DOWNLOAD = re.compile(re.escape(t("releases.download", name="|").split("|")[0]))
# Where the texts belong: the store, what was uploaded, what was counted of them, copies, and the export that
# a reason was given for.
_BELONGS = ("given/", "aloi.db", "data/uploads/", "data/neighbours/", "data/backups/", "data/exports/")


@dataclass
class Reader:
    """A person's page, all that the server sent to it, and all addresses that it asked for."""

    page: Page
    received: list[bytes] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda one: self.addresses.append(one.url))
        self.page.on("console", lambda one: self.said.append(one.text))
        self.page.on("websocket", self._hear)

    def _hear(self, socket: WebSocket) -> None:
        self.addresses.append(socket.url)
        socket.on("framereceived", lambda one: self.received.append(one if isinstance(one, bytes) else b""))

    def reads(self) -> bool:
        """Return whether the word was sent to this page, and forget what was sent."""
        received, self.received = self.received, []
        assert received
        return any(map(holds, received))


@pytest.fixture
def site(visitors: Visitors, tmp_path: Path) -> Iterator[Site]:
    with running_site(visitors, tmp_path, OVERHEARD) as running:
        yield running


def person(site: Site, name: str, then: str = "home") -> Reader:
    """Return the page of somebody who has signed in."""
    reader = Reader(site.visitor())
    site.sign_in(reader.page, name, then)
    return reader


def import_restricted(site: Site, boss: Page, folder: Path) -> None:
    """Bring pairs under an agreement by the page, the word in each of them."""
    folder.mkdir()
    path = folder / "ward.tsv"
    lines = [f"{n}\t{WORD} tousse {n} fois.\tUne patiente {WORD} a {n + 40} ans." for n in range(PAIRS)]
    path.write_text("\n".join(["id\tleft\tright", *lines, ""]), encoding="utf-8")
    site.go(boss, "corpora")
    boss.locator("input[type=file]").first.set_input_files(path)
    boss.get_by_text(t("corpora.holds_pairs"), exact=True).click()
    fill(boss, t("corpora.licence"), "agreement with the ward")
    boss.get_by_text(label_of(ImportRequest, "restricted"), exact=True).filter(visible=True).first.click()
    press(boss, t("corpora.do_import"))
    expect(boss.get_by_text(t("corpora.split_not", count=1))).to_be_visible(timeout=WORK)


def set_up(store: Store, folder: Path) -> tuple[Campaign, Round, Campaign]:
    """Return the campaign on these pairs and its round for Ada and Bea, and one on free pairs for Eve."""
    [ward] = store.texts.corpora()
    assert ward.restricted
    for name in ("Ada", "Bea", "Eve"):
        secret = hash_password(PASSWORD)
        store.people.add(name, Role.ANNOTATOR, NOW, password_hash=secret, pseudonym=name)
    path = folder / "free.tsv"
    lines = [f"{n}\tUn texte libre {n}.\tUn autre texte {n}." for n in range(6)]
    path.write_text("\n".join(["id\tleft\tright", *lines, ""]), encoding="utf-8")
    free = import_pairs(store, path, About("free", "fr", "CC0-1.0", "written"), NOW).corpus
    made: list[tuple[Campaign, Round]] = []
    for corpus, crew in ((ward, ["Ada", "Bea"]), (free, ["Eve"])):
        campaign = campaigns.create_campaign(store, CampaignRequest(f"of {corpus.name}", corpus.id))
        campaigns.add_guideline(
            store, GuidelineRequest(campaign.id, text=campaigns.ready_guideline("similarity", "fr")), NOW
        )
        opened = rounds.open_round(
            store, RoundRequest(campaign.id, purpose="main", annotators=crew, overlap=len(crew))
        )
        made.append((campaign, opened))
    return made[0][0], made[0][1], made[1][0]


def label(site: Site, name: str, shift: int) -> None:
    """Answer every pair at the desk; the browser keeps nothing of them after signing out."""
    reader = person(site, name, "annotate")
    for done in range(PAIRS):
        at(reader.page, done, PAIRS)
        reader.page.keyboard.press(str((done + shift) % 6))
    settled(reader.page)
    assert reader.reads()  # so it would be heard elsewhere
    reader.page.goto(f"{site.address}/signout")
    reader.page.locator("button[type=submit]").click()
    expect(reader.page.locator("input[name=name]")).to_be_visible()
    kept = reader.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert WORD not in kept
    check_addresses(site, reader)


def check_addresses(site: Site, reader: Reader) -> None:
    """Require that neither addresses nor what scripts print hold the word, and none leads elsewhere."""
    assert [one for one in (*reader.addresses, *reader.said) if WORD.lower() in one.lower()] == []
    home = (f"{site.address}/", f"{site.address.replace('http', 'ws', 1)}/", "data:", f"blob:{site.address}/")
    assert any(one.startswith(home[0]) for one in reader.addresses)
    assert [one for one in reader.addresses if not one.startswith(home)] == []


def decide(site: Site, boss: Page, campaign: Campaign) -> None:
    """Read the agreement, and decide the first pair on which people differ."""
    drawn(site, boss, f"agreement?campaign={campaign.id}")
    expect(boss.get_by_text("Krippendorff").first).to_be_visible(timeout=WORK)
    drawn(site, boss, f"adjudicate?campaign={campaign.id}")
    expect(boss.locator(".desk .note")).to_be_visible(timeout=WORK)
    give_decision(boss, "Read again.", boss.locator(".degree").nth(3))
    expect(boss.get_by_text(t("adjudicate.decided"))).to_be_visible()


def release(site: Site, boss: Page, campaign: Campaign, exports: Path) -> None:
    """Freeze gold, release it, and export it: without its texts, not with them, with them for a reason."""
    drawn(site, boss, f"releases?campaign={campaign.id}")
    press(boss, t("releases.freeze"))
    boss.get_by_label(t("releases.version"), exact=True).first.wait_for()
    make_release(boss)
    expect(boss.get_by_text(t("releases.sound"))).to_be_visible(timeout=WORK)
    press(boss, t("releases.export"))
    download = boss.get_by_test_id("stMain").get_by_role("link", name=_DOWNLOAD)
    expect(download).to_be_visible(timeout=WORK)
    assert len(list(exports.glob("*.zip"))) == 1
    assert holding(exports) == set()
    choose(boss, label_of(ExportRequest, "format"), 0)
    press(boss, t("releases.export"))
    expect(boss.get_by_text("is restricted by a data-use agreement.")).to_be_visible(timeout=WORK)
    assert len(list(exports.glob("*.zip"))) == 1
    fill(boss, t("releases.reason"), "It is what this journey is about.")
    press(boss, t("releases.export"))
    expect(download).to_be_visible(timeout=WORK)
    assert len(list(exports.glob("*.zip"))) == 2
    assert {one.split("/")[0].removesuffix(".zip") for one in holding(exports)} == {"of-ward-1.0-sts_tsv"}


def worked(site: Site, verb: str, arguments: Mapping[str, Json]) -> Job:
    """Return a job that the worker of the site has dealt with."""
    with closing(site.store()) as store:
        job = jobs.start(store, verb, arguments, "M1", datetime.now(UTC))
        until = time.monotonic() + WORK / 1000
        while job.status in ("queued", "running"):
            assert time.monotonic() < until
            time.sleep(0.2)
            job = store.jobs.get(job.id)
    return job


def train_and_break_down(site: Site, release: str) -> None:
    """Train a forest on a release, and have a job end in an error whose words are a text."""
    asked = TrainRequest("features_sts", data=(release,), settings={"trees": 20}, seeds=(1,))
    trained = worked(site, "train", to_data(asked))
    assert trained.status == "done", trained.error
    broken = worked(site, BREAKS, {})
    assert broken.status == "failed"
    assert "ValueError" in str(broken.error)
    assert "cannot read" not in str(broken.error)


def call_for_a_model(site: Site, release: str) -> None:
    """Ask by name for a model that somebody else has: it is called for, as nothing else is."""
    asked = TrainRequest("sbert_sts", data=(release,), settings={"model": MODEL}, seeds=(1,))
    assert worked(site, "train", to_data(asked)).status == "failed"


def look_at_words(site: Site, boss: Page, campaign: Campaign, model: Path) -> None:
    """Read which words tokenizers split and which stand near others: no file of theirs holds the word."""
    study = {
        "models": [str(model)],
        "corpora": [campaign.corpus_id],
        "upload": "",
        "terms": [],
        "examples": 9,
    }
    assert worked(site, "study_tokenizers", study).status == "done"
    counted = {"corpus": campaign.corpus_id, "contexts": "window", "min_count": 1}
    assert worked(site, "prepare_neighbours", counted).status == "done"
    drawn(site, boss, "tokenisation")
    files = boss.get_by_test_id("stDownloadButton").get_by_role("button")
    expect(files.first).to_be_visible(timeout=WORK)
    with boss.expect_download() as given:
        files.first.click()
    assert not holds(given.value.path().read_bytes())
    boss.get_by_role("tab", name=t("tokenisation.tab_splits"), exact=True).click()
    expect(boss.get_by_text(WORD).first).to_be_visible()
    expect(boss.get_by_text(t("app.restricted_words"))).to_be_visible()
    expect(files.filter(visible=True)).to_have_count(0)
    drawn(site, boss, f"neighbours?campaign={campaign.id}")
    fill(boss, t("neighbours.words"), WORD.lower())
    expect(boss.get_by_text(t("app.restricted_words")).first).to_be_visible(timeout=WORK)
    expect(files).to_have_count(0)


def copy_and_check(site: Site, boss: Page) -> None:
    """Make a copy of the store, and see whether it is sound."""
    drawn(site, boss, "store")
    press(boss, t("store.do_backup"))
    expect(boss.get_by_test_id("stCode").first).to_be_visible(timeout=WORK)
    press(boss, t("store.do_check"))
    expect(boss.get_by_test_id("stCode").nth(1)).to_be_visible(timeout=WORK)


def come_from_elsewhere(site: Site, page: Page) -> None:
    """Send what pages of another site could, with the login of the page; all of it is refused."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    headers = {"Origin": ELSEWHERE, "Cookie": cookies, "Host": site.address.partition("://")[2]}
    for method, path in (
        ("GET", "/"),
        ("POST", "/signin"),
        ("POST", "/signout/elsewhere"),
        ("GET", "/healthz"),
    ):
        answer = httpx.request(method, site.address + path, headers=headers)
        assert answer.status_code == 403
    socket = f"{site.address.replace('http', 'ws')}/_stcore/stream"
    with pytest.raises(websockets.InvalidStatus):
        connect(socket, additional_headers={"Cookie": cookies}, origin=websockets.Origin(ELSEWHERE))
    with connect(socket, additional_headers={"Cookie": cookies}, origin=websockets.Origin(site.address)):
        pass  # so the login is one


def read_without_right(site: Site, campaign: Campaign, one: Round, exports: Path) -> int:
    """Look at every page as somebody who is not of the campaign; return how many."""
    eve = person(site, "Eve")
    looked = 0
    for address in [
        *(each.name for each in PAGES),
        *(f"{each}?campaign={campaign.id}" for each in _OF_A_CAMPAIGN),
        f"annotate?round={one.id}",
        f"my_work?round={one.id}",
    ]:
        eve.page.goto(f"{site.address}/{address}")
        settled(eve.page, WORK)
        looked += 1
    for path in exports.iterdir():
        answer = eve.page.request.get(f"{site.address}/download/exports/{path.name}")
        assert answer.status == 403
        assert not holds(answer.body())
    assert not eve.reads()
    check_addresses(site, eve)
    return looked


def test_a_restricted_text_is_found_where_it_belongs_and_nobody_is_called(
    site: Site, tmp_path: Path, wordpiece: Path, record_property
) -> None:
    given, exports = tmp_path / "given", tmp_path / "data" / "exports"
    boss = Reader(site.visitor())
    site.join(boss.page, site.setup, "Boss")
    import_restricted(site, boss.page, given)
    with closing(site.store()) as store:
        ward, opened, free = set_up(store, given)
    label(site, "Ada", 0)
    come_from_elsewhere(site, boss.page)
    label(site, "Bea", 1)
    decide(site, boss.page, ward)
    release(site, boss.page, ward, exports)
    train_and_break_down(site, f"{ward.name}@1.0")
    look_at_words(site, boss.page, ward, wordpiece)
    copy_and_check(site, boss.page)
    for page in _OF_A_CAMPAIGN:
        drawn(site, boss.page, f"{page}?campaign={ward.id}")
    assert boss.reads()
    for page in _OF_A_CAMPAIGN:  # the manager's own pages, of another campaign
        drawn(site, boss.page, f"{page}?campaign={free.id}")
    assert not boss.reads()
    looked = read_without_right(site, ward, opened, exports)
    check_addresses(site, boss)

    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    found = holding(tmp_path)
    assert [one for one in found if not one.startswith(_BELONGS)] == []
    assert [part for part in _BELONGS if not any(one.startswith(part) for one in found)] == []
    assert (tmp_path / LOG) in files
    calls = (tmp_path / CALLS).read_text(encoding="utf-8").splitlines()
    control = f"socket.connect {CONTROL}"
    assert sum(one.endswith(control) for one in calls) == 2  # the server's and the worker's
    outside = [one for one in calls if not one.endswith(control)]
    assert outside == []
    record_property(
        simulations.FIGURE,
        f"canary: {len(files)} files, {len(found)} hold it, all where it belongs; {looked} pages without "
        f"right, 0 hold it; outbound calls of server and worker: {len(outside)}",
    )
    call_for_a_model(site, f"{ward.name}@1.0")
    calls = (tmp_path / CALLS).read_text(encoding="utf-8").splitlines()
    assert {one.split()[-1] for one in calls if not one.endswith(control)} == {"huggingface.co"}
