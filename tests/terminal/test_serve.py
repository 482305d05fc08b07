"""`aloi serve` and `aloi work` as programs: an address, a page, and nothing left running after a signal."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from corpora.collection import collect
from corpora.readers.base import ReadText
from storage.store import Store
from workbench import jobs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "ALOI_STORE": f"sqlite:///{tmp_path / 'aloi.db'}",
        "ALOI_DATA": str(tmp_path / "data"),
    }


@pytest.fixture
def server(tmp_path: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "cli", "serve", "--port", "0", "--json"]
    program = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        # A suite that runs in the background has Ctrl-C switched off, and would pass that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    yield program
    if program.poll() is None:
        program.kill()
    program.wait()
    if program.stdout:
        program.stdout.close()


def children(parent: int) -> list[int]:
    """Return the processes a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def queued_job(store: Store) -> str:
    """Store a small corpus and queue its segmentation: return the id of the job."""
    text = ReadText("cas", "Un patient arrive. Il repart.", {}, "cas.txt")
    made = collect([text], name="cases", language="fr", licence="CC0")
    store.texts.add_corpus(made.corpus, made.documents)
    return jobs.start(store, "segment", {"corpus": made.corpus.id}, "test", datetime.now(UTC)).id


def alive(process: int) -> bool:
    return Path(f"/proc/{process}/stat").exists()


def first_document(program: subprocess.Popen[str]) -> Any:
    """Return the JSON document a program prints before it keeps running."""
    text = ""
    for line in program.stdout or ():
        text += line
        if line.rstrip() == "}":
            return json.loads(text)
    raise AssertionError(f"the program ended without a document: {text!r}")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc to see processes")
def test_serve_prints_its_address_runs_jobs_and_stops_what_it_started(
    server: subprocess.Popen[str], store: Store
) -> None:
    job = queued_job(store)
    address = first_document(server)["address"]
    with urllib.request.urlopen(f"{address}/api/health", timeout=20) as answer:
        assert answer.status == 200
    started = children(server.pid)
    assert len(started) == 2
    deadline = time.monotonic() + 20
    while store.jobs.get(job).status != "done" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert store.jobs.get(job).status == "done"
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0
    deadline = time.monotonic() + 5
    while any(map(alive, started)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, started))


def test_a_taken_port_is_told(tmp_path: Path, environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "cli", "serve", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
