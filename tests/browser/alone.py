"""A server alone, as a program of its own, on a round of a few pairs that one annotator answers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from socket import create_server
from typing import TextIO

from aloi.annotation.model import Role, Round
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.browser.site import PASSWORD

ROOT = Path(__file__).parents[2]
_NOW = datetime(2026, 5, 4, tzinfo=UTC)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def server_alone(folder: Path, url: str, port: int, **environment: str) -> Iterator[subprocess.Popen]:
    """Give the server once it answers, so that killing it kills what holds the answers.

    What it prints and logs stands in `server.log` of the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = (folder / "server.log").open("a", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "aloi.ui.server.app", "--store", url, "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "ALOI_DATA": str(folder), "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    drain = threading.Thread(target=_drain, args=(process.stdout, log))
    try:
        assert str(port) in process.stdout.readline()  # said after its pages are loaded: it listens before
        drain.start()
        yield process
    finally:
        process.kill()
        process.wait()
        if drain.is_alive():
            drain.join()
        process.stdout.close()
        log.close()


def _drain(printed: TextIO, log: TextIO) -> None:
    for line in printed:
        log.write(line)
        log.flush()


def open_pairs(store: Store, folder: Path, count: int) -> str:
    """Return a round of so many written pairs for Ada; Boss manages."""
    store.people.add("Ada", Role.ANNOTATOR, _NOW, password_hash=hash_password(PASSWORD))
    store.people.add("Boss", Role.ADMINISTRATOR, _NOW, password_hash=hash_password(PASSWORD))
    return open_round(store, RoundRequest(folder, "ages", count, "A1")).id


def open_round(store: Store, folder: Path, name: str, count: int, *people: str) -> Round:
    """Return a round of a campaign of its own, on so many written pairs, for people by pseudonym or name."""
    table = folder / f"{name}.tsv"
    rows = [f"{n}\tLe patient a {n} ans.\tLa patiente a {n + 40} ans." for n in range(count)]
    table.write_text("\n".join(["id\tleft\tright", *rows, ""]), encoding="utf-8")
    about = corpora.About(name, "fr", "Apache-2.0", "written for this test")
    corpus = import_pairs(store, table, about, _NOW).corpus
    campaign = campaigns.create_campaign(store, CampaignRequest(name, corpus.id))
    return rounds.open_round(store, RoundRequest(campaign.id, purpose="main", annotators=list(people)))
