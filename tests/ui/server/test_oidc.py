"""Signing in with an account of one's institution: by invitation alone, and by what its provider signed."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from joserfc.jwk import RSAKey
from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.server import oidc, single_sign_on
from aloi.ui.texts import t
from aloi.workbench.people import invite
from aloi.workbench.requests.corrections import InviteRequest
from tests.ui.server.crowd import SlowWork
from tests.ui.server.forms import PASSWORD, add, send, sign_in
from tests.ui.server.stand_in import CLIENT, SECRET, StandIn, started


@pytest.fixture(scope="module")
def running() -> Iterator[StandIn]:
    one = StandIn()
    server = started(one)
    yield one
    server.should_exit = True


@pytest.fixture
def there(running: StandIn) -> StandIn:
    """The provider, with nothing wrong about it."""
    plain = StandIn(key=running.key, issuer=running.issuer)
    for name in ("subject", "name", "signs_with", "change", "algorithm", "calls_itself", "refuses"):
        setattr(running, name, getattr(plain, name))
    return running


@pytest.fixture
def settings(there: StandIn, tmp_path: Path) -> Settings:
    return Settings(
        host="testserver",
        store="",
        data=tmp_path / "data",
        oidc_issuer=there.issuer,
        oidc_client=CLIENT,
        oidc_secret=SECRET,
    )


@pytest.fixture
def manager(store: Store) -> str:
    return add(store, "Grace")


def invited(store: Store, **more: Any) -> str:
    """Return the token of a new link."""
    return invite(store, InviteRequest(Role.ANNOTATOR, **more), session.now())


def travel(client: TestClient, query: str = "") -> httpx.Response:
    """Go to the provider and come back, as a browser does; return the answer."""
    out = client.get(f"/oidc{query}")
    assert out.status_code == 303, out.text
    back = httpx.get(out.headers["location"], follow_redirects=False).headers["location"]
    return client.get(back.removeprefix("http://testserver"))


def test_who_was_invited_comes_in_with_their_account_and_is_known_from_then_on(client, store, manager):
    token = invited(store)
    page = client.get(f"/invite/{token}").text
    assert f"/oidc?invite={token}" in page
    assert t("oidc.with", host="127.0.0.1") in page
    came = travel(client, f"?invite={token}")
    assert (came.status_code, came.headers["location"]) == (303, "/")
    assert client.get("/").text.startswith("page")
    assert [(one.name, one.role) for one in store.people.list() if one.id != manager] == [
        ("Ada Lovelace", Role.ANNOTATOR)
    ]
    assert client.get(f"/invite/{token}").status_code == 410
    send(client, "/signout")
    again = travel(client, "?next=/rounds%3Fa%3D1")
    assert (again.status_code, again.headers["location"]) == (303, "/rounds?a=1")
    assert len(store.people.list()) == 2


def test_nobody_comes_in_who_was_not_invited_or_was_switched_off(client, store, manager):
    refused = travel(client)
    assert refused.status_code == 403
    assert t("oidc.unknown") in refused.text
    assert client.get("/").status_code == 303
    assert len(store.people.list()) == 1
    travel(client, f"?invite={invited(store)}")
    [ada] = [one for one in store.people.list() if one.id != manager]
    store.people.set_disabled(ada.id, True)
    assert travel(client).status_code == 403
    assert client.get("/").status_code == 303


def test_the_name_at_the_provider_decides_nothing(client, store, there, manager):
    travel(client, f"?invite={invited(store)}")
    send(client, "/signout")
    there.subject = "another"  # who goes by the same name
    assert travel(client).status_code == 403
    there.subject, there.name = "f3a1", "Grace"  # a manager here
    assert travel(client).status_code == 303
    assert "Ada Lovelace" in client.get("/password").text
    del manager


def test_an_invitation_is_used_once_and_an_account_is_one_person(client, store, there, manager):
    token = invited(store)
    assert travel(client, f"?invite={token}").status_code == 303
    there.subject = "b2"
    assert travel(client, f"?invite={token}").status_code == 410
    there.subject = "f3a1"
    refused = travel(client, f"?invite={invited(store)}")
    assert refused.status_code == 409
    assert t("oidc.has_account") in refused.text
    taken = there.name = "Grace"
    there.subject = "b3"
    assert travel(client, f"?invite={invited(store)}").status_code == 400
    assert [one.name for one in store.people.list()].count(taken) == 1
    del manager


def test_somebody_known_changes_from_a_password_to_their_account(client, store, manager):
    sign_in(client, "Grace")
    token = invite(store, InviteRequest(Role.ADMINISTRATOR, person=manager), session.now())
    assert travel(client, f"?invite={token}").status_code == 303
    assert t("oidc.no_password") in client.get("/password").text
    assert 'name="old"' not in client.get("/password").text
    send(client, "/signout")
    assert sign_in(client, "Grace").status_code == 401  # the password before is none any more
    user = store.people.user("Grace")
    assert user is not None
    assert sign_in(client, "Grace", str(user.password_hash)).status_code == 401
    assert travel(client).status_code == 303


EXPIRED = {"exp": 1_000_000_000, "iat": 999_999_000}


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://other.example.org"},
        {"aud": "another program"},
        {"aud": ["another program", CLIENT]},
        {"azp": "another program"},
        {"nonce": "of another trip"},
        {"nonce": None},
        {"sub": None},
        {"exp": None},
        EXPIRED,
    ],
    ids=lambda claims: " ".join(claims),
)
def test_a_token_that_is_not_for_this_trip_is_refused(client, store, there, manager, caplog, claims):
    token = invited(store)
    changed = {name: value for name, value in claims.items() if value is not None}
    there.change = lambda found: {
        name: value for name, value in {**found, **changed}.items() if claims.get(name, 0) is not None
    }
    with caplog.at_level(logging.WARNING):
        refused = travel(client, f"?invite={token}")
    assert refused.status_code == 502
    assert client.get("/").status_code == 303
    assert client.get(f"/invite/{token}").status_code == 200  # not used up
    assert len(store.people.list()) == 1
    assert "eyJ" not in caplog.text
    assert SECRET not in caplog.text
    del manager


def test_a_token_with_another_signature_or_none_is_refused(client, store, there, manager):
    token = invited(store)
    there.signs_with = RSAKey.generate_key(2048, {"kid": "one"})
    assert travel(client, f"?invite={token}").status_code == 502
    there.signs_with, there.algorithm = None, "none"
    assert travel(client, f"?invite={token}").status_code == 502
    assert len(store.people.list()) == 1
    del manager


def test_only_the_browser_that_went_comes_back_and_only_once(app, client, store, manager):
    token = invited(store)
    out = client.get(f"/oidc?invite={token}").headers["location"]
    back = httpx.get(out, follow_redirects=False).headers["location"].removeprefix("http://testserver")
    with TestClient(app, follow_redirects=False) as elsewhere:
        assert elsewhere.get(back).status_code == 403
        elsewhere.cookies.set("aloi_oidc", "forged", path="/oidc")
        assert elsewhere.get(back).status_code == 403
    forged = back.replace("state=", "state=x")
    assert client.get(forged).status_code == 502
    assert client.get(back).status_code == 403  # the trip ended
    assert travel(client, f"?invite={token}").status_code == 303
    del manager


@pytest.mark.parametrize("away", ["https://evil.example.org", "//evil.example.org", "/\\evil.example.org"])
def test_the_way_back_leads_to_this_server_alone(client, store, manager, away):
    travel(client, f"?invite={invited(store)}")
    assert travel(client, f"?next={away}").headers["location"] == "/"
    del manager


def test_a_provider_that_refuses_or_is_another_one_or_is_not_there(
    client, store, there, manager, app, monkeypatch
):
    monkeypatch.setattr(oidc, "_DESCRIBED_SECONDS", 0.0)
    there.refuses = "access_denied"
    refused = travel(client)
    assert refused.status_code == 502
    assert t("oidc.failed", host="127.0.0.1") in refused.text
    there.refuses, there.calls_itself = "", "https://other.example.org"
    assert client.get("/oidc").status_code == 502
    gone = oidc.Provider("http://127.0.0.1:9", CLIENT, SECRET)
    begun = time.monotonic()
    with pytest.raises(oidc.NotTold):
        gone.address("http://testserver/oidc/return", oidc.Trip("a", "b" * 43, "c" * 43))
    assert time.monotonic() - begun < 30
    assert sign_in(client, "Grace", PASSWORD).status_code == 303  # the password goes on
    del manager, app, store


def test_a_provider_is_asked_now_and_then_how_it_is_reached(there, monkeypatch):
    seconds = 0.0
    monkeypatch.setattr(oidc, "time", SimpleNamespace(time=time.time, monotonic=lambda: seconds))
    provider, before = oidc.Provider(there.issuer, CLIENT, SECRET), there.described_to
    for at, times in ((0.0, 1), (200.0, 1), (301.0, 2), (302.0, 2)):
        seconds = at
        assert provider.address("http://testserver/oidc/return", oidc.Trip("a", "b" * 43, "c" * 43))
        assert there.described_to - before == times


def test_a_provider_that_is_slow_holds_few_threads_and_too_many_are_sent_away(client, monkeypatch, manager):
    """Anybody may ask for the way there: whoever is signed in must not wait for it."""
    monkeypatch.setattr(single_sign_on, "_MOST_WAITING", 3)
    slow = SlowWork("https://login.example.org/")
    monkeypatch.setattr(oidc.Provider, "address", slow)
    assert slow.asked_by_all(lambda _: client.get("/oidc").status_code) == {303, 503}
    assert slow.most == 4
    del manager


def test_settings_that_name_no_provider_are_refused_at_the_start(settings):
    assert oidc.provider(replace(settings, oidc_issuer="")) is None
    for changed, code in (
        ({"oidc_issuer": "http://login.example.org"}, "aloi.value"),
        ({"oidc_issuer": "login.example.org"}, "aloi.value"),
        ({"oidc_client": ""}, "aloi.missing"),
    ):
        with pytest.raises(AloiError) as refused:
            oidc.provider(replace(settings, **changed))
        assert refused.value.code == code
    assert SECRET not in repr(settings)
    assert SECRET not in repr(oidc.provider(settings))


def test_without_a_provider_there_is_no_way_there(store, settings):
    from aloi.ui.server import app as server

    routes, _ = server.front(replace(settings, oidc_issuer=""), store)
    assert not [one for one in routes if one.path.startswith("/oidc")]
