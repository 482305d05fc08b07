"""Servers, workers and apps of widgets: copies of one process that has loaded what they need."""

from __future__ import annotations

import functools
import importlib
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.browser.app_events import MIN_SHOW_MS
from tests.processes import CONTEXT

# Below the ports that outgoing connections get.
_PORTS = range(20_000 + os.getpid() % 10_000, 32_000)


@functools.cache
def port() -> int:
    """Return the port of all that is served, one after the other: what a browser keeps stays good."""
    for each in _PORTS:
        with suppress(OSError), socket.create_server(("127.0.0.1", each)):
            return each
    raise OSError("No port is free.")


def _quiet(**environment: str) -> None:
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _server(url: str, folder: str, ready: Connection, at: int, listed: str) -> None:
    from aloi.ui import session
    from aloi.ui.server.app import main

    session._MIN_SHOW_MS = MIN_SHOW_MS

    if listed:
        importlib.import_module(listed)

    _quiet(ALOI_DATA=folder)
    os.dup2(ready.fileno(), 1)
    ready.close()
    sys.exit(main(["--store", url, "--port", str(at)]))


def _worker(url: str, folder: str, listed: str) -> None:
    from aloi.terminal.main import main

    if listed:
        importlib.import_module(listed)

    _quiet(ALOI_DATA=folder)
    sys.argv = ["aloi", "work", "--with-parent", "--store", url]
    main()


def _app(script: str, folder: str, at: int) -> None:
    from streamlit.web.cli import main

    _quiet(COMPONENT_LOG=folder)
    os.dup2(2, 1)
    main(["run", script, f"--server.port={at}", "--server.headless=true", "--server.fileWatcherType=none"])


def _started(target: Callable[..., None], *given: object) -> BaseProcess:
    process = CONTEXT.Process(target=target, args=given, daemon=True)
    process.start()
    return process


def server(url: str, folder: Path, listed: str = "") -> BaseProcess:
    """Return a server on a store, once it listens at `port()`."""
    heard, ready = CONTEXT.Pipe(duplex=False)
    process = _started(_server, url, str(folder), ready, port(), listed)
    ready.close()
    with os.fdopen(os.dup(heard.fileno()), encoding="utf-8") as line:
        heard.close()
        assert str(port()) in line.readline()
    return process


def worker(url: str, folder: Path, listed: str = "") -> BaseProcess:
    """Return a worker that runs the jobs of a store."""
    return _started(_worker, url, str(folder), listed)


def app(script: Path, folder: Path) -> BaseProcess:
    """Return the app of a widget, which will listen at `port()`; its events are written to `folder`."""
    return _started(_app, str(script), str(folder), port())


def stop(*processes: BaseProcess) -> None:
    """End processes, and wait until they have ended."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(20)
        process.kill()
        process.join()
