"""The pages of participants, sent by a stand-in of a platform: links with ids, codes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from aloi.storage.store import Store
from aloi.ui import session
from aloi.workbench.crowds.opening import Crowd, link_of
from tests.ui.server.forms import send
from tests.workbench.crowds.participants import RIGHT, WRONG, Visitor, open_one
from tests.workbench.scene import NOW, make_scene

BACK = "https://platform.example/complete"


@dataclass
class Platform:
    """A stand-in of a recruiting platform: it fills in the link, and reads the code of the last page."""

    app: Starlette
    link: str

    def address(self, participant: str, session_id: str = "s1", **changed: str) -> str:
        filled = self.link.replace("{{%PROLIFIC_PID%}}", participant).replace("{{%STUDY_ID%}}", "study")
        filled = filled.replace("{{%SESSION_ID%}}", session_id)
        return filled + "".join(f"&{name}={value}" for name, value in changed.items())

    def browser(self) -> TestClient:
        return TestClient(self.app, follow_redirects=False)


@pytest.fixture
def crowd(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Crowd:
    monkeypatch.setattr(session, "lease_seconds", lambda: 1800)
    scene = make_scene(store, tmp_path, pairs=7, people_=1)
    return open_one(
        scene, places=2, per_person=3, overlap=1, attention=(6,), allowed_failures=0,
        completion_url=f"{BACK}?cc=DONE", screened_out_code="OUT", return_url=BACK,
        consent="You are at least 18.\nYou may stop at any time.",
    )  # fmt: skip


@pytest.fixture
def platform(app: Starlette, crowd: Crowd) -> Platform:
    return Platform(app, link_of(crowd))


def work(store: Store, crowd: Crowd, location: str, check: float = RIGHT, count: int | None = None) -> None:
    """Answer the items of the participant whose page a redirect leads to."""
    assert parse_qs(urlsplit(location).query)["round"] == [crowd.round_id]
    started = [row for row in store.crowds.participants(crowd) if row.participant.status == "started"]
    person_id = started[-1].participant.person_id
    Visitor(store, crowd, "").work(person_id, count, (session.now() - NOW).total_seconds(), check)


def test_a_participant_from_the_link_to_the_code(platform: Platform, store: Store, crowd: Crowd) -> None:
    browser, address = platform.browser(), platform.address("pid1")
    page = browser.get(address)
    assert page.status_code == 200
    assert "You may stop at any time." in page.text
    assert not store.crowds.participants(crowd), "a request without a form changes nothing"
    assert "Accepter et commencer" in browser.get(f"{address}&language=fr").text
    entered = send(browser, address)
    assert entered.status_code == 303
    assert "pid1" not in entered.headers["location"]
    for path in ("/", "/home", "/my_work", "/tokens", "/password", "/download/exports/a", "/overview"):
        elsewhere = browser.get(path)
        assert (elsewhere.status_code, elsewhere.headers["location"]) == (303, "/crowd/end")
    assert browser.get("/annotate").text.startswith("page")
    assert browser.get("/api/v1/campaigns").status_code == 401
    assert browser.get("/crowd/end").headers["location"] == entered.headers["location"]
    work(store, crowd, entered.headers["location"])
    end = browser.get("/crowd/end")
    assert end.status_code == 200
    assert f'href="{BACK}?cc=DONE"' in end.text
    assert '<code id="code" class="secret">DONE</code>' in end.text
    other_device = platform.browser()
    assert send(other_device, platform.address("pid1", "s2")).headers["location"] == "/crowd/end"
    (row,) = store.crowds.participants(crowd)
    assert (row.participant.sessions, row.participant.status) == (2, "finished")


def test_who_is_screened_out_gets_the_other_code(platform: Platform, store: Store, crowd: Crowd) -> None:
    browser = platform.browser()
    entered = send(browser, platform.address("pid2"))
    work(store, crowd, entered.headers["location"], check=WRONG)
    end = browser.get("/crowd/end").text
    assert "OUT" in end
    assert "DONE" not in end
    assert f'href="{BACK}"' in end


def test_links_that_are_wrong_full_or_closed(platform: Platform, store: Store, crowd: Crowd) -> None:
    browser = platform.browser()
    assert browser.get("/crowd/end").status_code == 404
    assert browser.get("/crowd/unknown?PROLIFIC_PID=a").status_code == 404
    assert browser.get(f"/crowd/{crowd.token}").status_code == 400
    assert browser.get(platform.address("<script>")).status_code == 400
    assert browser.post(platform.address("pid3")).status_code in (403, 413), "no form of ours"
    for name in ("pid3", "pid4"):
        assert send(platform.browser(), platform.address(name)).status_code == 303
    full = browser.get(platform.address("pid5"))
    assert full.status_code == 409
    assert f'href="{BACK}"' in full.text
    assert "complète" in browser.get(platform.address("pid5", language="fr")).text
    store.crowds.set_closed(crowd.round_id)
    assert browser.get(platform.address("pid6")).status_code == 410
    assert browser.get(platform.address("pid3")).status_code == 200, "who started may finish"


def test_too_many_starts_from_a_network_wait(platform: Platform) -> None:
    browser = platform.browser()
    answers = [send(browser, platform.address("pid7")).status_code for _ in range(51)]
    assert answers == [303] * 50 + [429]
