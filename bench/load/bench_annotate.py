"""The cost of one answer on the annotate page: in a browser, in every task, and of many annotators at once.

First an annotator answers a round of each task by keyboard in Chromium, with items as studies have them, very
long ones, and texts of thousands of words. Printed: ms from the key that answers to the frame with the next
item, processor ms of the server, and bytes both ways, by answer. Wall-clock figures need idle cores.

Then the page is held against the bare component page in the same run.
50 simulated annotators sign in, think 3 s on average and answer. The bare page draws the same component
and keeps its items and answers in SQLite with the standard library: one read and one write an answer,
nobody signs in, nothing is leased, counted or checked. A third page keeps nothing at all. The servers are
driven in turn, in slices. Printed: processor ms of the server for each answer, latency from answer to next
item, and the answers lost or doubled as counted in the store. Ratios of processor times come last.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from aloi.annotation.model import Round
from aloi.storage.store import Store
from bench.load.desks import ENDLESS, LONG, USUAL
from bench.load.driver import Clicks, Tab, click, open_all, sign_in
from bench.load.filled_store import PASSWORD, fill
from bench.load.in_browser import measure_tasks
from bench.load.servers import Server, serving

THINK = 3.0
OVERLAP = 3
MOST_RATIO = 1.6
MOST_LATENCY = 60.0
_WARM_UP = 6.0


@dataclass(slots=True)
class Side:
    """One of the servers, its tabs, and what its slices gave."""

    name: str
    server: Server
    tabs: list[Tab]
    cpu: list[float] = field(default_factory=list)
    clicks: Clicks = field(default_factory=Clicks)

    async def work(self, seconds: float, think: float, seed: int, *, counted: bool = True) -> None:
        """Drive the server for some seconds; a warm-up keeps its events only."""
        before = self.server.cpu_ms()
        clicks = await click(self.tabs, seconds, think, seed)
        self.clicks.events |= clicks.events
        self.clicks.problems += clicks.problems
        if counted:
            self.cpu.append((self.server.cpu_ms() - before) / max(1, len(clicks.latencies)))
            self.clicks.latencies += clicks.latencies

    def describe(self) -> str:
        """Return the figures of this side as one line."""
        slices = ", ".join(f"{one:.1f}" for one in self.cpu)
        middle, slow = self.latency()
        return (
            f"{self.name}: {median(self.cpu):.1f} CPU ms/answer (slices {slices}), "
            f"{len(self.clicks.latencies)} answers, next item p50 {middle:.0f} ms, p95 {slow:.0f} ms, "
            f"{median([one for tab in self.tabs for one in tab.bytes]) / 1000:.1f} kB, "
            f"memory {self.server.memory_mb():.0f} MB, problems {len(self.clicks.problems)}"
        )

    def latency(self) -> tuple[float, float]:
        """Return the median and the 95th percentile in ms."""
        return median(self.clicks.latencies), quantiles(self.clicks.latencies, n=20)[-1]


async def measure(sides: list[Side], slices: int, seconds: float, think: float) -> None:
    """Open every tab, then drive the sides in turn."""
    for side in sides:
        await open_all(side.tabs)
        await side.work(_WARM_UP if slices > 1 else 1.0, think, 0, counted=False)
    for number in range(1, slices + 1):
        for side in sides:
            await side.work(seconds, think, number)
    for side in sides:
        await asyncio.gather(*(tab.close() for tab in side.tabs))


def count_answers(store: Store, opened: Round, clicks: Clicks) -> tuple[int, int, list[str]]:
    """Return how many acknowledged answers are lost, how many are doubled, and what is wrong besides."""
    revisions = store.answers.revisions(opened.id)
    events = Counter(one.event_id for one in revisions)
    assignments = Counter(one.key for one in revisions)
    items = Counter(key.item_id for key in assignments)
    lost = len(set(clicks.events.items()) - {(one.event_id, one.key.item_id) for one in revisions})
    doubled = sum(count - 1 for counts in (events, assignments) for count in counts.values())
    problems = store.check()
    problems += [f"{item} has {count} answers" for item, count in items.items() if count > opened.overlap]
    return lost, doubled, problems


def run(annotators: int, items: int, slices: int, seconds: float, think: float, folder: Path) -> bool:
    """Measure and print; return whether nothing was lost or doubled."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    store = Store.open(url)
    opened, names = fill(store, items=items, annotators=annotators, overlap=min(OVERLAP, annotators))
    ours = ("-m", "aloi.ui.server.app", "--store", url, "--host", "127.0.0.1", "--port", "{port}")
    load = os.getloadavg()[0]
    peer = ("-m", "bench.load.bare_server", "{port}")
    with (
        serving(folder, *ours) as aloi,
        serving(folder, *peer, str(folder / "bare.db")) as bare,
        serving(folder, *peer) as empty,
    ):
        with ThreadPoolExecutor(4) as pool:
            cookies = list(pool.map(lambda name: sign_in(aloi.address, name, PASSWORD), names))
        sides = [
            Side("aloi", aloi, [Tab(aloi.address, "annotate", cookie) for cookie in cookies]),
            Side("bare", bare, [Tab(bare.address, "") for _ in names]),
            Side("no store", empty, [Tab(empty.address, "") for _ in names]),
        ]
        asyncio.run(measure(sides, slices, seconds, think))
        for side in sides:
            print(side.describe())
    lost, doubled, problems = count_answers(store, opened, sides[0].clicks)
    store.close()
    for problem in [*(one for side in sides for one in side.clicks.problems), *problems][:10]:
        print(f"problem: {problem}")
    print(f"acknowledged {len(sides[0].clicks.events)}, lost {lost}, doubled {doubled}")
    print(f"load average {load:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores")
    print(f"p95 to the next item {sides[0].latency()[1]:.0f} ms (at most {MOST_LATENCY:.0f} on idle cores)")
    print(f"CPU ratio aloi / page without a store {_ratio(sides[0], sides[2]):.2f}")
    print(f"CPU ratio aloi / bare {_ratio(sides[0], sides[1]):.2f} (goal {MOST_RATIO})")
    return not (lost or doubled or problems or any(side.clicks.problems for side in sides))


def _ratio(ours: Side, peer: Side) -> float:
    """Return the median over the slices of what an answer costs us for what it costs them."""
    return median(a / b for a, b in zip(ours.cpu, peer.cpu, strict=True))


def in_browser(answers: int, folder: Path) -> None:
    """Measure and print what an answer takes in each task."""
    for name, sizes in (("usual", USUAL), ("long", LONG), ("thousands of words", ENDLESS)):
        (folder / name).mkdir()
        print(f"-- texts: {name}")
        for task, figures in measure_tasks(sizes, answers, folder / name).items():
            print(figures.describe(task))
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--items", type=int, default=600)
    parser.add_argument("--slices", type=int, default=3, help="stretches of each server")
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a stretch")
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument(
        "--answers", type=int, default=12, help="answers of each task in the browser, 0: none"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="aloi-bench-") as folder:
        if options.answers:
            in_browser(options.answers, Path(folder))
        sound = run(
            options.annotators, options.items, options.slices, options.seconds, options.think, Path(folder)
        )
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
