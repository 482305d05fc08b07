"""What keeps strangers, floods of tries and pages of other sites out."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.server import app as server
from aloi.ui.server import auth, routes
from aloi.ui.texts import t
from aloi.workbench.passwords import is_outdated
from aloi.workbench.people import hash_token
from tests.ui.server.crowd import SlowWork
from tests.ui.server.forms import PASSWORD, add, form_token, send, setup_address, sign_in


def test_too_many_tries(client, store):
    add(store, "Ada")
    add(store, "Bob")
    assert [sign_in(client, password="wrong one").status_code for _ in range(6)] == [401] * 5 + [429]
    blocked = sign_in(client, " Ada ")
    assert blocked.status_code == 429
    assert "Too many attempts for this name. Wait 5 min" in blocked.text
    assert sign_in(client, "Bob").status_code == 303


def test_the_limit_slides_and_forgets(store, now):
    """Two tries of a person in five minutes, three of an address, in every process that has the store."""
    window = timedelta(minutes=5)

    def begin(person: str, minutes: float) -> timedelta | None:
        return store.sign_ins.begin(
            {f"person:{person}": 2, "address:a": 3}, window, now + timedelta(minutes=minutes)
        )

    assert begin("ada", 0) is None
    assert begin("ada", 3) is None
    assert begin("ada", 4) == timedelta(minutes=1)
    assert begin("bo", 4) is None
    assert begin("cy", 4) == timedelta(minutes=1)  # the address has had its three
    assert begin("ada", 5.5) is None
    store.sign_ins.succeeded(["person:ada"], [])
    assert begin("ada", 8.5) is None
    assert begin("ada", 8.75) is not None  # of the address, whose tries are not forgotten


def test_many_at_the_same_moment_cannot_all_try(store, now):
    with ThreadPoolExecutor(8) as pool:
        limits, window = {"person:p": 5}, timedelta(minutes=5)
        waits = list(pool.map(lambda _: store.sign_ins.begin(limits, window, now), range(24)))
    assert sum(wait is None for wait in waits) == 5


def test_name_and_pseudonym_count_together_and_a_known_browser_apart(app, client, store):
    """Who guesses at a person's password cannot keep that person out of the browser they work in."""
    add(store, "Ada")
    pseudonym = store.people.get("Ada").pseudonym
    assert sign_in(client).status_code == 303
    with TestClient(app, follow_redirects=False) as stranger:
        tries = [sign_in(stranger, name, password="wrong one").status_code for name in ("Ada", pseudonym) * 3]
        assert tries == [401] * 6
        right = sign_in(stranger)
        assert right.status_code == 401  # as a wrong one: the person is closed, and nobody is told
        assert t("signin.wrong") in right.text
        assert sign_in(stranger, pseudonym).status_code == 401
    assert send(client, "/signout").status_code == 303
    assert sign_in(client).status_code == 303


def test_the_bounds_tell_neither_who_exists_nor_who_is_called_what(app, store):
    """Whoever tries gets the same answers, word for word, whether or not somebody is so called."""
    add(store, "Jane Doe")
    pseudonym = store.people.get("Jane Doe").pseudonym

    def answers(*names: str) -> list[tuple[int, str]]:
        with TestClient(app, follow_redirects=False) as stranger:
            given = [sign_in(stranger, name, password="wrong one") for name in names]
            kept = stranger.cookies["aloi_form"]
        token = auth.Seal(store.people.secret("cookie")).form_token(kept)
        return [
            (one.status_code, one.text.replace(token, "").replace(name, ""))
            for one, name in zip(given, names, strict=True)
        ]

    for known, unknown in (("Jane Doe", "Jack Doe"), (pseudonym, "M9")):
        tried = answers(*(known,) * 5, known.swapcase(), known)
        assert tried == answers(*(unknown,) * 5, unknown.swapcase(), unknown)
        assert [status for status, _ in tried] == [401] * 6 + [429]


def test_who_mistypes_in_their_own_browser_closes_it_alone(app, client, store):
    add(store, "Ada")
    assert sign_in(client).status_code == 303
    assert send(client, "/signout").status_code == 303
    tries = [sign_in(client, password="wrong one").status_code for _ in range(6)]
    assert tries == [401] * 5 + [429]
    with TestClient(app, follow_redirects=False) as another:
        assert sign_in(another).status_code == 303


def test_an_address_is_bounded_over_all_names(client, store):
    add(store, "Ada")
    answers = [sign_in(client, f"name {number}", password="wrong one").status_code for number in range(51)]
    assert answers == [401] * 50 + [429]


def test_a_room_of_people_signs_in_from_one_address(app, client, store):
    """Whoever signs in leaves no try behind: only wrong passwords count."""
    for number in range(55):
        add(store, f"name {number}", Role.ADMINISTRATOR)
    statuses = set()
    for number in range(55):
        client.cookies.clear()
        statuses.add(sign_in(client, f"name {number}").status_code)
    assert statuses == {303}
    client.cookies.clear()
    assert sign_in(client, "nobody", password="wrong one").status_code == 401


def test_a_hash_of_a_lower_cost_is_made_anew_once_the_password_is_known(client, store):
    cheap = PasswordHasher(time_cost=1, memory_cost=1024).hash(PASSWORD)
    store.people.add("Ada", Role.ADMINISTRATOR, session.now(), password_hash=cheap)
    assert sign_in(client).status_code == 303
    anew = store.people.user("Ada").password_hash
    assert anew != cheap
    assert not is_outdated(anew)
    assert client.get("/password").status_code == 200  # and nobody is signed out by it


