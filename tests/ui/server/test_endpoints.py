"""Every endpoint of the server, for everybody and by every method: a new one without a line here fails."""

from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.server import auth
from aloi.ui.server.gate import COOKIE
from tests import simulations
from tests.ui.server.forms import add

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
OUTSIDE = ("nobody", "disabled", "signed out")
VISITORS = (*OUTSIDE, "annotator", "adjudicator", "manager", "administrator")
# An instance of a route that has parts.
PATHS = {
    "/invite/{token}": "/invite/nothing",
    "/crowd/{token}": "/crowd/nothing",
    "/download/{kind}/{name:path}": "/download/exports/nothing.zip",
    "/api/items/{campaign}": "/api/items/nothing",
    "/api/items/{campaign}/{item}": "/api/items/nothing/nothing",
    "/assets/{name}": "/assets/aloi.css",
    "/media/{file_id:path}": "/media/nothing",
    "/_stcore/upload_file/{session_id}/{file_id}": "/_stcore/upload_file/nobody/nothing",
    "/component/{path:path}": "/component/nothing",
    "/_stcore/bidi-components/{path:path}": "/_stcore/bidi-components/nothing",
    "": "/agreement",  # what no other route takes: a page, or a file of its
}
# By the methods in their order: what those get who are not signed in, then annotators, adjudicators and
# managers of a campaign, administrators.
DOCUMENT = "303 303 401 401 401 401 401"
REFUSED = "401 401 401 401 401 401 401"
CLOSED = "404 404 404 404 404 404 404"
READ = "200 200 405 405 405 405 405"
FORM = "200 200 403 405 405 405 405"
GONE = "410 410 410 405 405 405 405"
UNKNOWN = "404 404 404 405 405 405 405"
MISSING = "404 404 405 405 405 204 405"
FOR_DECIDERS = (REFUSED, "403 403 405 405 405 405 405", *("404 404 405 405 405 405 405",) * 3)
STATUSES = {
    "/signin": (FORM,) * 5,
    "/signout": (FORM,) * 5,
    "/password": (DOCUMENT, *("200 200 400 405 405 405 405",) * 4),
    "/signout/elsewhere": (DOCUMENT, *(FORM,) * 4),
    "/setup": ("303 303 303 405 405 405 405",) * 5,
    "/invite/{token}": (GONE,) * 5,
    "/crowd/end": (UNKNOWN,) * 5,  # of participants alone
    "/crowd/{token}": (UNKNOWN,) * 5,
    "/api/v1": (READ,) * 5,
    "/tokens": (DOCUMENT, *(FORM,) * 4),
    "/tokens/revoke": (DOCUMENT, *(FORM,) * 4),
    "/download/{kind}/{name:path}": FOR_DECIDERS,
    "/api/items/{campaign}": FOR_DECIDERS,
    "/api/items/{campaign}/{item}": FOR_DECIDERS,
    "/assets/{name}": (READ,) * 5,
    "/healthz": (READ,) * 5,
    "/_stcore/health": ("200 200 405 405 405 204 405",) * 5,
    "/_stcore/metrics": (CLOSED,) * 5,
    "/_stcore/host-config": (READ,) * 5,
    "/media/{file_id:path}": (REFUSED, *(MISSING,) * 4),
    # A file is put with the token of the page alone; an annotator's never is.
    "/_stcore/upload_file/{session_id}/{file_id}": (
        REFUSED,
        "403 403 403 403 403 403 403",
        *("200 200 405 403 403 204 405",) * 3,
    ),
    "/component/{path:path}": (MISSING,) * 5,
    "/_stcore/bidi-components/{path:path}": (MISSING,) * 5,
    "/_stcore/stream": (REFUSED, *(READ,) * 4),  # without a socket it is a page like any other
    "/auth/login": (CLOSED,) * 5,
    "/auth/logout": (CLOSED,) * 5,
    "/oauth2callback": (CLOSED,) * 5,
    "/_stcore/agent/interact": (CLOSED,) * 5,
    "/_stcore/agent/openapi.json": (CLOSED,) * 5,
    "/_stcore/agent/mcp": (CLOSED,) * 5,
    "": (DOCUMENT, *(READ,) * 4),
}


@pytest.fixture
def cookies(store: Store) -> dict[str, str | None]:
    """The cookie of each visitor."""
    seal = auth.Seal(store.people.secret("cookie"))
    by_visitor: dict[str, str | None] = {"nobody": None}
    for who in reversed(VISITORS[1:]):  # the administrator first: there is always one
        person = add(store, who, Role(who) if who not in OUTSIDE else Role.ADMINISTRATOR)
        by_visitor[who] = seal.sign("login", auth.start_login(store, person, session.now()))
        if who == "disabled":
            store.people.set_disabled(person, True)
        elif who == "signed out":
            store.people.end_logins(person)
    return by_visitor


def asked(client: TestClient, path: str, cookie: str | None, **headers: str) -> str:
    """Return the statuses of a path by all methods."""
    client.cookies.clear()
    if cookie is not None:
        client.cookies.set(COOKIE, cookie)
    return " ".join(str(client.request(one, path, headers=headers).status_code) for one in METHODS)


def test_every_endpoint_answers_everybody_as_told(whole, cookies, caplog, record_property):
    assert dict.fromkeys(whole.routes) == dict.fromkeys(STATUSES)
    wrong, calls = {}, 0
    with caplog.at_level(logging.WARNING):
        for route, statuses in STATUSES.items():
            path = PATHS.get(route, route)
            expected = dict(zip(VISITORS, (*(statuses[0],) * 3, *statuses[1:]), strict=True))
            for who, cookie in cookies.items():
                statuses_seen = asked(whole, path, cookie)
                calls += len(METHODS)
                if statuses_seen != expected[who]:
                    wrong[path, who] = (statuses_seen, expected[who])
            foreign = asked(whole, path, cookies["administrator"], origin="https://elsewhere.example")
            calls += len(METHODS)
            if set(foreign.split()) != {"403"}:
                wrong[path, "a page of another site"] = (foreign, "403")
    assert wrong == {}
    assert [one for one in caplog.records if one.exc_info] == []
    record_property(
        simulations.FIGURE,
        f"endpoints: {len(STATUSES)} by {len(METHODS)} methods for {len(VISITORS)} kinds of visitors and a "
        f"page of another site, {calls} calls answered as told, 0 tracebacks",
    )
