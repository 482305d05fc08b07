"""Our routes and the gate on an empty store, alone and with Streamlit's part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket
from streamlit import config
from streamlit.runtime import Runtime, app_session

from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.ui.server import app as server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store="", data=tmp_path / "data", host="testserver")  # the name that clients ask for


@pytest.fixture
def app(store: Store, settings: Settings) -> Starlette:
    """Our routes and gate around a page and a socket that tell who they think is asking."""

    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse(f"page {request.headers.get('x-aloi-login')}")

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(socket.headers.get("x-aloi-login", ""))
        await socket.close()

    routes, middleware = server.front(settings, store)
    inner = [WebSocketRoute("/_stcore/stream", stream), Route("/{path:path}", page)]
    return Starlette(routes=[*routes, *inner], middleware=middleware)


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, follow_redirects=False) as opened:
        yield opened


@pytest.fixture
def whole(store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Give a client of the whole server, Streamlit's part included; its options are put back at the end."""
    for module, name in ((config, "get_options_for_section"), (app_session, "to_snake_case")):
        monkeypatch.setattr(module, name, getattr(module, name))
    monkeypatch.setattr(Runtime, "_instance", None)  # there may be one at a time
    before = {name: one.value for name, one in config.get_config_options().items()}
    try:
        application = server.build(replace(settings, port=8501), store)
        with TestClient(application, follow_redirects=False) as client:
            client.routes = [getattr(one, "path", "") for one in application._starlette_app.routes]
            yield client
            manager = Runtime.instance()._session_mgr
            for one in manager.list_sessions():  # of pages that were left; they would wait for their browsers
                client.portal.call(manager.close_session, one.session.id)
    finally:
        for name, value in before.items():
            if config.get_option(name) != value:
                with suppress(RuntimeError):  # what is deprecated cannot be set any more
                    config.set_option(name, value)
