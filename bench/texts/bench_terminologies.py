"""Loading a terminology of 1,000,000 names from a table, beside plain sqlite3 and FTS5; searching it.

The names are the real mentions of the shared files, varied until they are enough by the rule of
`bench_linking.varied`; each has a language and a semantic group, four are names of a concept, the first of
them preferred. Both sides read the same .tsv. Aloi checks each name, gives it a key without case, accents
and signs, indexes its concept, key and words, computes a checksum, and lets others write meanwhile. The
peer is what one would write by hand: `csv`, one `executemany` into a table with an index on its concepts,
and an FTS5 table over the names, in one transaction that lets nobody else write.

Printed: processor and wall seconds of each, the time of searches, how long another writer waited at most,
and last how many times less processor time Aloi takes (above 1: less than the peer).
"""

from __future__ import annotations

import csv
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.splitting.mention_leaks import cleaned
from aloi.storage.store import Store
from aloi.workbench.texts.terminologies import AboutTerminology, import_terminology
from bench.texts.bench_linking import _FILES, varied

NAMES = 1_000_000
_GROUPS = ("DISO", "ANAT", "PROC", "CHEM")
_TYPED = (
    "a", "fi", "card", "cancer", "fievre", "dolor abd", "pain ches", "diabetes mellitus t",
    "infarto agudo miocardio a", "zzz", "de la",
)  # fmt: skip
_COLUMNS = ("concept_id", "name", "language", "group", "preferred")


def write_table(path: Path, names: Sequence[str]) -> None:
    """Write the names as a table, four names a concept."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerow(_COLUMNS)
        for index, name in enumerate(names):
            concept = index // 4
            language = "fr" if index % 2 else "en"
            writer.writerow((f"C{concept:07}", name, language, _GROUPS[concept % 4], int(index % 4 == 0)))


def plain_load(table: Path, target: Path) -> None:
    """Load the table as one would by hand."""
    with closing(sqlite3.connect(target)) as connection, table.open(encoding="utf-8", newline="") as stream:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}").close()
        rows = csv.reader(stream, delimiter="\t")
        next(rows)
        connection.execute(
            "CREATE TABLE names (id INTEGER PRIMARY KEY, concept_id TEXT, name TEXT, language TEXT, "
            "semantic_group TEXT, preferred INTEGER)"
        )
        connection.execute("CREATE INDEX by_concept ON names (concept_id)")
        connection.execute(
            "CREATE VIRTUAL TABLE found USING fts5(name, content='names', content_rowid='id', "
            "tokenize='unicode61 remove_diacritics 2', prefix='2 3')"
        )
        insert = (
            "INSERT INTO names (concept_id, name, language, semantic_group, preferred) VALUES (?,?,?,?,?)"
        )
        connection.executemany(insert, rows)
        connection.execute("INSERT INTO found (rowid, name) SELECT id, name FROM names")
        connection.commit()


def longest_wait(store: Store, stopped: threading.Event) -> Callable[[], float]:
    """Start somebody who writes every 50 ms; return what gives their longest wait, in seconds."""
    waits = [0.0]

    def write() -> None:
        while not stopped.wait(0.05):
            begun = time.perf_counter()
            job = store.jobs.add("segment", {}, "bench", datetime.now(UTC))
            waits.append(time.perf_counter() - begun)
            store.jobs.cancel(job.id, datetime.now(UTC))

    writer = threading.Thread(target=write, daemon=True)
    writer.start()

    def longest() -> float:
        stopped.set()
        writer.join()
        return max(waits)

    return longest


def measured(act: Callable[[], object]) -> tuple[float, float]:
    """Return the processor and the wall seconds something takes."""
    cpu, wall = time.process_time(), time.perf_counter()
    act()
    return time.process_time() - cpu, time.perf_counter() - wall


def loading(names: Sequence[str], folder: Path) -> float:
    """Print both ways to load the names, and how searches do; how many times less Aloi takes."""
    table = folder / "names.tsv"
    write_table(table, names)
    store = Store.open(f"sqlite:///{folder / 'aloi.db'}")
    about = AboutTerminology("bench", "CC0-1.0", "varied")
    cpu, wall = measured(lambda: import_terminology(store, table, about, datetime.now(UTC)))
    peer_cpu, peer_wall = measured(lambda: plain_load(table, folder / "plain.db"))
    print(
        f"loading {len(names)} names: Aloi {cpu:.1f} CPU s, {wall:.1f} s; "
        f"csv, executemany and FTS5 {peer_cpu:.1f} CPU s, {peer_wall:.1f} s"
    )
    searching(store)
    store.terminologies.remove(store.terminologies.named("bench").id)
    longest = longest_wait(store, threading.Event())
    import_terminology(store, table, about, datetime.now(UTC))
    print(f"another writer waited {longest():.2f} s at most while the names were loaded again")
    store.close()
    return peer_cpu / cpu


def searching(store: Store) -> None:
    """Print how long searches take, as one types."""
    [terminology] = store.terminologies.list()
    seconds = []
    for typed in _TYPED:
        for language in (None, "fr"):
            begun = time.perf_counter()
            store.terminologies.search(terminology.id, typed, language=language)
            seconds.append(time.perf_counter() - begun)
    print(
        f"{len(seconds)} searches in {terminology.names} names: "
        f"median {1000 * statistics.median(seconds):.1f} ms, at most {1000 * max(seconds):.1f} ms"
    )


def main() -> int:
    shared = Path(os.environ.get("ALOI_SHARED") or Path(__file__).resolve().parents[3] / "shared") / "data"
    if not (shared / _FILES[0]).is_file():
        print("NOT RUN: no folder `shared` with the mentions stands beside the checkout (or in ALOI_SHARED).")
        return 0
    read = [read_mentions(shared / one, "codiesp" if "X.tsv" in one else None) for one in _FILES]
    names = varied([cleaned(one.mention) for each in read for one in each.mentions], NAMES)
    with tempfile.TemporaryDirectory() as folder:
        ratio = loading(names, Path(folder))
    print(f"times less processor time {ratio:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
