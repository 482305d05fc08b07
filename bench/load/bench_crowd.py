"""The load that the deployment is sized for: fifty annotators alone, beside a training and beside a manager.

50 simulated annotators think 3 s on average and answer: alone, in turn with the bare component page; while a
worker trains an encoder; and while a manager opens every page again and again. Then 200 of them answer on a
PostgreSQL server. In the soak 50 annotators work for half an hour, and load their page anew every few
minutes, as people do. Printed at the end: every goal, what was seen, and whether it was met. It takes an hour
and a half; `alone --seconds 120` looks at one part for two minutes.
Latency needs idle cores; processor time, memory, and answers lost or doubled do not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import websockets

from aloi.annotation.model import Round
from aloi.base.requests import to_data
from aloi.modeling.encoders.tiny import tiny_model
from aloi.storage.store import Store
from aloi.studies.drbenchmark.core.synthetic_data import phrases
from aloi.ui.navigation import PAGES
from aloi.workbench import jobs
from aloi.workbench.requests.models.training import TrainRequest
from bench.load.bench_annotate import THINK, Side, count_answers
from bench.load.bench_pages import open_pages, program
from bench.load.driver import Clicks, Tab, click, open_all, sign_in
from bench.load.filled_store import PASSWORD, fill
from bench.load.large_store import fill_large
from bench.load.servers import Server, database, server_installed, serving, working

PARTS = ("alone", "training", "manager", "server", "soak")
_ON_FILE = ("alone", "training", "manager")
MOST_LATENCY, MOST_CPU, MOST_RATIO = 60.0, 8.0, 1.6
MOST_LATENCY_SERVER = 250.0
MOST_GROWTH = 1.0
_OVERLAP = 3
_FEWEST_SLICES = 3
_SLICE = 60.0  # seconds in turn: the machine is faster at times, for both sides alike
_CROWD_SECONDS = 120.0  # a longer round would plan millions of assignments: all items for all of the crowd
_WARM_UP = 6.0
_PASS = 25.0  # seconds in which a manager opens every page once
_STAY = 180.0  # seconds after which an annotator of the soak loads the page anew
_SAMPLE = 60.0
_START = 600.0  # the libraries of a training load slowly where others compute


@dataclass(slots=True)
class Goals:
    """What was to be reached, and what was seen."""

    rows: list[tuple[str, str, str, bool]] = field(default_factory=list)

    def at_most(self, part: str, subject: str, seen: float, most: float, unit: str) -> None:
        """Note a figure that must not be larger."""
        self.rows.append((part, f"{subject} at most {most:g} {unit}".rstrip(), f"{seen:.2f}", seen <= most))

    def none(self, part: str, subject: str, seen: Sequence[object] | int) -> None:
        """Note what must not be at all."""
        count = seen if isinstance(seen, int) else len(seen)
        self.rows.append((part, f"no {subject}", str(count), not count))

    def not_run(self, part: str, why: str) -> None:
        """Note a part that was not measured, or not to its end: none of its goals is met."""
        self.rows.append((part, why, "NOT RUN", False))

    @contextmanager
    def measuring(self, part: str) -> Iterator[None]:
        """Measure a part; one that breaks off is noted, and what comes after it is measured all the same."""
        try:
            yield
        except BaseException as error:
            self.not_run(part, "broke off")
            if not isinstance(error, Exception):  # somebody ends the whole
                raise
            traceback.print_exc()

    def clicks(self, part: str, side: Side, cpu: float, bare: float | None) -> None:
        """Note what a click took and cost; `bare` is what the bare page's costs."""
        self.at_most(part, "p95", side.latency()[1], MOST_LATENCY, "ms")
        self.at_most(part, "CPU a click", cpu, MOST_CPU, "ms")
        if bare is not None:
            self.at_most(part, "CPU beside the bare page", cpu / bare, MOST_RATIO, "times")

    def describe(self) -> str:
        """Return the table of goals, and at last those that were missed."""
        lines = [f"{'part':10} {'goal':44} {'seen':>9}"]
        lines += [f"{a:10} {b:44} {c:>9}  {'met' if met else 'MISSED'}" for a, b, c, met in self.rows]
        missed = [f"{a}: {b} ({c})" for a, b, c, met in self.rows if not met]
        return "\n".join([*lines, f"missed: {'; '.join(missed)}" if missed else "every goal is met"])

    @property
    def met(self) -> bool:
        """Whether nothing was missed."""
        return all(row[3] for row in self.rows)


