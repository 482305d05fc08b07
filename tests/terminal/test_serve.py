"""`aloi serve` and `aloi work` as programs: an address, a page, and nothing left running after a signal."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

from aloi.base import system_errors
from aloi.corpora.collection import collect
from aloi.corpora.readers.base import ReadText
from aloi.storage.store import Store
from aloi.terminal import serve
from aloi.workbench import jobs

LANES = tuple(jobs.LANES)

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
    command = [sys.executable, "-m", "aloi.terminal.main", "serve", "--port", "0", "--json"]
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


def queued_job(store: Store, name: str = "cases") -> str:
    """Store a small corpus and queue its segmentation: return the id of the job."""
    text = ReadText("cas", "Un patient arrive. Il repart.", {}, "cas.txt")
    made = collect([text], name=name, language="fr", licence="CC0")
    store.texts.add_corpus(made.corpus, made.documents)
    return jobs.start(store, "segment", {"corpus": made.corpus.id}, "test", datetime.now(UTC)).id


def wait_until_done(store: Store, job: str) -> None:
    deadline = time.monotonic() + 60
    while store.jobs.get(job).status != "done" and time.monotonic() < deadline:
        time.sleep(0.1)
    assert store.jobs.get(job).status == "done"


def is_worker(process: int, lane: bytes) -> bool:
    """Return whether a process is the worker of a lane."""
    return Path(f"/proc/{process}/cmdline").read_bytes().endswith(b"--with-parent\0--lane\0" + lane + b"\0")


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


def priority(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def ended_first(pid: int) -> int:
    return int(Path(f"/proc/{pid}/oom_score_adj").read_text())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc to see processes")
def test_serve_prints_its_address_runs_jobs_restarts_the_worker_and_stops_what_it_started(
    server: subprocess.Popen[str], store: Store
) -> None:
    job = queued_job(store)
    address = first_document(server)["address"]
    with urllib.request.urlopen(f"{address}/healthz", timeout=20) as answer:
        assert answer.status == 200
    started = children(server.pid)
    assert len(started) == 1 + len(LANES)
    wait_until_done(store, job)
    assert all(any(is_worker(one, lane.encode()) for one in started) for lane in LANES)
    (served,) = (one for one in started if not any(is_worker(one, lane.encode()) for lane in LANES))
    later = [one for one in started if one != served]
    end = time.monotonic() + 30  # each worker says so of itself once it is loaded
    while not all(priority(one) > priority(served) for one in later):  # the server goes first
        assert time.monotonic() < end
        time.sleep(0.1)
    # No address of a store, which may hold a password, where every account of the machine sees it.
    assert not any(b"aloi.db" in Path(f"/proc/{one}/cmdline").read_bytes() for one in started)
    # And the system ends a worker before the pages, where memory ends.
    assert all(ended_first(one) >= min(1000, ended_first(served) + 500) for one in later)
    (worker,) = (one for one in started if is_worker(one, b"others"))
    os.kill(worker, signal.SIGKILL)
    wait_until_done(store, queued_job(store, "more cases"))  # by the worker that was started again
    started = [*started, *children(server.pid)]
    assert len(set(started)) == 2 + len(LANES)
    server.send_signal(signal.SIGINT)
    assert server.wait(120) == 0
    deadline = time.monotonic() + 60
    while any(map(alive, started)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, started))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc to see processes")
def test_the_workers_of_several_servers(tmp_path: Path, store: Store, environment: dict[str, str]) -> None:
    job = queued_job(store)
    command = [sys.executable, "-m", "aloi.terminal.main", "work", "--every-lane"]
    workers = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until_done(store, job)
        started = children(workers.pid)
        assert all(any(is_worker(one, lane.encode()) for one in started) for lane in LANES)
        assert not any(b"aloi.db" in Path(f"/proc/{one}/cmdline").read_bytes() for one in started)
        workers.send_signal(signal.SIGTERM)
        assert workers.wait(20) == 0
        assert not any(map(alive, started))
    finally:
        workers.terminate()
        workers.wait(20)


def test_pages_alone_start_no_worker(
    invoke: Callable[..., Result], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def popen(command: list[str], **_: Any) -> Any:
        started.append(command)
        ended = {"poll": lambda: 0, "wait": lambda *_: 0, "terminate": lambda: None, "returncode": 0}
        return SimpleNamespace(stdout=io.StringIO("Aloi runs on http://127.0.0.1:1/\n"), **ended)

    monkeypatch.setattr(serve.subprocess, "Popen", popen)
    assert "http://127.0.0.1:1/" in invoke("serve", "--no-workers", "--port", "0").stdout
    [command] = started
    assert "aloi.ui.server.app" in command


def test_a_worker_that_ends_is_started_again_after_a_pause_that_grows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    worker = serve.Worker([sys.executable, "-I", "-S", "-c", "raise SystemExit(7)"], os.environ)
    lived = [1.0, 1.0, 0.0, serve._STEADY_SECONDS]  # of each start; a program that lasted begins anew
    pauses = [1.0, 2.0, 4.0, 1.0]
    for seconds, pause in zip(lived, pauses, strict=True):
        first = worker.process
        first.wait(20)
        clock[0] += seconds
        worker.check()
        clock[0] += pause - 0.1
        worker.check()
        assert worker.process is first
        clock[0] += 0.1
        worker.check()
        assert worker.process is not first
    worker.process.wait(20)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "The worker has ended (status 7); it is started again in 1 s."
    assert len(told) == len(pauses)


def test_a_worker_that_cannot_be_started_is_tried_again_and_the_pages_run_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    worker = serve.Worker([sys.executable, "-I", "-S", "-c", "raise SystemExit(7)"], os.environ)
    first = worker.process
    first.wait(20)
    clock[0] += 1000
    worker.check()
    failing = [OSError(errno.ENOMEM, "Cannot allocate memory"), OSError(errno.EAGAIN, "Try again")]

    def popen(*given: Any, **named: Any) -> Any:
        if failing:
            raise failing.pop(0)
        return SimpleNamespace(poll=lambda: None)

    monkeypatch.setattr(serve.subprocess, "Popen", popen)
    for pause in (1.0, 2.0, 4.0):
        worker.check()
        assert worker.process is first
        clock[0] += pause
        worker.check()
    assert worker.process is not first
    worker.check()
    assert capsys.readouterr().err.splitlines() == [
        "The worker has ended (status 7); it is started again in 1 s.",
        "The worker could not be started (Cannot allocate memory); it is started again in 2 s.",
        "The worker could not be started (Try again); it is started again in 4 s.",
    ]


DEADLY = """
import os, signal, sys
from pathlib import Path
from aloi.storage.store import Store
from aloi.workbench import jobs

