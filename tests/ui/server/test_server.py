"""Signing in, the gate, invites and downloads: what lets a person in and what keeps everybody else out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.studies.simplification import WRITE_SUBSET
from aloi.ui import session
from aloi.ui.server import app as server
from aloi.ui.server import auth
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.people import hash_token, invite
from aloi.workbench.requests.corrections import InviteRequest
from tests.ui.server.forms import PASSWORD, add, form_token, hashed, send, setup_address, sign_in

ROOT = Path(__file__).parents[3]
TEXTS = {
    name: tomllib.loads((ROOT / "aloi/ui" / f"texts.{name}.toml").read_text(encoding="utf-8"))
    for name in ("en", "fr")
}


def test_first_start_asks_for_a_manager_once(client, store):
    assert client.get("/signin").headers["location"] == "/setup"
    short = send(client, setup_address(store), name="Ada", password="short", again="short")
    assert short.status_code == 400
    assert "The password has 5 characters: at least 10 are needed." in short.text
    differ = send(client, setup_address(store), name="Ada", password=PASSWORD, again=PASSWORD + "!")
    assert "The two passwords differ" in differ.text
    assert 'value="Ada"' in differ.text
    assert not store.people.list()
    made = send(client, setup_address(store), name="Ada", password=PASSWORD, again=PASSWORD)
    assert (made.status_code, made.headers["location"]) == (303, "/")
    assert [(one.name, one.role) for one in store.people.list()] == [("Ada", Role.ADMINISTRATOR)]
    assert client.get("/").text.startswith("page")
    assert client.get("/setup").headers["location"] == "/signin"
    assert client.post("/setup", data={"name": "Eve"}).headers["location"] == "/signin"


def test_a_manager_without_a_password_does_not_block_the_first_start(client, store):
    store.people.add("Imported", Role.ADMINISTRATOR, session.now())
    made = send(client, setup_address(store), name="Ada", password=PASSWORD, again=PASSWORD)
    assert made.status_code == 303
    assert store.people.has_administrator()


def test_sign_in_and_out(client, store):
    add(store, "Ada")
    answer = sign_in(client, next="/rounds?a=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rounds?a=1")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert client.get("/").text == "page None"  # the login goes to the websocket alone
    out = send(client, "/signout").headers["location"]
    assert out == "/signin?out"
    assert "/assets/forget.js" in client.get(out).text
    assert "aloi.work/" in client.get("/assets/forget.js").text
    assert "script" not in client.get("/signin").text  # who comes back after a while keeps what was not sent
    assert client.get("/").headers["location"] == "/signin"


def test_signing_out_ends_the_login_in_the_store(client, store):
    add(store, "Ada")
    sign_in(client)
    kept = client.cookies["aloi_login"]
    send(client, "/signout")
    client.cookies.set("aloi_login", kept)
    assert client.get("/").status_code == 303


NEW = "another battery horse"


def test_a_person_changes_their_password_and_is_signed_out_elsewhere(app, client, store):
    add(store, "Ada")
    assert client.get("/password").headers["location"] == "/signin?next=/password"
    sign_in(client)
    with TestClient(app, follow_redirects=False) as elsewhere:
        sign_in(elsewhere)
        assert elsewhere.get("/").text.startswith("page")
        changed = send(client, "/password", old=PASSWORD, password=NEW, again=NEW)
        assert (changed.status_code, changed.headers["location"]) == (303, "/password?changed")
        assert t("password.changed") in client.get("/password?changed").text
        assert client.get("/").text.startswith("page")
        assert elsewhere.get("/").headers["location"] == "/signin"
    assert sign_in(client, password=PASSWORD).status_code == 401
    assert sign_in(client, password=NEW).status_code == 303


@pytest.mark.parametrize(
    ("old", "new", "again", "told"),
    [
        ("not the old one", NEW, NEW, "password is wrong"),
        (PASSWORD, "short", "short", "at least 10 are needed"),
        (PASSWORD, NEW, NEW + "!", "The two passwords differ"),
    ],
)
def test_a_password_is_changed_by_the_old_one_and_by_the_rules_alone(client, store, old, new, again, told):
    add(store, "Ada")
    sign_in(client)
    refused = send(client, "/password", old=old, password=new, again=again)
    assert refused.status_code == 400
    assert told in refused.text
    assert client.get("/").text.startswith("page")
    assert sign_in(client, password=PASSWORD).status_code == 303


def test_the_old_password_cannot_be_guessed_without_end(client, store):
    add(store, "Ada")
    sign_in(client)
    for _ in range(5):
        send(client, "/password", old="a wrong guess", password=NEW, again=NEW)
    blocked = send(client, "/password", old=PASSWORD, password=NEW, again=NEW)
    assert blocked.status_code == 429
    assert store.people.user("Ada").password_hash == hashed()


def test_a_form_from_elsewhere_changes_no_password(client, store):
    add(store, "Ada")
    sign_in(client)
    sent = client.post("/password", data={"old": PASSWORD, "password": NEW, "again": NEW})
    assert sent.status_code == 400
    assert store.people.user("Ada").password_hash == hashed()


def test_the_cookie_is_secure_over_https(app, store):
    add(store, "Ada")
    with TestClient(app, base_url="https://testserver", follow_redirects=False) as client:
        assert "secure" in sign_in(client).headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("origins", "is_secure"),
    [
        (("https://aloi.example",), True),
        (("https://aloi.example", "https://aloi.example:8443"), True),
        (("http://aloi.example",), False),
        (("https://aloi.example", "http://aloi.example"), False),  # some come without
    ],
)
def test_the_cookie_is_secure_where_browsers_come_by_https_alone(store, settings, origins, is_secure):
    """A proxy that nobody declared says nothing of https that would be believed."""
    add(store, "Ada")
    doors, middleware = server.front(replace(settings, origins=origins), store)
    with TestClient(Starlette(routes=doors, middleware=middleware), follow_redirects=False) as client:
        form = client.get("/signin?language=en")
        token = form_token(form.text)
        nonce = {"Cookie": f"aloi_form={form.cookies['aloi_form']}"}
        fields = {"name": "Ada", "password": PASSWORD, "form_token": token}
        answer = client.post("/signin", data=fields, headers=nonce)
    assert answer.status_code == 303
    given = [one for told in (form, answer) for one in told.headers.get_list("set-cookie")]
    assert len(given) == 4
    assert {"secure" in one.lower() for one in given} == {is_secure}


def test_the_store_never_sees_the_token(client, store):
    add(store, "Ada")
    sign_in(client)
    token = client.cookies["aloi_login"].rsplit(".", 1)[0]
    assert store.people.login(hash_token(token), session.now()) is not None
    assert store.people.login(token, session.now()) is None


@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "wrong password"), ("Nobody", PASSWORD), ("Off", PASSWORD), ("No", "")]
)
def test_wrong_pairs_get_one_and_the_same_answer(client, store, name, password):
    add(store, "Ada")
    store.people.set_disabled(add(store, "Off", Role.ANNOTATOR), True)
    store.people.add("No", Role.ANNOTATOR, session.now())
    answer = sign_in(client, name, password)
    assert answer.status_code == 401
    assert "Wrong name or password." in answer.text
    assert "aloi_login" not in client.cookies


@pytest.mark.parametrize("path", ["/signin", "/signout"])
def test_a_form_without_its_token_is_refused(client, store, path):
    add(store, "Ada")
    page = client.get(path)
    forged = client.post(path, data={"name": "Ada", "password": PASSWORD})
    assert forged.status_code == 403
    assert "Please try again." in forged.text
    client.cookies.clear()  # a token without its cookie: sent from another site
    assert client.post(path, data={"form_token": form_token(page.text)}).status_code == 403
    assert "aloi_login" not in client.cookies


def test_setup_without_its_token_makes_nobody(client, store):
    client.post("/setup", data={"name": "Eve", "password": PASSWORD, "again": PASSWORD})
    assert store.people.list() == []


def test_an_invite_works_once(client, store):
    add(store, "Ada")
    token = invite(store, InviteRequest("annotator", name="Bo"), session.now())
    page = client.get(f"/invite/{token}")
    assert 'value="Bo"' in page.text
    assert "You were invited as Annotator." in page.text
    taken = send(client, f"/invite/{token}", name="Ada", password=PASSWORD, again=PASSWORD)
    assert taken.status_code == 400
    assert "Choose another name." in taken.text
    done = send(client, f"/invite/{token}", name="Bo <b>", password=PASSWORD, again=PASSWORD)
    assert done.status_code == 303
    assert client.get("/").status_code == 200
    assert [(one.name, one.role) for one in store.people.list()][1:] == [("Bo <b>", Role.ANNOTATOR)]
    again = client.get(f"/invite/{token}")
    assert again.status_code == 410
    assert t("invite.gone") in again.text
    assert client.get("/invite/made-up").status_code == 410


def test_nobody_invited_takes_over_what_somebody_else_signs_in_as(client, store):
    add(store, "Ada")
    token = invite(store, InviteRequest("annotator"), session.now())
    pseudonym = store.people.get("Ada").pseudonym
    taken = send(client, f"/invite/{token}", name=pseudonym, password=PASSWORD, again=PASSWORD)
    assert taken.status_code == 400
    assert "Choose another name." in taken.text
    assert sign_in(client, pseudonym).status_code == 303
    assert len(store.people.list()) == 1


def test_a_changed_password_ends_the_links_that_would_change_it_again(client, store):
    ada = add(store, "Ada")
    sign_in(client)
    token = invite(store, InviteRequest("manager", person=ada), session.now())
    changed = send(client, "/password", old=PASSWORD, password=NEW, again=NEW)
    assert changed.status_code == 303
    assert client.get(f"/invite/{token}").status_code == 410


def test_an_invite_gives_somebody_known_a_password(client, store):
    add(store, "Ada")
    known = store.people.add("Bo", Role.ANNOTATOR, session.now())
    token = invite(store, InviteRequest("annotator", person=known.pseudonym), session.now())
    answer = send(client, f"/invite/{token}", name="Ada", password=PASSWORD, again=PASSWORD)
    assert answer.status_code == 303
    assert len(store.people.list()) == 2
    assert sign_in(client, "Bo").status_code == 303


@pytest.mark.parametrize(
    ("path", "target"),
    [("/", "/signin"), ("/rounds", "/signin?next=/rounds"), ("/a?b=c&d", "/signin?next=/a%3Fb%3Dc%26d")],
)
def test_documents_ask_to_sign_in(client, store, path, target):
    add(store, "Ada")
    answer = client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, target)


@pytest.mark.parametrize(
    "target", ["//evil.example", "/\\evil.example", "https://evil.example", "", "/a\nb", "javascript:x"]
)
def test_signing_in_never_leads_away(client, store, target):
    add(store, "Ada")
    assert sign_in(client, next=target).headers["location"] == "/"


@pytest.mark.parametrize(
    "path",
    ["/media/x", "/_stcore/upload_file/a/b", "/_stcore/stream", "/download/a"],
)
def test_files_and_uploads_need_a_login(client, store, path):
    add(store, "Ada")
    assert client.get(path).status_code == 401
    assert client.put(path, content=b"x").status_code == 401


@pytest.mark.parametrize("path", ["/static/index.js", "/_stcore/health", "/favicon.png"])
def test_what_the_sign_in_page_needs_is_open(client, path):
    assert client.get(path).text == "page None"


def test_health(client, store):
    sound = {"web": "ok", "worker": "ok", "store": "ok", "jobs_waiting": 0}
    assert client.get("/healthz").json() == sound
    store.jobs.add("backup", {}, "M1", session.now())
    assert client.get("/healthz").json() == {**sound, "jobs_waiting": 1}
    store.jobs.add("check", {}, "M1", session.now() - timedelta(minutes=3))  # nobody takes it
    late = client.get("/healthz")
    assert (late.status_code, late.json()["worker"]) == (503, "does not take jobs")
    store.jobs.add("train", {}, "M1", session.now())
    assert store.jobs.claim(session.now(), 60, jobs.LANES["others"]) is not None
    assert client.get("/healthz").json() == late.json()  # a model that trains copies nothing
    # One of its own kind that runs may keep others waiting.
    assert store.jobs.claim(session.now(), 60, jobs.LANES["short"]) is not None
    assert client.get("/healthz").json() == {**sound, "jobs_waiting": 1}


def test_health_tells_of_a_disk_that_is_almost_full(client, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=99_999_999))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["store"]) == (503, "disk almost full")


def test_health_tells_of_a_store_that_cannot_be_read(client, store, monkeypatch):
    def refuse(self, only):
        raise AloiError("aloi.not-found", kind="gold", name="x")

    monkeypatch.setattr("aloi.storage.jobs.Jobs.queue", refuse)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["store"]) == (503, "cannot be read")


@pytest.mark.sqlite
def test_a_store_file_that_was_moved_is_told_and_served_again(client, store):
    add(store, "Ada")
    path = Path(store._database.engine.url.database)
    path.rename(path.with_name("moved.db"))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["store"]) == (503, "file moved or deleted")
    page = client.get("/signin", headers={"accept-language": "fr"})
    assert (page.status_code, page.text) == (503, TEXTS["fr"]["signin"]["store_changed"])
    path.write_bytes(path.with_name("moved.db").read_bytes())
    assert client.get("/healthz").json()["store"] == "file replaced"
    path.with_name("moved.db").replace(path)
    assert sign_in(client).status_code == 303


def test_a_store_that_cannot_be_read_is_told_and_comes_back(client, store, monkeypatch):
    add(store, "Ada")
    sign_in(client)

    def away(*_: object, **__: object) -> None:
        raise AloiError("storage.driver-away", store="postgresql://db.hospital.example/aloi", code="08006")

    with monkeypatch.context() as patched:
        patched.setattr("aloi.storage.database.Database.first", away)
        patched.setattr("aloi.storage.database.Database.read", away)
        for path in ("/", "/signin", "/download/exports/x"):
            answer = client.get(path, headers={"accept-language": "fr"})
            assert (answer.status_code, answer.text) == (503, TEXTS["fr"]["signin"]["store_away"])
        with pytest.raises(WebSocketDisconnect) as ended, client.websocket_connect("/_stcore/stream"):
            pass
        assert ended.value.code == 1013
    assert client.get("/").status_code == 200


def test_an_error_of_our_own_is_not_taken_for_a_store_that_is_away(client, store, monkeypatch):
    def wrong(*_: object) -> None:
        raise AloiError("aloi.not-found", kind="gold", name="x")

    add(store, "Ada")
    sign_in(client)
    monkeypatch.setattr("aloi.storage.database.Database.first", wrong)
    with pytest.raises(AloiError):
        client.get("/")


def test_a_spoofed_header_gives_no_identity(client, store):
    person = add(store, "Ada")
    token = auth.start_login(store, person, session.now())
    spoofed = {"x-aloi-login": hash_token(token), "X-Aloi-Person": person}
    assert client.get("/", headers=spoofed).status_code == 303
    assert client.get("/static/x", headers=spoofed).text == "page None"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/_stcore/stream", headers=spoofed):
        pass


def test_the_websocket_gets_the_login_of_the_cookie_alone(client, store):
    add(store, "Ada")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/_stcore/stream"):
        pass
    sign_in(client)
    token = client.cookies["aloi_login"].rsplit(".", 1)[0]
    with client.websocket_connect("/_stcore/stream", headers={"X-ALOI-LOGIN": "spoofed"}) as socket:
        assert socket.receive_text() == hash_token(token)


def test_a_cookie_we_did_not_sign_is_nobody(client, store):
    token = auth.start_login(store, add(store, "Ada"), session.now())
    client.cookies.set("aloi_login", f"{token}.{'A' * 27}")
    assert client.get("/").status_code == 303
    client.cookies.set("aloi_login", auth.Seal(b"another secret").sign("login", token))
    assert client.get("/").status_code == 303


def test_a_disabled_person_is_out_at_once(client, store):
    add(store, "Ada")
    other = add(store, "Bob")
    sign_in(client, "Bob")
    assert client.get("/").status_code == 200
    store.people.set_disabled(other, True)
    assert client.get("/").status_code == 303


def test_downloads(client, store, settings):
    folder = settings.data / "exports" / "release"
    folder.mkdir(parents=True)
    (folder / "gold.tsv").write_text("a\tb\n")
    (settings.data / "mining").mkdir()
    (settings.data / "mining" / "x.txt").write_text("x")
    (settings.data / "aloi.db").write_text("secret")
    add(store, "Ada")
    add(store, "Anna", Role.ANNOTATOR)
    sign_in(client, "Anna")
    assert client.get("/download/exports/release/gold.tsv").status_code == 403
    sign_in(client, "Ada")
    found = client.get("/download/exports/release/gold.tsv")
    assert (found.status_code, found.text) == (200, "a\tb\n")
    assert 'filename="gold.tsv"' in found.headers["content-disposition"]
    assert found.headers["cache-control"] == "private, no-store"
    for away in (
        "exports/release/none.tsv", "exports/release", "exports/", "exports//etc/passwd", "exports/%00",
        "exports/%2e%2e/aloi.db", "exports/..%2faloi.db", "%2e/aloi.db", "mining/x.txt",
    ):  # fmt: skip
        assert client.get(f"/download/{away}").status_code == 404, away


def test_adjudicators_download_what_they_asked_for_alone(client, store, settings, monkeypatch):
    exports = settings.data / "exports"
    (exports / "agreement" / "0f").mkdir(parents=True)
    for name in ("ward-1.0-sts_tsv.zip", "ward-gold-all.zip", "agreement/0f/table-agreement.html"):
        (exports / name).write_text(name)
    for name, role in (("Ada", Role.ADMINISTRATOR), ("Bo", Role.ADJUDICATOR), ("Cy", Role.ADJUDICATOR)):
        add(store, name, role)
    bo = next(one.pseudonym for one in store.people.list() if one.name == "Bo")
    monkeypatch.setitem(jobs.VERBS, WRITE_SUBSET, lambda *asked: {"file": "ward-gold-all.zip"})
    jobs.start(store, WRITE_SUBSET, {}, bo, session.now())
    assert [one.status for one in store.jobs.list()] == ["done"]
    statuses = {}
    for name in ("Ada", "Bo", "Cy"):
        sign_in(client, name)
        statuses[name] = [
            client.get(f"/download/exports/{one}").status_code
            for one in (
                "ward-1.0-sts_tsv.zip",
                "agreement/%2e%2e/ward-1.0-sts_tsv.zip",
                "ward-gold-all.zip",
                "agreement/0f/table-agreement.html",
            )
        ]
    assert statuses == {
        "Ada": [200, 200, 200, 200],
        "Bo": [404, 404, 200, 404],  # nor what others measured
        "Cy": [404, 404, 404, 404],
    }


def test_a_link_out_of_the_exports_folder_is_not_followed(client, store, settings):
    folder = settings.data / "exports" / "release"
    folder.mkdir(parents=True)
    (settings.data / "aloi.db").write_text("secret")
    (folder / "link").symlink_to(settings.data / "aloi.db")
    add(store, "Ada")
    sign_in(client)
    assert client.get("/download/exports/release/link").status_code == 404


@pytest.mark.parametrize(
    "section", ["theme", "theme.sidebar", "theme.light", "theme.dark", "theme.dark.sidebar"]
)
def test_the_theme_is_what_streamlit_reads_option_by_option(monkeypatch, section):
    def told() -> bytes:
        found = CustomThemeConfig()
        app_session._populate_theme_msg(found, section)
        return found.SerializeToString()

    ours = tomllib.loads((ROOT / "aloi/ui" / "server" / "streamlit.toml").read_text(encoding="utf-8"))
    own = ours
    for name in section.split("."):
        own = own.get(name, {})
    options = {f"{section}.{name}": value for name, value in own.items() if not isinstance(value, dict)}
    before = {name: config.get_option(name) for name in options}
    for module, name in ((config, "get_options_for_section"), (app_session, "to_snake_case")):
        monkeypatch.setattr(module, name, getattr(module, name))  # put back at the end
    try:
        for name, value in options.items():
            config.set_option(name, value)
        read = told()
        server._read_theme_once()
        assert told() == told() == read
        assert bool(read) == bool(options)
    finally:
        for name, value in before.items():
            config.set_option(name, value)


def test_security_headers(client, store):
    add(store, "Ada")
    for path in ("/signin", "/", "/healthz", "/media/x"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "connect-src 'self'" in client.get("/").headers["content-security-policy"]
    assert "base-uri 'none'" in client.get("/signin").headers["content-security-policy"]


def test_a_browser_keeps_no_file_of_a_page(client, store):
    add(store, "Ada")
    sign_in(client)
    assert client.get("/media/x").headers["cache-control"] == "private, no-store"
    assert "cache-control" not in client.get("/static/index.js").headers


def test_a_name_is_shown_as_text(client, store):
    add(store, "Ada")
    answer = sign_in(client, '"><script>alert(1)</script>', "wrong")
    assert "<script>" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_a_large_form_is_refused_unread(client, store):
    add(store, "Ada")
    assert client.post("/signin", data={"name": "x" * 30_000}).status_code == 413


def test_pages_name_their_fields(client, store):
    add(store, "Ada")
    html = client.get("/signin").text
    for field in re.findall(r'<input id="(\w+)"', html):
        assert f'<label for="{field}">' in html
    assert html.count("autofocus") == 1
    assert client.get("/assets/aloi.css").headers["content-type"].startswith("text/css")
    assert client.get("/assets/icon.svg").status_code == 200
    assert client.get("/assets/base.html").status_code == 404


def test_the_real_server_refuses_a_socket_without_cookie(tmp_path):
    """One real process: it starts, answers, redirects to set-up, and refuses strangers."""
    import httpx

    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    upload = data / "uploads" / "of last month"
    upload.parent.mkdir(mode=0o700)
    upload.mkdir()
    os.utime(upload, (0, 0))
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "aloi.ui.server.app",
            "--store",
            f"sqlite:///{data / 'aloi.db'}",
            "--port",
            "0",
        ],
        cwd=ROOT,
        env={**os.environ, "ALOI_DATA": str(data), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address, line
        handshake = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        assert not upload.exists()  # though nobody uploads anything
        with httpx.Client(base_url=address[0], timeout=20) as web:
            assert web.get("/healthz").json()["web"] == "ok"
            assert web.get("/_stcore/health").status_code == 200
            assert web.get("/_stcore/stream", headers=handshake).status_code == 403
            assert web.get("/signin").headers["location"] == "/setup"
            made = {"name": "Ada", "password": PASSWORD, "again": PASSWORD}
            setup = re.search(r"/setup\?token=[^\s]+", line)[0]
            made["form_token"] = form_token(web.get(setup).text)
            assert web.post(setup, data=made).headers["location"] == "/"
            assert "<title>" in web.get("/").text
            evil = {**handshake, "Origin": "http://localhost:3000"}
            assert web.get("/_stcore/stream", headers=evil).status_code == 403
            spoofed = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
            assert "secure" not in web.get("/signin", headers=spoofed).headers["set-cookie"].lower()
            with web.stream("GET", "/_stcore/stream", headers=handshake) as opened:
                assert opened.status_code == 101
            cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
            with connect(
                f"{address[0].replace('http', 'ws')}/_stcore/stream", additional_headers={"Cookie": cookie}
            ) as opened:
                # A message of 6 MB begins: it is refused before any of it is held.
                opened.socket.sendall(b"\x82\xff" + (6_000_000).to_bytes(8, "big") + bytes(4))
                with pytest.raises(ConnectionClosedError) as ended:
                    opened.recv(timeout=20)
                assert ended.value.rcvd.code == 1009
    finally:
        process.terminate()
        process.wait(timeout=15)
        process.stdout.close()
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (data, *data.iterdir())}
    assert modes.pop("data") == "0o700"
    assert modes
    assert set(modes.values()) <= {"0o600", "0o700"}  # no other account of the machine reads a text