def people_in(server: Server, names: Sequence[str]) -> list[Tab]:
    """Return a tab for each person, who has signed in."""
    with ThreadPoolExecutor(4) as pool:
        cookies = list(pool.map(lambda name: sign_in(server.address, name, PASSWORD), names))
    return [Tab(server.address, "annotate", cookie) for cookie in cookies]


def settle(part: str, store: Store, opened: Round, clicks: Clicks, tabs: Sequence[Tab], goals: Goals) -> None:
    """Count what came of the clicks, and look whether there were items enough."""
    lost, doubled, problems = count_answers(store, opened, clicks)
    for problem in [*clicks.problems, *problems][:10]:
        print(f"problem: {problem}")
    goals.none(part, "answer lost", lost)
    goals.none(part, "answer doubled", doubled)
    goals.none(part, "problem", [*clicks.problems, *problems])
    goals.none(part, "annotator without items (give --items)", sum(not tab.shown for tab in tabs))


@contextmanager
def training(store: Store, folder: Path, url: str) -> Iterator[None]:
    """Have a worker train an encoder until the end: fits of many epochs, one after the other."""
    [campaign] = [one for one in store.campaigns.list() if store.gold.releases(one.id)]
    model = tiny_model(folder / "encoder", phrases(), layers=4, width=256)
    request = TrainRequest(
        "sbert_sts",
        data=(f"{campaign.name}@1.0",),
        settings={"model": str(model), "epochs": 200},
        seeds=tuple(range(50)),
    )
    job = jobs.start(store, "train", to_data(request), "M1", datetime.now(UTC))
    with working(folder, url, "others"):
        until = time.monotonic() + _START
        while not (now := store.jobs.get(job.id)).done:
            if now.status not in ("queued", "running") or time.monotonic() > until:
                raise RuntimeError(f"the training does not run: {now.status} {now.error}")
            time.sleep(0.2)
        yield
        if (now := store.jobs.get(job.id)).status != "running":
            raise RuntimeError(f"the training ended before the annotators: {now.status} {now.error}")
        store.jobs.cancel(job.id, datetime.now(UTC))


async def stretches(side: Side, seconds: float, think: float, other: Side | None = None) -> None:
    """Let people click in slices, in turn with another side if there is one."""
    slices = max(_FEWEST_SLICES, round(seconds / _SLICE))
    for number in range(1, slices + 1):
        for each in (side, other) if other else (side,):
            await each.work(seconds / slices, think, number)


async def beside_manager(side: Side, cookie: str, seconds: float, think: float) -> float:
    """Return the processor ms of a click beside a manager, without what the pages cost alone.

    Whole passes over the pages, so that both are counted alike.
    """
    names = [one.name for one in PAGES if one.name != "annotate"]
    server = side.server
    await open_pages(server, cookie, names, _PASS)  # the figures of pages are computed at first
    before = server.cpu_ms()
    alone = await open_pages(server, cookie, names, _PASS)
    page = (server.cpu_ms() - before) / alone
    before, pages, clicks = server.cpu_ms(), 0, len(side.clicks.latencies)
    for number in range(1, max(1, round(seconds / _PASS)) + 1):
        _, opened = await asyncio.gather(
            side.work(_PASS, think, number), open_pages(server, cookie, names, _PASS)
        )
        pages += opened
    print(f"manager: {pages} pages of {page:.0f} CPU ms alone")
    return (server.cpu_ms() - before - pages * page) / max(1, len(side.clicks.latencies) - clicks)


