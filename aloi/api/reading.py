"""Processes that answer the calls of programs that read: people who annotate do not wait for them."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection, Pipe
from queue import LifoQueue
from typing import Any, TypeAlias

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.requests import info_of
from aloi.base.system_errors import where
from aloi.workbench.endpoints import Call, Endpoint, Page, endpoint_of
from aloi.workbench.programs.tokens import ApiToken, store_for
from aloi.workbench.store.opening import Store, act_as, open_store

_LOG = logging.getLogger("aloi.api")
MOST = 2  # calls at once: callers share the processor with the people who annotate
_NICENESS = 10  # the web process goes first
Content: TypeAlias = tuple[bytes | None, str]  # a document, unless the caller has it, and its tag


def store_of(store: Store, token: ApiToken, endpoint: Endpoint) -> Store:
    """Return the store as a token may read it for an endpoint."""
    roles = [Role(name) for name in info_of(endpoint.request).roles] or [Role.MANAGER]
    return store_for(store, token, roles, writes=not endpoint.reads)


def answer(endpoint: Endpoint, stated: object, call: Call, tags: str) -> Content:
    """Return the answer to a call that reads; `tags` are those of the answers that the caller has."""
    result = endpoint.run(stated, call) if endpoint.run else None
    return tagged_content(result.document() if isinstance(result, Page) else result, tags)


def tagged_content(document: Any, tags: str) -> Content:
    """Return a document as JSON with its tag; nothing but the tag if it is one of those of the caller."""
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    is_same = tag in [part.strip().removeprefix("W/") for part in tags.split(",")]
    return (None if is_same else content), tag


class ReadingProcess:
    """A process beside the web process, with the store open; it ends with the web process.

    `multiprocessing` starts processes with the main module, which Streamlit replaces by the script of a page.
    """

    def __init__(self, url: str) -> None:
        self._connection, remote = Pipe()
        with remote:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "aloi.api.reading", str(remote.fileno())],
                pass_fds=[remote.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                # Other accounts can read a command line.
                env={
                    **os.environ,
                    "ALOI_STORE": url,
                    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                },
            )

    def answer(self, endpoint: Endpoint, stated: object, context: Mapping[str, Any], tags: str) -> Content:
        """Return the answer to a call that reads, or raise the error of the use case."""
        self._connection.send((endpoint.name, stated, context, tags))
        content, error = self._connection.recv()
        if error is not None:
            raise error
        answered: Content = content
        return answered

    def close(self) -> None:
        """End the process."""
        self._connection.close()
        self._process.terminate()
        self._process.wait()


class Readers:
    """The processes that answer calls; each is started at the first call for which no other is free.

    Parameters
    ----------
    url : str
        The address of the store.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._free: LifoQueue[ReadingProcess | None] = LifoQueue()
        for _ in range(MOST):
            self._free.put(None)

    def answer(self, endpoint: Endpoint, stated: object, context: Mapping[str, Any], tags: str) -> Content:
        """Return the answer to a call that reads; `context` has the fields of the call but the store.

        If the process was ended from outside, another one answers: a call that reads may be repeated.

        Raises
        ------
        AloiError
            Errors of the use case.
        """
        reader = self._free.get()
        try:
            if reader is not None:
                try:
                    return reader.answer(endpoint, stated, context, tags)
                except (EOFError, ConnectionError):
                    reader.close()
            reader = ReadingProcess(self._url)
            return reader.answer(endpoint, stated, context, tags)
        finally:
            self._free.put(reader)

    def close(self) -> None:
        """End the processes that no call occupies; the others end with this one."""
        while not self._free.empty():
            reader = self._free.get()
            if reader is not None:
                reader.close()


def main(descriptor: int) -> None:
    """Answer the calls that come over a connection, until the web process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    os.nice(_NICENESS)
    store = open_store(os.environ["ALOI_STORE"])
    with Connection(descriptor) as connection:
        while True:
            try:
                name, stated, context, tags = connection.recv()
                connection.send(_answered(store, endpoint_of(name), stated, context, tags))
            except (EOFError, ConnectionError):
                return


def _answered(
    store: Store, endpoint: Endpoint, stated: object, context: Mapping[str, Any], tags: str
) -> tuple[Content | None, Exception | None]:
    token: ApiToken = context["token"]
    try:
        act_as(token.person.pseudonym)
        return answer(endpoint, stated, Call(store_of(store, token, endpoint), **context), tags), None
    except AloiError as error:
        return None, error
    except Exception as error:  # noqa: BLE001 raised by the web process, which does not know where it was
        _LOG.error("the call %s failed\n%s", endpoint.name, where(error))
        return None, error


if __name__ == "__main__":
    main(int(sys.argv[1]))
