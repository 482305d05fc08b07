"""Programs that are killed at their work, and the store that is held against what they acknowledged."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from aloi.annotation.model import AssignmentKey, Round
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store import backup, restoring
from aloi.workbench.texts import corpora
from tests.processes import CONTEXT
from tests.servers import Server

NOW = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)
ABOUT = {"language": "fr", "licence": "Apache-2.0", "source": "written for this test"}
ALONE = ("put_back", "put_back_there", "release")  # answers meanwhile would be replaced, or make gold old
_LEAK = {"crossing": "Pairs are mined across all texts.", "agreement": "Nobody answered twice."}


def give(store: Store, key: AssignmentKey, event: str, value: Json) -> None:
    """Store an answer."""
    store.answers.submit(
        key, event, value, seconds=1.0, flag=False, comment="", shown={}, guideline_version=2, now=NOW
    )  # fmt: skip


# What the programs do. Each tells through `said` the events that it has heard were kept.


def annotate(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Answer without an end."""
    del folder
    keys, turn = given
    for number in range(1_000_000):
        key = keys[number % len(keys)]  # type: ignore[index, arg-type]
        event = f"killed-{turn}-{number}"
        give(store, key, event, {"score": number % 6})
        said.send((event, number % 6))


def work(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Run the jobs that wait."""
    del given, said
    jobs.STALE_SECONDS = 0  # of a worker that was killed
    while jobs.run_one(store, folder) is not None:
        pass


def bring_texts(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Import a corpus."""
    del said
    corpora.import_corpus(store, folder / str(given[0]), corpora.About(str(given[0]), **ABOUT))


def copy(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Make a copy of the store."""
    del said
    backup.backup(store, BackupRequest(folder / "copies" / str(given[0])), folder)


def put_back(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Put a copy in the place of the store."""
    del said
    looked = restoring.look_job(store, {"path": str(given[0])}, folder, lambda *_: True)
    restoring.put_in_place(store, str(looked["ready"]), folder)  # type: ignore[index, call-overload]


def put_back_there(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Make a store in an empty database of the server from a copy."""
    del store, folder, said
    path, url = given
    backup.restore_on_server(Path(str(path)), str(url))


def release(store: Store, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    """Freeze gold and build a release of it."""
    del folder, said
    campaign, version, force = given
    gold.freeze(store, FreezeRequest(str(campaign)), now=NOW)
    releases.build(
        store,
        ReleaseRequest(
            str(campaign),
            str(version),
            sizes={"train": 0.6, "test": "rest"},
            force={int(str(force)): "test"},
            overrides=_LEAK,
            seed=0,
        ),
        now=NOW,
    )


def _program(act: str, url: str, folder: Path, given: tuple[object, ...], said: Connection) -> None:
    store = Store.open(url)
    said.send("begins")
    globals()[act](store, folder, given, said)


@dataclass
class Stage:
    """A store, and what it has acknowledged so far: the value of each event."""

    store: Store
    folder: Path
    opened: Round
    keys: list[AssignmentKey]
    server: Server | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)
    problems: int = 0
    lost: int = 0
    doubled: int = 0
    in_time: int = 0  # kills before the program had ended by itself

    @property
    def url(self) -> str:
        return self.store._database.engine.url.render_as_string(hide_password=False)

    def answer(self, event: str) -> None:
        """Give an answer here, while another program does what it does."""
        value = len(self.acknowledged) % 6
        give(self.store, self.keys[value % len(self.keys)], event, {"score": value})
        self.acknowledged[event] = value

    def run(self, act: str, given: tuple[object, ...], after: float | None, turn: int) -> float:
        """Run a program and kill it after some seconds, answering meanwhile; return how long it took."""
        heard, said = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(
            target=_program, args=(act, self.url, self.folder, given, said), daemon=True
        )
        process.start()
        said.close()
        assert heard.recv() == "begins"
        begun = time.monotonic()
        killer = threading.Timer(after, process.kill) if after is not None else None
        if killer is not None:
            killer.start()
        number = 0
        while process.is_alive() and act not in ALONE:
            self.answer(f"beside-{turn}-{number}")
            number += 1
            process.join(0.02)
        process.join()
        took = time.monotonic() - begun
        if killer is not None:
            killer.cancel()
        self.in_time += process.exitcode != 0
        assert process.exitcode in (0, -9)
        with suppress(EOFError):
            while heard.poll():
                event, value = heard.recv()
                self.acknowledged[event] = value
        return took

    def look(self) -> None:
        """Count what was lost or doubled, and what does not fit together."""
        kept = self.store.answers.revisions(self.opened.id)
        found = {one.event_id: one.value for one in kept}
        self.doubled += len(kept) - len(found)
        self.lost += sum(found.get(event) != {"score": value} for event, value in self.acknowledged.items())
        self.problems += len(self.store.check()) + len(self.store.find_changes())
