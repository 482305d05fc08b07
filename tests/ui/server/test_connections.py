"""Connections on which no request comes: closed, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import logging
import resource
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from socket import create_connection, socket

import pytest
import uvicorn
from websockets.asyncio.client import connect

from aloi.ui.server import connections
from aloi.ui.server.connections import DampRepeats, TimedProtocol, WaitingConnections, raise_file_limit

ROOT = Path(__file__).parents[3]
_HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
_WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def _application(scope, receive, send):
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


def _serving(check: Callable[[int], Awaitable[None]], files: int = 4000) -> None:
    """Run a check against a server on a free port."""

    async def run() -> None:
        config = uvicorn.Config(
            _application,
            port=0,
            lifespan="off",
            log_level="warning",
            http=partial(TimedProtocol, waiting=WaitingConnections(files)),
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            await check(server.servers[0].sockets[0].getsockname()[1])
        finally:
            server.should_exit = True
            await serving

    asyncio.run(run())


def _is_closed(half: socket) -> bool:
    half.settimeout(1)
    try:
        return half.recv(1) == b""
    except ConnectionResetError:
        return True


async def _ask(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_WHOLE)
    answer = await asyncio.wait_for(reader.readuntil(b"ok"), 2)
    writer.close()
    return answer


@pytest.fixture
def files() -> Iterator[int]:
    """Give how many files this process may open: as many as the system lets the server open."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield raise_file_limit()
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_half_heads_keep_nobody_waiting_and_are_closed(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    count = 1_100  # more than the 1,024 files that a process may open unless it asks for more
    if files < 2 * count + 200:  # both ends of each connection are of this process
        pytest.skip(f"NOT RUN: half heads, this process may open {files} files only")
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.0)

    async def check(port: int) -> None:
        with ExitStack() as closing:
            halves = [closing.enter_context(create_connection(("127.0.0.1", port))) for _ in range(count)]
            for half in halves:
                half.sendall(_HALF)
            assert b"200" in await _ask(port)
            await asyncio.sleep(1.3)
            for half in halves:
                assert _is_closed(half)

    _serving(check)


def test_the_oldest_of_too_many_is_closed_at_once() -> None:
    async def check(port: int) -> None:
        with ExitStack() as closing:
            halves = [closing.enter_context(create_connection(("127.0.0.1", port))) for _ in range(30)]
            await asyncio.sleep(0.1)
            assert _is_closed(halves[0])
            halves[-1].sendall(_WHOLE)
            await asyncio.sleep(0.1)
            assert b"200" in halves[-1].recv(100)

    _serving(check, files=40)


def test_a_head_sent_byte_by_byte_has_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)

    async def check(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(_WHOLE)  # the second request of a connection is timed as well
        await reader.readuntil(b"ok")
        for byte in _HALF[:12]:
            if reader.at_eof():
                break
            writer.write(bytes([byte]))
            await asyncio.sleep(0.05)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await asyncio.wait_for(reader.readexactly(1), 1)
        writer.close()

    _serving(check)


def test_an_open_websocket_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)

    async def check(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/") as opened:
            await asyncio.sleep(0.5)
            await opened.send("there")
            assert await opened.recv() == "there"

    _serving(check)


def test_equal_lines_of_the_log_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda: now[0])
    damped = DampRepeats()

    def passed(text: str) -> str | None:
        record = logging.LogRecord("aloi.pages", logging.WARNING, "", 0, text, ("/a",), None)
        return record.getMessage() if damped.filter(record) else None

    assert [passed("%s was not answered") for _ in range(8)] == ["/a was not answered"] * 5 + [None] * 3
    assert passed("%s is another line") == "/a is another line"
    now[0] = 61.0
    assert passed("%s was not answered") == "/a was not answered (3 more like this were not written)"


def test_the_server_opens_as_many_files_as_it_may() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        files = raise_file_limit()
        assert files == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    for unit in ("aloi.service", "aloi-pages@.service"):
        assert "\nLimitNOFILE=65536\n" in (ROOT / "deploy" / unit).read_text(encoding="utf-8")