def run(store, arguments, folder, progress):
    if arguments.get("deadly"):
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"

jobs.VERBS = {"segment": run}
jobs.STALE_SECONDS = 1
jobs.work(Store.open(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="its job ends the worker by a signal")
def test_the_worker_started_again_goes_on_after_a_job_that_kills_it(
    store: Store, tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_LONGEST_PAUSE", 1.0)
    now = datetime.now(UTC)
    deadly = jobs.start(store, "segment", {"deadly": True}, "test", now).id
    harmless = [jobs.start(store, "segment", {}, "test", now).id for _ in range(2)]
    command = [sys.executable, "-c", DEADLY, environment["ALOI_STORE"], str(tmp_path)]
    worker = serve.Worker(command, environment)
    try:
        deadline = time.monotonic() + 300
        while store.jobs.get(deadly).status != "failed" and time.monotonic() < deadline:
            worker.check()
            time.sleep(0.05)
        assert store.jobs.get(deadly).status == "failed"
        assert "The worker stopped 3 times" in str(store.jobs.get(deadly).error)
        for job in harmless:
            wait_until_done(store, job)
        assert worker.process.poll() is None
    finally:
        worker.process.kill()
        worker.process.wait()


def test_a_taken_port_is_told(tmp_path: Path, environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "aloi.terminal.main", "serve", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not available" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_worker_sweeps_the_data_folder(
    invoke: Callable[..., Result], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = folder / "aloi-data" / "tokenising-uploads" / "of a job that was cancelled"
    upload.mkdir(parents=True)
    os.utime(upload, (0, 0))
    monkeypatch.setattr(jobs, "work", lambda *_, **__: None)
    # What other tests of this process have, too.
    monkeypatch.setattr(os, "umask", lambda _: None)
    monkeypatch.setattr(system_errors, "leave_words_out", lambda: None)
    assert invoke("work").exit_code == 0
    assert not upload.exists()
