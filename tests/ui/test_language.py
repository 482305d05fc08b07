"""The language of whoever reads: chosen by them, asked for by their browser, or the server's."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.ui import language, session, texts
from aloi.ui.server import app as server
from aloi.ui.texts import t, worded_for
from aloi.workbench.passwords import hash_password
from aloi.workbench.people import invite
from aloi.workbench.requests.corrections import InviteRequest
from tests.ui.pages import open_page

PASSWORD = "correct horse battery"
FRENCH = {"accept-language": "de, fr-CA;q=0.8, en;q=0.5"}


@pytest.fixture
def client(store: Store, tmp_path: Path) -> TestClient:
    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse("page")

    routes, middleware = server.front(Settings(store="", data=tmp_path, host="testserver"), store)
    return TestClient(
        Starlette(routes=[*routes, Route("/{path:path}", page)], middleware=middleware),
        follow_redirects=False,
    )


@pytest.fixture
def ada(store: Store, now: datetime) -> str:
    store.people.add("boss", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD), pseudonym="M1")
    return store.people.add("ada", Role.ANNOTATOR, now, password_hash=hash_password(PASSWORD)).id


def in_french(key: str, **values: object) -> str:
    with language.of_request("fr"):
        return t(key, **values)


@pytest.mark.parametrize(
    ("header", "liked"),
    [
        ("fr", ["fr"]),
        ("de;q=0.3, fr-CA;q=0.8, en", ["en", "fr-CA", "de"]),
        ("fr;q=0, en;q=x, it;q=0.1", ["it"]),
        ("", []),
    ],
)
def test_a_browser_says_what_it_likes_best(header: str, liked: list[str]):
    assert language.accepted(header) == liked


@pytest.mark.parametrize(
    ("wishes", "chosen"),
    [
        (("fr", "en"), "fr"),
        ((None, "fr_BE"), "fr"),
        (("de", "FR-ca"), "fr"),
        (({"a": 1}, "xx"), "en"),
        ((), "en"),
    ],
)
def test_the_first_wish_that_can_be_met_wins(wishes: tuple[object, ...], chosen: str):
    assert language.best(wishes) == chosen


def test_without_a_wish_the_server_decides(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ALOI_LANGUAGE", "fr")
    assert language.best(["de"]) == "fr"
    assert t("signin.password") == "Mot de passe"
    monkeypatch.setenv("ALOI_LANGUAGE", "de")
    assert language.best(["de"]) == "en"
    assert t("signin.password") == "Password"


def test_a_sentence_bends_with_its_number_as_its_language_does(monkeypatch: pytest.MonkeyPatch):
    read = {
        "en": {"x": {"y": {"language": "en", "one": "{count} item", "other": "{count} items"}, "z": "only"}},
        "fr": {"x": {"y": {"language": "fr", "one": "{count} texte", "other": "{count} textes"}}},
    }
    monkeypatch.setattr(texts, "_catalogue", read.__getitem__)
    texts._section.cache_clear()
    assert [t("x.y", count=one) for one in (0, 1, 2)] == ["0 items", "1 item", "2 items"]
    with language.of_request("fr"):
        assert [t("x.y", count=one) for one in (0, 1, 2)] == ["0 texte", "1 texte", "2 textes"]
        assert t("x.y", count=1_000_000) == "1\u202f000\u202f000 textes"  # no form of its own
        assert t("x.z") == "only"  # what French lacks is told in English, with the rules of English
    texts._section.cache_clear()


def test_a_table_says_the_language_of_its_rules():
    assert worded_for({"language": "fr", "one": "{count} mot", "other": "{count} mots"}, count=0) == "0 mot"


def test_the_sign_in_page_speaks_as_the_browser_asks(client: TestClient, ada: str):
    page = client.get("/signin", headers=FRENCH)
    assert '<html lang="fr">' in page.text
    assert "Se connecter" in page.text
    assert '<html lang="en">' in client.get("/signin", headers={"accept-language": "de"}).text


def test_a_language_chosen_on_the_way_in_is_the_persons(client: TestClient, store: Store, ada: str):
    page = client.get("/signin?next=/annotate%3Fround%3D1&language=fr")
    assert '<html lang="fr">' in page.text
    assert "next=%2Fannotate%3Fround%3D1&amp;language=en" in page.text.replace("/", "%2F")
    token = page.text.split('name="form_token" value="')[1].split('"')[0]
    form = {"name": "ada", "password": "wrong", "form_token": token, "next": "/"}
    refused = client.post("/signin?language=fr", data=form)
    assert in_french("signin.wrong").split(".")[0] in refused.text.replace("&#39;", "'")
    token = refused.text.split('name="form_token" value="')[1].split('"')[0]
    let_in = client.post("/signin?language=fr", data=form | {"password": PASSWORD, "form_token": token})
    assert let_in.status_code == 303
    assert store.people.preferences(ada) == {"language": "fr"}
    assert in_french("password.title") in client.get("/password").text
    assert in_french("signout.question") in client.get("/signout").text.replace("&#39;", "'")
    client.cookies.delete("aloi_login")
    assert '<html lang="fr">' in client.get("/signin").text, "who has signed out reads on in their language"


def test_an_invited_person_keeps_the_language_of_their_invitation(
    client: TestClient, store: Store, now: datetime, ada: str
):
    address = f"/invite/{invite(store, InviteRequest(Role.ANNOTATOR), session.now())}?language=fr"
    page = client.get(address)
    assert in_french("app.role_annotator").lower() in page.text.lower()
    token = page.text.split('name="form_token" value="')[1].split('"')[0]
    form = {"name": "élise", "password": PASSWORD, "again": PASSWORD, "form_token": token}
    assert client.post(address, data=form).status_code == 303
    user = store.people.user("élise")
    assert user is not None
    assert store.people.preferences(user.annotator.id) == {"language": "fr"}


def test_a_choice_in_the_sidebar_is_kept_and_speaks_at_once(site: Store):
    page = open_page(site, "home")
    boss = site.people.get("M1")
    assert page.title[0].value == "Hello boss"
    page.selectbox(key="account:language").set_value("fr").run()
    assert page.title[0].value == in_french("home.title", name="boss")
    assert site.people.preferences(boss.id) == {"language": "fr"}
    again = open_page(site, "home")
    assert again.title[0].value == in_french("home.title", name="boss")
    again.selectbox(key="account:language").set_value("en").run()
    assert again.title[0].value == "Hello boss"


def test_an_error_is_told_in_the_language_of_the_request():
    with language.of_request("fr"):
        assert session.error_text(AloiError("ui.signed-out")) != AloiError("ui.signed-out").told()


@pytest.mark.parametrize("where", ["before", "after"])
def test_the_terminal_tells_errors_in_the_language_asked_for(where: str, tmp_path: Path):
    (tmp_path / "broken.db").write_text("no database", encoding="utf-8")
    asked, command = (
        ["--language-of-messages", "fr"],
        ["people", "list", "--store", f"sqlite:///{tmp_path}/broken.db"],
    )
    english = CliRunner().invoke(aloi, command)
    french = CliRunner().invoke(aloi, [*asked, *command] if where == "before" else [*command, *asked])
    assert english.exit_code == french.exit_code == 2
    assert "cannot be opened" in english.stderr
    assert "On ne peut pas ouvrir" in french.stderr
    unknown = CliRunner().invoke(aloi, ["--language-of-messages", "xx", *command])
    assert unknown.exit_code == 2