@pytest.mark.parametrize(
    ("name", "password"), [("Ada", "1234567890"), ("Ada Lovelace", "ada lovelace"), ("Ada", "azertyuiop")]
)
def test_the_first_passwords_one_would_try_are_refused(client, store, name, password):
    refused = send(client, setup_address(store), name=name, password=password, again=password)
    assert refused.status_code == 400
    assert t("password.common") in refused.text
    assert store.people.list() == []


def test_the_first_account_needs_the_address_that_was_printed(client, store):
    for address in ("/setup", "/setup?token=first.made-up"):
        shown = client.get(address)
        assert shown.status_code == 403
        assert t("first.title") in shown.text
        assert "form_token" not in shown.text


def test_sign_ins_are_listed_and_ended_elsewhere(app, client, store):
    add(store, "Ada")
    assert sign_in(client).status_code == 303
    with TestClient(app, follow_redirects=False) as other:
        assert sign_in(other).status_code == 303
        page = client.get("/password").text
        assert page.count("<li>") == 2
        assert page.count(t("password.this_browser")) == 1
        assert client.post("/signout/elsewhere", data={"form_token": "made up"}).status_code == 403
        ended = client.post("/signout/elsewhere", data={"form_token": form_token(page)})
        assert ended.headers["location"] == "/password?elsewhere"
        assert client.get("/password").status_code == 200
        assert other.get("/password").status_code == 303


def test_one_sign_in_alone_is_ended(app, client, store):
    add(store, "Ada")
    add(store, "Bob")
    assert sign_in(client).status_code == 303
    with (
        TestClient(app, follow_redirects=False) as lost,
        TestClient(app, follow_redirects=False) as third,
        TestClient(app, follow_redirects=False) as others,
    ):
        for other in (lost, third):
            assert sign_in(other).status_code == 303
        assert sign_in(others, "Bob").status_code == 303
        page = client.get("/password").text
        offered = re.findall(r'name="login" value="(\w+)"', page)
        assert len(offered) == 2
        gone = hash_token(lost.cookies["aloi_login"].rsplit(".", 1)[0])
        assert gone in offered
        form = {"form_token": form_token(page), "login": gone}
        assert others.post("/signout/elsewhere", data=form).status_code == 403
        theirs = form_token(others.get("/password").text)
        others.post("/signout/elsewhere", data={**form, "form_token": theirs})
        assert lost.get("/password").status_code == 200  # nobody ends what is somebody else's
        ended = client.post("/signout/elsewhere", data=form)
        assert ended.headers["location"] == "/password?ended"
        assert t("password.ended") in client.get("/password?ended").text
        assert lost.get("/password").status_code == 303
        for stays in (client, third, others):
            assert stays.get("/password").status_code == 200


def test_passwords_wait_their_turn_and_too_many_are_sent_away(store, settings, monkeypatch):
    """However many come at once, two are hashed at a time: each takes 64 MiB."""
    add(store, "Ada")
    monkeypatch.setattr(routes, "_MOST_WAITING", 3)
    slow = SlowWork()
    monkeypatch.setattr(auth, "check_sign_in", slow)
    door, _ = server.front(settings, store)
    with TestClient(Starlette(routes=door), follow_redirects=False) as client:
        token = form_token(client.get("/signin").text)

        def post(number: int) -> int:
            form = {"form_token": token, "name": f"name {number}", "password": "x"}
            return client.post("/signin", data=form).status_code

        assert slow.asked_by_all(post) == {401, 503}
    assert slow.most == 2


@pytest.mark.parametrize(
    ("origins", "origin", "is_let_in"),
    [
        ((), None, True),
        ((), "http://testserver", True),
        ((), "https://evil.example", False),
        ((), "http://localhost:3000", False),
        ((), "null", False),
        (("https://aloi.example.org",), "https://aloi.example.org", True),
        (("https://aloi.example.org",), "https://aloi.example.org.evil.example", False),
        (("https://aloi.example.org",), "http://aloi.example.org", False),
    ],
)
def test_what_another_site_sends_is_refused_before_all_else(store, settings, origins, origin, is_let_in):
    add(store, "Ada")
    asked = []

    async def stream(socket: WebSocket) -> None:
        asked.append(socket.headers.get("origin"))
        await socket.accept()
        await socket.close()

    doors, middleware = server.front(replace(settings, origins=origins), store)
    app = Starlette(routes=[*doors, WebSocketRoute("/_stcore/stream", stream)], middleware=middleware)
    headers = {} if origin is None else {"origin": origin}
    with TestClient(app, base_url="https://testserver", follow_redirects=False) as client:
        assert sign_in(client).status_code == 303
        assert (client.get("/password", headers=headers).status_code == 200) is is_let_in
        with ExitStack() as stack:
            if not is_let_in:
                stack.enter_context(pytest.raises(WebSocketDisconnect))
            stack.enter_context(client.websocket_connect("wss://testserver/_stcore/stream", headers=headers))
    assert asked == ([None] if is_let_in else [])  # what is inside never looks at it again


@pytest.mark.parametrize(
    ("role", "status"), [(Role.ANNOTATOR, 403), (Role.ADJUDICATOR, 200), (Role.ADMINISTRATOR, 200)]
)
def test_annotators_upload_nothing(app, client, store, role, status):
    add(store, "Ada", role)
    add(store, "Boss")
    assert sign_in(client).status_code == 303
    assert client.get("/_stcore/upload_file/session/file").status_code == status
