"""The open websockets of this process: their number for each person, and their duration."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from anyio import CancelScope, to_thread

from aloi.base.errors import AloiError
from aloi.workbench.store.opening import Store

MOST = 20  # a page that is open takes a megabyte and more
_CHECK_SECONDS = 30.0
_LOG = logging.getLogger("aloi.pages")


@dataclass(frozen=True, slots=True, eq=False)
class _Socket:
    person_id: str
    token_hash: str
    cut: CancelScope = field(default_factory=CancelScope)


class OpenSockets:
    """Counts websockets by person, and closes those whose login has ended.

    A page looks who is signed in at each of its runs; a socket outlives a login all the same, with what its
    page shows. So the logins of all of them are looked up now and then, by one task however many there are.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._open: set[_Socket] = set()
        self._closing: asyncio.Task[None] | None = None

    def is_full(self, person_id: str) -> bool:
        """Return whether a person has the maximal number of open sockets."""
        return sum(one.person_id == person_id for one in self._open) >= MOST

    async def serve(self, person_id: str, token_hash: str, serving: Awaitable[None]) -> bool:
        """Serve a socket to its end; return whether it ended because its login did."""
        socket = _Socket(person_id, token_hash)
        self._open.add(socket)
        if self._closing is None or self._closing.done():
            self._closing = asyncio.create_task(self._close_ended())
        try:
            with socket.cut:
                await serving
        finally:
            self._open.discard(socket)
        return socket.cut.cancelled_caught

    async def _close_ended(self) -> None:
        """Close the sockets whose login has ended, as long as any socket is open."""
        while self._open:
            await asyncio.sleep(_CHECK_SECONDS)
            try:
                ended = await to_thread.run_sync(self._ended, {one.token_hash for one in self._open})
            except AloiError as error:  # the logins could not be read: nobody is disconnected for that
                _LOG.warning("the signed-in people could not be read: %s", error.code)
                continue
            for socket in self._open:
                if socket.token_hash in ended:
                    socket.cut.cancel()

    def _ended(self, token_hashes: Collection[str]) -> set[str]:
        now = self._clock()
        return {one for one in token_hashes if self._store.people.login(one, now) is None}
