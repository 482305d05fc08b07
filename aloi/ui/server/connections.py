"""Limits on the number and time of connections that wait for a request, and on repeated log records.

A connection costs a stranger nothing, and this process an open file. A browser sends the head of a request at
once, so a connection that does not is closed after some seconds, and earlier if there are many of them.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
_MOST_FILES = 65_536
_RESERVED_FILES = 256  # the store, the files of pages, what libraries open
_MOST_WAITING = 1000
_MOST_OF_ADDRESS = 200  # a class behind one address has a handful for each browser
_WINDOW_SECONDS = 60.0
_MOST_EQUAL = 5
_MOST_KINDS = 1000


def raise_file_limit() -> int:
    """Let this process open as many files as it may, and return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return most if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """Return how many connections may be open at once, websockets included, with so many files."""
    return max(files // 2, files - _RESERVED_FILES)


@dataclass(slots=True)
class WaitingConnections:
    """The connections whose next request has not arrived yet, the oldest first, by address.

    Parameters
    ----------
    files : int
        How many files this process may open.
    """

    files: int
    _by_address: defaultdict[str, dict[TimedProtocol, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _all: dict[TimedProtocol, None] = field(default_factory=dict)

    def add(self, connection: TimedProtocol, address: str) -> None:
        """Add a connection; close the oldest one of its address, or of all, if there are too many."""
        same = self._by_address[address]
        if len(same) >= _MOST_OF_ADDRESS:
            next(iter(same)).drop()
        if len(self._all) >= min(_MOST_WAITING, self.files // 4):
            next(iter(self._all)).drop()
        self._by_address[address][connection] = self._all[connection] = None

    def remove(self, connection: TimedProtocol, address: str) -> None:
        """Remove a connection that is closed or whose request has arrived."""
        self._all.pop(connection, None)
        same = self._by_address.get(address)
        if same is not None:
            same.pop(connection, None)
            if not same:
                del self._by_address[address]


class TimedProtocol(H11Protocol):
    """HTTP/1.1, with a time limit for the head of each request."""

    def __init__(self, *arguments: Any, waiting: WaitingConnections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._waiting = waiting
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Accept data; the time limit ends with a complete head, in any number of parts."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._timer is None and not self.transport.is_closing():
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection at once."""
        self._stop_waiting()
        self.transport.abort()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self.drop)
        self._waiting.add(self, self._address)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._waiting.remove(self, self._address)


class DampRepeats(logging.Filter):
    """Passes five equal records a minute, and counts the suppressed ones in the next record.

    Records are equal if they come from one logger and have one text before its values are filled in, and
    one traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[tuple[object, ...], list[float]] = {}  # when the minute began, and how many since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        text = str(record.msg).partition("\n")[0][:200]
        kind = (record.name, record.levelno, text, record.exc_text)
        now = time.monotonic()
        if len(self._counts) > _MOST_KINDS:
            self._counts.clear()
        counted = self._counts.setdefault(kind, [now, 0])
        if now - counted[0] >= _WINDOW_SECONDS:
            left_out = int(counted[1]) - _MOST_EQUAL
            counted[:] = [now, 0]
            if left_out > 0:
                record.msg = f"{record.msg} ({left_out} more like this were not written)"
        counted[1] += 1
        return counted[1] <= _MOST_EQUAL


def damp_log() -> None:
    """Limit the log lines that strangers can cause to a few a minute, from any library."""
    damped = DampRepeats()
    for name in ("uvicorn.error", "uvicorn.asgi", "asyncio", "aloi.pages", "websockets.server"):
        logging.getLogger(name).addFilter(damped)
