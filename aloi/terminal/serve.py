"""Server and worker: `aloi serve`, `work`, `demo`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from aloi.base.addresses import shown_address
from aloi.base.errors import AloiError
from aloi.base.extras import EXTRAS, require_modules
from aloi.base.terms import Term
from aloi.terminal.base import (
    Answer,
    Command,
    emit,
    language,
    shared_options,
    store_option,
    store_url,
    warn,
    with_store,
)
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.store import DemoRequest, ServeRequest, WorkRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_LANES = ("figures", "short", "others")  # those of `aloi.workbench.jobs`, which only a worker loads
_DELIVERING = "short"  # the lane whose worker also delivers to webhooks
_INTERNAL = (
    "A server starts its workers with it: with-parent ends them when it ends, lane chooses their jobs."
)
_STOP_SECONDS = 10.0
# -P: a directory aloi/ in the current folder is not imported in place of the package.
_PYTHON = (sys.executable, "-P", "-m")
_NICENESS = 10  # of a worker that runs beside a server
_OOM_SCORE = Path("/proc/self/oom_score_adj")
_ENDED_FIRST = 500  # of 1000: where memory ends, Linux ends a worker before the pages
_LOOK_SECONDS = 0.3
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
_STEADY_SECONDS = 60.0


@click.command(cls=Command, short_help="Start the server and its worker; Ctrl-C stops both.")
@request_options(ServeRequest)
@store_option
def serve(request: ServeRequest) -> Answer:
    """Start the server and its worker, print the address; Ctrl-C stops both."""
    return run_server(store_url(), request.host, request.port, lanes=_LANES if request.workers else ())


@click.command(cls=Command, short_help="Run the background jobs of the store.")
@request_options(WorkRequest)
@click.option("--with-parent", is_flag=True, hidden=True, cls=TerminalOption, reason=_INTERNAL)
@click.option("--lane", type=click.Choice(_LANES), hidden=True, cls=TerminalOption, reason=_INTERNAL)
@store_option
def work(request: WorkRequest, with_parent: bool, lane: str | None) -> Answer:
    """Run the background jobs of the store one after the other, until Ctrl-C."""
    if request.every_lane:
        return _run_workers(store_url())
    return _run_worker(with_parent=with_parent, lane=lane)


@with_store
def _run_worker(store: Store, with_parent: bool, lane: str | None) -> Answer:
    from aloi.base.settings import Settings
    from aloi.base.system_errors import leave_words_out
    from aloi.workbench.jobs import work as work_on
    from aloi.workbench.programs.delivery import delivering
    from aloi.workbench.store.private import keep_private, sweep_hourly

    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    parent = os.getppid()
    if with_parent:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us too; the parent tells us to stop
        with suppress(OSError):  # no Linux, or one that does not let it be written
            _OOM_SCORE.write_text(str(min(1000, int(_OOM_SCORE.read_text()) + _ENDED_FIRST)))
        if hasattr(os, "nice"):
            os.nice(_NICENESS)  # the server goes first: people wait before its pages
    else:
        warn("The worker waits for jobs. Stop it with Ctrl+C.")
    settings = Settings.read()
    data = settings.data
    keep_private(data)
    sweep_hourly(data)
    leave_words_out()
    delivers = lane in (None, _DELIVERING)
    deliveries = delivering(store, settings.webhook_networks) if delivers else nullcontext()
    with suppress(KeyboardInterrupt), _stopped_by_signals(), deliveries:
        work_on(
            store,
            data,
            lane=lane,
            keep_going=lambda: not with_parent or os.getppid() == parent,
        )
    return Answer({"stopped": True}, ())


@click.command(cls=Command, short_help="Fill a store with invented campaigns and open it.")
@request_options(DemoRequest)
@store_option
def demo(request: DemoRequest) -> Answer:
    """Fill a new store with an invented campaign of each task, and open it."""
    from aloi.base.settings import Settings
    from aloi.workbench.demo.filling import fill_demo
    from aloi.workbench.demo.names import NAMES, SIMILARITY
    from aloi.workbench.demo.people import PASSWORD
    from aloi.workbench.demo.similarity import DAYS
    from aloi.workbench.demo.tour import offer_tour
    from aloi.workbench.store.opening import open_store

    folder = Settings.read().data / "demo"
    url = shared_options().store or f"sqlite:///{folder / 'aloi.db'}"
    folder.mkdir(parents=True, exist_ok=True)
    store = open_store(url)
    try:
        names = [one.name for one in store.campaigns.list()]
        if not set(names) & set(NAMES[SIMILARITY].values()) and (names or store.people.has_administrator()):
            raise AloiError(
                "aloi.in-use",
                name=Term("the-store-url", url=shown_address(url)),
                uses=Term("people-or-campaigns"),
                expected=Term("an-empty-store-for-the-demo"),
                todo=Term("name-another-one-with-store"),
            )
        start = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=DAYS)
        campaigns = fill_demo(
            store, folder, request.seed, _show_step, start=start, language=language(), large=True
        )
        if not names:
            offer_tour(store)
        people = [(one.pseudonym, one.role.value, one.name) for one in store.people.list()]
    finally:
        store.close()
    document = {
        "store": shown_address(url),
        "campaign": campaigns[0],
        "campaigns": list(campaigns),
        "password": PASSWORD,
        "people": [{"pseudonym": one[0], "role": one[1], "name": one[2]} for one in people],
    }
    lines = [
        f"{len(campaigns)} demo campaigns of all tasks are filled with invented texts and simulated answers.",
        f"Sign in as {', '.join(name for _, _, name in people)}; the password is {PASSWORD}",
    ]
    if not request.serve:
        return Answer(document, lines)
    return run_server(url, request.host, request.port, Answer(document, lines), data=folder)


def _show_step(done: int, total: int, name: Term | str) -> bool:
    """Report which campaign of the demo is being created."""
    if name:
        warn(f"Making {name!r} ({done + 1} of {total}).")
    return True


def _run_workers(url: str) -> Answer:
    """Run a worker of each lane, started again when it ends, until this program is stopped."""
    from aloi.workbench.store.opening import open_store

    open_store(url).close()  # one that cannot be opened is told once, and not by each worker in turn
    environment = {**os.environ, "ALOI_STORE": url}
    workers: list[Worker] = []
    warn("The workers wait for jobs. Stop them with Ctrl+C.")
    with _stopped_by_signals():
        try:
            workers += _workers(_LANES, environment)
            while True:
                _check_workers(workers)
        except KeyboardInterrupt:
            _stop(*(one.process for one in workers))
    return Answer({"stopped": True}, ())


def run_server(
    url: str,
    host: str | None,
    port: int | None,
    first: Answer | None = None,
    data: Path | None = None,
    lanes: Sequence[str] = _LANES,
) -> Answer:
    """Run the server and its workers until the server ends or is stopped; the exit status is the server's.

    `data` is their data folder, if it is not that of the settings. The environment passes the store:
    other accounts can read a command line.
    """
    from aloi.base.settings import Settings

    require_modules(*EXTRAS["app"])
    settings = Settings.read()
    settings = replace(settings, host=host or settings.host, port=settings.port if port is None else port)
    environment = {**os.environ, "ALOI_STORE": url, "ALOI_DATA": str(data or settings.data)}
    asked_for = ["--host", settings.host, "--port", str(settings.port)]
    with _stopped_by_signals():
        server = subprocess.Popen(
            [*_PYTHON, "aloi.ui.server.app", *asked_for],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        workers: list[Worker] = []
        try:
            ready = server.stdout.readline() if server.stdout else ""
            if not ready:
                return Answer(None, (), status=server.wait())
            workers += _workers(lanes, environment)
            _tell(ready.strip(), url, first)
            status = _watch(server, workers)
        except KeyboardInterrupt:
            status = 0
        finally:
            _stop(server, *(one.process for one in workers))
    return Answer(None, (), status=status)


def _tell(ready: str, url: str, first: Answer | None) -> None:
    """Report the running server on standard output: the only output of these commands."""
    address, *setup = [word for word in ready.split() if word.startswith("http")] or [ready]
    before = first.document if first and isinstance(first.document, dict) else {}
    lines = first.lines if first else ()
    if setup:  # nobody can sign in yet: where to make the first account
        before = {"setup": setup[0], **before}
    emit(
        Answer({"address": address, "store": shown_address(url), **before}, [*lines, ready]),
        as_json=shared_options().as_json,
    )
    sys.stdout.flush()


class Worker:
    """The program that runs jobs; `check` starts it again when it has ended, after a pause.

    The pause doubles while the program keeps ending soon after its start.
    """

    def __init__(self, command: list[str], environment: Mapping[str, str]) -> None:
        self._command = command
        self._environment = environment
        self._pause = 0.0
        self._again_at: float | None = None
        self._start()

    def check(self) -> None:
        """Start the program again if it ended and its pause is over."""
        status = self.process.poll()
        now = time.monotonic()
        if status is None or (self._again_at is not None and now < self._again_at):
            return
        message = f"The worker has ended (status {status})"
        steady = now - self._started >= _STEADY_SECONDS
        if self._again_at is not None:
            try:
                self._start()
                return
            except OSError as error:  # the machine is out of memory or processes; the pages must outlive that
                message = f"The worker could not be started ({error.strerror})"
                steady = False
        self._pause = _FIRST_PAUSE if steady else min(max(_FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
        self._again_at = now + self._pause
        warn(f"{message}; it is started again in {self._pause:g} s.")

    def _start(self) -> None:
        self.process = subprocess.Popen(
            self._command, env=self._environment, stdout=subprocess.DEVNULL, text=True
        )
        self._started = time.monotonic()
        self._again_at = None


def _workers(lanes: Sequence[str], environment: Mapping[str, str]) -> Iterator[Worker]:
    """Start a worker of each lane: what people wait for has its own, as a model may train for hours."""
    for lane in lanes:
        yield Worker([*_PYTHON, "aloi.terminal.main", "work", "--with-parent", "--lane", lane], environment)


def _check_workers(workers: Sequence[Worker]) -> None:
    """Start again what has ended, and wait a little."""
    for worker in workers:
        worker.check()
    time.sleep(_LOOK_SECONDS)


def _watch(server: subprocess.Popen[str], workers: Sequence[Worker]) -> int:
    """Return the server's exit status once it ends; its workers are kept alive until then."""
    threading.Thread(target=_drain, args=(server,), daemon=True).start()
    while server.poll() is None:
        _check_workers(workers)
    return server.returncode


def _drain(server: subprocess.Popen[str]) -> None:
    """Pass on to standard error whatever else the server prints, so that it never waits for a reader."""
    for line in server.stdout or ():
        warn(line.rstrip("\n"))


def _stop(*programs: subprocess.Popen[str]) -> None:
    """End programs we started: kindly first."""
    for program in programs:
        program.terminate()
    deadline = time.monotonic() + _STOP_SECONDS
    for program in programs:
        try:
            program.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the signals that end a program end it as Ctrl-C does, so that what it started is stopped too."""

    def stop(number: int, frame: object) -> NoReturn:
        del number, frame
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {one: signal.signal(one, stop) for one in ending}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
