"""A client brings 10,000 items in and reads 30,000 annotations, over a running `aloi serve`.

Claims of docs/adr/0023-rest.md: items in at 1,000 a second and more, and a web process whose memory does not
grow with what is read or sent. While a round is opened, it holds the planned assignments. Seconds are wall
time: they include the workers and the polling of jobs. The workers have loaded their packages before.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

import aloi
from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.requests.programs import TokenRequest

ANNOTATORS = ("A1", "A2", "A3")


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Run `aloi serve` on a new store; give its address, a token and the id of its process."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    now = datetime.now(UTC)
    store.people.add("Root", Role.ADMINISTRATOR, now, password_hash="x")
    for name in ANNOTATORS:
        store.people.add(f"Person {name}", Role.ANNOTATOR, now)
    secret = create_token(store, TokenRequest("Root", scope="write"), now).secret
    store.close()
    environ = {**os.environ, "ALOI_STORE": url, "ALOI_DATA": str(folder), "ALOI_API_RATE": "100000"}
    command = [sys.executable, "-m", "aloi.terminal.main", "serve", "--port", "0"]
    process = subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stdout is not None
        address = next(one for line in process.stdout for one in re.findall(r"http://[\d.]+:\d+", line))
        yield address, secret, process.pid
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def web_process(pid: int) -> int:
    """Return the process of the pages among a process and its children."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_text().split("\0")
            parent = int(path.with_name("stat").read_text().rpartition(") ")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid and "aloi.ui.server.app" in words:
            return int(path.parent.name)
    return pid


def family(pid: int) -> set[int]:
    """Return a process and all that it started, as long as they live."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(") ")[2].split()[1])
    members = {pid}
    while more := {child for child, parent in parents.items() if parent in members} - members:
        members |= more
    return members


def cpu_seconds(pid: int) -> float:
    """Return the seconds of processors that a process and its children have used, as long as they live."""
    ticks = 0
    for member in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(") ")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def at_rest(pid: int) -> None:
    """Wait until a server and its workers do nothing but wait."""
    before = cpu_seconds(pid)
    while True:
        time.sleep(2)
        if (now := cpu_seconds(pid)) - before < 0.2:
            return
        before = now


def memory(pid: int) -> float:
    """Return the resident megabytes of a process and of all that it started."""
    pages = 0
    for member in family(pid):
        with suppress(OSError):
            pages += int(Path(f"/proc/{member}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def watched(pid: int) -> Iterator[list[float]]:
    """Give the resident megabytes of a process, with all that it started, over time."""
    seen, ended = [memory(pid)], threading.Event()

    def note() -> None:
        while not ended.wait(0.1):
            seen.append(memory(pid))

    thread = threading.Thread(target=note)
    thread.start()
    try:
        yield seen
    finally:
        ended.set()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=10_000)
    options = parser.parse_args()
    n_items = options.items
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as (address, secret, pid):
        web = web_process(pid)
        with aloi.Client(address, secret, timeout=600) as client:
            pairs = pd.DataFrame(
                {
                    "id": [f"p{n}" for n in range(n_items)],
                    "left": [f"The patient {n} sleeps badly." for n in range(n_items)],
                    "right": [f"Patient {n} does not sleep well." for n in range(n_items)],
                }
            )
            # The workers load their packages first: a server that just started is not what is measured.
            client.create_corpus("first", pairs.head(10), language="en", licence="CC0-1.0", pairs=True)
            at_rest(pid)
            with watched(web) as seen:
                cpu, begun = cpu_seconds(pid), time.perf_counter()
                client.create_corpus("pairs", pairs, language="en", licence="CC0-1.0", pairs=True)
                in_seconds, in_cpu = time.perf_counter() - begun, cpu_seconds(pid) - cpu
                steps = {"items in": max(seen)}
                begun = time.perf_counter()
                campaign = client.create_campaign("bench", "pairs", preset="score")
                campaign.add_guideline("# Score")
                campaign.open_round("main", annotators=list(ANNOTATORS))
                steps["round opened"] = max(seen)
                ids = [item["id"] for item in client.rows("item list", campaign="bench")]
                steps["items read"] = max(seen)
                print(f"round opened, {len(ids)} items read: {time.perf_counter() - begun:.1f} s", flush=True)
                answers = pd.DataFrame(
                    [(item, annotator, n % 6) for n, item in enumerate(ids) for annotator in ANNOTATORS],
                    columns=["item_id", "annotator", "value"],
                )
                begun = time.perf_counter()
                campaign.import_annotations(answers, round=1, format="table")
                steps["annotations in"] = max(seen)
                print(f"{len(answers)} annotations in: {time.perf_counter() - begun:.1f} s", flush=True)
            grown_in, first = max(seen) - seen[0], seen[0]
            with watched(web) as seen:
                begun = time.perf_counter()
                n_annotations = sum(1 for _ in campaign.stream())
                out_seconds = time.perf_counter() - begun
            grown_out = max(seen) - seen[0]
            assert n_annotations == len(ANNOTATORS) * n_items
        rate = n_items / in_seconds
        print(f"{n_items} items in: {in_seconds:.1f} s ({in_cpu:.1f} s of processors), {rate:.0f} a second")
        rate = n_annotations / out_seconds
        print(f"{n_annotations} annotations out: {out_seconds:.1f} s, {rate:.0f} a second")
        print(f"memory of all processes grew by {grown_in:.0f} MB (in) and {grown_out:.0f} MB (out)")
        print("most megabytes until then:", {step: round(most - first) for step, most in steps.items()})
        print(f"ratio to 1,000 items a second: {n_items / in_seconds / 1000:.2f}")


if __name__ == "__main__":
    main()