def on_file(options: argparse.Namespace, folder: Path, goals: Goals) -> None:
    """Measure annotators on an SQLite file: alone, beside a training, beside a manager."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    parts = [part for part in options.parts if part in _ON_FILE]
    size = options.items or _items(options.annotators, options.seconds * len(parts) + 60, options.think)
    with closing(Store.open(url)) as store:
        opened, names = fill_large(store, share=options.share, clicking=options.annotators, under_way=size)
        bench = ("-m", "bench.load.bare_server", "{port}", str(folder / "bare.db"))
        with program(url, folder) as server, serving(folder, *bench) as bare:
            tabs = people_in(server, names)
            cookie = sign_in(server.address, "manager", PASSWORD)
            peer = Side("bare", bare, [Tab(bare.address, "") for _ in names])
            sides = {part: Side(part, server, tabs) for part in parts}
            with asyncio.Runner() as runner:
                runner.run(open_all(tabs))
                runner.run(open_all(peer.tabs))
                warm = Side("warm-up", server, tabs)
                runner.run(warm.work(_WARM_UP, options.think, 0, counted=False))
                runner.run(peer.work(_WARM_UP, options.think, 0, counted=False))
                for part, side in sides.items():
                    if part == "alone":
                        runner.run(stretches(side, options.seconds, options.think, peer))
                        print(peer.describe(), flush=True)
                    elif part == "training":
                        with training(store, folder, url):
                            runner.run(_come_back(tabs))  # the server let them go: nobody answered its pings
                            runner.run(stretches(side, options.seconds, options.think))
                    bare_cpu = median(peer.cpu) if peer.cpu else None
                    if part == "manager":
                        cpu = runner.run(beside_manager(side, cookie, options.seconds, options.think))
                    else:
                        cpu = median(side.cpu)
                    print(side.describe(), flush=True)
                    goals.clicks(part, side, cpu, bare_cpu)
                all_sides = [warm, *sides.values()]
                clicks = Clicks(
                    events={key: value for side in all_sides for key, value in side.clicks.events.items()},
                    problems=[one for side in [*all_sides, peer] for one in side.clicks.problems],
                )
                settle("file", store, opened, clicks, tabs, goals)
                runner.run(_leave([*tabs, *peer.tabs]))


def on_server(options: argparse.Namespace, folder: Path, goals: Goals) -> None:
    """Measure a crowd of annotators on a PostgreSQL server."""
    seconds = min(options.seconds, _CROWD_SECONDS)
    with database(options.server_url) as url, closing(Store.open(url)) as store:
        size = options.items or _items(options.crowd, seconds + _WARM_UP, options.think)
        opened, names = fill(store, items=size, annotators=options.crowd, overlap=_OVERLAP)
        with program(url, folder) as server, asyncio.Runner() as runner:
            tabs = people_in(server, names)
            side = Side(f"{options.crowd} on a server", server, tabs)
            runner.run(open_all(tabs))
            runner.run(side.work(_WARM_UP, options.think, 0, counted=False))
            runner.run(stretches(side, seconds, options.think))
            print(side.describe(), flush=True)
            goals.at_most("server", "p95", side.latency()[1], MOST_LATENCY_SERVER, "ms")
            settle("server", store, opened, side.clicks, tabs, goals)
            runner.run(_leave(tabs))


def soak(options: argparse.Namespace, folder: Path, goals: Goals) -> None:
    """Measure how the memory of the web process grows while people come, work and load the page anew."""
    seconds = options.minutes * 60
    url = f"sqlite:///{folder / 'soak.db'}"
    with closing(Store.open(url)) as store:
        size = options.items or _items(options.annotators, seconds + _STAY, options.think)
        opened, names = fill(store, items=size, annotators=options.annotators, overlap=_OVERLAP)
        with program(url, folder) as server, asyncio.Runner() as runner:
            tabs = people_in(server, names)
            runner.run(open_all(tabs))
            clicks, memory = runner.run(_soak(server, tabs, seconds, options.think))
            settle("soak", store, opened, clicks, tabs, goals)
            runner.run(_leave(tabs))
    growth = (memory[-1] - memory[0]) / options.annotators
    print(f"soak: {memory[0]:.0f} MB after {_STAY:.0f} s, {memory[-1]:.0f} MB after {seconds:.0f} s more")
    goals.at_most("soak", "growth a session", growth, MOST_GROWTH, "MB")


async def _soak(server: Server, tabs: list[Tab], seconds: float, think: float) -> tuple[Clicks, list[float]]:
    """Return what was clicked, and the MB of the server, at first after everybody has come once more."""
    end = time.perf_counter() + _STAY + seconds
    clicks = Clicks()

    async def keep_clicking(tab: Tab, number: int) -> None:
        stay = _STAY * (number + 1) / len(tabs)  # not all at once
        turn = 0
        while (left := end - time.perf_counter()) > 0 and tab.shown:
            clicked = await click([tab], min(left, stay), think, number + 1000 * turn)
            clicks.events |= clicked.events
            clicks.latencies += clicked.latencies
            clicks.problems += clicked.problems
            stay, turn = _STAY, turn + 1
            # Nobody loads a page in the last minute: memory is looked at at its end; all would load at once.
            if tab.shown and end - time.perf_counter() > _SAMPLE:
                await tab.close()
                try:
                    await tab.open()
                except (RuntimeError, OSError, TimeoutError, websockets.WebSocketException) as error:
                    clicks.problems.append(f"a page did not open: {type(error).__name__}: {error}")
                    return

    async def watch() -> list[float]:
        await asyncio.sleep(_STAY)
        memory = []
        while (left := end - time.perf_counter()) > 0:
            memory.append(server.memory_mb())
            if len(memory) % 5 == 1:
                print(
                    f"{_STAY + seconds - left:6.0f} s: {memory[-1]:.0f} MB, {len(clicks.events)} answers",
                    flush=True,
                )
            await asyncio.sleep(min(left, _SAMPLE))
        return [*memory, server.memory_mb()]

    memory, *_ = await asyncio.gather(watch(), *(keep_clicking(tab, place) for place, tab in enumerate(tabs)))
    return clicks, memory


def _items(people: int, seconds: float, think: float) -> int:
    """Return how many items last for so many clicks, with some to spare."""
    return 300 + round(1.3 * people * seconds / think / min(_OVERLAP, people))


async def _come_back(tabs: Sequence[Tab]) -> None:
    await _leave(tabs)
    await open_all(list(tabs))


async def _leave(tabs: Sequence[Tab]) -> None:
    await asyncio.gather(*(tab.close() for tab in tabs))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts, all unless told")
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--crowd", type=int, default=200, help="annotators on the PostgreSQL server")
    parser.add_argument("--seconds", type=float, default=600.0, help="length of a part")
    parser.add_argument("--minutes", type=float, default=30.0, help="length of the soak")
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--share", type=float, default=0.2, help="part of the Swords judgements in the store")
    parser.add_argument("--items", type=int, help="of the round, as many as the clicks need unless told")
    parser.add_argument("--server-url", help="an empty PostgreSQL database; a server of its own unless told")
    options = parser.parse_args()
    options.parts = [part for part in PARTS if part in (options.parts or PARTS)]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # servers and workers end with it
    goals, load, begun = Goals(), os.getloadavg()[0], time.perf_counter()
    if "server" in options.parts and not options.server_url and not server_installed():
        options.parts.remove("server")
        goals.not_run("server", "make servers, or --server-url")
        print("NOT RUN: no PostgreSQL server is installed", flush=True)
    try:
        with tempfile.TemporaryDirectory(prefix="aloi-bench-") as folder:
            if set(options.parts) & set(_ON_FILE):
                with goals.measuring("file"):
                    on_file(options, Path(folder), goals)
            if "server" in options.parts:
                with goals.measuring("server"):
                    on_server(options, Path(folder), goals)
            if "soak" in options.parts:
                with goals.measuring("soak"):
                    soak(options, Path(folder), goals)
    finally:
        print(f"load average {load:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores")
        print(f"{time.perf_counter() - begun:.0f} s in all")
        print(goals.describe())
    return 0 if goals.met else 1


if __name__ == "__main__":
    sys.exit(main())
