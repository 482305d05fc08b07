"""Calls that read user files, each in a process of its own with limits: no file can end the server.

Native readers abort the process when memory is refused, and they cannot be interrupted. A call is run by a
child that was forked from a prepared process with the readers loaded. This costs about 20 ms, and any crash
ends only the child.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import os
import pickle
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from aloi.base.errors import AloiError

SECONDS = 60.0
_CALLS = 3  # at the same time; others wait
_LEAST_MEGABYTES, _MOST_MEGABYTES = 1_000, 4_000  # that a call may take: a quarter of the machine's memory
_PRELOADED = (
    "aloi.corpora.readers",
    "numpy",
    "pyarrow.parquet",
    "python_calamine",
    "aloi.gold.formats",
    "aloi.workbench.imports.layouts",
    "aloi.workbench.rounds.campaigns",
)
_SIZE = struct.Struct("!Q")
_LOG = logging.getLogger("aloi.isolation")
P = ParamSpec("P")
R = TypeVar("R")


def usual_megabytes() -> int:
    """Return the memory limit of a call on this machine, in addition to that of the loaded readers."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 1_000_000
    return min(max(memory // 4, _LEAST_MEGABYTES), _MOST_MEGABYTES)


class _EndedEarly(Exception):
    """The process that ran a call ended before it answered."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How much a call may take.

    Parameters
    ----------
    megabytes : int
        Address space in addition to that of the loaded readers.
    seconds : float
        Of processor time, and of waiting.
    """

    megabytes: int = field(default_factory=usual_megabytes)
    seconds: float = SECONDS


@dataclass(slots=True)
class Isolation:
    """The prepared process from which calls are forked; it is started at the first one, and when it ended."""

    limits: CallLimits = field(default_factory=CallLimits)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _calls: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_CALLS))
    _process: subprocess.Popen[bytes] | None = None
    _control: socket.socket | None = None

    def start(self) -> None:
        """Start the prepared process, so that the first call does not wait for it."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._launch()

    def call(self, function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
        """Return the result of a function; it must be one of a module, and its values must be picklable.

        Raises
        ------
        AloiError
            Errors of the function; memory or time beyond the limits; a reader that aborted.
        """
        request = pickle.dumps((self.limits, function, arguments, options))
        with self._calls:
            try:
                raised, value = pickle.loads(self._answered(request))
            except (_EndedEarly, OSError) as error:
                _LOG.warning("%s ended its process", getattr(function, "__qualname__", "a call"))
                raise AloiError(
                    "workbench.reading-broke-down",
                    seconds=int(self.limits.seconds),
                    gigabytes=f"{self.limits.megabytes / 1000:g}",
                ) from error
        if raised:
            raise value
        result: R = value
        return result

    def close(self) -> None:
        """End the prepared process."""
        with self._lock:
            if self._control is not None:
                self._control.close()
            if self._process is not None:
                self._process.terminate()
                self._process.wait()
            self._process = self._control = None

    def _answered(self, request: bytes) -> bytes:
        local, remote = socket.socketpair()
        with local:
            with remote:
                self._hand_over(remote)
            local.settimeout(self.limits.seconds + 10)  # the child ends itself before
            local.sendall(_SIZE.pack(len(request)) + request)
            return _received(local)

    def _hand_over(self, connection: socket.socket) -> None:
        """Have a child forked that serves a connection; start the process anew if it has ended."""
        with self._lock:
            for _ in range(2):
                control = self._control
                if control is None or self._process is None or self._process.poll() is not None:
                    control = self._launch()
                try:
                    socket.send_fds(control, [b"c"], [connection.fileno()])
                except OSError:
                    self._process = None
                else:
                    return
        raise _EndedEarly

    def _launch(self) -> socket.socket:
        control, remote = socket.socketpair()
        with remote:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "aloi.workbench.isolation", str(remote.fileno())],
                pass_fds=[remote.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Ctrl-C is for the server, which ends it
            )
        if self._control is not None:
            self._control.close()
        self._control = control
        return control


def _received(connection: socket.socket) -> bytes:
    """Return one message."""
    (size,) = _SIZE.unpack(_exactly(connection, _SIZE.size))
    return bytes(_exactly(connection, size))


def _exactly(connection: socket.socket, size: int) -> bytearray:
    content = bytearray()
    while len(content) < size:
        part = connection.recv(min(size - len(content), 1 << 20))
        if not part:
            raise _EndedEarly
        content += part
    return content


def main(descriptor: int) -> None:
    """Fork a child for each connection that comes, until the server is gone."""
    for name in _PRELOADED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children leave nothing to collect
    with socket.socket(fileno=descriptor) as control:
        while True:
            _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
            if not descriptors:
                return
            (connection,) = descriptors
            if os.fork() == 0:
                control.close()
                _serve(connection)
            os.close(connection)


def _serve(descriptor: int) -> None:
    """Run the call that comes over a connection, send its result, and end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        with socket.socket(fileno=descriptor) as connection:
            limits, function, arguments, options = pickle.loads(_received(connection))
            _limit(limits)
            answer = pickle.dumps(_run(function, arguments, options))
            connection.sendall(_SIZE.pack(len(answer)) + answer)
    finally:
        os._exit(0)  # nothing of the process it was forked from is closed or flushed


def _run(function: Callable[..., Any], arguments: Any, options: Any) -> tuple[bool, Any]:
    try:
        return False, function(*arguments, **options)
    except AloiError as error:
        return True, error
    except MemoryError:
        raise  # this process ends, and the caller says so
    except Exception as error:  # noqa: BLE001 raised again by the caller, as if it had happened there
        return True, error


def _limit(limits: CallLimits) -> None:
    """Bound this process; the system ends it, also inside native code."""
    if limits.megabytes and sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123 no import after the fork
            loaded = int(stream.read().split()[0]) * resource.getpagesize()
        most = loaded + limits.megabytes * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":  # if memory is still short, this process is to be killed first
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as out:  # noqa: PTH123
            out.write("1000")
    seconds = max(1, int(limits.seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)


if __name__ == "__main__":
    # Under its own name: what is pickled here names classes of `aloi.workbench.isolation`.
    importlib.import_module("aloi.workbench.isolation").main(int(sys.argv[1]))
