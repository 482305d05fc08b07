"""Our routes and the gate on an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from aloi.settings import Settings
from storage.store import Store
from ui.server import app as server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store="", data=tmp_path / "data")


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
