"""How near a machine's run is to the ideal time: 1,000 items, 50 ms a reply, 16 at once; and its memory.

The server runs in a process of its own, on the same cores. A bare client sends the same 1,000 requests to it:
what it needs beyond the ideal time (1,000 x 50 ms / 16 = 3.1 s) is the cost of the server and of other load.
Prints seconds, CPU and peak memory; last, the ratio to the bare client and the ratio to the ideal time.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlsplit

from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round, try_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, TryMachineRequest
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve

SECONDS, PARALLEL, ITEMS = 0.05, 16, 1000


def _server(pipe: Connection) -> None:
    with serve(seconds=SECONDS) as served:
        pipe.send(served.url)
        pipe.recv()


def _store(url: str, folder: Path, items: int) -> Store:
    """Return a store with a campaign of so many items and a machine of the server."""
    store, now = Store.open(f"sqlite:///{folder / f'{items}.db'}"), datetime.now(UTC)
    table = folder / f"{items}.tsv"
    lines = [f"{at}\tPatient {at} coughs.\tPatient {at} sleeps." for at in range(items)]
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    terms = {"licence": "CC0", "language": "en", "annotators": ("Ada",), "pilot": None}
    start_campaign(store, StartRequest("C", file=table, **terms), now=now)  # type: ignore[arg-type]
    add_machine(store, AddMachineRequest("m", endpoint=url, model="x"), folder, now)
    return store


def _timed(title: str, run: Callable[[], object]) -> float:
    """Return the seconds of a run, after printing them."""
    begun, cpu = time.perf_counter(), time.process_time()
    run()
    seconds = time.perf_counter() - begun
    print(f"{title}: {seconds:.2f} s, of which {time.process_time() - cpu:.2f} s of CPU")
    return seconds


def _measure(url: str, folder: Path, items: int) -> tuple[float, float, bytes]:
    """Return the seconds of a run over so many items, the peak memory in MB, and one of its requests."""
    store, now = _store(url, folder, items), datetime.now(UTC)

    def run() -> None:
        done = answer_round(store, AnswerMachineRequest("C", 1, "m", parallel=PARALLEL), folder, now)
        assert done.answered == items, done

    seconds = _timed(f"{items} items", run)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tried = try_machine(store, TryMachineRequest("C", 1, "m"), now)
    store.close()
    system, user = tried.prompt.removeprefix("[system]\n").split("\n\n[user]\n")
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    schema = {"name": "answer", "strict": True, "schema": dict(tried.schema)}
    form = {"type": "json_schema", "json_schema": schema}
    return seconds, memory, json.dumps({"model": "x", "messages": messages, "response_format": form}).encode()


async def _bare(url: str, body: bytes) -> None:
    """Send a request so many times over parallel connections, and only decode the replies."""
    parts = urlsplit(f"{url}/chat/completions")
    head = (
        f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    left = iter(range(ITEMS))

    async def connection() -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        for _ in left:
            writer.write(head + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode().casefold()
            length = int(answer.partition("content-length:")[2].split()[0])
            json.loads(await reader.readexactly(length))
        writer.close()

    await asyncio.gather(*(connection() for _ in range(PARALLEL)))


def main() -> None:
    """Run the server and measure."""
    pipe_end, remote = multiprocessing.Pipe()
    server = multiprocessing.get_context("fork").Process(target=_server, args=(remote,), daemon=True)
    server.start()
    url = pipe_end.recv()
    with tempfile.TemporaryDirectory() as folder:
        _, small, _ = _measure(url, Path(folder), ITEMS // 4)
        seconds, large, body = _measure(url, Path(folder), ITEMS)
    bare = _timed("a bare client", lambda: asyncio.run(_bare(url, body)))
    server.terminate()
    ideal = ITEMS * SECONDS / PARALLEL
    print(f"peak memory: {small:.0f} MB after {ITEMS // 4} items, {large:.0f} MB after {ITEMS}")
    print(f"ratio to the bare client {seconds / bare:.2f}")
    print(f"ratio to the ideal time of {ideal:.2f} s {seconds / ideal:.2f}")


if __name__ == "__main__":
    sys.exit(main())
